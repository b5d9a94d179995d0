package import Shared

/// What happened to one register between two states of its record.
///
/// News, open pages and the note of what was taken away all tell of these.
package struct AuditEvent: Sendable {
    package let field: FieldID
    /// What stands since; nil where something was only taken away.
    package let stands: Sibling?
    /// What stood until then, ascending by dot.
    package let gone: [Sibling]
    /// What did it; nil where nothing that lives tells.
    package let change: Change?

    /// The edits that it names, whether or not they stood.
    package var replaces: [EditID] { change?.write(of: field)?.replaces ?? [] }

    /// Every write that came or went, once each; none where a reader would see no difference.
    ///
    /// Ascending by when it was written, by the writers' clocks; last what nobody is known to have
    /// taken away. By whichever way the later state came about, the events are the same.
    package static func all(from before: Record? = nil, to after: Record) -> [AuditEvent] {
        let stood = before?.registers().flatMap(\.siblings) ?? []
        let stands = after.registers().flatMap(\.siblings)
        let left = stood.isEmpty ? [] : Set(stands.map(Place.init))
        let gone = stood.filter { !left.contains(Place($0)) }
        var taken: [Place: (change: Change, gone: [Sibling])] = [:]
        var events: [AuditEvent] = []
        let takers = after.takers(of: gone.map { ($0.field, $0.edit, $0.author) })
        for (one, taker) in zip(gone, takers) {
            if let taker {
                taken[Place(one.field, taker.edit), default: (taker, [])].gone.append(one)
            } else {
                events.append(AuditEvent(field: one.field, stands: nil, gone: [one], change: nil))
            }
        }
        let known = Set(stood.map(Place.init))
        let changes = Dictionary(after.changes.map { ($0.change.edit, $0.change) }) { one, _ in one
        }
        for one in stands where !known.contains(Place(one)) {
            let gone = taken.removeValue(forKey: Place(one))?.gone ?? []
            events.append(
                AuditEvent(field: one.field, stands: one, gone: gone, change: changes[one.edit]))
        }
        events += taken.map {
            AuditEvent(field: $0.field, stands: nil, gone: $1.gone, change: $1.change)
        }
        return events.sorted { $0.moment < $1.moment }
    }

    private var moment: (Int64, Dot, FieldID) {
        let dot = change?.dot ?? gone.first?.dot ?? Dot(replica: ReplicaID(high: 0, low: 0), n: 0)
        return (change?.body.wallTime ?? .max, dot, field)
    }

    /// An edit writes a register at most once.
    private struct Place: Hashable {
        let field: FieldID
        let edit: EditID

        init(_ field: FieldID, _ edit: EditID) { (self.field, self.edit) = (field, edit) }
        init(_ sibling: Sibling) { self.init(sibling.field, sibling.edit) }
    }
}
