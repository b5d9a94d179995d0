import Storage

/// A file that is looked through from its front to its end, and read once.
struct ForwardBytes {
    private let file: DiskFile
    private var piece: [UInt8] = []
    private var start: UInt64 = 0
    private var isLast = false
    /// How much was read in all; places that never go back keep it at the size of the file.
    private(set) var readBytes: UInt64 = 0

    init(_ file: DiskFile) { self.file = file }

    /// What stands from a place on: so many bytes at least, and fewer at the file's end alone.
    mutating func from(
        _ offset: UInt64, atLeast count: Int = 1
    ) throws(StorageError) -> ArraySlice<UInt8> {
        let end = start + UInt64(piece.count)
        let isHere = offset >= start && offset <= end
        if !isHere || !isLast && end - offset < count {
            piece = try file.read(DiskFile.pieceBytes, at: offset)
            start = offset
            isLast = piece.count < DiskFile.pieceBytes
            readBytes += UInt64(piece.count)
        }
        return piece[Int(offset - start)...]
    }

    /// Where a byte stands next; nil for nowhere.
    mutating func place(of byte: UInt8, from start: UInt64) throws(StorageError) -> UInt64? {
        var offset = start
        while true {
            let rest = try from(offset)
            guard !rest.isEmpty else { return nil }
            if let index = rest.firstIndex(of: byte) {
                return offset + UInt64(index - rest.startIndex)
            }
            offset += UInt64(rest.count)
        }
    }
}
