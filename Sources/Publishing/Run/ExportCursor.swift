import Reading
package import Shared

/// From where an increment goes on: only the side that gave it can read it, in the same life.
package struct ExportCursor: Hashable, Sendable {
    /// A server's epoch, or a laptop's replica: what was put back counts anew.
    package let life: [UInt8]
    package let audit: AuditID
    /// Which conditions it is of: another query has other rows.
    package let query: Hash256
    /// How far this side had counted.
    package let position: UInt64
    /// What the plan said that stands in rows.
    package let names: Hash256
    /// Up to where a server had confirmed each chain that it had not confirmed whole; ascending.
    package let confirmed: [Dot]

    /// - Parameter plan: The audit's plan as it is in the export.
    init(of query: ExportQuery, plan: Record, _ history: some ExportHistory) {
        life = history.life
        position = history.position
        confirmed = history.confirmed.sorted { $0.replica < $1.replica }
        audit = plan.key.audit
        self.query = Hash256(of: Array(query.identity.utf8))
        names = Self.names(in: plan)
    }

    /// Reads what `text` wrote.
    ///
    /// - Throws: `CursorExpired` for anything else.
    package init(_ text: String) throws(CursorExpired) {
        guard let read = Self.read(text) else { throw CursorExpired() }
        self = read
    }

    private static func read(_ text: String) -> ExportCursor? {
        guard let bytes = [UInt8](base64URL: text) else { return nil }
        var reader = ByteReader(bytes)
        guard reader.byte() == format, let life = reader.raw(16),
            let audit = reader.identifier(AuditID.self), let query = reader.hash(),
            let position = reader.integer(UInt64.self), let names = reader.hash()
        else { return nil }
        var confirmed: [Dot] = []
        while let replica = reader.identifier(ReplicaID.self) {
            guard let n = reader.integer(UInt64.self) else { return nil }
            confirmed.append(Dot(replica: replica, n: n))
        }
        let cursor = ExportCursor(
            life: life, audit: audit, query: query, position: position, names: names,
            confirmed: confirmed)
        // Whatever else was in the text is in no cursor of ours.
        return cursor.text == text ? cursor : nil
    }

    private init(
        life: [UInt8], audit: AuditID, query: Hash256, position: UInt64, names: Hash256,
        confirmed: [Dot]
    ) {
        self.life = life
        self.audit = audit
        self.query = query
        self.position = position
        self.names = names
        self.confirmed = confirmed
    }

    private static let format: UInt8 = 1

    package var text: String {
        var writer = ByteWriter()
        writer.append(Self.format)
        writer.append(raw: life)
        writer.append(audit)
        writer.append(query)
        writer.append(position)
        writer.append(names)
        for dot in confirmed {
            writer.append(dot.replica)
            writer.append(dot.n)
        }
        return writer.bytes.base64URL
    }

    /// Which component states may have other rows than when this cursor was given; nil for all.
    ///
    /// - Parameters:
    ///   - now: The cursor that would be given now, of the same query.
    ///   - view: Over the records of now.
    /// - Throws: `CursorExpired` for a cursor of another side, life, audit or query.
    func states(
        until now: ExportCursor, in view: AuditView, by history: some ExportHistory
    ) throws -> [StateID]? {
        guard life == now.life, audit == now.audit, query == now.query, position <= now.position
        else { throw CursorExpired() }
        // Whoever is called otherwise may stand in any row, and a policy may settle any.
        guard names == now.names else { return nil }
        var states: Set<StateID> = []
        var whole: Set<ComponentID> = []
        for key in try history.changed(since: self) {
            switch key {
            case .state(_, let id): states.insert(id)
            case .component(_, let id): whole.insert(id)
            case .plan, .other: break
            }
        }
        // What is the same control stands in its rows by name.
        for component in view.components where !component.see.isEmpty {
            let id = component.id
            if whole.contains(id) || !whole.isDisjoint(with: component.see) {
                whole.insert(id)
                whole.formUnion(component.see)
            }
        }
        for id in whole {
            try view.records.states(.of(id)) { record in
                if case .state(_, let id) = record.key { states.insert(id) }
            }
        }
        return states.sorted {
            ($0.component, $0.environment, $0.round, $0.state)
                < ($1.component, $1.environment, $1.round, $1.state)
        }
    }

    /// What of a plan no row tells anything of; a register of a later version may be told.
    private static let unwritten: Set<FieldName> = [
        .title, .catalogue, .build, .round, .criterion, .group, .member, .due, .order, .lens,
        .depth, .announcements, .policyReason, .secondOpinions,
    ]

    private static func names(in plan: Record) -> Hash256 {
        var hash = RunningHash()
        for (field, siblings) in plan.registers() {
            if let name = field.name, unwritten.contains(name) { continue }
            let words = field.path + siblings.map { " \($0.dot.replica.hex):\($0.dot.n)" }.joined()
            Array("\(words)\n".utf8).withUnsafeBytes { hash.update($0) }
        }
        return hash.value
    }
}

/// What a laptop or a server has counted of an audit's changes.
package protocol ExportHistory {
    /// 16 bytes that are others once what was counted is no longer so.
    var life: [UInt8] { get }
    /// Rises with every change of a record.
    var position: UInt64 { get }
    /// Up to where a server has confirmed each chain that it has not confirmed whole.
    var confirmed: [Dot] { get }
    /// The records that were written, or confirmed, since a cursor was given; some perhaps twice.
    func changed(since cursor: ExportCursor) throws -> [RecordKey]
}

/// A cursor that cannot be gone on from: whoever has it begins anew.
package struct CursorExpired: Error {
    package init() {}
    package static let sentence =
        "The cursor is of another export, laptop or server, or of one that was put back since. "
        + "Begin anew with an empty cursor: what it then gives is everything."
}
