import Foundation
import Shared

/// A push as it was decoded and checked before any lock was taken.
struct PushBatch: Sendable {
    let audit: AuditID
    /// Where the chain ended before the batch.
    let before: ChainEnd
    let items: [Item]
    let epoch: EpochID?
    /// What the server once acknowledged of just this chain, for a device of an earlier epoch; nil
    /// where the server's own seal does not say so.
    private(set) var proof: Acknowledgement?
    /// What the owner says of the changes behind the batch, up to the proof's number or the
    /// signature's.
    let following: [Following]
    /// The author's word for her chain, where somebody else brings it; nil in an own chain.
    let signed: SignedChain?
    /// The nonce from which the audit's id was made, where the carrier knows it; else empty.
    let nonce: [UInt8]
    /// As the sender says this server's word for other ids of hers.
    private let ids: [Certificate]

    struct Item: Sendable {
        /// The record key's bytes, or what came in their place.
        let key: [UInt8]
        let hash: Hash256
        let content: Content
        /// What became of it in an earlier epoch, as its owner says; nil when it is new.
        var claim: Admission.Answer?
    }

    struct Following: Sendable {
        let hash: Hash256
        /// Nil for one that this version does not know.
        let outcome: Trail.Outcome?
    }

    enum Content: Sendable {
        case change(Change)
        /// What cannot be read, or says what no version allows; kept, never applied.
        case invalid(body: [UInt8], reason: String)
    }

    var replica: ReplicaID { before.replica }
    var first: UInt64 { before.n + 1 }
    /// The number of the last item; the one before `first` in an empty batch.
    var last: UInt64 { before.n + UInt64(items.count) }
    /// Where the chain ends with the batch.
    var end: ChainEnd { items.reduce(before) { $0.after($1.hash) } }

    /// Whether it may be taken in pieces.
    ///
    /// What brings proofs of earlier answers, or somebody else's work, is judged as things stood
    /// before any of it was taken.
    var goesInPieces: Bool { proof == nil && signed == nil }
    private static let numberMax: UInt64 = 1 << 63

    /// Reads a request by itself; `malformed`, `too-large`; what cannot be read keeps its number.
    init(
        _ request: WirePushRequest, audit: AuditID, key: ReceiptKey, limits: Limits
    ) throws(Problem) {
        guard let replica = ReplicaID(bytes: request.replica),
            let chainBefore = Hash256(bytes: request.chainBefore), request.first > 0
        else { throw Problem(.malformed, detail: "replica, first or chain_before is missing") }
        guard request.changes.count <= limits.pushChangesMax else {
            throw Problem(
                .tooLarge, expected: "at most \(limits.pushChangesMax) changes",
                actual: "\(request.changes.count)")
        }
        let bytes = request.changes.reduce(request.following.count) {
            $0 + $1.key.count + $1.body.count
        }
        guard bytes <= limits.pushBytesMax else {
            throw Problem(
                .tooLarge, expected: "at most \(limits.pushBytesMax) bytes", actual: "\(bytes)")
        }
        guard request.first < Self.numberMax - UInt64(request.changes.count)
        else { throw Problem(.malformed, detail: "a chain ends below 2^63") }
        guard let following = [Following](run: [UInt8](request.following))
        else { throw Problem(.malformed, detail: "following is no run of hashes and outcomes") }
        signed = try SignedChain.read(from: request, of: replica)
        nonce = [UInt8](request.nonce)
        ids = request.ids.prefix(DeviceProof.othersMax).compactMap(Certificate.init)
        epoch = EpochID(bytes: request.epoch)
        self.following = following
        self.audit = audit
        before = ChainEnd(dot: Dot(replica: replica, n: request.first - 1), chain: chainBefore)
        items = request.changes.enumerated().map { index, change in
            Item(change, dot: Dot(replica: replica, n: request.first + UInt64(index)), audit: audit)
        }
        guard request.hasProof, let told = Acknowledgement(request.proof),
            told.holds(in: audit, by: key), reaches(told.end)
        else { return }
        proof = told
    }

    /// The ids of which this server has said that a device may write in them.
    func ids(of device: ReplicaID, by key: ServerKey) -> Set<PersonID> {
        Set(ids.filter { $0.replica == device && $0.isSigned(by: key) }.map(\.person))
    }

    /// Nobody brings work in a name that is not among her ids, else `not-allowed`; an adoption is
    /// its adopter's act.
    func checkAuthor(is ids: [PersonID]) throws(Problem) {
        let index = items.firstIndex { item in
            guard case .change(let change) = item.content else { return false }
            return !ids.contains(change.actingPerson)
        }
        guard let index else { return }
        throw Problem(
            .notAllowed,
            detail: "change \(index) is not in the name of "
                + (signed == nil ? "the token's person" : "its author"))
    }
}

extension SignedChain {
    /// Nil in an own chain; `not-allowed` where what its author should have signed is incomplete.
    fileprivate static func read(
        from request: WirePushRequest, of replica: ReplicaID
    ) throws(Problem) -> SignedChain? {
        guard request.hasSigned else { return nil }
        guard let signed = SignedChain(request.signed, of: replica, by: request.device)
        else { throw Problem(.notAllowed, detail: "the author's signature is incomplete") }
        return signed
    }
}

extension PushBatch.Item {
    fileprivate init(_ wire: WirePushedChange, dot: Dot, audit: AuditID) {
        key = [UInt8](wire.key)
        claim = Trail.Outcome(wire.outcome).map { .init(outcome: $0, reason: wire.reason) }
        let body = [UInt8](wire.body)
        do throws(ChangeError) {
            guard let recordKey = RecordKey(bytes: key), recordKey.audit == audit
            else { throw .undecodable(reason: "its key is not one of a record of this audit") }
            let change = try Change(key: recordKey, dot: dot, bytes: body)
            hash = change.hash
            content = .change(change)
        } catch {
            // What can be hashed gets its number, so that nothing blocks what follows.
            hash = ChangeHash.hash(keyBytes: key, dot: dot, body: body)
            content = .invalid(body: body, reason: error.word)
        }
    }
}

extension [PushBatch.Following] {
    private static let entrySize = 33

    /// Reads hashes and outcomes one after the other; nil when the last is cut.
    fileprivate init?(run bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Self.entrySize) else { return nil }
        self = stride(from: 0, to: bytes.count, by: Self.entrySize).compactMap { start in
            Hash256(bytes: [UInt8](bytes[start..<start + 32])).map {
                Element(hash: $0, outcome: Trail.Outcome(code: bytes[start + 32]))
            }
        }
    }
}

extension ChangeError {
    fileprivate var word: String {
        switch self {
        case .undecodable(let reason): "unreadable: \(reason)"
        case .invalid(let reason): "invalid: \(reason)"
        }
    }
}
