import Foundation
import GRDB
package import Shared
import Storage

extension ClientStore {
    static let carryingTables = """
        -- One row is another laptop's chain in one audit, taken from a bundle.
        create table carried_chain (
          number integer primary key,
          audit integer not null references audit (number),
          replica blob not null,
          person blob not null,
          person_name text not null,
          -- Whose key signed it, and that key's public half; another replica than the chain's
          -- where the laptop goes on under that. Such a chain is never sent.
          signer blob not null,
          public_key blob not null,
          -- The last number and its chain hash, which are signed.
          n integer not null,
          hash blob not null,
          signature blob not null,
          -- The last number that a server is known to have.
          answered integer not null default 0,
          -- 1: a server refused the rest for good.
          is_refused integer not null default 0,
          -- Why the rest was not taken at the last attempt; null when it was.
          trouble text,
          unique (audit, replica)
        ) strict;

        -- One row is a change of such a chain.
        create table carried_change (
          chain integer not null references carried_chain (number) on delete cascade,
          n integer not null,
          record integer not null references record (number),
          hash blob not null,
          -- The chain hash at this number.
          chain_hash blob not null,
          -- Trail.Outcome's code; null until a server answered this laptop or the author.
          outcome integer,
          -- The server's sentence for an outcome other than applied.
          reason text,
          -- 1: part of what is shown. 0: in the pulled record, or refused.
          overlay integer not null,
          -- Empty for one whose body does not travel.
          body blob not null
        ) strict;
        create unique index carried_change_by_number on carried_change (chain, n);
        create index carried_change_shown on carried_change (record) where overlay = 1;
        """

    /// Takes chains over from a bundle: all that `body` appends, or nothing if it throws.
    func carry<Result>(
        _ audit: AuditID, _ body: (inout CarryingSession) throws -> Result
    ) throws -> Result {
        try file.write { database in
            guard let home = try Self.home(database) else {
                preconditionFailure("A store is initialised before anything is taken over.")
            }
            let row = try Self.ensureAudit(audit, database)
            var session = try CarryingSession(audit: row, home: home, database)
            let result = try body(&session)
            try session.finish()
            return result
        }
    }

    /// How many changes of others are shown here that no server has confirmed.
    package func carriedCount(_ audit: AuditID) throws -> Int {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return 0 }
            let count = try SQLStatement(
                """
                select count(*) from carried_change
                where overlay = 1 and chain in (
                  select number from carried_chain where audit = ?1)
                """, in: database)
            count.bind(1, row.number)
            defer { count.reset() }
            return try count.step() ? Int(count.int(0)) : 0
        }
    }

    // MARK: Confirmed by a checkpoint

    /// Lets go of what a server has, whoever brought it there.
    static func dropCarried(
        _ checkpoint: PullCheckpoint, audit: AuditRow, _ database: Database
    ) throws {
        guard try hasCarried(audit, database) else { return }
        var records: Set<Int64> = []
        for entry in checkpoint.vector {
            let update = try SQLStatement(
                """
                update carried_change set overlay = 0
                where overlay = 1 and n <= ?3 and chain = (
                  select number from carried_chain where audit = ?1 and replica = ?2)
                returning record
                """, in: database)
            update.bind(1, audit.number)
            update.bind(2, entry.dot.replica)
            update.bind(3, entry.dot.n)
            while try update.step() { records.insert(update.int(0)) }
            update.reset()
            try forget(entry.dot, audit: audit, database)
        }
        try offerLost(checkpoint, audit: audit, database)
        guard !records.isEmpty, let row = try Self.audit(audit.id, database) else { return }
        var refresh = RecordRefresh(audit: row, database)
        for record in records.sorted() { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    /// What a restored server has no more is offered to it again, as if it had never answered.
    private static func offerLost(
        _ checkpoint: PullCheckpoint, audit: AuditRow, _ database: Database
    ) throws {
        let rows = try SQLStatement(
            "select number, replica, answered from carried_chain where audit = ?1", in: database)
        rows.bind(1, audit.number)
        var lost: [(number: Int64, n: UInt64)] = []
        while try rows.step() {
            let replica: ReplicaID = try rows.identifier(1)
            let n = checkpoint.vector.first { $0.dot.replica == replica }?.dot.n ?? 0
            if n < rows.unsigned(2) { lost.append((rows.int(0), n)) }
        }
        rows.reset()
        for chain in lost {
            try database.execute(
                sql: """
                    update carried_chain set answered = ?, is_refused = 0, trouble = null
                    where number = ?
                    """,
                arguments: [Int64(bitPattern: chain.n), chain.number])
            try database.execute(
                sql: """
                    update carried_change set outcome = null
                    where chain = ? and n > ? and overlay = 1
                    """, arguments: [chain.number, Int64(bitPattern: chain.n)])
        }
    }

    static func hasCarried(_ audit: AuditRow, _ database: Database) throws -> Bool {
        let row = try SQLStatement("select 1 from carried_chain where audit = ?1", in: database)
        row.bind(1, audit.number)
        defer { row.reset() }
        return try row.step()
    }

    /// A chain that a server has to its end is its author's business again; only what the server
    /// did not accept stays, to be told.
    private static func forget(
        _ top: Dot, audit: AuditRow, _ database: Database
    ) throws {
        let answered = try SQLStatement(
            """
            update carried_chain set answered = min(n, max(answered, ?3))
            where audit = ?1 and replica = ?2
            """, in: database)
        answered.bind(1, audit.number)
        answered.bind(2, top.replica)
        answered.bind(3, top.n)
        try answered.run()
        let delete = try SQLStatement(
            """
            delete from carried_chain
            where audit = ?1 and replica = ?2 and n <= ?3 and is_refused = 0 and not exists (
              select 1 from carried_change
              where chain = carried_chain.number and outcome in (2, 3, 5))
            """, in: database)
        delete.bind(1, audit.number)
        delete.bind(2, top.replica)
        delete.bind(3, top.n)
        try delete.run()
    }
}
