import HTTPClient
import Presentation
import Publishing
import Reading
package import Shared
import Storage

/// The one place that puts the errors of every floor below the client's into words.
extension ReportedError {
    package init(_ error: any Error) {
        switch error {
        case let error as ReportedError: self = error
        case let error as ClientError: self.init(error)
        case let error as AuditError: self.init(error)
        case let error as StorageError: self.init(error)
        case let error as TransportError: self.init(error)
        case let error as Problem: self.init(error)
        case let error as ServerCallError: self.init(error)
        case let error as CatalogueError: self.init(error)
        case let error as BundleError: self.init(error)
        case let error as InvitingError: self.init(error)
        case let error as QuarantineError: self.init(error)
        case let error as DeviceError: self.init(error)
        case let error as CaptureError: self.init(error)
        case is CursorExpired: self.init(.notFound, CursorExpired.sentence)
        case let error as ExportRefusal: self.init(.badInput, error.sentence)
        case let error as WorkbookError: self.init(error)
        case let error as SettingsError:
            self.init(.settings, "The settings cannot be used: \(error). Nothing was changed.")
        case let error as ChangeError: self.init(.badInput, "Nothing was saved: \(error.reason).")
        case is CancellationError:
            self.init(.busy, "It was stopped. Everything saved before is safe.")
        default:  // open set: errors of Foundation and of the system
            if let failure = StorageError(unforeseen: error) {
                self.init(failure)
            } else {
                self.init(
                    .bug,
                    "Something went wrong that nobody foresaw (\(type(of: error))). Everything "
                        + "saved before is safe. Do it again; if it stays, report it with this "
                        + "message.")
            }
        }
    }
}

extension ReportedError {
    private init(_ error: WorkbookError) {
        switch error {
        case .tooLarge: self.init(.badInput, error.sentence)
        case .noRoom, .failed: self.init(.disk, error.sentence)
        }
    }

    /// That an audit cannot be shown yet.
    package init(_ arrival: AuditArrival) {
        self.init(
            .busy,
            "The audit \(arrival.audit.hex.prefix(12)) is \(arrival.words): its plan is not among "
                + "them yet, without which nothing of it can be shown. What came is kept. It goes "
                + "on with the next sync: accord sync")
    }
}

extension ReportedError {
    private init(_ error: ClientError) {
        switch error {
        case .noHome(let path):
            self.init(
                .notFound,
                "There is no work in \(path) yet. Begin with accord serve in the browser, or here: "
                    + "accord init --name \"Your Name\". To look around first: accord demo")
        case .homeExists(let path):
            self.init(.badInput, "\(path) is in use already; it was not touched.")
        case .homeInRuins(let ruins): self.init(.disk, ruins.words)
        case .identityUnreadable(let path):
            self.init(
                .disk,
                "The identity \(path) cannot be read. Your findings are safe; check the file.")
        case .identityUnwritable(let path):
            self.init(.disk, "The identity \(path) cannot be written. Your findings are safe.")
        case .notJoined:
            self.init(
                .settings,
                "This laptop has joined no server yet. Your findings are safe here. Ask your lead "
                    + "for an invite, then: accord join URL CODE")
        case .personDiffers(let name):
            self.init(
                .notAllowed,
                "The invite is for \(name), and this laptop has recorded for somebody else. "
                    + "Nothing was changed. Use another folder for \(name): "
                    + "accord init --home FOLDER")
        case .serverKeyChanged(let known, let told):
            self.init(
                .settings,
                "The server shows another key (\(told)) than when this laptop joined it "
                    + "(\(known)). Your findings are safe here. Ask whoever runs the server: if "
                    + "its key was lost, join it again with a new invite: accord join URL CODE")
        case .blocked(let block): self.init(block)
        case .storage(let error): self.init(error)
        case .transport(let error): self.init(error)
        case .problem(let problem): self.init(problem)
        case .invalidRows(let error):
            let count = error.rowCount == 1 ? "one row breaks" : "\(error.rowCount) rows break"
            let list = Self.list(":", error.summary)
            self.init(.badInput, "Nothing was saved, because \(count) a rule\(list)")
        }
    }

    private init(_ error: AuditError) {
        switch error {
        case .catalogue(let error): self.init(error)
        case .catalogueDiffers(let pinned, let found):
            self.init(
                .settings,
                "This audit’s catalogue, \(CataloguePin(pinned)?.description ?? pinned), is not on "
                    + "this laptop, which has \(found). So nobody can say here what is left to "
                    + "test, and nothing can be recorded; findings can be read and exported. To "
                    + "fetch it: accord sync. If the laptop of its lead has not synced yet, name "
                    + "the folder that it is in: --catalogue FOLDER")
        case .notFound(let what, let name, let known):
            let hint = known.isEmpty ? "" : Self.list(" Near it:", known)
            self.init(.notFound, "“\(name)” is no \(what).\(hint)")
        case .ambiguous(let what, let name, let candidates):
            let isUnnamed = name.isEmpty
            let beginning = isUnnamed ? "Name the \(what)" : "“\(name)” fits more than one \(what)"
            self.init(isUnnamed ? .usage : .badInput, beginning + Self.list(":", candidates))
        case .misread(let sentence): self.init(.badInput, sentence)
        case .invalid(let reason): self.init(.badInput, "Nothing was saved: \(reason).")
        case .notAllowed(let reason): self.init(.notAllowed, "Nothing was changed: \(reason).")
        }
    }

    private init(_ error: StorageError) {
        let kind: Kind =
            switch error {
            case .newerVersion: .newer
            case .olderVersion, .foreignFile: .settings
            case .busy: .busy
            case .damaged, .diskFull, .replaced, .failed: .disk
            case .taken: .badInput
            case .unfit: .usage
            }
        let next: String =
            switch error {
            case .damaged: " See: accord doctor"
            case .olderVersion:
                " Everything in it is safe, sent or not. With the older version send what waits "
                    + "(accord sync) or write it into a file (accord bundle export); with this one "
                    + "begin in a new home: accord init --home FOLDER"
            case .newerVersion, .foreignFile, .busy, .diskFull, .replaced, .taken, .unfit, .failed:
                ""
            }
        self.init(kind, error.description + next)
    }

    private init(_ error: CatalogueError) {
        self.init(
            .settings, "The catalogue cannot be used: \(error.description). Nothing was changed.")
    }

    private init(_ error: BundleError) {
        switch error {
        case .notABundle(let path):
            self.init(.badInput, "\(path) is no bundle of Accord. Nothing was taken from it.")
        case .newer(let path):
            self.init(
                .newer,
                "\(path) was made by a newer version of Accord. Nothing was taken from it. "
                    + "Install the newer version.")
        case .damaged(let path, let detail):
            self.init(
                .badInput,
                "\(path) is damaged (\(detail)). Nothing was taken from it. Have it exported "
                    + "and copied again.")
        case .unproved:
            self.init(
                .notFound,
                "Something here was recorded under another id of yours, and what shows that the id "
                    + "is yours is not on this laptop. No file was written; all of it is still "
                    + "here. Sync once (accord sync), then export again.")
        case .nothingToCarry:
            self.init(
                .notFound,
                "Nothing was recorded on this laptop in this audit, and it carries nobody's work. "
                    + "No file was written.")
        }
    }

    private init(_ error: CaptureError) {
        let reason =
            switch error {
            case .malformed(let place, let reason):
                "line \(place.line), column \(place.column): \(reason)"
            case .damaged(let reason): "the capture cannot be read: \(reason)"
            case .tooLarge(let reason): "the capture is too large: \(reason)"
            case .otherKind(let advice): advice
            }
        self.init(.badInput, "Nothing was imported: \(reason).")
    }

    private static func list(_ beginning: String, _ items: [String]) -> String {
        beginning + items.map { "\n  \($0)" }.joined()
    }
}

extension AuditError {
    /// What is wrong with a row or a case, as a clause behind its line or name.
    var clause: String {
        switch self {
        case .notFound(let what, let name, let known):
            "“\(name)” is no \(what)"
                + (known.isEmpty ? "" : " (near it: \(known.joined(separator: ", ")))")
        case .ambiguous(let what, let name, let candidates):
            "“\(name)” fits more than one \(what): \(candidates.joined(separator: ", "))"
        case .invalid(let reason): reason
        case .misread, .notAllowed, .catalogue, .catalogueDiffers: ReportedError(self).message
        }
    }
}
