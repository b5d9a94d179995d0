import CZlib
import Shared

/// One own change as the journal has it: enough to give it its place in the chain again.
///
/// As bytes: u32 length and u32 CRC-32 of what follows; replica 16, n u64, chain hash 32, Unix
/// milliseconds u64, u32 length of the key, key, body; then the length again, so that the last
/// entry is found from the end of the file.
struct JournalEntry: Hashable, Sendable {
    let dot: Dot
    /// The chain hash after the change, which binds key, body and everything before it.
    let chain: Hash256
    let recordedMilliseconds: Int64
    let key: RecordKey
    let body: [UInt8]
    private static let headBytes = 8
    private static let tailBytes = 4

    /// Reads what lies between the two lengths; nil for anything else.
    private static func read(content: [UInt8]) -> JournalEntry? {
        var reader = ByteReader(content)
        guard let replica = reader.identifier(ReplicaID.self), let n = reader.integer(UInt64.self),
            let chain = reader.hash(), let recorded = reader.integer(UInt64.self),
            let count = reader.integer(UInt32.self),
            let key = reader.raw(Int(count)).flatMap({ RecordKey(bytes: $0) })
        else { return nil }
        return JournalEntry(
            dot: Dot(replica: replica, n: n), chain: chain,
            recordedMilliseconds: Int64(bitPattern: recorded), key: key, body: reader.rest())
    }

    var bytes: [UInt8] {
        let keyBytes = key.bytes
        var content = ByteWriter(capacity: 68 + keyBytes.count + body.count)
        content.append(dot)
        content.append(chain)
        content.append(UInt64(bitPattern: recordedMilliseconds))
        content.append(UInt32(keyBytes.count))
        content.append(raw: keyBytes)
        content.append(raw: body)
        var entry = ByteWriter(capacity: content.bytes.count + Self.headBytes + Self.tailBytes)
        entry.append(UInt32(content.bytes.count))
        entry.append(CRC32.of(content.bytes))
        entry.append(raw: content.bytes)
        entry.append(UInt32(content.bytes.count))
        return entry.bytes
    }

    /// The entries from the front up to the first that is torn or damaged.
    static func all(in bytes: [UInt8]) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        var reader = ByteReader(bytes)
        while let entry = next(&reader) { entries.append(entry) }
        return entries
    }

    private static func next(_ reader: inout ByteReader) -> JournalEntry? {
        guard let count = reader.integer(UInt32.self), let sum = reader.integer(UInt32.self),
            let content = reader.raw(Int(count)), CRC32.of(content) == sum,
            reader.integer(UInt32.self) == count
        else { return nil }
        return read(content: content)
    }

    /// The last entry of a file; nil when it is torn or damaged, or there is none.
    ///
    /// - Parameter read: Reads so many bytes at a place of the file.
    static func last(
        fileBytes: UInt64, read: (Int, UInt64) throws -> [UInt8]
    ) rethrows -> JournalEntry? {
        let frame = UInt64(headBytes + tailBytes)
        guard fileBytes > frame else { return nil }
        var tail = ByteReader(try read(tailBytes, fileBytes - UInt64(tailBytes)))
        guard let count = tail.integer(UInt32.self), UInt64(count) + frame <= fileBytes
        else { return nil }
        let whole = UInt64(count) + frame
        var reader = ByteReader(try read(Int(whole), fileBytes - whole))
        return next(&reader)
    }
}

/// The checksum of zip and Ethernet: tells bytes that were torn or rotted, proves nothing else.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }
}
