import Client
import Foundation
import Hummingbird
import Reading
import Shared

/// What stands before a signature, the form that gives one, and what became of earlier ones.
struct SignOffPage: Page {
    static let template = "sign-off"
    let frame: PageFrame
    let lede: String
    let leadPages: [PageFrame.Tab]
    let address: String
    /// Why the form came back, else whether the round can be signed.
    let notice: Notice
    let blockers: [Blocker]
    /// What a signature would hold.
    let facts: [Fact]
    let hash: String
    let exceptions: [ExceptionField]
    let statement: String
    /// Hidden in the form: what was shown, and what makes one that is sent twice sign once.
    let code: String
    let name: String
    let isBlocked: Bool
    let button: String
    let signatures: [Row]

    init(_ audit: AuditID, _ form: Form = Form(), in context: PageContext) throws {
        let view = try context.view(of: audit)
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        let preview = try context.client.decisions.signing(of: audit, known)
        frame = try PageFrame("Sign-off", .lead, of: view, in: context)
        leadPages = LeadPage.signOff.links(of: audit)
        address = Address.signOff(audit)
        lede =
            "Signing says: this is what we found in round \(preview.round), and it will not "
            + "change silently."
        notice = form.refusal ?? Self.notice(preview)
        blockers =
            preview.blocks.map { Blocker($0, in: audit) }
            + preview.exceptions.map { Blocker($0, context.time) }
            + (preview.blocks.isEmpty ? [.done] : [])
        facts = Self.facts(preview, by: view, context)
        hash = preview.result.hash.hex
        exceptions = preview.exceptions.map { ExceptionField($0, form.values, context.time) }
        statement = form.values.text("statement") ?? ""
        code = preview.code
        name = context.client.recording.commentName.hex
        isBlocked = !preview.blocks.isEmpty
        button = "Sign round \(preview.round)"
        signatures = try SignedRound.all(in: view).map { Row($0, in: view, context.time) }
    }

    private static func notice(_ preview: SigningPreview) -> Notice {
        let open = preview.blocks.count
        let named = preview.exceptions.count
        guard open > 0 else {
            return Notice(
                .ok, "Round \(preview.round) can be signed",
                named == 0
                    ? "Nothing stands before it." : "\(counted(named, "thing")) to be named.",
                symbol: "m-passed")
        }
        let rest = named == 0 ? "" : ", and \(named) to be named"
        return Notice(
            .error, "Not ready: \(counted(open, "thing")) open\(rest)",
            "What is open is listed first, each with the place to mend it.")
    }

    private static func facts(
        _ preview: SigningPreview, by view: AuditView, _ context: PageContext
    ) -> [Fact] {
        let counts = Outcome.allCases.map { outcome in
            let count = outcome == .untested ? preview.untested : preview.result.counts[outcome]
            return "\(count) \(outcome.countedWord)"
        }.joined(separator: ", ")
        let at = preview.pulledAt.map { "\(context.time.shown($0)): " } ?? ""
        let own =
            preview.unsent == 0 ? "" : ", and \(counted(preview.unsent, "later change")) of yours"
        let asOf =
            preview.pull.map { "\(at)entry \($0.sequence) of the server’s log\(own)" }
            ?? "No server has it yet"
        let rules: String =
            switch view.plan.policy {
            case .one(let policy): counted(policy.rules.count, "rule")
            case .contested: "Nobody has chosen"
            }
        return Fact.all([
            (
                "Round",
                [String(preview.round), preview.builds].filter { !$0.isEmpty }
                    .joined(separator: ", ")
            ),
            ("Result", counts), ("As of", asOf),
            ("Catalogue", view.plan.pin?.description ?? view.plan.catalogue),
            ("Rules", rules), ("Signer", view.plan.name(of: view.person)),
        ])
    }

    /// Something that stands before the signature, or has to be named in it.
    struct Blocker: Sendable {
        /// The end of its class.
        let state: String
        let stateIcon: String
        let heading: String
        let link: PageFrame.Link?

        fileprivate static let done = Blocker(
            state: "done", stateIcon: "m-passed",
            heading: "Done: everything that counts is judged and decided", link: nil)
    }

    /// The field in which a lead says why she signs without something.
    struct ExceptionField: Sendable {
        let key: String
        let words: String
        let value: String

        fileprivate init(
            _ exception: SigningException, _ values: SubmittedForm, _ time: PageTime
        ) {
            key = exception.key
            words = exception.words(time.dated)
            value = values.text("reason.\(exception.key)") ?? ""
        }
    }

    /// A signature that was given.
    struct Row: Sendable {
        let round: String
        let signed: String
        let by: String
        let statement: String
        let without: [String]
        let state: Badge
        let since: String
        let hash: String

        fileprivate init(_ round: SignedRound, in view: AuditView, _ time: PageTime) {
            let signOff = round.signOff
            let builds = signOff.builds.string.onOneLine
            self.round = "Round \(signOff.round)\(builds.isEmpty ? "" : ", \(builds)")"
            signed = time.dated(Date(unixMilliseconds: round.signature.wallTime))
            by = view.plan.name(of: round.signature.author)
            statement = signOff.statement.string
            without = signOff.exceptions.map {
                "\($0.subject.string.onOneLine): “\($0.reason.string.onOneLine)”"
            }
            state = round.state.badge
            since = round.words(in: view.plan)
            hash = String(signOff.result.hex.prefix(16))
        }
    }

    /// Signs what the form had shown, once however often it is sent.
    static func sign(
        _ form: SubmittedForm, in view: AuditView, _ context: PageContext
    ) throws -> String {
        var reasons: [String: String] = [:]
        for key in form.names(after: "reason.") { reasons[key] = form.text("reason.\(key)") }
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        _ = try context.client.decisions.sign(
            form.text("statement") ?? "", without: reasons, asOf: form.text("code") ?? "",
            name: form.text("name").flatMap(EditID.init(hex:)), of: view.audit, known)
        return Address.signOff(view.audit) + "#signatures"
    }
}

extension SignOffPage.Blocker {
    fileprivate init(_ block: SigningBlock, in audit: AuditID) {
        self.init(
            state: "open", stateIcon: "m-failed", heading: "Open: \(block.words)",
            link: PageFrame.Link("Show", block.address(in: audit)))
    }

    fileprivate init(_ exception: SigningException, _ time: PageTime) {
        self.init(
            state: "warn", stateIcon: "i-warn",
            heading: "Your word: \(exception.words(time.dated))",
            link: PageFrame.Link("Name it", "#why-\(exception.key)"))
    }
}

extension SignedRound.State {
    var badge: Badge {
        switch self {
        case .unchanged: Badge(.passed, "Unchanged")
        case .writtenSince: Badge(.cantTell, "Written since")
        case .resultChanged: Badge(.failed, "Result changed")
        case .notAllHere: Badge(.untested, "Not all here")
        }
    }
}
