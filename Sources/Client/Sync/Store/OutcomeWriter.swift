import Shared
import Storage

/// What an acknowledgement turned out to mean for the laptop.
package enum AcknowledgementResult: Hashable, Sendable {
    case settled
    /// The server has another chain under these numbers; nothing was taken over.
    case forked
    /// The server has numbers that this database never wrote; nothing was taken over.
    case ahead(by: UInt64)
    /// The server has less than it had acknowledged; nothing was taken over.
    case behind(acknowledged: UInt64)
}

extension ChainRow {
    /// Notes how far a server has the chain; of the same number a seal of another epoch counts.
    ///
    /// - Parameter acknowledgement: Kept to be shown to a server that was restored; nil where none
    ///   was told of just this number, and for an imported chain, of which nothing is returned.
    func advance(
        to n: UInt64, by acknowledgement: Acknowledgement?, _ database: Database
    ) throws {
        let epoch = try acknowledgement.map { try ClientStore.number(of: $0.epoch, database) }
        try database.run(
            """
            update chain set acknowledged = ?2, acknowledged_seal = ?3, acknowledged_epoch = ?4
            where number = ?1 and (acknowledged < ?2
              or acknowledged = ?2 and ?2 > 0 and acknowledged_epoch is not ?4)
            """, number, n, acknowledgement?.seal, epoch)
    }
}

/// Stores a server's outcomes for a run of one chain's changes, and what they do to base and shown.
///
/// The one path for own chains, first answers and those of a healed server alike, and for imported
/// ones.
struct OutcomeWriter {
    let audit: StoredAudit
    let chain: ChainRow
    /// The last number before the run, and its last.
    let after, last: UInt64
    /// What was not plainly applied; nothing is taken over of what is said beyond the run.
    let answers: [ChangeAnswer]
    let database: Database

    func store() throws {
        guard last > after else { return }
        let decidedAnew = try database.numbers(
            """
            select record from change
            where chain = ?1 and n > ?2 and n <= ?3 and outcome is not null and outcome <> 1
            """, chain.number, after, last)
        let records = try decidedAnew + markOutcomes()
        var refresh = try RecordRefresh(audit: audit, database)
        for record in Set(records).sorted() { try refresh.refresh(record) }
        try takeOverShownDigests(&refresh)
        try refresh.storeRoot()
    }

    /// Marks what was plainly applied, and each exception; returns the records to be composed anew.
    private func markOutcomes() throws -> [Int64] {
        var records: [Int64] = []
        var next = after + 1
        try ChangeAnswer.forget(of: chain.number, above: after, through: last, database)
        let exceptions =
            answers
            .filter { $0.outcome != .applied && $0.n <= last }
            // Of two about one change the one that is understood counts.
            .sorted { ($0.n, $0.outcome == nil ? 1 : 0) < ($1.n, $1.outcome == nil ? 1 : 0) }
        for exception in exceptions where exception.n >= next {
            try markApplied(next, exception.n - 1)
            records += try mark(exception)
            next = exception.n + 1
        }
        try markApplied(next, last)
        return records
    }

    private func markApplied(_ first: UInt64, _ last: UInt64) throws {
        let overlay = overlay(of: .applied)
        try database.run(
            """
            update change set outcome = 1, reason = null, overlay = min(max(overlay, ?4), ?5)
            where chain = ?1 and n >= ?2 and n <= ?3 and outcome is not 1
            """, chain.number, first, last, overlay.lowerBound, overlay.upperBound)
    }

    private func mark(_ answer: ChangeAnswer) throws -> [Int64] {
        guard let outcome = answer.outcome else {
            return try answer.keep(of: chain.number, database)
        }
        let overlay = overlay(of: outcome)
        return try database.numbers(
            """
            update change set outcome = ?3, reason = ?4, overlay = min(max(overlay, ?5), ?6)
            where chain = ?1 and n = ?2 and outcome is not ?3 returning record
            """, chain.number, answer.n, answer.code, answer.reason, overlay.lowerBound,
            overlay.upperBound)
    }

    /// Between which values an outcome leaves `change.overlay`.
    ///
    /// An own change whose edit the server knew is shown whole until the next checkpoint: its other
    /// writing may not have been pulled yet. An imported one is part of no base: what is shown of
    /// it stays.
    private func overlay(of outcome: Trail.Outcome) -> ClosedRange<Int64> {
        switch (outcome, chain.source) {
        case (.applied, .own): 1...1
        case (.again, .own): 2...2
        case (.applied, .imported), (.again, .imported): 0...2
        case (.rejected, _), (.quarantined, _): 0...0
        }
    }

    /// Where nothing unconfirmed is left of a record, own or imported, its base is what is shown.
    ///
    /// Set-based: an acknowledgement of a thousand changes is two statements, not two thousand.
    /// `overlay > 0` beside `overlay = 2` lets SQLite see that the partial index `change_kept` will
    /// do; without it each record costs a scan of all changes.
    private func takeOverShownDigests(_ refresh: inout RecordRefresh) throws {
        let touched = """
            number in (
              select record from change where chain = ?1 and n > ?2 and n <= ?3 and overlay = 1)
            and not exists (
              select 1 from change where change.record = record.number and change.overlay > 0
                and change.overlay = 2)
            """
        try database.each(
            "select base_digest, shown_digest from record where \(touched)",
            chain.number, after, last
        ) { row in
            refresh.note(
                old: row.isNull(0) ? nil : Hash256(bytes: row.blob(0)),
                new: Hash256(bytes: row.blob(1)))
        }
        let update = "update record set base_digest = shown_digest where \(touched)"
        try database.run(update, chain.number, after, last)
        // Records of which some changes are answered and others are not.
        let records = try database.numbers(
            """
            select distinct record from change as answered
            where chain = ?1 and n > ?2 and n <= ?3 and overlay = 1 and exists (
                select 1 from change where change.record = answered.record and change.overlay > 0
                  and change.overlay = 2)
            """, chain.number, after, last)
        for record in records { try refresh.refresh(record) }
    }
}

extension ChangeAnswer {
    /// Brings the code of an outcome of a later version to a row of `change`; mostly null.
    static let laterJoin = """
        left join later_outcome on later_outcome.chain = change.chain and later_outcome.n = change.n
        """

    /// Keeps one of a later version as it was told; returns the record to be composed anew.
    ///
    /// The change is pending meanwhile.
    func keep(of chain: Int64, _ database: Database) throws -> [Int64] {
        try database.run(
            "insert or replace into later_outcome (chain, n, code, reason) values (?1, ?2, ?3, ?4)",
            chain, n, code, reason)
        return try database.numbers(
            """
            update change set outcome = null, reason = null, overlay = 2
            where chain = ?1 and n = ?2 and length(body) > 0 returning record
            """, chain, n)
    }

    /// Forgets what was kept of a run of changes: a server says something else of them now.
    static func forget(
        of chain: Int64, above n: UInt64, through last: UInt64, _ database: Database
    ) throws {
        try database.run(
            "delete from later_outcome where chain = ?1 and n > ?2 and n <= ?3", chain, n, last)
    }
}
