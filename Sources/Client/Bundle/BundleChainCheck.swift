import Foundation
import Shared

/// Follows one chain of a bundle through its changes: contiguous, signed, and in one name.
struct BundleChainCheck {
    let chain: SignedChain
    let author: Author
    /// Her other ids, as the proof claims; whether a server says so is looked at by `DeviceTrust`.
    private let others: Set<PersonID>
    private let audit: AuditID
    private let path: String
    private var reached: ChainEnd

    init(_ wire: WireBundleChain, audit: AuditID, path: String) throws(BundleError) {
        guard let chain = wire.chain, let author = wire.author
        else { throw .damaged(path: path, detail: "somebody's work has no beginning") }
        try BundleError.check(
            path, chain.isSigned(in: audit), "the signature of \(author.name) does not hold")
        try BundleError.check(
            path, chain.device.speaks(for: chain.end.replica),
            "the work of \(author.name) is signed by a device that it was not handed on to")
        others = Set(chain.device.others.map(\.person))
        // Other ids are of whom the same server knows under the one that the file gives.
        try BundleError.check(
            path, others.isEmpty || chain.device.certificate?.person == author.person,
            "the work of \(author.name) is said to be another person's")
        let nameBytes = author.name.utf8.count
        try BundleError.check(path, nameBytes <= Limits.standard.nameBytesMax, "a name is too long")
        self.chain = chain
        self.author = author
        self.audit = audit
        self.path = path
        reached = .start(of: chain.end.replica, in: audit)
    }

    /// - Returns: The change, where the chain ends with it, and whose act it is. What stands beside
    ///   its bytes in the file is in no signature, and so nothing of it is read.
    mutating func next(
        _ wire: WirePushedChange
    ) throws(BundleError) -> (change: ChainChange, end: ChainEnd, person: PersonID) {
        let key = [UInt8](wire.key)
        guard let recordKey = RecordKey(bytes: key), recordKey.audit == audit
        else { throw .damaged(path: path, detail: "a change belongs to no record of the audit") }
        // A re-issue is its first body and what wraps it.
        let bytesMax = Limits.standard.bodyBytesMax + Limits.standard.wrapperBytesMax
        try BundleError.check(path, wire.body.count <= bytesMax, "a change is too large")
        let dot = Dot(replica: reached.replica, n: reached.n + 1)
        let body = [UInt8](wire.body)
        let change: Change
        do throws(ChangeError) {
            change = try Change(key: recordKey, dot: dot, bytes: body)
        } catch { throw .damaged(path: path, detail: "a change cannot be read: \(error.reason)") }
        // Until she was invited she may have written under an id of her own key, here or elsewhere.
        let isInHerName =
            change.actingPerson == author.person || others.contains(change.actingPerson)
        try BundleError.check(
            path, isInHerName || chain.device.isOwn(change.actingPerson),
            "a change of \(author.name) is in somebody else's name")
        reached = reached.after(change.hash)
        let next = ChainChange(n: dot.n, key: key, hash: change.hash, body: body)
        return (change: next, end: reached, person: change.actingPerson)
    }

    /// Looks whether the chain ended where its signature says.
    func finish() throws(BundleError) {
        try BundleError.check(
            path, reached == chain.end, "the work of \(author.name) is not as it was signed")
    }
}
