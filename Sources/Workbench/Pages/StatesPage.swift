import Client
import Shared

/// The component states of an audit by name: the way to any of them without the coverage.
struct StatesPage: Page {
    static let template = "states"
    let frame: PageFrame
    let address: String
    let query: String
    let list: JumpList

    /// - Throws: `PageError.notFound` for an audit that is not here.
    init(
        _ audit: AuditID, named query: String, max countMax: Int, in context: PageContext
    ) throws {
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
    /// Such as `12 of 87 component states`.
    let says: String

    /// The component states in whose names every word of a query occurs, in the order of work.
    ///
    /// - Throws: `PageError.notFound` for an audit that is not here.
    init(
        _ audit: AuditID, named query: String, max countMax: Int, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let order = try context.client.withdrawals.workOrder(of: view, context.catalogue(of: view))
        let found = order.places(named: query)
        let count = counted(found.count, "component state")
        says =
            if found.isEmpty {
                "No component state has that in its name."
            } else if found.count > countMax {
                "The first \(countMax) of \(count). Type more of the name."
            } else {
                "\(count)."
            }
        jumps = found.prefix(countMax).map {
            LinkLine(
                href: $0.address, title: $0.title,
                about: "\($0.whereabouts), \($0.environment.sentence)")
        }
    }
}
