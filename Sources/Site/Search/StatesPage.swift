import Client
import Reading
import Shared

/// The component states of an audit by name: the way to any of them without the coverage.
struct StatesPage: Page {
    static let template = "states"
    let frame: PageFrame
    let address: String
    let query: String
    let list: JumpList

    init(_ audit: AuditID, named query: String, max countMax: Int, in context: PageContext) throws {
        list = try JumpList(audit, named: query, max: countMax, in: context)
        let view = try context.client.view(audit)
        frame = try PageFrame("Component states", .work, of: view, in: context)
        address = Address.states(audit)
        self.query = query
    }
}

/// Component states that fit some words; also a piece of a page, in the dialog over any other.
struct JumpList: Sendable {
    let jumps: [LinkLine]
    let says: String

    /// Those in whose names every word of a query occurs, in the order of work.
    init(_ audit: AuditID, named query: String, max countMax: Int, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let order = try view.workOrder(context.catalogue(of: view))
        let found = order.places(named: query)
        let count = counted(found.count, "component state")
        says =
            switch found.count {
            case 0: "No component state has that in its name."
            case ...countMax: "\(count)."
            default: "The first \(countMax) of \(count). Type more of the name."
            }
        jumps = found.prefix(countMax).map {
            LinkLine(
                href: $0.address, title: $0.title,
                about: "\($0.whereabouts), \($0.environment.sentence)")
        }
    }
}
