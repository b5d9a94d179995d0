import Foundation
import Shared
import Storage
import SwiftProtobuf

/// What a laptop shows a restored server to be let in, read before anything of the content is.
struct ReconcileReceipts: Sendable {
    let audit: AuditID
    /// Which of the server's lives the laptop heals.
    let epoch: EpochID?
    /// What the laptop was told of its own chains, one a replica; none has a false seal.
    let acks: [Acknowledgement]
    /// The laptop's last; nil without one, or when its seal is false.
    let checkpoint: ReconcileBatch.VectorWithReceipt?
    /// A record that it brings, so that one who has no more to show is known by it.
    private let first: WirePulledRecord?

    /// Reads a request by itself; `malformed` for two of one replica, `too-large`.
    init(
        _ request: WireReconcileRequest, audit: AuditID, key: ReceiptKey, limits: Limits
    ) throws(Problem) {
        let replicas = request.acknowledgements.map(\.replica)
        for (count, what) in [
            (request.records.count, "records"), (replicas.count, "acknowledgements"),
        ] where count > limits.pushChangesMax {
            throw Problem(
                .tooLarge, expected: "at most \(limits.pushChangesMax) \(what)", actual: "\(count)")
        }
        guard Set(replicas).count == replicas.count
        else { throw Problem(.malformed, detail: "a replica's chain is acknowledged twice") }
        self.audit = audit
        epoch = EpochID(bytes: request.epoch)
        acks = request.acknowledgements.compactMap(Acknowledgement.init)
            .filter { $0.holds(in: audit, by: key) }
        checkpoint = ReconcileBatch.VectorWithReceipt(request, audit: audit, key: key)
        first = request.records.first
    }

    /// Whether the server once told the bearer something of this audit, which it tells members.
    func proveMembership(by key: ReceiptKey) -> Bool {
        if !acks.isEmpty || checkpoint != nil { return true }
        guard let first else { return false }
        return ReconcileBatch.RecordWithReceipt(first, audit: audit, key: key) != nil
    }
}

/// What a laptop brings back to a restored server, decoded before any lock was taken.
struct ReconcileBatch: Sendable {
    let receipts: ReconcileReceipts
    let records: [RecordWithReceipt]
    /// How many records bear no seal of this server, or cannot be read.
    let refused: Int

    struct VectorWithReceipt: Sendable {
        let epoch: EpochID
        let chains: [ChainEnd]
        /// When it was told, Unix milliseconds.
        let time: UInt64
    }

    struct RecordWithReceipt: Sendable {
        let epoch: EpochID
        let key: [UInt8]
        let record: Record
        let digest: Hash256
        /// As it was pulled, with its seal.
        let image: [UInt8]
    }

    var audit: AuditID { receipts.audit }
    var acks: [Acknowledgement] { receipts.acks }
    var checkpoint: VectorWithReceipt? { receipts.checkpoint }

    /// Reads the records; a seal that does not hold refuses its record alone, so that one damaged
    /// record keeps no others from coming back.
    init(_ request: WireReconcileRequest, receipts: ReconcileReceipts, key: ReceiptKey) {
        self.receipts = receipts
        let audit = receipts.audit
        records = request.records.compactMap { RecordWithReceipt($0, audit: audit, key: key) }
        refused = request.records.count - records.count
    }
}

extension ReconcileBatch.VectorWithReceipt {
    fileprivate init?(_ request: WireReconcileRequest, audit: AuditID, key: ReceiptKey) {
        let wire = request.checkpoint
        let chains = wire.vector.compactMap(ChainEnd.init)
        let receipt = [UInt8](wire.receipt)
        var reader = ByteReader(receipt)
        guard request.hasCheckpoint, let epoch = EpochID(bytes: request.checkpointEpoch),
            let root = Hash256(bytes: wire.root), chains.count == wire.vector.count,
            let time = reader.integer(UInt64.self)
        else { return nil }
        let expected = key.checkpoint(
            epoch: epoch, audit: audit, vector: chains, root: root, count: wire.count, at: time)
        guard ReceiptKey.matches(receipt, expected) else { return nil }
        self.init(epoch: epoch, chains: chains, time: time)
    }
}

extension ReconcileBatch.RecordWithReceipt {
    fileprivate init?(_ wire: WirePulledRecord, audit: AuditID, key: ReceiptKey) {
        let image = [UInt8](wire.record)
        guard let epoch = EpochID(bytes: wire.epoch), let record = try? Record(decoding: image),
            record.key.audit == audit, let seal = try? WireRecord(serializedBytes: image).receipt
        else { return nil }
        let digest = record.digest
        let expected = key.record(epoch: epoch, audit: audit, digest: digest)
        guard ReceiptKey.matches([UInt8](seal), expected) else { return nil }
        self.init(epoch: epoch, key: record.key.bytes, record: record, digest: digest, image: image)
    }
}

extension ReconcileReceipts {
    /// Who may bring records back to a restored server: looked at before any of them is.
    ///
    /// Checks identity first, then membership, then that the chains are the bearer's own. What the
    /// server does not know at all is passed on: a restore may have lost it. Who is no member (yet)
    /// may bring what the server's own seal shows that members were told.
    ///
    /// - Returns: The present epoch.
    /// - Throws: `epoch-changed`, `replica-taken`, `replica-retired`, `not-a-member`,
    ///   `not-allowed`.
    @discardableResult
    func admit(
        _ person: PersonID, with device: ReplicaID, key: ReceiptKey, in db: Database
    ) throws -> EpochID {
        let identities = IdentityTables(db: db)
        if let row = try identities.replica(device), row.person != person {
            throw Problem(.replicaTaken)
        }
        guard try identities.retirement(of: device) != .lost else { throw Problem(.replicaRetired) }
        let present = try ServerTable(db: db).currentEpoch()
        guard epoch == present else {
            throw Problem(.epochChanged, expected: present.hex, actual: epoch?.hex ?? "no epoch")
        }
        let audits = AuditTables(db: db)
        if let known = try audits.audit(audit) {
            let isMember = try audits.role(of: person, in: known.number) != nil
            guard isMember || proveMembership(by: key) else { throw Problem(.notAMember) }
        }
        let ids = [person] + (try identities.aliases(of: person))
        for ack in acks {
            let owner = try identities.replica(ack.end.replica)?.person
            guard owner.map(ids.contains) ?? true
            else { throw Problem(.notAllowed, detail: "a chain is shown by its own person") }
        }
        return present
    }
}
