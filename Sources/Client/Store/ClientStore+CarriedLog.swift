package import Shared
import Storage

/// A change of somebody else, carried here from a bundle, that the server did not take.
package struct CarriedRefusal: Sendable {
    package let change: Change
    /// Whose it is.
    package let personName: String
    /// Nil where the server did not take the chain at all.
    package let outcome: Trail.Outcome?
    /// Why, in a sentence.
    package let reason: String
}

extension ClientStore {
    /// What of carried chains the server did not accept, by chain and number.
    package func carriedRefusals(_ audit: AuditID) throws -> [CarriedRefusal] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                """
                select record.key, carried_chain.replica, carried_change.n, carried_change.body,
                  person_name, outcome, coalesce(reason, trouble)
                from carried_chain
                join carried_change on carried_change.chain = carried_chain.number
                join record on record.number = carried_change.record
                where carried_chain.audit = ?1 and length(carried_change.body) > 0
                  and (outcome in (2, 3, 5) or outcome is null and is_refused = 1)
                order by carried_chain.number, carried_change.n
                """, in: database)
            rows.bind(1, row.number)
            defer { rows.reset() }
            var refusals: [CarriedRefusal] = []
            while try rows.step() {
                let key = try rows.recordKey(0)
                let dot = Dot(replica: try rows.identifier(1), n: rows.unsigned(2))
                refusals.append(
                    CarriedRefusal(
                        change: try Change(key: key, dot: dot, bytes: rows.blob(3)),
                        personName: rows.text(4),
                        outcome: rows.isNull(5) ? nil : Trail.Outcome(code: UInt8(rows.int(5))),
                        reason: rows.text(6)))
            }
            return refusals
        }
    }

    /// Whose work the server did not take at the last attempt, and why.
    package func carriedTroubles(
        _ audit: AuditID
    ) throws -> [(personName: String, trouble: String)] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                """
                select person_name, trouble from carried_chain
                where audit = ?1 and trouble is not null
                order by number
                """, in: database)
            rows.bind(1, row.number)
            defer { rows.reset() }
            var troubles: [(personName: String, trouble: String)] = []
            while try rows.step() { troubles.append((rows.text(0), rows.text(1))) }
            return troubles
        }
    }
}
