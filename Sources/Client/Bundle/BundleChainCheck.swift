import Foundation
import Shared

/// Follows one chain of a bundle through its changes: contiguous, signed, and in one name.
struct BundleChainCheck {
    let chain: BundleChain
    private let audit: AuditID
    private var n: UInt64 = 0
    private var reached: Hash256

    init(_ wire: WireBundleChain, audit: AuditID) throws(BundleFault) {
        guard let chain = BundleChain(wire) else {
            throw BundleFault(detail: "somebody's work has no beginning")
        }
        guard chain.signed.isSigned(in: audit, by: chain.proof) else {
            throw BundleFault(detail: "the signature of \(chain.personName) does not hold")
        }
        guard chain.proof.speaks(for: chain.replica) else {
            throw BundleFault(
                detail: "the work of \(chain.personName) is signed by a device that it was not "
                    + "handed on to")
        }
        guard chain.personName.utf8.count <= Limits.standard.nameBytesMax else {
            throw BundleFault(detail: "a name is too long")
        }
        self.chain = chain
        self.audit = audit
        reached = ChangeHash.chainStart(audit: audit, replica: chain.replica)
    }

    mutating func next(_ wire: WirePushedChange) throws(BundleFault) -> BundleChange {
        n += 1
        let key = [UInt8](wire.key)
        guard let recordKey = RecordKey(bytes: key), recordKey.audit == audit else {
            throw BundleFault(detail: "a change belongs to no record of the audit")
        }
        let change = try change(wire, key: recordKey, dot: Dot(replica: chain.replica, n: n))
        reached = ChangeHash.chain(after: reached, change.hash)
        return BundleChange(
            n: n, key: key, hash: change.hash, chain: reached, body: [UInt8](wire.body),
            outcome: Trail.Outcome(wire.outcome), reason: wire.reason)
    }

    /// Looks whether the chain ended where its signature says.
    func finish() throws(BundleFault) {
        guard n == chain.last, reached == chain.signed.chain else {
            throw BundleFault(detail: "the work of \(chain.personName) is not as it was signed")
        }
    }

    private func change(
        _ wire: WirePushedChange, key: RecordKey, dot: Dot
    ) throws(BundleFault) -> Change {
        // A re-issue is its first body and what wraps it.
        let bytesMax = Limits.standard.bodyBytesMax + Limits.standard.wrapperBytesMax
        guard wire.body.count <= bytesMax else {
            throw BundleFault(detail: "a change is too large")
        }
        let change: Change
        do throws(ChangeError) {
            change = try Change(key: key, dot: dot, bytes: [UInt8](wire.body))
        } catch {
            throw BundleFault(detail: "a change cannot be read: \(error.reason)")
        }
        // Until she was invited she may have written under an id of her own key.
        guard change.actingPerson == chain.person || chain.proof.isOwn(change.actingPerson) else {
            throw BundleFault(detail: "a change of \(chain.personName) is in somebody else's name")
        }
        return change
    }
}
