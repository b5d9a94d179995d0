import Client
import Foundation
import Reading
import Shared

/// What the server keeps for the leads, as of the last sync, with the form that settles it.
struct QuarantinePage: Page {
    static let template = "quarantine"
    let frame: PageFrame
    let lede: String
    let action: String
    let notices: [Notice]
    /// What was not settled just now, and why.
    let left: [String]
    /// How many need no look and are adopted together; nil where none are, or it is no lead's page.
    let plain: String?
    let items: [Ticked]
    let reason: String
    let pager: [PageFrame.Link]

    static let itemsMax = 50

    struct Ticked: Sendable {
        let number: Int
        let isTicked: Bool
        let line: QuarantineLine
    }

    /// - Parameters:
    ///   - page: From 1 on.
    ///   - form: One that came back.
    ///   - told: What became of one; nil before.
    init(
        _ audit: AuditID, page: Int, _ form: Form = Form(), telling told: Notice? = nil,
        left: [String] = [], in context: PageContext
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
        notices = [told, form.refusal].compactMap(\.self)
        self.left = left
        let asOf = standing.listed.map { "As of the sync of \(context.time.shown($0))." }
        let count = counted(standing.count, "change")
        let sentences =
            standing.count == 0
            ? ["Nothing waits.", asOf]
            : [
                "\(count) had no effect and wait for a lead.",
                asOf ?? "The list comes with the next sync.", standing.staleWords,
                "Nothing of it is lost.",
            ]
        lede =
            leads
            ? sentences.compactMap(\.self).joined(separator: " ")
            : "Only leads settle it, and see it here."
        plain = standing.plain == 0 ? nil : counted(standing.plain, "change")
        let listed =
            leads
            ? try queries.quarantined(
                in: audit, from: (shown - 1) * Self.itemsMax, countMax: Self.itemsMax) : []
        let ticked = Set(TickedQuarantine(form.values).wanted.map(\.id))
        let catalogue = context.catalogue(of: view)
        items = listed.enumerated().map { number, item in
            Ticked(
                number: number, isTicked: ticked.contains(item.id),
                line: QuarantineLine(item, in: view, catalogue, at: context.time))
        }
        reason = form.values.text("reason") ?? ""
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
