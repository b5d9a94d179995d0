import Foundation
import Shared
import Storage

/// Applies the new changes of one push, inside its savepoint.
///
/// Records are read and written once a push, however many of its changes touch them; head, chain
/// and root are written last.
struct PushSession {
    private let db: Database
    private let chains: ChainTables
    private let records: RecordTable
    /// All under which the person whose act it is writes; her own first.
    private let ids: [PersonID]
    private let replica: Int64
    private let now: Int64
    private let limits: Limits
    private let claims: Claims
    /// Whether what is new is only kept, because its device was retired.
    private let isDeposit: Bool
    /// Whether the server writes it itself.
    private let isOwn: Bool
    private(set) var audit: AuditRow
    private var top: ChainTop
    private var role: Role?
    private var hasReissues: Bool
    private var touched: [[UInt8]: Touched] = [:]
    private var order: [[UInt8]] = []
    private var planHasChanged = false
    private var keptBytes = 0
    /// Whether something was kept for the leads.
    private var hasQuarantined = false

    enum Claims {
        /// Nothing: the numbers are new.
        case none
        /// They were answered in an earlier epoch; how, is the owner's word.
        case stated
        /// They were answered so: the server's own seal says it.
        case proved
    }

    private struct Touched {
        var row: RecordRow
        /// The digest that the root contains, zero for a new record.
        let storedDigest: Hash256
        var isChanged = false
    }

    /// - Parameters:
    ///   - role: The person's at this moment; nil for one who is no member any more.
    ///   - top: How far the replica's chain is known.
    init(
        _ db: Database, audit: AuditRow, ids: [PersonID], role: Role?, replica: Int64,
        after top: ChainTop, at now: Int64, limits: Limits, claims: Claims = .none,
        isDeposit: Bool = false, isOwn: Bool = false
    ) throws {
        self.db = db
        self.audit = audit
        self.ids = ids
        self.role = role
        self.replica = replica
        self.now = now
        self.limits = limits
        self.claims = claims
        self.top = top
        self.isDeposit = isDeposit
        self.isOwn = isOwn
        chains = ChainTables(db: db, audit: audit.number)
        records = RecordTable(db: db, audit: audit.number)
        hasReissues = try chains.hasReissues()
    }

    /// Decides about one item, applies it where allowed, and logs it; the last may bear a cursor.
    mutating func take(_ item: PushBatch.Item, dot: Dot, isLast: Bool) throws -> Admission.Answer {
        audit.sequence += 1
        var verdict = try decide(item, dot: dot)
        let body = item.keptBody(verdict.outcome, limits)
        if body == nil { verdict.isKeptByHash() }
        if verdict.outcome == .quarantined {
            hasQuarantined = true
            if case .change(let change) = item.content {
                try QuarantineTables(db: db, audit: audit.number)
                    .noteFiles(of: change, by: change.body.author)
            }
        }
        top = top.after(item.hash, verdict.outcome)
        try chains.mark(top, of: replica)
        if case .change(let change) = item.content {
            try perform(verdict.outcome, change, key: item.key)
        }
        audit.trail = TrailEntry(
            sequence: audit.sequence, kind: RecordKey.kindCode(of: item.key),
            event: .change(dot, hash: item.hash, verdict.outcome)
        ).trail(after: audit.trail)
        let row = ChangeRow(
            n: dot.n, key: item.key, hash: item.hash, outcome: verdict.outcome,
            reason: verdict.reason, body: body, bodyBytes: item.logBytes - item.key.count)
        keptBytes += item.key.count + (body?.count ?? 0)
        try chains.append(
            row, of: replica, at: audit.sequence, trail: isLast ? audit.trail : nil, now)
        return verdict
    }

    /// Writes what was touched, then the chain, then the head; tells how far the chain is known.
    mutating func finish() throws -> ChainTop {
        for key in order {
            guard var entry = touched[key], entry.isChanged else { continue }
            entry.row.digest = entry.row.record.digest
            audit.root = audit.root &- entry.storedDigest &+ entry.row.digest
            if entry.row.number == nil { audit.count += 1 }
            try records.save(entry.row, key: key)
        }
        if planHasChanged, let plan = touched[RecordKey.plan(audit.id).bytes]?.row.record {
            try AuditTables(db: db).derive(&audit, from: plan)
        }
        try chains.setTop(top, of: replica)
        // What leads adopt is counted for nobody: its author's first bytes are counted already.
        if !isOwn { try UsageTables(db: db, audit: audit.number).add(keptBytes, of: ids[0]) }
        // What nobody had placed is listed no more once its owner has brought it.
        let unplaced = UnplacedTables(db: db, audit: audit.number)
        if try hasQuarantined || unplaced.hasAny(of: top.end.replica) {
            try QuarantineTables(db: db, audit: audit.number).noteNews(at: now)
        }
        try AuditTables(db: db).update(audit)
        return top
    }

    // MARK: Deciding

    private mutating func decide(_ item: PushBatch.Item, dot: Dot) throws -> Admission.Answer {
        if let verdict = try former(item, dot: dot) { return verdict }
        switch item.content {
        case .invalid(_, let reason): return .rejected(reason)
        case .change(let change):
            let record = try record(of: change.key, key: item.key).row.record
            let circumstances = Admission.Circumstances(
                record: record, role: role,
                holding: try change.adoption == nil
                    ? .placed : chains.holding(of: change.writing, key: item.key),
                knowledge: try knowledge(of: change, key: item.key), isDeposit: isDeposit,
                replicasOfPerson: try replicasOfPerson(after: change, record),
                leavesALead: leavesALead(change, record))
            return Admission.verdict(on: change, in: circumstances, limits: limits)
        }
    }

    /// What became of an item before the restore; nil where that has to be decided anew.
    private mutating func former(_ item: PushBatch.Item, dot: Dot) throws -> Admission.Answer? {
        // What the server once sealed stands, whatever the author may do today. The owner's mere
        // word is taken where it can do no harm: a refusal takes effect from nobody but her, and
        // that a change was applied alters nothing where a healed record covers it.
        guard claims != .none, let claim = item.claim, case .change(let change) = item.content
        else { return nil }
        switch claim.outcome {
        case .rejected, .quarantined: return claim
        case .applied:
            if claims == .proved { return .applied }
            let record = try record(of: change.key, key: item.key).row.record
            return record.context.covers(dot) ? .applied : nil
        case .again: return nil
        }
    }

    private func knowledge(of change: Change, key: [UInt8]) throws -> Admission.Knowledge {
        guard change.first != nil || hasReissues else { return .none }
        let isWhole =
            try change.first.map { try chains.isApplied($0, key: key) }
            ?? chains.isReissued(change.writing, key: key)
        if isWhole { return .whole }
        return try chains.isAdoptedUnplaced(change.writing, key: key) ? .unplaced : .none
    }

    /// How many devices of the person a record's context names; not counted below the bound.
    private func replicasOfPerson(after change: Change, _ record: Record) throws -> Int {
        let entries = record.context.entries
        guard entries.count >= limits.shareReplicasMax, record.context[change.dot.replica] == 0
        else { return 0 }
        let identities = IdentityTables(db: db)
        // Under the server's own ones leads adopt: they count for nobody.
        guard try identities.replica(change.dot.replica)?.isOwn != true else { return 0 }
        return try 1
            + entries.count { entry in
                guard let row = try identities.replica(entry.replica) else { return false }
                return ids.contains(row.person) && !row.isOwn
            }
    }

    /// Whether the audit has a lead after the change; asked of changes to the plan only.
    private func leavesALead(_ change: Change, _ plan: Record) -> Bool {
        guard case .plan = change.key,
            change.body.writes.contains(where: { $0.field.name == .person })
        else { return true }
        return Plan(plan.applying(change)).people.values.contains { $0.role == .lead }
            || !Plan(plan).people.values.contains { $0.role == .lead }
    }

    // MARK: Applying

    private mutating func record(of recordKey: RecordKey, key: [UInt8]) throws -> Touched {
        if let known = touched[key] { return known }
        let row =
            try records.record(key)
            ?? RecordRow(
                number: nil, sequence: 0, writer: replica, before: 0, digest: .zero,
                record: Record(key: recordKey))
        let entry = Touched(row: row, storedDigest: row.digest)
        touched[key] = entry
        order.append(key)
        return entry
    }

    /// Notes what was issued again, so that its edit takes effect once.
    private mutating func noteWriting(
        of change: Change, _ outcome: Trail.Outcome, key: [UInt8]
    ) throws {
        let hasEffect = outcome == .applied || outcome == .again
        if change.unplacedOrigin != nil {
            guard hasEffect else { return }
            try chains.noteAdoptedUnplaced(change.writing, key: key)
        } else {
            // Bytes that somebody claims to adopt are not held because the claim was refused.
            guard outcome == .again || change.first != nil && outcome != .rejected else { return }
            try chains.insertReissue(change.writing, key: key, isApplied: hasEffect)
        }
        hasReissues = true
    }

    /// Lets a change have the effect of its outcome: all of it, another dot, or none.
    private mutating func perform(_ outcome: Trail.Outcome, _ change: Change, key: [UInt8]) throws {
        try noteWriting(of: change, outcome, key: key)
        guard outcome == .applied || outcome == .again else { return }
        var entry = try record(of: change.key, key: key)
        // Dropped from the dictionary first, so that the record is changed where it is.
        touched[key] = nil
        if entry.row.writer != replica { entry.row.before = entry.row.sequence }
        entry.row.writer = replica
        entry.row.sequence = audit.sequence
        if outcome == .applied {
            entry.row.record.apply(change)
        } else {
            entry.row.record.applyAgain(change)
        }
        entry.isChanged = true
        touched[key] = entry
        if case .plan = change.key {
            planHasChanged = true
            let roster = audit.roster(by: entry.row.record)
            role = ids.compactMap { roster[$0] }.max()
        }
    }
}

extension PushBatch.Item {
    var logBytes: Int { key.count + body.count }

    var body: [UInt8] {
        switch content {
        case .change(let change): change.bytes
        case .invalid(let body, _): body
        }
    }

    /// What is kept of it; nil for a rejected one above its bound, whose h says all that counts.
    fileprivate func keptBody(_ outcome: Trail.Outcome, _ limits: Limits) -> [UInt8]? {
        // Else whoever may push could fill the disk with what nobody will ever read.
        guard outcome == .rejected else { return body }
        switch content {
        case .change(let change): return change.fits(limits) ? body : nil
        case .invalid(let body, _):
            return body.count <= limits.bodyBytesMax + limits.wrapperBytesMax ? body : nil
        }
    }
}
