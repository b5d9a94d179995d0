import GRDB
import Shared
import Storage

/// Stores a server's outcomes for a run of one chain's changes, and what they do to base and shown.
///
/// The one path for own chains, first answers and those of a healed server alike, and for imported
/// ones.
struct Acknowledgement {
    let audit: AuditRow
    let chain: ChainRow
    /// The last number before the run.
    let after: UInt64
    /// Nothing is taken over of what the settlement says beyond.
    let limit: UInt64
    let settlement: Settlement
    /// The number of the seal's epoch; nil before one is known, and unused for an imported chain.
    let epoch: Int64?
    let database: Database

    private var last: UInt64 { min(settlement.through, limit) }

    func store() throws {
        if last == settlement.through {
            // What was lost is returned to a server from own chains alone, by their seals.
            let isOwn = chain.source == .own
            try Self.advance(
                chain.number, through: last, seal: isOwn ? settlement.seal : nil,
                epoch: isOwn ? epoch : nil, database)
        }
        guard last > after else { return }
        var records = try decidedAnew()
        records += try markOutcomes()
        var refresh = RecordRefresh(audit: audit, database)
        for record in Set(records).sorted() { try refresh.refresh(record) }
        try takeOverShownDigests(&refresh)
        try refresh.storeRoot()
    }

    /// Notes how far a server has a chain; of the same number a seal of another epoch counts.
    static func advance(
        _ chain: Int64, through n: UInt64, seal: [UInt8]?, epoch: Int64?, _ database: Database
    ) throws {
        try database.run(
            """
            update chain set acknowledged = ?2, acknowledged_seal = ?3, acknowledged_epoch = ?4
            where number = ?1 and (acknowledged < ?2
              or acknowledged = ?2 and ?2 > 0 and acknowledged_epoch is not ?4)
            """, chain, n, seal, epoch)
    }

    private func decidedAnew() throws -> [Int64] {
        try database.rows(
            """
            select record from change
            where chain = ?1 and n > ?2 and n <= ?3 and outcome is not null and outcome <> 1
            """, chain.number, after, last
        ) { $0.int(0) }
    }

    /// Marks what was plainly applied, and each exception; returns the records to be composed anew.
    private func markOutcomes() throws -> [Int64] {
        var records: [Int64] = []
        var next = after + 1
        try LaterOutcome.forget(of: chain.number, above: after, through: last, database)
        let known = settlement.exceptions.filter { $0.outcome != .applied }.map {
            (n: $0.n, outcome: Optional($0.outcome), code: 0, reason: $0.reason)
        }
        let later = settlement.later.map {
            (n: $0.n, outcome: Optional<Trail.Outcome>.none, code: $0.code, reason: $0.reason)
        }
        let exceptions = (known + later).filter { $0.n <= last }.sorted { $0.n < $1.n }
        for exception in exceptions where exception.n >= next {
            try markApplied(next, exception.n - 1)
            if let outcome = exception.outcome {
                records += try mark(exception.n, outcome, because: exception.reason)
            } else {
                records += try LaterOutcome(
                    n: exception.n, code: exception.code, reason: exception.reason
                ).keep(of: chain.number, database)
            }
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

    private func mark(
        _ n: UInt64, _ outcome: Trail.Outcome, because reason: String
    ) throws -> [Int64] {
        let overlay = overlay(of: outcome)
        return try database.rows(
            """
            update change set outcome = ?3, reason = ?4, overlay = min(max(overlay, ?5), ?6)
            where chain = ?1 and n = ?2 and outcome is not ?3 returning record
            """, chain.number, n, Int(outcome.code), reason, overlay.lowerBound,
            overlay.upperBound
        ) { $0.int(0) }
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
              select record from change
              where chain = ?1 and n > ?2 and n <= ?3 and overlay = 1)
            and not exists (
              select 1 from change
              where change.record = record.number and change.overlay > 0
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
        try database.run(
            "update record set base_digest = shown_digest where \(touched)",
            chain.number, after, last)
        try composePartlyAnswered(&refresh)
    }

    /// Records of which some changes are answered and others are not.
    private func composePartlyAnswered(_ refresh: inout RecordRefresh) throws {
        let records = try database.rows(
            """
            select distinct record from change as answered
            where chain = ?1 and n > ?2 and n <= ?3 and overlay = 1 and exists (
                select 1 from change
                where change.record = answered.record and change.overlay > 0
                  and change.overlay = 2)
            """, chain.number, after, last
        ) { $0.int(0) }
        for record in records { try refresh.refresh(record) }
    }
}
