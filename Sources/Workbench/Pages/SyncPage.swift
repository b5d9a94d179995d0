import Client
import Foundation
import Shared

/// What of an audit is on this laptop and what is on the server.
struct SyncPage: Page {
    static let template = "sync"
    let frame: PageFrame
    let address: String
    let canSync: Bool
    let notices: [Notice]
    let news: News?
    let aside: Aside?
    let unsent: Unsent?
    let evidence: Evidence?
    let exports: [PageFrame.Link]
    let facts: [Fact]

    /// - Parameter imported: What was taken over from a bundle just now.
    /// - Throws: `PageError.notFound` for an audit that is not here.
    init(
        _ audit: AuditID, imported: (changes: Int, files: Int)? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let status = try SyncStatus(of: view, in: context)
        frame = try PageFrame("Sync", .sync, of: view, in: context)
        address = Address.sync(audit)
        canSync = status.server != nil && context.site.backgroundSync.connect != nil
        notices = status.notices(imported: imported)
        news = News(status.overview.news, in: view)
        aside = Aside(try context.client.store.push.notAccepted(audit), in: view)
        unsent = try Unsent(status, in: context)
        evidence = try Evidence(of: view, context.client)
        exports = [
            PageFrame.Link("Spreadsheet (CSV)", Address.export(audit, "csv")),
            PageFrame.Link("NDJSON, loses nothing", Address.export(audit, "ndjson")),
        ]
        facts = status.facts
    }

    /// What others did with one's own work, until one has looked at it.
    struct News: Sendable {
        let newsAddress: String
        /// Names exactly the items that the page shows; the form says that these were seen.
        let newsFacts: String
        let newsItems: [NewsItem]

        fileprivate init?(_ news: [WorkNews], in view: AuditView) {
            guard !news.isEmpty else { return nil }
            newsAddress = Address.seen(view.audit)
            newsFacts = news.map { $0.fact.hex }.joined(separator: ",")
            newsItems = news.map { one in
                let (title, address) = view.place(of: one.key)
                return NewsItem(newsWords: one.words(in: view), newsHref: address, newsPlace: title)
            }
        }
    }

    struct NewsItem: Sendable {
        let newsWords: String
        let newsHref: String
        let newsPlace: String
    }

    /// Changes that the server did not take.
    struct Aside: Sendable {
        /// Such as `Set aside: 1 change`.
        let asideTitle: String
        let asides: [AsideChange]

        fileprivate init?(_ changes: [NotAccepted], in view: AuditView) {
            guard !changes.isEmpty else { return nil }
            asideTitle = "Set aside: \(counted(changes.count, "change"))"
            asides = changes.map { one in
                let (place, address) = view.place(of: one.change.key)
                return AsideChange(
                    asidePlace: place, asideHref: address, asideWhat: one.change.fieldWords,
                    asideReason: one.reason.isEmpty ? "The server gave no reason." : one.reason,
                    asideVerdict: one.verdict.map { view.words(for: $0) })
            }
        }
    }

    struct AsideChange: Sendable {
        let asidePlace: String
        let asideHref: String
        let asideWhat: String
        let asideReason: String
        /// Such as `Discarded by Tomas Berg: Recorded twice.`; nil while no lead has settled it.
        let asideVerdict: String?
    }

    private static let linesMax = 20

    /// Changes that wait for the server, newest first.
    struct Unsent: Sendable {
        /// Such as `Changes to send: the latest 7 of 31`.
        let unsentCaption: String
        let changes: [WaitingChange]

        fileprivate init?(_ status: SyncStatus, in context: PageContext) throws {
            let (view, count) = (status.view, status.overview.unsent)
            guard count > 0 else { return nil }
            let latest = try context.client.store.log.unsent(
                view.audit, countMax: SyncPage.linesMax)
            let caption =
                count > latest.count ? "the latest \(latest.count) of \(count)" : "\(count)"
            unsentCaption = "Changes to send: \(caption)"
            changes = latest.map { one in
                let (place, address) = view.place(of: one.change.key)
                return WaitingChange(
                    place: place, placeHref: address, what: one.change.fieldWords,
                    time: one.recorded.shown(now: context.now),
                    status: status.background.isSyncing ? "Being sent" : "Waiting")
            }
        }
    }

    struct WaitingChange: Sendable {
        let place: String
        let placeHref: String
        /// Such as `Verdict, heard`.
        let what: String
        let time: String
        let status: String
    }

    /// Files that move behind findings.
    struct Evidence: Sendable {
        /// Such as `Evidence: 2 to send, 1 to fetch`.
        let evidenceCaption: String
        let files: [File]

        fileprivate init?(of view: AuditView, _ client: AuditClient) throws {
            let toSend = try client.store.evidence.toSend(view.audit)
            let toFetch = try client.store.evidence.toFetch(view.audit)
            guard !toSend.isEmpty || !toFetch.isEmpty else { return nil }
            let tasks = Dictionary((toSend + toFetch).map { ($0.hash, $0) }) { $1 }
            let caption = [(toSend.count, "to send"), (toFetch.count, "to fetch")]
                .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            evidenceCaption = "Evidence: \(caption)"
            files = try client.evidence.items(of: view).filter { tasks[$0.hash] != nil }
                .prefix(SyncPage.linesMax).map { File($0, tasks[$0.hash], in: view) }
        }
    }

    struct File: Sendable {
        let fileName: String
        let fileHref: String
        let size: String
        /// How much was moved, in hundredths; nil before the first part.
        let percent: Int?
        let fileStatus: String

        fileprivate init(_ item: EvidenceItem, _ task: EvidenceTask?, in view: AuditView) {
            let bytes = item.size ?? task?.size
            let moved = task?.moved ?? 0
            let percent = bytes.flatMap {
                $0 > 0 && moved > 0 ? Int(min(moved, $0) * 100 / $0) : nil
            }
            let verb = item.place == .toSend ? "sent" : "fetched"
            fileName = item.shownName
            fileHref = Address.evidence(view.audit, item.hash.hex)
            size = bytes.map(Self.words) ?? "Not known yet"
            self.percent = percent
            fileStatus =
                percent.map { "\($0) % \(verb), resumes where it stopped" }
                ?? (item.place == .toSend ? "Waits for the findings" : "Not here yet")
        }

        /// Such as `1.2 MB`.
        private static func words(ofBytes bytes: UInt64) -> String {
            guard bytes >= 1000 else { return "\(bytes) B" }
            let (unit, divisor) = bytes < 1_000_000 ? ("kB", 1000.0) : ("MB", 1_000_000.0)
            let tenths = Int((Double(bytes) / divisor * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
    }
}

extension AuditView {
    /// What a record is called on a page, and where its page is.
    fileprivate func place(of key: RecordKey) -> (title: String, address: String) {
        switch key {
        case .plan: return ("Plan", Address.audit(audit))
        case .component(_, let id):
            return (components[id]?.label ?? "Component", Address.audit(audit))
        case .state(_, let id):
            let label = components[id.component]?.label ?? "Component"
            return ("\(label): \(id.state)", Address.state(id, in: self))
        case .other: return ("Record of a later version", Address.audit(audit))
        }
    }

    /// Such as `Discarded by Tomas Berg: recorded twice`.
    fileprivate func words(for verdict: LeadVerdict) -> String {
        let lead = plan.name(of: verdict.person)
        return switch verdict.kind {
        case .adopted: "Adopted by \(lead)"
        case .discarded: "Discarded by \(lead): \(verdict.reason)"
        }
    }
}

extension Change {
    /// What a change writes, each kind of field once.
    fileprivate var fieldWords: String {
        var words: [String] = []
        for write in body.writes {
            let word = write.field.name?.register.title ?? "Other"
            if !words.contains(word) { words.append(word) }
        }
        guard let first = words.first else { return "Nothing" }
        return ([first] + words.dropFirst().map { $0.lowercased() }).joined(separator: ", ")
    }
}
