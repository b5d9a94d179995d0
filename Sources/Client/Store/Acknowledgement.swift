import GRDB
import Shared
import Storage

/// Stores the server's outcomes for a run of own changes, and what they do to base and shown.
struct Acknowledgement {
    private let audit: AuditRow
    private let replica: Int64
    /// The last number acknowledged before.
    private let after: UInt64
    private let settlement: Settlement
    /// The number of the seal's epoch; nil before one is known.
    private let epoch: Int64?
    private let database: Database

    init(
        audit: AuditRow, replica: Int64, after: UInt64, _ settlement: Settlement,
        epoch: Int64?, _ database: Database
    ) {
        self.audit = audit
        self.replica = replica
        self.after = after
        self.settlement = settlement
        self.epoch = epoch
        self.database = database
    }

    func store() throws {
        try markApplied()
        let revived = try markArrived()
        let refused = try markExceptions()
        try advanceChain()
        var refresh = RecordRefresh(audit: audit, database)
        for record in revived + refused { try refresh.refresh(record) }
        try takeOverShownDigests(&refresh)
        try refresh.storeRoot()
    }

    private func markApplied() throws {
        let update = try SQLStatement(
            """
            update change set outcome = 1, overlay = min(overlay, 1)
            where audit = ?1 and replica = ?2 and n > ?3 and n <= ?4 and outcome is null
            """, in: database)
        bindRange(update)
        try update.run()
    }

    /// A change that was given up as void, and that the server had taken before, unheard.
    ///
    /// - Returns: The records that have to be composed anew.
    private func markArrived() throws -> [Int64] {
        let told = Set(settlement.exceptions.lazy.filter { $0.outcome != .applied }.map(\.n))
        let void = try SQLStatement(
            """
            select n from change
            where audit = ?1 and replica = ?2 and n > ?3 and n <= ?4 and outcome = 5
            """, in: database)
        bindRange(void)
        var numbers: [UInt64] = []
        while try void.step() { numbers.append(void.unsigned(0)) }
        void.reset()
        let update = try SQLStatement(
            """
            update change set outcome = 1, reason = null, overlay = 1
            where audit = ?1 and replica = ?2 and n = ?3
            returning record
            """, in: database)
        var records: [Int64] = []
        for n in numbers where !told.contains(n) {
            update.bind(1, audit.number)
            update.bind(2, replica)
            update.bind(3, n)
            while try update.step() { records.append(update.int(0)) }
            update.reset()
        }
        return records
    }

    /// Records every other outcome; returns the records that have to be composed anew.
    private func markExceptions() throws -> [Int64] {
        guard !settlement.exceptions.isEmpty else { return [] }
        let update = try SQLStatement(
            """
            update change set outcome = ?4, reason = ?5, overlay = ?6
            where audit = ?1 and replica = ?2 and n = ?3
            returning record
            """, in: database)
        var records: [Int64] = []
        for exception in settlement.exceptions where exception.outcome != .applied {
            update.bind(1, audit.number)
            update.bind(2, replica)
            update.bind(3, exception.n)
            update.bind(4, Int64(exception.outcome.code))
            update.bind(5, exception.reason)
            // A change that the server knows already stays shown until the next checkpoint
            // brings the record that has it.
            update.bind(6, Int64(exception.outcome == .again ? 2 : 0))
            while try update.step() { records.append(update.int(0)) }
            update.reset()
        }
        return records
    }

    private func advanceChain() throws {
        let update = try SQLStatement(
            """
            update chain set acknowledged = ?3, acknowledged_seal = ?4, acknowledged_epoch = ?5
            where audit = ?1 and replica = ?2
            """, in: database)
        update.bind(1, audit.number)
        update.bind(2, replica)
        update.bind(3, settlement.through)
        update.bind(4, settlement.seal)
        update.bind(5, epoch)
        try update.run()
    }

    /// Where all own changes of a record are answered, and none is carried, its base is what is
    /// shown.
    ///
    /// Set-based: an acknowledgement of a thousand changes is two statements, not two thousand.
    /// `overlay > 0` beside `overlay = 2` lets SQLite see that the partial index `change_kept` will
    /// do; without it each record costs a scan of all changes.
    private func takeOverShownDigests(_ refresh: inout RecordRefresh) throws {
        let touched = """
            number in (
              select record from change
              where audit = ?1 and replica = ?2 and n > ?3 and n <= ?4 and overlay = 1)
            and not exists (
              select 1 from change
              where change.record = record.number and change.overlay > 0
                and change.overlay = 2)
            and not exists (
              select 1 from carried_change
              where carried_change.record = record.number and carried_change.overlay = 1)
            """
        let rows = try SQLStatement(
            "select base_digest, shown_digest from record where \(touched)", in: database)
        bindRange(rows)
        while try rows.step() {
            refresh.note(
                old: rows.isNull(0) ? nil : Hash256(bytes: rows.blob(0)),
                new: Hash256(bytes: rows.blob(1)))
        }
        rows.reset()
        let update = try SQLStatement(
            "update record set base_digest = shown_digest where \(touched)", in: database)
        bindRange(update)
        try update.run()
        try composePartlyAnswered(&refresh)
    }

    /// Records of which some changes are answered and others, own or carried, are not.
    private func composePartlyAnswered(_ refresh: inout RecordRefresh) throws {
        let rows = try SQLStatement(
            """
            select distinct record from change as answered
            where audit = ?1 and replica = ?2 and n > ?3 and n <= ?4 and overlay = 1
              and (
                exists (
                  select 1 from change
                  where change.record = answered.record and change.overlay > 0
                    and change.overlay = 2)
                or exists (
                  select 1 from carried_change
                  where carried_change.record = answered.record and carried_change.overlay = 1))
            """, in: database)
        bindRange(rows)
        var records: [Int64] = []
        while try rows.step() { records.append(rows.int(0)) }
        rows.reset()
        for record in records { try refresh.refresh(record) }
    }

    private func bindRange(_ statement: SQLStatement) {
        statement.bind(1, audit.number)
        statement.bind(2, replica)
        statement.bind(3, after)
        statement.bind(4, settlement.through)
    }
}
