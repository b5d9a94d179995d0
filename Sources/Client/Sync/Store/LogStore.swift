package import Foundation
import GRDB
package import Shared
import Storage

/// What this laptop recorded, and what became of it.
package struct LogStore {
    let store: ClientStore
}

extension LogStore {
    /// Every change that this laptop wrote in an audit, oldest first.
    package func ownChanges(_ audit: AuditID, _ body: (OwnChange) throws -> Void) throws {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return }
            try database.each(
                """
                select chain.replica, change.n, change.body, record.key, change.outcome,
                  change.reason, change.recorded_milliseconds,
                  iif(change.outcome = 3, record.pulled, null), \(PullStore.verdictColumns),
                  later_outcome.code, later_outcome.reason
                from chain
                join change on change.chain = chain.number
                join record on record.number = change.record
                \(PullStore.verdictJoin)
                \(PullStore.laterJoin)
                where chain.audit = ?1 and chain.source = 1 and length(change.body) > 0
                order by chain.number, change.n
                """, row.number
            ) { own in
                let change = try own.change(of: try own.recordKey(3))
                let code = own.optional(4, own.int)
                let record = try? Shared.Record(decoding: own.blob(7))
                try body(
                    OwnChange(
                        change: change,
                        outcome: code.flatMap { Trail.Outcome(code: UInt8(clamping: $0)) },
                        reason: own.optional(5, own.text),
                        recorded: Date(unixMilliseconds: own.int(6)),
                        wasMoved: code == ClientSchema.outcomeMoved,
                        stands: record?.holds(change.edit) ?? false,
                        verdict: try LeadVerdict(row: own, from: 8),
                        later: own.optional(12) {
                            LaterOutcome(
                                n: change.dot.n, code: Int(own.int($0)), reason: own.text(13))
                        }))
            }
        }
    }
}

extension LogStore {
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
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [] }
            return try database.rows(Self.selectUnsent, row.number, countMax) {
                UnsentChange(
                    change: try $0.change(of: try $0.recordKey(3)),
                    recorded: Date(unixMilliseconds: $0.int(4)))
            }
        }
    }

    /// How far a server has confirmed each chain that this laptop wrote or imported in an audit.
    package func confirmed(_ audit: AuditID) throws -> [ReplicaID: UInt64] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [:] }
            let chains =
                try ClientStore.chains(row, .own, database)
                + ClientStore.chains(row, .imported, database)
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
