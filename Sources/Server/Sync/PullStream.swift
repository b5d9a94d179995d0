import Foundation
import Shared
import SwiftProtobuf

/// The frames of one pull's answer, in the order in which they are sent.
struct PullStream {
    private let epoch: EpochID
    private let sealKey: ReceiptKey
    private let audit: AuditRow
    private let floor: UInt64
    private var position: UInt64 = 0
    private var recordsSinceMark = 0
    private var bytesAtMark = 0
    private(set) var bytes: [UInt8] = []
    private(set) var records = 0
    private static let recordsPerMarkMax = 1_000
    /// Over a poor line a piece should arrive within seconds: what is cut after it is not lost.
    private static let bytesPerMarkMax = 256 * 1024

    /// What a record's frame, a mark and a short checkpoint take at most.
    private static let closingBytes = 16 * 1024
    private static let spareBytesMax = 4 * 1024 * 1024
    /// Answers of so many bytes are the usual ones.
    private static let shortBytesMax = 128 * 1024

    init(epoch: EpochID, sealKey: ReceiptKey, audit: AuditRow, floor: UInt64) {
        self.epoch = epoch
        self.sealKey = sealKey
        self.audit = audit
        self.floor = floor
    }

    mutating func open(_ opening: WirePullOpening) { append(.with { $0.opening = opening }) }

    /// Appends a record from its stored bytes, with its seal and, when due, a mark before it.
    mutating func append(_ item: RecordTable.FeedItem) {
        let pending = bytes.count - bytesAtMark
        if recordsSinceMark == Self.recordsPerMarkMax || pending > Self.bytesPerMarkMax { mark() }
        let seal = sealKey.record(epoch: epoch, audit: audit.id, digest: item.digest)
        let recordCount = item.image.count + WireTag.sealHeader.count + seal.count
        let itemCount = 1 + Framing.varintCount(recordCount) + recordCount
        makeRoom(for: itemCount)
        Framing.appendVarint(UInt64(itemCount), to: &bytes)
        bytes.append(WireTag.recordOfItem)
        Framing.appendVarint(UInt64(recordCount), to: &bytes)
        bytes.append(contentsOf: item.image)
        bytes.append(contentsOf: WireTag.sealHeader)
        bytes.append(contentsOf: seal)
        position = item.sequence
        records += 1
        recordsSinceMark += 1
    }

    /// Appends a record before its place in the order, and a mark at once: however soon the line
    /// breaks, it has come.
    mutating func appendFirst(_ item: RecordTable.FeedItem) {
        let before = position
        append(item)
        position = before
        mark()
    }

    /// - Parameter people: Whose each replica is; no laptop could tell of one that only removed.
    /// - Parameter now: Unix milliseconds.
    mutating func close(vector: [ChainEnd], of people: [ReplicaID: PersonID], at now: UInt64) {
        let receipt = sealKey.checkpoint(
            epoch: epoch, audit: audit.id, vector: vector, root: audit.root, count: audit.count,
            at: now)
        var item = WirePullItem()
        item.checkpoint.cursor = cursor(floor: audit.sequence, position: audit.sequence)
        item.checkpoint.vector = vector.map { end in
            var entry = WireVectorEntry(end)
            entry.person = people[end.dot.replica]?.data ?? Data()
            return entry
        }
        item.checkpoint.root = audit.root.data
        item.checkpoint.count = audit.count
        item.checkpoint.receipt = Data(receipt)
        append(item)
    }

    mutating func cut() {
        let cursor = cursor(floor: floor, position: position)
        append(.with { $0.more = cursor })
    }

    private mutating func mark() {
        let cursor = cursor(floor: floor, position: position)
        append(.with { $0.mark = cursor })
        recordsSinceMark = 0
        bytesAtMark = bytes.count
    }

    /// Makes room for a record and for what follows it, at once: the array would first grow to hold
    /// the record exactly, and then copy 40 MiB of it for the sixteen bytes of its seal.
    private mutating func makeRoom(for count: Int) {
        let needed = bytes.count + count + Self.closingBytes
        guard needed > bytes.capacity else { return }
        // A long answer gets all its room in one step: pages that nothing is written to cost
        // nothing, while each doubling copies what is there into pages that are cleared first.
        let spare = needed > Self.shortBytesMax ? Self.spareBytesMax : bytes.capacity
        bytes.reserveCapacity(needed + spare)
    }

    private func cursor(floor: UInt64, position: UInt64) -> Data {
        let cursor = Cursor(
            epoch: epoch, audit: audit.id, floor: floor, position: position,
            head: audit.sequence, trail: audit.trail)
        return Data(cursor.sealed(by: sealKey))
    }

    private mutating func append(_ item: WirePullItem) {
        Framing.append(item.canonicalBytes(), to: &bytes)
    }
}

/// Protobuf's tags of the two fields that are written by hand, because the bytes between them are
/// taken from the database as they are; a test holds them against the generated code.
private enum WireTag {
    /// `PullItem.record`: field 2, length-delimited.
    static let recordOfItem: UInt8 = 2 << 3 | 2
    /// `Record.seal`: field 4, length-delimited, 16 bytes.
    static let sealHeader: [UInt8] = [4 << 3 | 2, 16]
}

extension Framing {
    fileprivate static func varintCount(_ value: Int) -> Int {
        max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
    }
}

extension WireVectorEntry {
    init(_ entry: ChainEnd) {
        self.init()
        replica = entry.dot.replica.data
        n = entry.dot.n
        chain = entry.chain.data
    }
}
