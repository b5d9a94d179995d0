import Foundation
import Shared
import Storage

/// Answers one push inside its savepoint (docs/protocol.md, "Push").
struct PushHandler: Sendable {
    let epoch: EpochID
    let sealKey: ReceiptKey
    let limits: Limits

    /// Changes, and bytes of them, after which a push lets others write before it goes on.
    static let pieceChangesMax = 128
    private static let pieceBytesMax = 512 * 1024

    /// Takes over what is new of the batch, or a piece of it, and tells the outcome of the rest.
    ///
    /// What is refused as a whole is refused with the first piece: who loses her role by a change
    /// of the batch is heard to its end. What the server's own seal proves it takes from anybody;
    /// the rest is for members.
    ///
    /// - Parameters:
    ///   - device: Whose token brings it, which need not be whose chain it is.
    ///   - continues: Whether a piece of the same push was taken before.
    /// - Throws: `Problem`; the caller's savepoint then undoes everything.
    func run(
        _ batch: PushBatch, person: PersonID, device: ReplicaID, at now: Int64,
        continues: Bool = false, in db: Database
    ) throws -> WirePushResponse {
        let audits = AuditTables(db: db)
        guard let audit = try audits.audit(batch.audit) else { throw Problem(.auditUnknown) }
        let ids = [person] + (try IdentityTables(db: db).aliases(of: person))
        let role = try audits.role(of: person, in: audit.number)
        guard role != nil || continues || batch.proof != nil
        else { throw Problem(.notAMember) }
        // A server that was put back may have forgotten one of her ids together with her device,
        // and learns both when she enrols one in this epoch: of that she is told first.
        let writer = try IdentityTables(db: db).replica(batch.replica)
        if batch.proof != nil || batch.signed != nil || writer?.epoch == epoch {
            try batch.checkAuthor(is: ids)
        }
        let (replica, isDeposit) = try admit(batch, person: person, device: device, at: now, db)
        let chains = ChainTables(db: db, audit: audit.number)
        let start = ChainTop.start(of: batch.replica, in: batch.audit)
        let top = try chains.top(of: batch.replica) ?? start
        guard batch.first <= top.end.n + 1
        else { throw Problem(.gap, expected: "\(top.end.n + 1)", actual: "\(batch.first)") }
        // What the chain has behind the batch is not looked at: it may be long.
        let last = min(batch.last, top.end.n)
        let known =
            batch.first <= last ? try chains.known(batch.first...last, of: replica.number) : []
        let before =
            batch.first > top.end.n
            ? top : try chains.top(of: replica.number, at: batch.before.n, from: start)
        let knownCount = try batch.knownCount(after: before, known: known)
        let answers = known.map(WireChangeAnswer.init(repeating:))
        guard knownCount < batch.items.count
        else { return answer(batch, top: before.after(known), outcomes: answers, head: audit.head) }

        // What a seal proves was taken before, so it is counted already.
        if batch.proof == nil {
            try checkQuota(of: ids, for: batch, from: knownCount, audit: audit.number, db)
            if isDeposit { try checkRoom(for: batch, from: knownCount, of: replica.number, db) }
        }
        let claims =
            replica.epoch == epoch
            ? .none : try checkRestored(batch, from: knownCount, top: top, audit: audit.number, db)
        var session = try PushSession(
            db, audit: audit, ids: ids, role: role, replica: replica.number,
            after: top, at: now, limits: limits, claims: claims, isDeposit: isDeposit)
        let piece = Self.piece(of: batch, from: knownCount)
        let new = try take(batch, piece, in: &session)
        let end = try session.finish()
        return answer(batch, top: end, outcomes: answers + new, head: session.audit.head)
    }

    /// Tells again what became of a carried batch that the log has wholly; nil for any other.
    ///
    /// That needs no right of its author's: she may have left since, and her device may have ended.
    func repeated(_ batch: PushBatch, in db: Database) throws -> WirePushResponse? {
        guard !batch.items.isEmpty, let audit = try AuditTables(db: db).audit(batch.audit),
            let replica = try IdentityTables(db: db).replica(batch.replica)
        else { return nil }
        let chains = ChainTables(db: db, audit: audit.number)
        let known = try chains.known(batch.first...batch.last, of: replica.number)
        guard known.count == batch.items.count,
            zip(known, batch.items).allSatisfy({ $0.hash == $1.hash })
        else { return nil }
        let start = ChainTop.start(of: batch.replica, in: batch.audit)
        let before = try chains.top(of: replica.number, at: batch.before.n, from: start)
        guard before.end == batch.before else { return nil }
        let answers = known.map(WireChangeAnswer.init(repeating:))
        return answer(batch, top: before.after(known), outcomes: answers, head: audit.head)
    }

    /// Whose chain it is, and whether it is only kept: a retired device deposits what it has, and a
    /// lost one is `replica-retired`.
    private func admit(
        _ batch: PushBatch, person: PersonID, device: ReplicaID, at now: Int64, _ db: Database
    ) throws -> (replica: ReplicaRow, isDeposit: Bool) {
        let identities = IdentityTables(db: db)
        let bringer = try identities.retirement(of: device)
        guard bringer != .lost else { throw Problem(.replicaRetired) }
        let replica =
            batch.proof == nil
            ? try identities.known(batch.replica)
            : try identities.ensured(batch.replica, of: person, at: now)
        return (replica, bringer != nil || replica.isRetired)
    }

    /// Twice what a laptop stops at: what it saved before it had heard of that still finds room.
    private func checkQuota(
        of ids: [PersonID], for batch: PushBatch, from index: Int, audit: Int64, _ db: Database
    ) throws {
        let bytes = batch.items.dropFirst(index).reduce(0) { $0 + $1.logBytes }
        let quota = try UsageTables(db: db, audit: audit).log(of: ids, limits)
        guard quota.adding(UInt64(bytes)).isRefused else { return }
        throw Problem(
            .storageFull,
            detail:
                "\(quota.used) bytes of this person's changes are kept in this audit, and twice "
                + "the \(quota.most) that she is granted would be exceeded; whoever runs the "
                + "server can grant more (log_bytes_per_person_max)",
            retryAfter: 3600)
    }

    /// What a retired device may leave is bounded: it never ends, and nobody may look at it ever.
    private func checkRoom(
        for batch: PushBatch, from index: Int, of replica: Int64, _ db: Database
    ) throws {
        let kept = try IdentityTables(db: db).keptChanges(of: replica)
        guard kept + batch.items.count - index > limits.depositChangesMax else { return }
        throw Problem(
            .replicaRetired, detail: "\(kept) of its changes are kept already, and no more will be")
    }

    /// Across a restore, one number stands for one change: what others may have seen of it must not
    /// be contradicted, so a device of an earlier epoch brings what was acknowledged, and no more.
    private func checkRestored(
        _ batch: PushBatch, from index: Int, top: ChainTop, audit: Int64, _ db: Database
    ) throws -> PushSession.Claims {
        guard batch.proof != nil else {
            throw Problem(
                .epochChanged, detail: "the device was enrolled in an earlier epoch",
                expected: epoch.hex)
        }
        let healed = ReconcileTables(db: db, audit: audit)
        for (offset, item) in batch.items.enumerated().dropFirst(index) {
            let dot = Dot(replica: batch.replica, n: batch.first + UInt64(offset))
            guard let known = try healed.hash(of: dot), known != item.hash else { continue }
            throw Problem(
                .replicaForked, detail: "another change was brought back as number \(dot.n)",
                expected: known.hex, actual: item.hash.hex)
        }
        return batch.claimsAreProved(from: index, after: top.outcomes) ? .proved : .stated
    }

    private static func piece(of batch: PushBatch, from index: Int) -> Range<Int> {
        guard batch.goesInPieces else { return index..<batch.items.count }
        var end = index
        var bytes = 0
        while end < batch.items.count, end - index < pieceChangesMax, bytes < pieceBytesMax {
            bytes += batch.items[end].logBytes
            end += 1
        }
        return index..<end
    }

    /// Takes some new items; answers those that were not simply applied.
    private func take(
        _ batch: PushBatch, _ piece: Range<Int>, in session: inout PushSession
    ) throws -> [WireChangeAnswer] {
        var answers: [WireChangeAnswer] = []
        for offset in piece {
            let dot = Dot(replica: batch.replica, n: batch.first + UInt64(offset))
            let isLast = offset == piece.upperBound - 1
            let verdict = try session.take(batch.items[offset], dot: dot, isLast: isLast)
            guard verdict.outcome != .applied else { continue }
            answers.append(WireChangeAnswer(n: dot.n, verdict.outcome, verdict.reason))
        }
        return answers
    }

    private func answer(
        _ batch: PushBatch, top: ChainTop, outcomes: [WireChangeAnswer], head: WireHead
    ) -> WirePushResponse {
        var response = WirePushResponse()
        response.epoch = epoch.data
        response.acknowledged = top.end.n
        response.chain = top.end.chain.data
        let acknowledgement = sealKey.acknowledgement(of: top, in: batch.audit, epoch: epoch)
        response.receipt = Data(acknowledgement.seal)
        response.outcomes = outcomes
        response.head = head
        return response
    }
}
