import Client
import Foundation
import Reading
import Shared

/// What adopting or discarding the ticked ones would do, each of them, before the server is asked.
struct QuarantinePreviewPage: Page {
    static let template = "quarantine-preview"
    let frame: PageFrame
    let heading: String
    let lede: String
    let notices: [Notice]
    let listHref: String
    let address: String
    let items: [Picked]
    /// What is ticked and not among them, and why.
    let left: [String]
    /// Nil where nothing is discarded.
    let discarding: Discarding?
    let act: String
    let button: String

    struct Picked: Sendable {
        let number: Int
        /// Its id, with a code of what is shown.
        let value: String
        let line: QuarantineLine
    }

    struct Discarding: Sendable {
        /// As it was typed.
        let reason: String
    }

    /// - Parameter ticked: Ids of the audit's list.
    /// - Throws: `AuditError.invalid` where nothing of it could be settled.
    init(
        _ audit: AuditID, _ ticked: [String], _ act: QuarantineActions.Act, _ form: Form,
        in context: PageContext
    ) throws {
        guard ticked.count <= ClientSyncing.togetherMax else {
            throw ClientSyncing.tooMany(ticked.count)
        }
        let view = try context.view(of: audit)
        let wanted = Set(ticked)
        let found = try context.client.queries.quarantined(in: audit, countMax: .max)
            .filter { wanted.contains($0.id) }
        let picked = act.isDiscarding ? found : found.filter(\.adoptable)
        let gone = wanted.subtracting(found.map(\.id)).sorted().map {
            "Change \($0.prefix(12)): it is not in the list any more."
        }
        left =
            gone
            + found.filter { item in !picked.contains { $0.id == item.id } }.map { item in
                "\(QuarantineLine.title(of: item, in: view)): it cannot be adopted"
                    + (item.look.map { ", because \($0)." } ?? ".")
            }
        guard !picked.isEmpty else {
            throw AuditError.invalid("nothing was done: \(left.joined(separator: " "))")
        }
        let catalogue = context.catalogue(of: view)
        items = picked.enumerated().map { number, item in
            Picked(
                number: number, value: "\(item.id) \(item.code)",
                line: QuarantineLine(item, in: view, catalogue, at: context.time))
        }
        frame = try PageFrame("Before it is settled", .sync, of: view, in: context)
        let count = counted(picked.count, "change")
        heading = act.isDiscarding ? "What that discards" : "What that adopts"
        lede =
            act.isDiscarding
            ? "\(count) would stay without effect, and be kept. Nothing was changed yet."
            : "\(count) would take effect under their authors’ names. Nothing was changed yet."
        notices = [form.refusal].compactMap(\.self)
        listHref = Address.quarantine(audit)
        address = listHref
        discarding =
            act.isDiscarding ? Discarding(reason: form.values.text("reason") ?? "") : nil
        self.act = (act.isDiscarding ? QuarantineActions.Act.discardNow : .adoptNow).rawValue
        button = "\(act.isDiscarding ? "Discard" : "Adopt") \(picked.count == 1 ? "it" : count)"
    }
}
