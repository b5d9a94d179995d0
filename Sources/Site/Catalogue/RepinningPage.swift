import Client
import Presentation
import Reading
import Shared

/// What would change for an audit that is judged by the catalogue of this program.
struct RepinningPage: Page {
    static let template = "repinning"
    let frame: PageFrame
    let lede: String
    let address: String
    /// What the page compares, so that nobody pins what she did not see.
    let before: String
    let pin: String
    /// Nil for whoever may pin it.
    let refusal: String?
    let facts: [String]
    let lists: [List]

    /// Ids under a heading, with what a reader has to know of each.
    struct List: Sendable {
        let listTitle: String
        let rows: [Row]
    }

    struct Row: Sendable {
        let name: String
        let words: String
    }

    init(_ audit: AuditID, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let list = PageFrame.Link("Catalogue", Address.catalogue(audit))
        frame = try PageFrame(
            "Another catalogue", .catalogue, of: view, behind: [list], in: context)
        let next = context.catalogue
        let repinning = try context.client.catalogues.repinning(view, to: next, besides: next)
        address = Address.repinning(audit)
        pin = next.pin.text
        before = view.plan.catalogue ?? ""
        let present = view.plan.pin?.description ?? "none"
        if before == pin {
            lede = "This audit is judged by catalogue \(next.pin), which is this program’s."
            refusal = "There is nothing to pin."
        } else {
            lede =
                "This audit is judged by catalogue \(present), this program has \(next.pin). "
                + "Findings stay with their criteria, and every laptop fetches what is pinned."
            let lost = repinning.lost.isEmpty ? nil : repinning.lost.untestedWords
            refusal = view.role == .lead ? lost : "Only a lead pins another catalogue."
        }
        facts = repinning.facts
        lists = before == pin ? [] : Self.lists(repinning.difference)
    }

    private static func lists(_ difference: CatalogueDifference) -> [List] {
        let states = [
            ("States that are new", difference.statesAdded),
            ("States that are gone", difference.statesGone),
        ].map { title, ids in (title, ids.map { Row(name: $0, words: "") }) }
        let criteria = [
            (
                "Criteria that are new",
                difference.added.map { Row(name: $0.newestID, words: $0.statement) }
            ),
            (
                "Criteria that are gone",
                difference.gone.map { Row(name: $0.newestID, words: $0.statement) }
            ),
            (
                "Criteria with another name",
                difference.renamed.map {
                    Row(name: $0.now.newestID, words: "before: \($0.before)")
                }
            ),
            (
                "Criteria that ask something else",
                difference.changed.map {
                    let keys = $0.keys.joined(separator: ", ")
                    return Row(name: $0.now.newestID, words: "\($0.now.statement) (\(keys))")
                }
            ),
        ]
        return (states + criteria).filter { !$0.1.isEmpty }.map {
            List(listTitle: "\($0.0) (\($0.1.count))", rows: $0.1)
        }
    }
}
