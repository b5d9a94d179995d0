import Foundation
import GRDB
import Shared
import struct Shared.Record

/// Applies the new changes of one push, inside its savepoint.
///
/// Records are read and written once a push, however many of its changes touch them; head, chain
/// and root are written last.
struct PushSession {
    private let db: Database
    private let chains: ChainTables
    private let records: RecordTable
    private let person: PersonID
    private let replica: Int64
    private let now: Int64
    private let limits: Limits
    /// Whether the numbers were answered before, in an earlier epoch.
    private let isRestoring: Bool

    /// The audit's head, moved on with every change.
    private(set) var audit: AuditRow
    private var role: Role?
    private var hasReissues: Bool
    private var touched: [[UInt8]: Touched] = [:]
    /// Keys in the order in which they were first touched.
    private var order: [[UInt8]] = []
    private var planHasChanged = false

    /// A record in the making.
    private struct Touched {
        var row: RecordRow
        /// The digest that the root contains, zero for a new record.
        let storedDigest: Hash256
        var isChanged = false
    }

    /// Begins at the head as it is in this transaction.
    ///
    /// - Parameter role: The person's at this moment.
    init(
        _ db: Database, audit: AuditRow, person: PersonID, role: Role, replica: Int64,
        at now: Int64, limits: Limits, isRestoring: Bool
    ) throws {
        self.db = db
        self.audit = audit
        self.person = person
        self.role = role
        self.replica = replica
        self.now = now
        self.limits = limits
        self.isRestoring = isRestoring
        chains = ChainTables(db: db, audit: audit.number)
        records = RecordTable(db: db, audit: audit.number)
        hasReissues = try chains.hasReissues()
    }

    /// Decides about one item, applies it where it is allowed, and logs it.
    ///
    /// - Parameter isLast: Whether the push ends with it, so that cursors can stand there.
    mutating func take(
        _ item: PushBatch.Item, dot: Dot, isLast: Bool
    ) throws -> Admission.Verdict {
        audit.sequence += 1
        let verdict = try decide(item, dot: dot)
        if verdict.outcome == .applied, case .change(let change) = item.content {
            try apply(change, key: item.key)
        }
        audit.trail = Trail.entry(
            after: audit.trail, sequence: audit.sequence, kind: PushBatch.kind(ofKey: item.key),
            dot: dot, hash: item.hash, outcome: verdict.outcome)
        let row = ChangeRow(
            n: dot.n, key: item.key, hash: item.hash, outcome: verdict.outcome,
            reason: verdict.reason, body: item.body)
        try chains.append(
            ChainTables.Entry(
                sequence: audit.sequence, replica: replica, row: row,
                trail: isLast ? audit.trail : nil, receivedMilliseconds: now))
        return verdict
    }

    /// Writes what was touched, then the chain, then the head.
    mutating func finish(top: ChainTop) throws {
        for key in order {
            guard var entry = touched[key], entry.isChanged else { continue }
            entry.row.digest = entry.row.record.digest
            audit.root = audit.root &- entry.storedDigest &+ entry.row.digest
            if entry.row.number == nil { audit.count += 1 }
            try records.save(entry.row, key: key)
        }
        if planHasChanged { try deriveFromPlan() }
        try chains.setTop(top, of: replica)
        try AuditTables(db: db).update(audit)
    }

    // MARK: Deciding

    private mutating func decide(_ item: PushBatch.Item, dot: Dot) throws -> Admission.Verdict {
        if let verdict = try former(item, dot: dot) { return verdict }
        switch item.content {
        case .void(let why):
            return Admission.Verdict(outcome: .void, reason: "void: \(why)")
        case .invalid(_, let reason):
            return .rejected("invalid: \(reason)")
        case .change(let change):
            let circumstances = Admission.Circumstances(
                record: try record(of: change.key, key: item.key).row.record, role: role,
                origin: try origin(of: change), isKnown: try isKnown(change, key: item.key))
            return Admission.verdict(on: change, in: circumstances, limits: limits)
        }
    }

    /// What became of an item before the restore, where its owner's word for it can do no harm.
    ///
    /// A refusal takes effect from nobody but her. That it was applied is believed where a healed
    /// record covers it, so that the word changes nothing; else it is decided about anew.
    private mutating func former(
        _ item: PushBatch.Item, dot: Dot
    ) throws -> Admission.Verdict? {
        guard isRestoring, let claim = item.claim, case .change(let change) = item.content else {
            return nil
        }
        switch claim.outcome {
        case .rejected, .quarantined: return claim
        case .applied:
            let record = try record(of: change.key, key: item.key).row.record
            return record.context.covers(dot) ? .applied : nil
        case .again, .void: return nil
        }
    }

    private func origin(of change: Change) throws -> Admission.Origin {
        guard let origin = change.body.origin else { return .none }
        if change.body.act == .adoption {
            guard let held = try chains.heldBody(of: origin),
                let body = try? ChangeBody(decoding: held)
            else { return .unknown }
            return .held(body)
        }
        let device = try IdentityTables(db: db).replica(origin.dot.replica)
        return device?.person == person ? .ownDevice : .unknown
    }

    private func isKnown(_ change: Change, key: [UInt8]) throws -> Bool {
        if let origin = change.body.origin { return try chains.isApplied(origin, key: key) }
        guard hasReissues else { return false }
        return try chains.isReissued(
            ChangeOrigin(dot: change.dot, hash: change.hash), key: key)
    }

    // MARK: Applying

    private mutating func record(of recordKey: RecordKey, key: [UInt8]) throws -> Touched {
        if let known = touched[key] { return known }
        let stored = try records.record(key)
        let row =
            stored
            ?? RecordRow(
                number: nil, sequence: 0, writer: replica, before: 0, digest: .zero,
                record: Record(key: recordKey))
        let entry = Touched(row: row, storedDigest: row.digest)
        touched[key] = entry
        order.append(key)
        return entry
    }

    private mutating func apply(_ change: Change, key: [UInt8]) throws {
        var entry = try record(of: change.key, key: key)
        // Dropped from the dictionary first, so that the record is changed where it is.
        touched[key] = nil
        if entry.row.writer != replica { entry.row.before = entry.row.sequence }
        entry.row.writer = replica
        entry.row.sequence = audit.sequence
        entry.row.record.apply(change)
        entry.isChanged = true
        touched[key] = entry
        if let origin = change.body.origin {
            try chains.insertReissue(origin, key: key)
            hasReissues = true
        }
        if case .plan = change.key {
            planHasChanged = true
            role = audit.roster(by: entry.row.record)[person]
        }
    }

    // MARK: Plan

    private mutating func deriveFromPlan() throws {
        let key = RecordKey.plan(audit.id)
        guard let plan = touched[key.bytes]?.row.record else { return }
        try AuditTables(db: db).derive(&audit, from: plan)
    }
}

extension PushBatch.Item {
    /// What is kept: the body as it came, nil when void.
    fileprivate var body: [UInt8]? {
        switch content {
        case .change(let change): change.bytes
        case .invalid(let body, _): body
        case .void: nil
        }
    }
}
