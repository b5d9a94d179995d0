package import Foundation
package import Shared
import Storage

extension ClientStore {
    /// Every change that this laptop wrote in an audit, oldest first.
    package func ownChanges(_ audit: AuditID, _ body: (OwnChange) throws -> Void) throws {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return }
            let rows = try SQLStatement(
                """
                select chain.replica, change.n, change.body, record.key, change.outcome,
                  change.reason, change.recorded_milliseconds,
                  iif(change.outcome = 3, record.pulled, null), \(Self.verdictColumns),
                  later_outcome.code, later_outcome.reason
                from chain
                join change on change.chain = chain.number
                join record on record.number = change.record
                \(Self.verdictJoin)
                \(Self.laterJoin)
                where chain.audit = ?1 and chain.source = 1 and length(change.body) > 0
                order by chain.number, change.n
                """, in: database)
            rows.bind(1, row.number)
            defer { rows.reset() }
            while try rows.step() {
                let change = try rows.change(of: try rows.recordKey(3))
                let record = try? Shared.Record(decoding: rows.blob(7))
                try body(
                    OwnChange(
                        change: change,
                        outcome: rows.isNull(4)
                            ? nil : Trail.Outcome(code: UInt8(clamping: rows.int(4))),
                        reason: rows.isNull(5) ? nil : rows.text(5),
                        recorded: Date(unixMilliseconds: rows.int(6)),
                        wasMoved: !rows.isNull(4) && rows.int(4) == ClientSchema.outcomeMoved,
                        stands: record?.holds(change.edit) ?? false,
                        verdict: try LeadVerdict(row: rows, from: 8),
                        later: rows.isNull(12)
                            ? nil
                            : LaterOutcome(
                                n: change.dot.n, code: Int(rows.int(12)), reason: rows.text(13))))
            }
        }
    }
}

extension ClientStore {
    static let selectUnsent = """
        select chain.replica, change.n, change.body, record.key, change.recorded_milliseconds
        from chain
        cross join change on change.chain = chain.number and change.n > chain.acknowledged
        cross join record on record.number = change.record
        where chain.audit = ?1 and chain.source = 1 and change.outcome is null
        order by chain.number desc, change.n desc
        limit ?2
        """

    /// The newest own changes that no server has answered, newest first.
    package func unsent(_ audit: AuditID, countMax: Int) throws -> [UnsentChange] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(Self.selectUnsent, in: database)
            rows.bind(1, row.number)
            rows.bind(2, Int64(countMax))
            defer { rows.reset() }
            var result: [UnsentChange] = []
            while try rows.step() {
                result.append(
                    UnsentChange(
                        change: try rows.change(of: try rows.recordKey(3)),
                        recorded: Date(unixMilliseconds: rows.int(4))))
            }
            return result
        }
    }

    /// How far a server has confirmed each chain that this laptop wrote or imported in an audit.
    package func confirmed(_ audit: AuditID) throws -> [ReplicaID: UInt64] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [:] }
            let chains =
                try Self.chains(row, .own, database) + Self.chains(row, .imported, database)
            return Dictionary(chains.map { ($0.replica, $0.acknowledged) }) { max($0, $1) }
        }
    }
}

/// A change that waits for the server.
package struct UnsentChange: Sendable {
    package let change: Change
    /// When it was saved, by the clock of this laptop.
    package let recorded: Date
}

/// A change that this laptop wrote, and what the server made of it.
package struct OwnChange: Sendable {
    package let change: Change
    /// Nil until a server answered.
    package let outcome: Trail.Outcome?
    /// The server's sentence for an outcome other than applied.
    package let reason: String?
    /// When it was saved, by the clock of this laptop.
    package let recorded: Date
    /// Whether it was issued again under another device's name before any server answered it.
    let wasMoved: Bool
    /// Whether its edit stands in the record although it was set aside.
    fileprivate let stands: Bool
    /// What a lead made of it, if it was set aside; nil while nobody has told.
    package let verdict: LeadVerdict?
    /// What the server said in a word of a later version; nil for every other outcome.
    package let later: LaterOutcome?

    /// Whether it was set aside and a lead has adopted it.
    package var isAdopted: Bool { verdict?.kind == .adopted || stands }
}

extension Shared.Record {
    fileprivate func holds(_ edit: EditID) -> Bool {
        changes.contains { $0.change.edit == edit }
    }
}
