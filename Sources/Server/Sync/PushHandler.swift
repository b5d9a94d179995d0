import Foundation
import GRDB
import Shared

/// Answers one push inside its savepoint (docs/protocol.md, "Push").
struct PushHandler: Sendable {
    let epoch: EpochID
    let sealKey: SealKey
    let limits: Limits

    /// Takes over what is new of the batch and tells the outcome of the rest.
    ///
    /// - Throws: `Problem`; the caller's savepoint then undoes everything.
    func run(
        _ batch: PushBatch, person: PersonID, at now: Int64, in db: Database
    ) throws -> WirePushResponse {
        let audits = AuditTables(db: db)
        guard let audit = try audits.audit(batch.audit) else { throw Problem(.auditUnknown) }
        guard let role = try audits.role(of: person, in: audit.number) else {
            throw Problem(.notAMember)
        }
        let identities = IdentityTables(db: db)
        let replica =
            batch.proof == nil
            ? try identities.active(batch.replica)
            : try identities.admitted(batch.replica, of: person, at: now)
        let chains = ChainTables(db: db, audit: audit.number)
        let top =
            try chains.top(of: replica.number)
            ?? ChainTop(
                n: 0, hash: ChangeHash.chainStart(audit: batch.audit, replica: batch.replica))
        let known =
            batch.first <= top.n
            ? try chains.known(batch.first...top.n, of: replica.number) : []
        let knownCount = try ChainCheck.knownCount(of: batch, top: top, known: known)
        var answers = known.prefix(knownCount).map { WireChangeAnswer($0, isRepeated: true) }

        var session = try PushSession(
            db, audit: audit, person: person, role: role, replica: replica.number, at: now,
            limits: limits, isRestoring: replica.epoch != epoch)
        let chain = ChainCheck.chainAfter(batch)
        if knownCount < batch.items.count {
            if replica.epoch != epoch {
                try checkRestored(batch, from: knownCount, chain: chain, audit: audit.number, db)
            }
            answers += try take(batch, from: knownCount, in: &session)
            try session.finish(top: ChainTop(n: batch.last, hash: chain))
        }
        return answer(batch, chain: chain, outcomes: answers, head: session.audit.head)
    }

    /// Across a restore, one number stands for one change: what others may have seen of it must not
    /// be contradicted, so a device of an earlier epoch brings what was acknowledged, and no more.
    private func checkRestored(
        _ batch: PushBatch, from index: Int, chain: Hash256, audit: Int64, _ db: Database
    ) throws {
        guard ChainCheck.isProved(batch, chain: chain, by: sealKey) else {
            throw Problem(
                .epochChanged, detail: "the device was enrolled in an earlier epoch",
                expected: epoch.hex)
        }
        let healed = HealTables(db: db, audit: audit)
        for (offset, item) in batch.items.enumerated().dropFirst(index) {
            let dot = Dot(replica: batch.replica, n: batch.first + UInt64(offset))
            guard let known = try healed.hash(of: dot), known != item.hash else { continue }
            throw Problem(
                .replicaForked, detail: "another change was brought back as number \(dot.n)",
                expected: known.hex, actual: item.hash.hex)
        }
    }

    /// Takes the new items; answers those that were not simply applied.
    private func take(
        _ batch: PushBatch, from index: Int, in session: inout PushSession
    ) throws -> [WireChangeAnswer] {
        var answers: [WireChangeAnswer] = []
        for (offset, item) in batch.items.enumerated().dropFirst(index) {
            let dot = Dot(replica: batch.replica, n: batch.first + UInt64(offset))
            let isLast = offset == batch.items.count - 1
            let verdict = try session.take(item, dot: dot, isLast: isLast)
            guard verdict.outcome != .applied else { continue }
            answers.append(WireChangeAnswer(n: dot.n, verdict.outcome, verdict.reason))
        }
        return answers
    }

    private func answer(
        _ batch: PushBatch, chain: Hash256, outcomes: [WireChangeAnswer], head: WireHead
    ) -> WirePushResponse {
        let dot = Dot(replica: batch.replica, n: batch.last)
        var response = WirePushResponse()
        response.epoch = epoch.data
        response.acked = batch.last
        response.chain = chain.data
        response.seal = Data(
            sealKey.acknowledgement(epoch: epoch, audit: batch.audit, dot: dot, chain: chain))
        response.outcomes = outcomes
        response.head = head
        return response
    }
}
