import Client
import Reading
import Shared

/// The controls of the catalogue, each with its platforms.
struct CatalogueListPage: Page {
    static let template = "catalogue-list"
    let frame: PageFrame
    let lede: String
    /// Where a lead sees what the program's own catalogue would change; nil where it is pinned.
    let otherAddress: String?
    let controls: [Entry]

    init(_ audit: AuditID, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        frame = try PageFrame("Catalogue", .catalogue, of: view, in: context)
        lede = "\(catalogue.controls.count) controls. \(catalogue.pinSentence(in: view))"
        let isOther = view.role == .lead && context.catalogue.pin.text != view.plan.catalogue
        otherAddress = isOther ? Address.repinning(audit) : nil
        controls = catalogue.controls.map { control in
            Entry(
                title: control.title, parts: control.parts.map(\.title).joined(separator: ", "),
                platforms: control.platforms.map {
                    Side(
                        sideHref: Address.catalogue(audit, control.id, $0.id),
                        name: Environment.platformWord(of: $0.id),
                        count: "\($0.criteria.count) criteria, \($0.states.count) states")
                })
        }
    }

    struct Entry: Sendable {
        let title: String
        let parts: String
        let platforms: [Side]
    }

    struct Side: Sendable {
        let sideHref: String
        let name: String
        let count: String
    }
}
