import Foundation
import Shared

/// Follows one chain of a bundle through its changes: contiguous, signed, and in one name.
struct BundleChainCheck {
    let chain: BundleChain
    private let audit: AuditID
    private var n: UInt64 = 0
    private var reached: Hash256

    init(_ wire: WireBundleChain, audit: AuditID) throws(BundleFault) {
        guard let chain = BundleChain(wire)
        else { throw BundleFault(detail: "somebody's work has no beginning") }
        try BundleFault.check(
            chain.signed.isSigned(in: audit, by: chain.proof),
            "the signature of \(chain.personName) does not hold")
        try BundleFault.check(
            chain.proof.speaks(for: chain.replica),
            "the work of \(chain.personName) is signed by a device that it was not handed on to")
        let nameBytes = chain.personName.utf8.count
        try BundleFault.check(nameBytes <= Limits.standard.nameBytesMax, "a name is too long")
        self.chain = chain
        self.audit = audit
        reached = ChangeHash.chainStart(audit: audit, replica: chain.replica)
    }

    mutating func next(_ wire: WirePushedChange) throws(BundleFault) -> BundleChange {
        n += 1
        let key = [UInt8](wire.key)
        guard let recordKey = RecordKey(bytes: key), recordKey.audit == audit
        else { throw BundleFault(detail: "a change belongs to no record of the audit") }
        // A re-issue is its first body and what wraps it.
        let bytesMax = Limits.standard.bodyBytesMax + Limits.standard.wrapperBytesMax
        try BundleFault.check(wire.body.count <= bytesMax, "a change is too large")
        let (dot, body) = (Dot(replica: chain.replica, n: n), [UInt8](wire.body))
        let change: Change
        do throws(ChangeError) {
            change = try Change(key: recordKey, dot: dot, bytes: body)
        } catch { throw BundleFault(detail: "a change cannot be read: \(error.reason)") }
        // Until she was invited she may have written under an id of her own key.
        let isInHerName = change.actingPerson == chain.person
        try BundleFault.check(
            isInHerName || chain.proof.isOwn(change.actingPerson),
            "a change of \(chain.personName) is in somebody else's name")
        reached = ChangeHash.chain(after: reached, change.hash)
        return BundleChange(
            n: n, key: key, hash: change.hash, chain: reached, body: body,
            outcome: Trail.Outcome(wire.outcome), reason: wire.reason)
    }

    /// Looks whether the chain ended where its signature says.
    func finish() throws(BundleFault) {
        try BundleFault.check(
            n == chain.last && reached == chain.signed.chain,
            "the work of \(chain.personName) is not as it was signed")
    }
}
