/// Bytes that are read front to back, some at a time, so that a file of any size is read.
package final class ByteSource {
    /// A row that is longer is told and not read: nothing that Accord writes comes near it.
    static let rowBytesMax = 8 * 1024 * 1024
    /// As much as the first line, and what tells formats apart, are looked for in.
    private static let frontBytes = 256 * 1024

    /// Why no more could be read; nil at the end.
    package private(set) var failure: (any Error)?
    private(set) var isAtEnd = false
    private let pieceBytes: Int
    private let read: (_ atMost: Int) throws -> [UInt8]

    /// - Parameter read: Gives so many bytes at most; none at the end.
    package init(pieceBytes: Int = 128 * 1024, _ read: @escaping (_ atMost: Int) throws -> [UInt8])
    {
        self.pieceBytes = pieceBytes
        self.read = read
    }

    package convenience init(_ bytes: [UInt8], pieceBytes: Int = 128 * 1024) {
        var rest = bytes[...]
        self.init(pieceBytes: pieceBytes) { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }

    /// The next bytes, at most so many; none at the end.
    package func bytes(atMost count: Int) throws -> [UInt8] { try read(count) }

    /// Its first bytes, without a byte order mark.
    func front() -> ArraySlice<UInt8> {
        let bytes = more(behind: [], Self.frontBytes)
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    }

    /// Bytes that are kept, and others behind them; no others at the end.
    func more(behind kept: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // As many again: else a long row would be looked through once a piece.
        more(behind: kept, max(pieceBytes, kept.count))
    }

    private func more(behind kept: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(kept.count + count)
        bytes += kept
        let end = kept.count + count
        while bytes.count < end, !isAtEnd {
            do {
                let piece = try read(end - bytes.count)
                isAtEnd = piece.isEmpty
                bytes += piece
            } catch {
                failure = error
                isAtEnd = true
            }
        }
        return bytes[...]
    }
}

/// The lines of a source; a last one without a line end is one, too.
struct ByteLines {
    private let source: ByteSource
    private var bytes: ArraySlice<UInt8>
    private var number = 0

    init(_ front: ArraySlice<UInt8>, then source: ByteSource) {
        bytes = front
        self.source = source
    }

    /// The next line without its end; nil for its bytes where it is longer than any row.
    mutating func next() -> (bytes: ArraySlice<UInt8>?, number: Int)? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes = bytes[(end + 1)...] }
                number += 1
                let line = bytes[..<end]
                return (line.count > ByteSource.rowBytesMax ? nil : line, number)
            }
            guard !source.isAtEnd else { break }
            guard bytes.count < ByteSource.rowBytesMax else { return passLine() }
            bytes = source.more(behind: bytes)
        }
        guard !bytes.isEmpty else { return nil }
        defer { bytes = [] }
        number += 1
        return (bytes, number)
    }

    private mutating func passLine() -> (bytes: ArraySlice<UInt8>?, number: Int)? {
        number += 1
        while !source.isAtEnd {
            bytes = source.more(behind: [])
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                bytes = bytes[(end + 1)...]
                return (nil, number)
            }
        }
        bytes = []
        return (nil, number)
    }
}
