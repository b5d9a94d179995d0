import Shared
import Storage

/// Who may bring a chain that is not her own (docs/protocol.md, "Carried chains").
///
/// The author's signature stands for her token: nobody can add to her chain, alter it, or leave
/// out its beginning, so it does not matter who brings it. What she may do is judged as if she had
/// brought it herself.
struct ImportedPush {
    let epoch: EpochID
    let serverKey: ServerKey
    let limits: Limits
    let db: Database

    enum Place {
        case of(PersonID)
        /// Nothing shows this server whose it is; it is kept for the leads, for this reason.
        case unplaced(reason: String)
    }

    /// Whether somebody may bring it: `not-a-member`, and `not-allowed` where it is not as signed.
    func check(
        _ batch: PushBatch, signed: SignedChain, carrier: PersonID, device: ReplicaID
    ) throws {
        _ = try IdentityTables(db: db).active(device)
        let audits = AuditTables(db: db)
        if let audit = try audits.audit(batch.audit),
            try audits.role(of: carrier, in: audit.number) == nil
        {
            throw Problem(.notAMember)
        }
        guard signed.isByItsReplica, signed.isSigned(in: batch.audit), batch.reaches(signed.end)
        else { throw Problem(.notAllowed, detail: "the author's signature does not hold") }
    }

    /// Finds out whose chain it is; an unknown audit becomes its author's, as if she created it.
    ///
    /// - Throws: `not-a-member` while somebody has to join first, `not-allowed`.
    func place(_ batch: PushBatch, signed: SignedChain, at now: Int64) throws -> Place {
        guard let key = signed.key else { throw Problem(.notAllowed) }
        let identities = IdentityTables(db: db)
        let audits = AuditTables(db: db)
        let audit = try audits.audit(batch.audit)
        let place = try owner(of: batch, signed.device, key, at: now, identities)
        if case .of(let author) = place {
            // One that was put back may have forgotten what it said of her device.
            try identities.learn(
                signed.device.otherIDs(of: batch.replica, by: serverKey), of: author)
            let ids = try [author] + identities.aliases(of: author)
            try batch.checkAuthor(is: ids)
            if let audit {
                guard try audits.role(of: author, in: audit.number) != nil else {
                    throw Problem(.notAMember, detail: "the author is not a member of this audit")
                }
            } else if batch.beginsPlan {
                guard let creator = ids.first(where: batch.isFounded(by:))
                else { throw Problem(.notItsCreator) }
                try audits.insert(batch.audit, creator: creator, at: now)
            }
        }
        return place
    }

    private func owner(
        of batch: PushBatch, _ proof: DeviceProof, _ key: DeviceKey, at now: Int64,
        _ identities: IdentityTables
    ) throws -> Place {
        let known = try identities.replica(batch.replica)
        if let row = known, row.isRetired {
            return .unplaced(reason: "its device was retired or lost")
        }
        if let row = known, !row.publicKey.isEmpty {
            guard row.publicKey == key.publicKey
            else { throw Problem(.notAllowed, detail: "the author's device has another key") }
            return row.epoch == epoch
                ? .of(row.person)
                : .unplaced(reason: "its device was enrolled before the server was put back")
        }
        // A device that goes on for one that is enrolled here, and has not met the server since.
        for earlier in proof.predecessors {
            guard let row = try identities.replica(earlier.replica),
                row.publicKey == earlier.publicKey, row.epoch == epoch, !row.isRetired
            else { continue }
            if let known {
                // It has come by its token to a server that was put back, which saw no key of it.
                guard known.person == row.person
                else { return .unplaced(reason: "its device is another person's here") }
                try identities.note(key: key.publicKey, of: batch.replica, in: epoch)
            } else {
                let room = DeviceLimit(limits: limits, tables: identities, now: now)
                do { try room.check(for: row.person, successorOf: earlier.replica) } catch {
                    return .unplaced(reason: "its person has as many devices as one may have")
                }
                try identities.insert(
                    replica: batch.replica, person: row.person, device: "",
                    publicKey: key.publicKey, epoch: epoch, at: now)
            }
            try identities.noteSuccession(of: earlier.replica, at: now)
            return .of(row.person)
        }
        let isForgotten = proof.person(of: batch.replica, by: serverKey) != nil
        return .unplaced(
            reason: isForgotten
                ? "the server was put back and has forgotten its device"
                : "no device with this key has enrolled here")
    }
}

extension PushBatch {
    fileprivate func isFounded(by person: PersonID) -> Bool {
        nonce.count == AuditID.nonceBytes && AuditID.founded(by: person, nonce: nonce) == audit
    }

    fileprivate var beginsPlan: Bool {
        guard first == 1, case .change(let change) = items.first?.content, case .plan = change.key
        else { return false }
        return true
    }
}
