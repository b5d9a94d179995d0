import Foundation
import Shared
import Storage

/// What a client asks for in one pull.
package struct PullRequest: Sendable {
    let audit: AuditID
    /// The sealed cursor of the last checkpoint, mark or `more`; nil asks for everything.
    var since: [UInt8]?
    /// The number of its chain up to which the client knows the outcomes.
    var acked: UInt64 = 0
    /// The ordinal up to which it knows what leads made of its person's changes; nil asks for none.
    var settled: UInt64? = 0
    /// After how many records the answer may stop, nil as many as the server sends at once.
    var limit: Int?
    /// The tag of what the client has, nil to be answered in any case.
    var known: String?
    /// The ordinal up to which a lead's client knows what devices have not sent; nil for none.
    var queues: UInt64?
    /// How many changes the asking device has not sent, and of how many seconds the oldest is.
    var unsent: (count: UInt64, age: UInt64) = (0, 0)
}

/// A cursor that this server sealed, of another history than the one it has: it was put back.
struct ContradictedCursor: Error {}

/// The answer to a pull.
package enum PullAnswer: Hashable, Sendable {
    case unchanged
    /// Framed `PullItem`s, and the tag of the snapshot they were read from.
    case stream([UInt8], tag: String)
}

/// Answers one pull from one snapshot (docs/protocol.md, "Pull").
///
/// An answer is bounded in bytes and made at once, so that no slow line holds a snapshot open: what
/// does not fit is asked for with the cursor of the closing `more`.
struct PullHandler: Sendable {
    let epoch: EpochID
    let secret: ServerSecret
    let limits: Limits
    /// Unix milliseconds.
    let now: Int64
    private var sealKey: ReceiptKey { secret.sealKey }

    /// Decoded bytes after which an answer ends with `more`.
    private static let answerBytesMax = 4 * 1024 * 1024
    /// Bytes of reasons in one opening; who has missed more hears the rest by the next pulls.
    private static let reasonBytesMax = 256 * 1024

    func run(_ request: PullRequest, by reader: AuditReader, in db: Database) throws -> PullAnswer {
        let audit = reader.audit
        let tag = try tag(for: reader, in: db)
        let chains = ChainTables(db: db, audit: audit.number)
        // The cursor first: an asker of another epoch or history must hear of it in any case.
        let start = try startingPoint(of: request, audit: audit, chains)
        if request.known == tag, start.hasAll(of: audit), try isSettled(request, by: reader, in: db)
        {
            return .unchanged
        }

        var stream = PullStream(epoch: epoch, sealKey: sealKey, audit: audit, floor: start.floor)
        var opening = try opening(request, by: reader, in: db)
        if start.floor == 0, reader.replica != nil { opening.records = audit.count }
        stream.open(opening)
        let limit = request.limit.map { max(1, $0) } ?? Int.max
        let own = start.leavesOut ? reader.replica.map(\.number) : nil
        let records = RecordTable(db: db, audit: audit.number)
        // Without its plan an audit has no name and no people, and whoever was added last changed
        // it last: in its place in the order it would come behind all else.
        var plan: UInt64?
        if request.since == nil {
            try records.lend(RecordKey.plan(audit.id).bytes) { item in
                stream.appendFirst(item)
                plan = item.sequence
            }
        }
        var isCut = false
        try records.feed(
            after: start.position,
            leavingOut: own.map { RecordTable.LeftOut(writer: $0, floor: start.floor) }
        ) { item in
            if item.sequence == plan { return true }
            isCut = stream.records >= limit || stream.bytes.count >= Self.answerBytesMax
            guard !isCut else { return false }
            stream.append(item)
            return true
        }
        if isCut {
            stream.cut()
        } else {
            stream.close(
                vector: try chains.vector(), of: try chains.people(), at: UInt64(clamping: now))
        }
        return .stream(stream.bytes, tag: tag)
    }

    /// Whether the answer would tell nothing new, so that it can wait; throws what the pull throws.
    func isUpToDate(_ pull: PullRequest, by reader: AuditReader, in db: Database) throws -> Bool {
        let audit = reader.audit
        let chains = ChainTables(db: db, audit: audit.number)
        let start = try startingPoint(of: pull, audit: audit, chains)
        let tag = try tag(for: reader, in: db)
        guard pull.known.map({ $0 == tag }) ?? start.isResumed else { return false }
        return try start.hasAll(of: audit) && isSettled(pull, by: reader, in: db)
    }

    /// Refuses a cursor of an earlier epoch; nil without one that this server sealed for the audit.
    @discardableResult
    func checkEpoch(of request: PullRequest) throws(Problem) -> Cursor? {
        guard let cursor = request.since.flatMap({ Cursor(sealed: $0, by: sealKey) }),
            cursor.audit == request.audit
        else { return nil }
        guard cursor.epoch == epoch
        else { throw Problem(.epochChanged, expected: epoch.hex, actual: cursor.epoch.hex) }
        return cursor
    }

    /// What tells one state of an audit from every other; a device that ended makes another one,
    /// and so does to a lead what is kept for the leads.
    private func tag(for reader: AuditReader, in db: Database) throws -> String {
        let audit = reader.audit
        guard reader.replica != nil
        else { return PullTag(epoch: epoch, sequence: audit.sequence, ended: 0).text }
        return PullTag(
            epoch: epoch, sequence: audit.sequence,
            ended: try IdentityTables(db: db).endedStamp(in: audit.number),
            kept: reader.role == .lead
                ? try QuarantineTables(db: db, audit: audit.number).stamp() : 0
        ).text
    }

    private struct StartingPoint {
        var floor: UInt64 = 0
        var position: UInt64 = 0
        var leavesOut = false
        var isResumed = false

        /// Whether nothing lies behind this point: a checkpoint's cursor at the head, or no cursor,
        /// as of a script that says by the tag alone what it has.
        func hasAll(of audit: AuditRow) -> Bool {
            // At a checkpoint both are the head. What resumes an earlier pull has a lower floor,
            // and an asker that has not come to the end of it has not got everything.
            !isResumed || floor == audit.sequence && position == audit.sequence
        }
    }

    /// Whether the asker has heard of every number of its chain that is known here, and no other,
    /// and of what leads made of its person's changes.
    ///
    /// If not, the opening has to tell it: of outcomes that were lost, or of a chain that is cut.
    private func isSettled(
        _ request: PullRequest, by reader: AuditReader, in db: Database
    ) throws -> Bool {
        guard let replica = reader.replica else { return true }
        let audit = reader.audit.number
        guard try ChainTables(db: db, audit: audit).top(of: replica.id)?.end.n ?? 0 == request.acked
        else { return false }
        if let known = request.queues, reader.role == .lead,
            try QueueTable(db: db, audit: audit).lastOrdinal() != known
        {
            return false
        }
        guard let settled = request.settled else { return true }
        // Above the last is who asks a server that was put back.
        return try QuarantineTables(db: db, audit: audit).lastOrdinal(of: replica.person) == settled
    }

    private func startingPoint(
        of request: PullRequest, audit: AuditRow, _ chains: ChainTables
    ) throws -> StartingPoint {
        guard let since = request.since else { return StartingPoint() }
        guard let cursor = Cursor(sealed: since, by: sealKey), cursor.audit == audit.id
        else { throw Problem(.cursorExpired) }
        let trail =
            cursor.head == 0 ? Trail.start(audit: audit.id) : try chains.trail(at: cursor.head)
        guard trail == cursor.trail else { throw ContradictedCursor() }
        // Without a floor it stands for a pull of everything, of which nothing is left out: one
        // that was cut, or the one after a healing. Only a new audit's cursor knows of no head.
        return StartingPoint(
            floor: cursor.floor, position: cursor.position,
            leavesOut: cursor.floor > 0 || cursor.head == 0, isResumed: true)
    }

    private func opening(
        _ request: PullRequest, by reader: AuditReader, in db: Database
    ) throws -> WirePullOpening {
        var opening = WirePullOpening()
        opening.epoch = epoch.data
        opening.head = reader.audit.head
        guard let replica = reader.replica else { return opening }
        let audit = reader.audit.number
        let chains = ChainTables(db: db, audit: audit)
        let start = ChainTop.start(of: replica.id, in: reader.audit.id)
        let top = try chains.top(of: replica.id) ?? start
        opening.number = top.end.n
        opening.chain = top.end.chain.data
        let acknowledgement = sealKey.acknowledgement(of: top, in: reader.audit.id, epoch: epoch)
        opening.receipt = Data(acknowledgement.seal)
        let usage = UsageTables(db: db, audit: audit)
        let identities = IdentityTables(db: db)
        let aliases = try identities.aliases(of: replica.person)
        opening.ids = try secret.certificates(of: replica.id, as: aliases, in: identities)
            .map(\.wire)
        let ids = [replica.person] + aliases
        opening.log = WireQuota(try usage.log(of: ids, limits))
        opening.evidence = WireQuota(try usage.evidence(of: ids, limits))
        opening.outcomes = try chains.refused(above: request.acked, of: replica.number)
            .map(WireChangeAnswer.init(repeating:))
        opening.ended = try identities.ended(in: audit)
        opening.endedTold = try identities.endedStamp(in: audit)
        if reader.role == .lead {
            opening.quarantineTold = try QuarantineTables(db: db, audit: audit).stamp()
            let queues = QueueTable(db: db, audit: audit)
            let last = try queues.lastOrdinal()
            let known = request.queues ?? 0
            opening.queuesTold = last
            opening.queues = try queues.told(above: known > last ? 0 : known)
        }
        if let settled = request.settled {
            let tables = QuarantineTables(db: db, audit: audit)
            let last = try tables.lastOrdinal(of: replica.person)
            opening.resolved = last
            if settled != last {
                // Who knows more than there is asks a server that was put back, and is told all.
                let told = try tables.told(
                    to: replica.person, above: settled > last ? 0 : settled,
                    bytesMax: Self.reasonBytesMax)
                opening.resolutions = told.map(\.resolution)
                opening.resolved = told.last?.ordinal ?? last
            }
        }
        return opening
    }
}
