import Foundation
import Shared
import Storage
import SwiftProtobuf

/// Reads a bundle item by item and checks everything that a file can be checked for by itself.
struct BundleReader {
    /// What follows the header, in the order of the file.
    enum Piece {
        case chain(SignedChain, by: Author)
        /// With where its chain ends so far, and whose act it is.
        case change(ChainChange, end: ChainEnd, by: PersonID)
        case file(Hash256, size: UInt64)
        case part([UInt8])
    }

    private let path: String
    private let file: DiskFile
    private let size: UInt64
    private var offset: UInt64 = 0
    private var hash = RunningHash()
    /// The hash of everything before the item that was read last.
    private var hashBefore: Hash256
    private(set) var header = WireBundleHeader()
    private(set) var audit = AuditID(high: 0, low: 0)

    init(path: String) throws {
        self.path = path
        file = try DiskFile(path, for: .reading)
        size = try file.size()
        hashBefore = hash.value
        let magic = try file.read(BundleFormat.magic.count, at: 0)
        guard magic == BundleFormat.magic else { throw BundleError.notABundle(path: path) }
        magic.withUnsafeBytes { hash.update($0) }
        offset = UInt64(magic.count)
        guard case .header(let header) = try item() else { throw fault("it has no header") }
        guard header.format <= BundleFormat.version else { throw BundleError.newer(path: path) }
        guard let audit = AuditID(bytes: header.audit) else { throw fault("it has no audit") }
        self.header = header
        self.audit = audit
    }

    /// Reads to the end; what was visited counts only when this returns.
    mutating func read(_ visit: (Piece) throws -> Void) throws -> BundleCounts {
        var counts = BundleCounts()
        var chain: BundleChainCheck?
        var evidence: BundleFileCheck?
        while true {
            let item = try item()
            if case .changes(let list) = item, chain != nil {
                for change in list.changes {
                    let next = try chain?.next(change)
                    counts.changes += 1
                    if let next {
                        try visit(.change(next.change, end: next.end, by: next.person))
                    }
                }
                continue
            }
            if case .part(let part) = item, evidence != nil {
                try evidence?.next(part)
                try visit(.part([UInt8](part)))
                continue
            }
            try chain?.finish()
            try evidence?.finish()
            chain = nil
            evidence = nil
            switch item {
            case .chain(let wire) where counts.files == 0:
                let next = try BundleChainCheck(wire, audit: audit, path: path)
                chain = next
                counts.chains += 1
                try visit(.chain(next.chain, by: next.author))
            case .file(let wire):
                let next = try BundleFileCheck(wire, path: path)
                evidence = next
                counts.files += 1
                try visit(.file(next.hash, size: next.size))
            case .end(let end):
                try check(end, counts)
                return counts
            case .header, .chain, .changes, .part: throw fault("its parts are in another order")
            }
        }
    }

    private func check(_ end: WireBundleEnd, _ counts: BundleCounts) throws {
        guard Hash256(bytes: end.hash) == hashBefore else { throw fault("its hash differs") }
        let isWhole = end.chains == counts.chains && end.changes == counts.changes
        guard isWhole, end.files == counts.files else { throw fault("something is missing") }
        guard offset == size else { throw fault("something follows its end") }
    }

    private mutating func item() throws -> WireBundleItem.OneOf_Item {
        hashBefore = hash.value
        let head = try file.read(Self.lengthBytesMax, at: offset)
        guard let (length, lengthBytes) = Self.length(head),
            length <= UInt64(BundleFormat.itemBytesMax)
        else { throw fault(head.isEmpty ? "it was cut off" : "a length is wrong") }
        let bytes = try file.read(Int(length), at: offset + UInt64(lengthBytes))
        guard bytes.count == Int(length) else { throw fault("it was cut off") }
        head[..<lengthBytes].withUnsafeBytes { hash.update($0) }
        bytes.withUnsafeBytes { hash.update($0) }
        offset += UInt64(lengthBytes) + length
        guard let item = (try? WireBundleItem(serializedBytes: bytes))?.item
        else { throw fault("a part cannot be read") }
        return item
    }

    /// A varint of at most four bytes says more than any item has.
    private static let lengthBytesMax = 4

    private static func length(_ bytes: [UInt8]) -> (value: UInt64, bytes: Int)? {
        var value: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            value |= UInt64(byte & 0x7F) << (7 * UInt64(index))
            if byte < 0x80 { return (value, index + 1) }
        }
        return nil
    }

    private func fault(_ detail: String) -> BundleError { .damaged(path: path, detail: detail) }
}

/// Follows one file of evidence through its parts.
private struct BundleFileCheck {
    let hash: Hash256
    let size: UInt64
    private let path: String
    private var seen: UInt64 = 0
    private var running = RunningHash()

    init(_ wire: WireBundleFile, path: String) throws(BundleError) {
        guard let hash = Hash256(bytes: wire.hash)
        else { throw .damaged(path: path, detail: "a file has no hash") }
        self.hash = hash
        self.path = path
        size = wire.size
    }

    mutating func next(_ part: Data) throws(BundleError) {
        seen += UInt64(part.count)
        try BundleError.check(path, seen <= size, "a file has too many bytes")
        part.withUnsafeBytes { running.update($0) }
    }

    func finish() throws(BundleError) {
        let isWhole = seen == size && running.value == hash
        try BundleError.check(path, isWhole, "a file has another hash")
    }
}
