import Client
import Foundation
import Reading
import Shared

/// What the server keeps for the leads, as of the last sync, with the forms that settle it.
struct QuarantinePage: Page {
    static let template = "quarantine"
    let frame: PageFrame
    let lede: String
    let action: String
    let notice: Notice?
    /// How many need no look and are adopted together; nil where none are, or it is no lead's page.
    let plain: String?
    let items: [QuarantineLine]
    let pager: [PageFrame.Link]

    static let itemsMax = 50

    /// - Parameters:
    ///   - page: From 1 on.
    ///   - notice: What became of a form; nil before.
    init(
        _ audit: AuditID, page: Int, notice: Notice? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let queries = context.client.queries
        let leads = view.role == .lead
        let standing = leads ? try queries.quarantine(of: audit) : .empty
        let pages = max(1, (standing.count + Self.itemsMax - 1) / Self.itemsMax)
        let shown = min(max(1, page), pages)
        frame = try PageFrame("Set aside for the leads", .sync, of: view, in: context)
        let address = Address.quarantine(audit)
        action = shown == 1 ? address : "\(address)?page=\(shown)"
        self.notice = notice
        let asOf = standing.listed.map { "As of the sync of \(context.time.shown($0))." }
        let count = counted(standing.count, "change")
        lede =
            leads
            ? [
                standing.count == 0
                    ? "Nothing waits." : "\(count) had no effect and wait for a lead.",
                asOf ?? "It comes with the next sync.", standing.staleWords,
                "Nothing of it is lost.",
            ].compactMap(\.self).joined(separator: " ")
            : "Only leads settle it, and see it here."
        plain = standing.plain == 0 ? nil : counted(standing.plain, "change")
        let listed =
            leads
            ? try queries.quarantined(
                in: audit, from: (shown - 1) * Self.itemsMax, countMax: Self.itemsMax) : []
        items = listed.map { QuarantineLine($0, in: view, at: context.time) }
        pager =
            pages == 1
            ? []
            : (1...pages).map {
                PageFrame.Link(
                    $0 == shown ? "Page \($0), this one" : "Page \($0)",
                    "\(address)?page=\($0)")
            }
    }
}

/// One of them.
struct QuarantineLine: Sendable {
    let itemId: String
    let place: PageFrame.Link
    let whose: String
    let when: String
    let reason: String
    /// How its first writing is held, and who brought it.
    let held: String
    let writes: [String]
    /// Why to look first; nil where nothing stands against it.
    let look: String?
    let isAdoptable: Bool

    init(_ item: QuarantinedItem, in view: AuditView, at time: PageTime) {
        itemId = item.id
        let key = [UInt8](hex: item.key).flatMap(RecordKey.init(bytes:))
        place = PageFrame.Link(item.record, key.map { view.place(of: $0).address } ?? "")
        whose = item.whose
        when = time.shown(item.received)
        reason = item.reason
        held = item.held
        writes = item.writes.flatMap { write in
            ["\(write.field): \(Self.quoted(write.value ?? "taken back"))"]
                + write.takes.map { "takes away: \(Self.quoted($0))" }
                + write.beside.map { "beside: \(Self.quoted($0))" }
        }
        look = item.look
        isAdoptable = item.adoptable
    }

    /// A long text by its beginning: `accord quarantine show` has all of it.
    private static func quoted(_ text: String) -> String {
        text.count > 500 ? "\(text.prefix(500))\u{2026}" : text
    }
}
