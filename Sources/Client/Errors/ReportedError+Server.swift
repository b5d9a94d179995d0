package import HTTPClient
package import Shared

extension SyncEnd {
    /// Why the run did not do everything; nil when it did.
    package var trouble: ReportedError? {
        switch self {
        case .complete: nil
        case .blocked(let block): ReportedError(block)
        case .failed(let failure): ReportedError(failure)
        }
    }
}

extension ReportedError {
    package init(_ failure: ServerCallError) {
        switch failure {
        case .transport(let error): self.init(error)
        case .problem(let problem): self.init(problem)
        }
    }

    package init(_ block: SyncBlock) {
        let safe = "Your findings are safe on this laptop."
        switch block {
        case .refused(let problem) where block.isOfTheWay:
            let words = problem.detail ?? problem.title
            self.init(
                Self.kind(of: problem.code), "Not everything was exchanged: \(words). \(safe)")
        case .refused(let problem): self.init(problem)
        case .refusedOnTheWay(let words):
            self.init(.notOurServer, "Not everything was exchanged: \(words). \(safe)")
        case .forked:
            self.init(
                .notAllowed,
                "Another laptop has sent changes under this laptop's name: one of the two is a "
                    + "copy. \(safe) Export them, and join again from a new home.")
        case .rolledBack(let missing):
            self.init(
                .notAllowed,
                "The server has \(missing) changes of this laptop that its database lacks: it was "
                    + "put back to an older state. \(safe) Export them, and join again from a new "
                    + "home.")
        case .serverRestored(let acknowledged):
            self.init(
                .notOurServer,
                "The server has forgotten changes that it had confirmed (up to \(acknowledged)): "
                    + "it was put back to an older state. \(safe) Tell who runs the server.")
        case .epochEnded:
            self.init(
                .busy,
                "The server was put back to an older state, and what it lost was brought back. "
                    + "\(safe) Sync once more.")
        }
    }

    init(_ error: TransportError) {
        let kind: Kind =
            switch error {
            case .invalidURL, .plainHTTPRefused: .usage
            case .malformedRequest: .settings
            case .unreachable, .timedOut, .cut: .unreachable
            case .certificate, .notOurServer, .refusedOnTheWay, .tooLarge: .notOurServer
            case .cancelled: .busy
            }
        self.init(kind, error.message)
    }

    init(_ problem: Problem) {
        let detail = problem.detail.map { " (\($0))" } ?? ""
        self.init(
            Self.kind(of: problem.code),
            "The server answered: \(problem.title)\(detail) Your findings are safe on this laptop. "
                + Self.advice(on: problem.code))
    }

    /// Why a home was not made anew: nothing can be recorded in one that is damaged.
    package init(rebuildingRefused problem: Problem) {
        let detail = problem.detail.map { " (\($0))" } ?? ""
        let advice =
            problem.code == .tooManyDevices
            ? "Ask who runs the server to retire one" : Self.advice(on: problem.code)
        self.init(
            Self.kind(of: problem.code),
            "The server answered: \(problem.title)\(detail) \(Self.homeIsAsItWas) \(advice)"
                + (problem.code == .tooManyDevices ? ", then: \(Self.again)" : ""))
    }

    package init(rebuildingCut error: TransportError) {
        self.init(
            ReportedError(error).kind,
            "\(error.trouble) \(Self.homeIsAsItWas) Try again, on another network if need be; it "
                + "goes on as the same device: \(Self.again)")
    }

    private static let again = "accord rebuild --from-server"
    private static let homeIsAsItWas =
        "The home was not made anew: its damaged database and the journal of what was not sent are "
        + "as they were, and until it is made anew nothing can be recorded in it."

    private static func kind(of code: ProblemCode) -> Kind {
        switch code {
        case .tokenMissing, .tokenExpired, .notAMember, .notAllowed, .notItsCreator, .inviteInvalid,
            .replicaRetired, .replicaForked, .replicaTaken, .tooManyDevices, .invitesOff,
            .tooManyInvites:
            .notAllowed
        case .notFound, .auditUnknown, .auditGone, .snapshotGone, .cursorExpired,
            .evidenceMissing:
            .notFound
        case .awaitingDecision: .badInput
        case .epochChanged: .notOurServer
        case .protocolTooOld: .newer
        case .rateLimited, .overloaded, .storageFull: .busy
        case .malformed, .unsupportedEncoding, .gap, .tooLarge, .bug,
            .evidenceDiffers, .uploadOffset, .rangeUnsatisfiable, .methodNotAllowed:
            .bug
        }
    }

    private static func advice(on code: ProblemCode) -> String {
        switch code {
        case .tokenMissing, .tokenExpired:
            "Ask your lead for a new invite, then: accord join URL CODE"
        case .replicaRetired:
            "What it sends waits for a lead. To go on, ask for an invite and join from a new home."
        case .inviteInvalid: "Ask your lead for a new invite."
        case .invitesOff: "Ask who runs the server for an invite: accord-server invite"
        case .tooManyInvites: "Take back an invite that nobody has used, or wait until one ends."
        case .notAMember: "Ask a lead of the audit to add you."
        case .notAllowed: "Ask a lead of the audit."
        case .notItsCreator:
            "It waits until whoever began it has synced; whoever runs the server can found it too: "
                + "accord-server audit found"
        case .notFound, .snapshotGone, .cursorExpired: "Sync again."
        case .evidenceMissing: "It comes once the laptop that has it has synced."
        case .auditUnknown: "Sync it first: accord sync"
        case .auditGone: "This laptop keeps its copy; export what you need."
        case .replicaForked, .replicaTaken:
            "Another laptop uses this laptop's name; join again from a new home."
        case .tooManyDevices:
            "Recording goes on; ask who runs the server to retire one, and sync again."
        case .epochChanged: "Tell who runs the server that it was put back to an older state."
        case .protocolTooOld: "Install the newer version of Accord; recording goes on meanwhile."
        case .rateLimited: "Sync again in a minute."
        case .overloaded: "Sync again in a few minutes."
        case .awaitingDecision: "See accord conflicts."
        case .storageFull:
            "Everything is kept here until there is room. Tell who runs the server; recording goes "
                + "on meanwhile."
        case .malformed, .unsupportedEncoding, .gap, .tooLarge, .bug,
            .evidenceDiffers, .uploadOffset, .rangeUnsatisfiable, .methodNotAllowed:
            "Sync again; if it stays, report it with this message."
        }
    }
}

extension ReportedError {
    /// What keeps one file of evidence from being sent; findings go on in every case.
    init(_ problem: Problem, sending hash: Hash256) {
        let file = "The evidence \(hash.hex.prefix(12)) stays on this laptop"
        switch problem.code {
        case .tooLarge:
            let limit = problem.expected.map { " (\($0) bytes)" } ?? ""
            self.init(
                .notAllowed,
                "\(file): the server takes no more of \(problem.detail ?? "it")\(limit). Your "
                    + "findings are sent. Ask who runs the server for more room.")
        case .storageFull:
            self.init(
                .busy,
                "\(file): the server's disk is nearly full, and what is left is for findings. "
                    + "Your findings are sent. Tell who runs the server, then sync again.")
        case .evidenceDiffers, .uploadOffset:
            self.init(
                .busy,
                "\(file): its bytes did not arrive as they were sent. Your findings are sent. "
                    + "Sync again.")
        default: self.init(problem)  // open set: problems that say nothing of evidence
        }
    }

    /// A file that something on the way refused, and how many before it.
    init(_ failure: TransportError, moving file: String, and others: Int) {
        let more = others == 0 ? "" : others == 1 ? " and another file" : " and \(others) others"
        self.init(
            .notOurServer,
            "The file “\(file)”\(more) did not get through: \(failure.refusal). It is "
                + "kept where it is and tried again at the next sync; everything else goes on. "
                + "Try another network, or tell who runs this one or the server.")
    }

    /// A file whose bytes are no longer those that were attached, or that came otherwise.
    init(damaged hash: Hash256) {
        self.init(
            .disk,
            "The evidence \(hash.hex.prefix(12)) was damaged and was set aside. Your findings are "
                + "safe. Sync again to fetch it.")
    }
}

extension ReportedError {
    /// Why nobody was invited, what is as it was, and what works instead.
    init(_ error: InvitingError) {
        let administrator = "accord-server invite --name NAME"
        switch error {
        case .notJoined:
            self.init(
                .settings,
                "Inviting needs a server, and this laptop has joined none. Nobody was invited. "
                    + "Once a server runs, join it (accord join URL CODE) and sync; without one a "
                    + "colleague can have the audit as a file: accord bundle export")
        case .unreached(let error):
            self.init(
                ReportedError(error).kind,
                "Inviting needs the server. \(ReportedError(error).message) Everything else goes "
                    + "on without it. Who runs it can write an invite there (\(administrator)), "
                    + "and a colleague can have the audit as a file: accord bundle export")
        case .refused(let problem): self.init(problem, inviting: administrator)
        }
    }

    private init(_ problem: Problem, inviting administrator: String) {
        switch problem.code {
        case .notAllowed, .notAMember:
            self.init(
                .notAllowed,
                "The server knows you as no lead of this audit (any more). Nobody was invited. "
                    + "Sync, and ask a lead of the audit.")
        case .invitesOff:
            self.init(
                .notAllowed,
                "On this server leads write no invites. Nobody was invited. Ask who runs it: "
                    + "\(administrator)")
        case .tooManyInvites:
            self.init(
                .notAllowed,
                "You have as many open invites as the server allows"
                    + "\(problem.expected.map { " (\($0))" } ?? ""). Nobody was invited. Take one "
                    + "back that nobody has used, or wait until one ends.")
        case .auditUnknown:
            self.init(
                .notFound,
                "The server does not have this audit yet. Nobody was invited. Sync it first, then "
                    + "invite.")
        case .malformed, .tooLarge:
            self.init(
                .badInput,
                "The server does not take this name: \(problem.expected ?? problem.detail ?? ""). "
                    + "Nobody was invited. Write another one.")
        case .notFound:
            self.init(.notFound, "The server has no such invite. Nothing was changed.")
        default: self.init(problem)  // open set: problems that say nothing of invites
        }
    }
}
