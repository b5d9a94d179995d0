import GRDB
import Shared

/// Who may bring a chain that is not her own (docs/protocol.md, "Carried chains").
///
/// The author's signature stands for her token: nobody can add to her chain, alter it, or leave
/// out its beginning, so it does not matter who brings it. What she may do is judged as if she had
/// brought it herself.
struct CarriedPush {
    let epoch: EpochID
    let db: Database

    /// The person whose chain it is, and in whose name all of it has to be.
    ///
    /// An audit that the server does not know becomes the author's, as if she had created it.
    ///
    /// - Throws: `not-a-member` while somebody has to join first, `not-allowed`.
    func author(
        of batch: PushBatch, signed: SignedChain, carrier: PersonID, device: ReplicaID,
        at now: Int64
    ) throws -> PersonID {
        let identities = IdentityTables(db: db)
        _ = try identities.active(device)
        guard let replica = try identities.replica(batch.replica) else {
            throw Problem(.notAMember, detail: "the author's device has not joined this server")
        }
        guard replica.epoch == epoch else {
            throw Problem(
                .notAllowed, detail: "the author's device has to sync itself after the restore")
        }
        guard signed.isSigned(in: batch.audit, by: replica.publicKey), batch.reaches(signed)
        else { throw Problem(.notAllowed, detail: "the author's signature does not hold") }
        guard batch.isIn(nameOf: replica.person) else {
            throw Problem(.notAllowed, detail: "a change is not in the name of its author")
        }
        try checkAudit(batch, author: replica.person, carrier: carrier, at: now)
        return replica.person
    }

    private func checkAudit(
        _ batch: PushBatch, author: PersonID, carrier: PersonID, at now: Int64
    ) throws {
        let audits = AuditTables(db: db)
        if let audit = try audits.audit(batch.audit) {
            guard try audits.role(of: carrier, in: audit.number) != nil else {
                throw Problem(.notAMember)
            }
            guard try audits.role(of: author, in: audit.number) != nil else {
                throw Problem(.notAMember, detail: "the author is not a member of this audit")
            }
        } else if batch.beginsPlan {
            try audits.insert(batch.audit, creator: author, at: now)
        }
    }
}

extension PushBatch {
    /// Whether the batch and what follows it end where the author signed.
    fileprivate func reaches(_ signed: SignedChain) -> Bool {
        guard signed.dot == Dot(replica: replica, n: last + UInt64(following.count)) else {
            return false
        }
        let end = following.reduce(ChainCheck.chainAfter(self)) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        return end == signed.chain
    }

    /// Whether the first change of the chain is the plan's first.
    fileprivate var beginsPlan: Bool {
        guard first == 1, case .change(let change) = items.first?.content,
            case .plan = change.key
        else { return false }
        return true
    }
}
