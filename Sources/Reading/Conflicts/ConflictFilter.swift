package import Foundation
import Shared

/// Which of what waits is asked for, and in which order.
package struct ConflictFilter: Sendable {
    /// As for every list; of findings, those that differ.
    package var audit = AuditFilter()
    /// Nil for everybody's and nobody's.
    package var with: With?
    /// Nil for all of them.
    package var kind: ConflictItem.Kind?
    package var order = Order.gravest
    private var isNamed = false

    package init() {}

    /// Whose an item is.
    package enum With: Hashable, Sendable {
        case nobody
        /// It is hers who asks, or a group has it that she is in.
        case me
        case one(Assignee)
    }

    /// The order in which items are listed.
    package enum Order: String, CaseIterable, Sendable {
        /// Challenged ones, then by what anybody says of them, then the oldest.
        case gravest
        case oldest
        /// By the plan's order of screens and components.
        case screen
    }

    /// The names of conditions that no other list has.
    package static let names = ["with", "kind", "order"]

    /// - Parameter given: Names out of `names` and those of an `AuditFilter`, each with a value.
    /// - Throws: What there is instead, for a value that names nothing.
    package init(
        _ given: [(name: String, value: String)], in view: AuditView, _ catalogue: AuditCatalogue,
        zone: TimeZone
    ) throws(AuditError) {
        let shared = given.filter { !Self.names.contains($0.name) }
        try audit.put(shared, in: view, catalogue, zone: zone)
        isNamed = !shared.isEmpty
        for (name, value) in given {
            switch name {
            case "with": with = try Self.with(value, in: view)
            case "kind": kind = try Self.known(value, "kind of conflict")
            case "order": order = try Self.known(value, "order")
            default: continue  // open set: the others are an AuditFilter's
            }
        }
    }

    private static func with(_ name: String, in view: AuditView) throws(AuditError) -> With {
        switch name {
        case "me": return .me
        case "nobody": return .nobody
        default:  // open set: names of people and groups
            // As forms have them, ids of those who are not in the team any more, too.
            if let assignee = Assignee(name) { return .one(assignee) }
            return .one(try view.assignee(named: name))
        }
    }

    private static func known<Value: RawRepresentable & CaseIterable>(
        _ text: String, _ what: String
    ) throws(AuditError) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            throw .notFound(
                what: what, name: text, known: Value.allCases.map { String($0.rawValue) })
        }
        return value
    }

    /// Whether it says nothing of which conflicts are meant, so that the plan's are meant too.
    var isWhole: Bool { !isNamed && with == nil && kind == nil }

    func lets(_ item: ConflictItem, in view: AuditView) -> Bool {
        if let kind, !item.kinds.contains(kind) { return false }
        switch with {
        case nil: return true
        case .nobody: return item.assignees.isEmpty
        case .me: return item.assignees.contains(where: view.isMine)
        case .one(let one): return item.assignees.contains(one.text)
        }
    }
}
