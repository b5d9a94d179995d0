import Foundation
import Shared

/// Follows one chain of a bundle through its changes: contiguous, signed, and in one name.
struct BundleChainCheck {
    let chain: BundleChain
    private let audit: AuditID
    private let path: String
    private var n: UInt64 = 0
    private var reached: Hash256

    init(_ wire: WireBundleChain, audit: AuditID, path: String) throws(BundleError) {
        guard let chain = BundleChain(wire)
        else { throw .damaged(path: path, detail: "somebody's work has no beginning") }
        try BundleError.check(
            path, chain.signed.isSigned(in: audit, by: chain.proof),
            "the signature of \(chain.personName) does not hold")
        try BundleError.check(
            path, chain.proof.speaks(for: chain.replica),
            "the work of \(chain.personName) is signed by a device that it was not handed on to")
        let nameBytes = chain.personName.utf8.count
        try BundleError.check(path, nameBytes <= Limits.standard.nameBytesMax, "a name is too long")
        self.chain = chain
        self.audit = audit
        self.path = path
        reached = ChangeHash.chainStart(audit: audit, replica: chain.replica)
    }

    /// - Returns: The change, and the chain hash at its number.
    mutating func next(
        _ wire: WirePushedChange
    ) throws(BundleError) -> (change: ChainChange, chain: Hash256) {
        n += 1
        let key = [UInt8](wire.key)
        guard let recordKey = RecordKey(bytes: key), recordKey.audit == audit
        else { throw .damaged(path: path, detail: "a change belongs to no record of the audit") }
        // A re-issue is its first body and what wraps it.
        let bytesMax = Limits.standard.bodyBytesMax + Limits.standard.wrapperBytesMax
        try BundleError.check(path, wire.body.count <= bytesMax, "a change is too large")
        let (dot, body) = (Dot(replica: chain.replica, n: n), [UInt8](wire.body))
        let change: Change
        do throws(ChangeError) {
            change = try Change(key: recordKey, dot: dot, bytes: body)
        } catch { throw .damaged(path: path, detail: "a change cannot be read: \(error.reason)") }
        // Until she was invited she may have written under an id of her own key.
        let isInHerName = change.actingPerson == chain.person
        try BundleError.check(
            path, isInHerName || chain.proof.isOwn(change.actingPerson),
            "a change of \(chain.personName) is in somebody else's name")
        reached = ChangeHash.chain(after: reached, change.hash)
        // What its author was told of it.
        let answer = ChangeAnswer(n: n, code: wire.outcome.rawValue, reason: wire.reason)
        let next = ChainChange(n: n, key: key, hash: change.hash, body: body, answer: answer)
        return (change: next, chain: reached)
    }

    /// Looks whether the chain ended where its signature says.
    func finish() throws(BundleError) {
        try BundleError.check(
            path, n == chain.last && reached == chain.signed.end.chain,
            "the work of \(chain.personName) is not as it was signed")
    }
}
