import CZlib
import Foundation

/// The file of a finished workbook, read to hold it against what it was made of and to pass it on.
struct WorkbookParts {
    private let file: Int32

    private static let pieceBytes = 64 * 1024

    init(_ file: Int32) { self.file = file }

    /// Passes the file on in pieces.
    func pieces(_ pass: (ArraySlice<UInt8>) throws -> Void) throws {
        var offset = 0
        while case let piece = try read(at: offset, Self.pieceBytes), !piece.isEmpty {
            try pass(piece[...])
            offset += piece.count
        }
    }

    /// How many bytes of rows each sheet has, in their order; none of one that is broken.
    func rows(ofSheets count: Int) throws -> [Int?] {
        var lengths = [Int?](repeating: nil, count: count)
        var offset = 0
        while let entry = try entry(at: offset) {
            if let number = Self.number(ofSheet: entry.name), (1...count).contains(number) {
                lengths[number - 1] = try rows(in: entry)
            }
            offset = entry.end
        }
        return lengths
    }

    /// One file in the archive, as its local header has it.
    struct Entry {
        let name: String
        fileprivate let content: Range<Int>
        var end: Int { content.upperBound }
    }

    /// Nil behind the last one.
    func entry(at offset: Int) throws -> Entry? {
        let header = try read(at: offset, 30)
        guard header.count == 30, header.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        func number(_ place: Int, _ bytes: Int) -> Int {
            header[place..<place + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let name = try read(at: offset + 30, number(26, 2))
        let start = offset + 30 + name.count + number(28, 2)
        return Entry(
            name: String(decoding: name, as: UTF8.self), content: start..<start + number(18, 4))
    }

    /// Such as 2 of `xl/worksheets/sheet2.xml`.
    private static func number(ofSheet name: String) -> Int? {
        let front = "xl/worksheets/sheet"
        let back = ".xml"
        guard name.hasPrefix(front), name.hasSuffix(back) else { return nil }
        return Int(name.dropFirst(front.count).dropLast(back.count))
    }

    /// Where the rows begin and end is told by two tags, which no text of a cell can have.
    private func rows(in entry: Entry) throws -> Int? {
        var total = 0
        var head: [UInt8] = []
        var tail: [UInt8] = []
        try inflated(entry) { piece in
            total += piece.count
            if head.count < Self.pieceBytes { head += piece }
            tail = Array((tail + piece.suffix(Self.tailBytes)).suffix(Self.tailBytes))
        }
        let opening = Array("<sheetData>".utf8)
        guard let start = head.firstRange(of: opening)?.upperBound,
            let end = tail.firstRange(of: Array("</sheetData>".utf8))?.lowerBound
        else { return nil }
        return total - tail.count + end - start
    }

    /// What stands behind the rows of a sheet is shorter.
    private static let tailBytes = 4096

    /// Hands on what the entry holds, piece by piece.
    func inflated(_ entry: Entry, _ body: (ArraySlice<UInt8>) -> Void) throws {
        var stream = z_stream()
        guard accord_zip_inflate_start(&stream) == Z_OK else { throw CocoaError(.fileReadUnknown) }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Self.pieceBytes)
        var offset = entry.content.lowerBound
        var result = Z_OK
        while result == Z_OK, offset < entry.content.upperBound {
            var input = try read(
                at: offset, min(Self.pieceBytes, entry.content.upperBound - offset))
            guard !input.isEmpty else { return }
            offset += input.count
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                repeat {
                    let count = output.withUnsafeMutableBufferPointer { output in
                        stream.next_out = output.baseAddress
                        stream.avail_out = uInt(output.count)
                        result = inflate(&stream, Z_NO_FLUSH)
                        return output.count - Int(stream.avail_out)
                    }
                    body(output[..<count])
                } while result == Z_OK && stream.avail_out == 0
            }
            // No more of the output was ready.
            if result == Z_BUF_ERROR { result = Z_OK }
        }
    }

    private func read(at offset: Int, _ count: Int) throws -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(
                    file, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(offset + filled))
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { return }
                filled += read
            }
        }
        guard failure == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
        }
        return bytes
    }
}
