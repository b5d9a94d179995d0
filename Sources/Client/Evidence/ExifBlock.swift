import Reading
import Shared

/// The TIFF structure of Exif; every offset in it is checked before it is followed.
///
/// Directories and values may claim to lie over each other. What is blanked in all is bounded, so
/// that no block takes longer than its length allows; one that asks for more is damaged.
struct ExifBlock {
    private(set) var bytes: [UInt8]
    private let isLittleEndian: Bool
    private var blankedLeft: Int
    /// How often a block may be blanked; the truth needs once, and a wrong number some more.
    private static let roundsMax = 8
    private static let gpsDirectory = 0x8825
    private static let entryBytes = 12
    /// How many bytes a value of each type has.
    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1,
    ]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittleEndian = bytes.starts(with: [0x49, 0x49])
        blankedLeft = Self.roundsMax * bytes.count
    }

    /// Blanks the coordinates; false where there are none.
    ///
    /// - Throws: `AuditError.invalid` for a block that asks for more than its length allows.
    mutating func blankLocation() throws -> Bool {
        guard let first = number(4, bytes: 4) else { return false }
        // A directory may name several: readers differ in which of them they follow.
        let places = entries(of: first).filter { number($0, bytes: 2) == Self.gpsDirectory }
            .compactMap { number($0 + 8, bytes: 4) }
        var found = false
        for place in Set(places).sorted() where try blankDirectory(place) { found = true }
        return found
    }

    /// False for a directory that has no entries.
    private mutating func blankDirectory(_ directory: Int) throws -> Bool {
        guard let count = number(directory, bytes: 2), count > 0 else { return false }
        for entry in entries(of: directory) {
            if let type = number(entry + 2, bytes: 2), let values = number(entry + 4, bytes: 4),
                let size = Self.sizes[type], values * size > 4,
                let place = number(entry + 8, bytes: 4)
            {
                try blank(place, count: values * size)
            }
            try blank(entry, count: Self.entryBytes)
        }
        try blank(directory, count: 2)
        return true
    }

    /// Where the entries of a directory begin that lie within the block.
    private func entries(of directory: Int) -> [Int] {
        guard let claimed = number(directory, bytes: 2) else { return [] }
        let room = (bytes.count - directory - 2 + Self.entryBytes - 1) / Self.entryBytes
        return (0..<min(claimed, room)).map { directory + 2 + $0 * Self.entryBytes }
    }

    private func number(_ offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        let part = Array(bytes[offset..<offset + count])
        return (isLittleEndian ? part.reversed() : part).reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func blank(_ offset: Int, count: Int) throws {
        let end = min(offset + count, bytes.count)
        guard offset >= 0, offset < end else { return }
        guard end - offset <= blankedLeft else { throw Self.unreadable }
        blankedLeft -= end - offset
        for index in offset..<end { bytes[index] = 0 }
    }

    private static var unreadable: AuditError {
        .invalid("the Exif data are damaged, so the place in them cannot be taken out")
    }
}
