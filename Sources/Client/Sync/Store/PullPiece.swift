import Foundation
package import HTTPClient
package import Shared
import SwiftProtobuf

/// What one answer to a pull brought: whole pieces only, up to the last mark of a cut stream.
package struct PullPiece: Sendable {
    package let opening: PullOpening
    /// In the order in which the server last changed them.
    package let records: [PulledRecord]
    package let end: End

    /// How the stream ended.
    package enum End: Sendable {
        /// The laptop now has everything up to the snapshot.
        case checkpoint(PullCheckpoint)
        /// There is more behind this cursor: the limit or a cut connection ended the piece.
        case more(cursor: [UInt8])
        /// The stream was cut before its first mark; nothing can be stored.
        case nothing
    }
}

/// What the server says of itself and of the asking replica before the first record.
package struct PullOpening: Sendable {
    package let epoch: EpochID
    /// The head of the snapshot that is read.
    package let sequence: UInt64
    package let root: Hash256
    package let acknowledgement: Acknowledgement
    /// What leads made of her changes, in that order; perhaps of another laptop's.
    package var resolutions = Told<(dot: Dot, resolution: Resolution)>()
    var ended = EndedDevices()
    /// To a lead, what devices have not sent.
    package var queues = Told<DeviceQueue>()
    /// To a lead, the stamp of what is kept for the leads; 0 while nothing ever was.
    package var kept: UInt64 = 0
    /// What the person has used of what she is granted; nil where the server grants without end.
    package var quotas: AuditQuotas?
    /// How many records the audit has, in a pull of everything; 0 else.
    package var records: UInt64 = 0
    /// The server's word for other ids of her person, to the asking device.
    package var ids: [Certificate] = []
}

/// One record as it came; its bytes are kept untouched.
package struct PulledRecord: Sendable {
    package let record: Record
    package let bytes: [UInt8]
}

/// The end of a complete pull.
package struct PullCheckpoint: Sendable {
    /// Where the next pull begins; opaque.
    package let cursor: [UInt8]
    /// What of each replica the server has in the snapshot, with its chain hash there.
    package let vector: [ChainEnd]
    package let root: Hash256
    package let sequence: UInt64
    /// The checkpoint as it came, with its seal; empty in tests that need none.
    var image: [UInt8] = []

    /// How far the server has a replica's chain in the snapshot.
    func n(of replica: ReplicaID) -> UInt64 {
        vector.first { $0.dot.replica == replica }?.dot.n ?? 0
    }
}

extension PullPiece {
    /// - Parameters:
    ///   - audit: The one that was asked for; a record of another is in no piece.
    ///   - replica: The asking replica, of whose chain the opening speaks.
    /// - Throws: `TransportError.notOurServer` for bytes that no Accord server sends.
    package init(
        reading bytes: [UInt8], of audit: AuditID, replica: ReplicaID, limits: Limits
    ) throws(TransportError) {
        guard let ranges = Framing.ranges(in: bytes, bytesMax: limits.decodedBytesMax) else {
            throw .notOurServer(detail: "the answer is no stream of frames")
        }
        var opening: PullOpening?
        var records: [PulledRecord] = []
        var marked = 0
        var end = End.nothing
        for range in ranges {
            // Nearly every frame is a record, kept as it came: its bytes are taken from the frame.
            if let record = Framing.onlyField(2, in: bytes[range]) {
                records.append(try PulledRecord([UInt8](record), of: audit))
                continue
            }
            guard let item = try? WirePullItem(serializedBytes: [UInt8](bytes[range])) else {
                throw .notOurServer(detail: "a frame holds no message of the protocol")
            }
            switch item.item {
            case .opening(let wire): opening = try PullOpening(wire, replica: replica)
            case .record(let wire):
                records.append(try PulledRecord(wire.canonicalBytes(), of: audit))
            case .mark(let cursor), .more(let cursor):
                marked = records.count
                end = .more(cursor: [UInt8](cursor))
            case .checkpoint(let wire):
                marked = records.count
                end = .checkpoint(try PullCheckpoint(wire, at: opening))
            case nil: continue  // An item of a later version says nothing to this one.
            }
        }
        guard let opening else { throw .notOurServer(detail: "the answer ended before it began") }
        self.init(opening: opening, records: Array(records.prefix(marked)), end: end)
    }
}

extension PullOpening {
    fileprivate init(_ wire: WirePullOpening, replica: ReplicaID) throws(TransportError) {
        guard let epoch = EpochID(bytes: wire.epoch), let root = Hash256(bytes: wire.head.root),
            let chain = Hash256(bytes: wire.chain)
        else { throw .notOurServer(detail: "the opening of the pull is incomplete") }
        self.init(
            epoch: epoch, sequence: wire.head.sequence, root: root,
            acknowledgement: Acknowledgement(
                epoch: epoch,
                end: ChainEnd(dot: Dot(replica: replica, n: wire.number), chain: chain),
                seal: [UInt8](wire.receipt), answers: wire.outcomes.map(ChangeAnswer.init)),
            resolutions: Told(wire.resolutions.compactMap(\.told), through: wire.resolved),
            ended: EndedDevices(
                last: Dictionary(
                    wire.ended.compactMap { device in
                        ReplicaID(bytes: device.replica).map { ($0, device.n) }
                    }, uniquingKeysWith: min), stamp: wire.endedTold),
            queues: Told(wire.queues.compactMap(DeviceQueue.init), through: wire.queuesTold),
            kept: wire.quarantineTold,
            quotas: wire.hasLog && wire.hasEvidence
                ? AuditQuotas(
                    log: Quota(used: wire.log.used, most: wire.log.most),
                    evidence: Quota(used: wire.evidence.used, most: wire.evidence.most)) : nil,
            records: wire.records, ids: wire.ids.compactMap(Certificate.init))
    }
}

extension DeviceQueue {
    fileprivate init?(_ wire: WireDeviceQueue) {
        guard let replica = ReplicaID(bytes: wire.replica),
            let person = PersonID(bytes: wire.person)
        else { return nil }
        self.init(
            replica: replica, person: person, device: wire.device,
            unsent: Int(clamping: wire.unsent),
            oldest: Date(unixMilliseconds: wire.oldestMilliseconds),
            told: Date(unixMilliseconds: wire.toldMilliseconds))
    }
}

extension WireResolution {
    /// In the store's form; nil for one of a later version, which is passed over.
    fileprivate var told: (dot: Dot, resolution: Resolution)? {
        guard let replica = ReplicaID(bytes: replica), let lead = PersonID(bytes: person)
        else { return nil }
        let kind: Resolution.Kind
        switch self.kind {
        case .adopted: kind = .adopted
        case .discarded: kind = .discarded
        case .unspecified, .UNRECOGNIZED: return nil
        }
        let date = Date(unixMilliseconds: resolvedMilliseconds)
        let resolution = Resolution(kind, by: lead, at: date, reason: reason)
        return (Dot(replica: replica, n: n), resolution)
    }
}

extension PulledRecord {
    fileprivate init(_ bytes: [UInt8], of audit: AuditID) throws(TransportError) {
        self.bytes = bytes
        do {
            record = try Record(decoding: bytes)
        } catch {
            throw .notOurServer(detail: "a record cannot be read: \(error.reason)")
        }
        // Stored, it would stay: no checkpoint counts it, and no pull of this audit replaces it.
        guard record.key.audit == audit else {
            throw .notOurServer(detail: "a record came that belongs to another audit")
        }
    }
}

extension PullCheckpoint {
    fileprivate init(_ wire: WireCheckpoint, at opening: PullOpening?) throws(TransportError) {
        var vector: [ChainEnd] = []
        for entry in wire.vector {
            guard let end = ChainEnd(entry)
            else { throw .notOurServer(detail: "the checkpoint's vector is damaged") }
            vector.append(end)
        }
        guard let root = Hash256(bytes: wire.root), let opening else {
            throw .notOurServer(detail: "the checkpoint is incomplete")
        }
        self.init(
            cursor: [UInt8](wire.cursor), vector: vector, root: root, sequence: opening.sequence,
            image: wire.canonicalBytes())
    }
}
