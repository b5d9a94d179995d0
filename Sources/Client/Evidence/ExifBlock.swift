/// The TIFF structure of Exif; every offset in it is checked before it is followed.
struct ExifBlock {
    private(set) var bytes: [UInt8]
    private let isLittleEndian: Bool
    private static let gpsDirectory = 0x8825
    private static let entryBytes = 12
    /// How many bytes a value of each type has.
    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
    ]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittleEndian = bytes.starts(with: [0x49, 0x49])
    }

    /// Blanks the coordinates; false where there are none.
    mutating func blankLocation() -> Bool {
        guard let first = number(4, bytes: 4), let gps = gpsOffset(in: first),
            let count = number(gps, bytes: 2), count > 0
        else { return false }
        for index in 0..<count {
            let entry = gps + 2 + index * Self.entryBytes
            if let type = number(entry + 2, bytes: 2), let values = number(entry + 4, bytes: 4),
                let size = Self.sizes[type], values * size > 4,
                let place = number(entry + 8, bytes: 4)
            {
                blank(place, count: values * size)
            }
            blank(entry, count: Self.entryBytes)
        }
        blank(gps, count: 2)
        return true
    }

    private func gpsOffset(in directory: Int) -> Int? {
        guard let count = number(directory, bytes: 2) else { return nil }
        let entries = (0..<count).map { directory + 2 + $0 * Self.entryBytes }
        let entry = entries.first { number($0, bytes: 2) == Self.gpsDirectory }
        return entry.flatMap { number($0 + 8, bytes: 4) }
    }

    private func number(_ offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        let part = Array(bytes[offset..<offset + count])
        return (isLittleEndian ? part.reversed() : part).reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func blank(_ offset: Int, count: Int) {
        let end = min(offset + count, bytes.count)
        guard offset >= 0, offset < end else { return }
        for index in offset..<end { bytes[index] = 0 }
    }
}
