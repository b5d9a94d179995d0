/// Reads a drawn QR code by the standard (ISO/IEC 18004), without its maker's library.
///
/// Versions 1 to 6, one segment of bytes, and nothing corrected: what is drawn wrong is read wrong.
struct QRReader {
    let bytes: [UInt8]
    private let dark: [[Bool]]  // without the quiet zone
    private let width: Int

    /// Data codewords a block and how many blocks, of versions 1 to 6 at level M.
    private static let blocks = [(16, 1), (28, 1), (44, 1), (32, 2), (43, 2), (27, 4)]

    init?(side: Int, path: String) {
        let all = Self.modules(side: side, path: path)
        dark = all[4..<(side - 4)].map { Array($0[4..<(side - 4)]) }
        width = side - 8
        guard (width - 17) % 4 == 0, (1...6).contains((width - 17) / 4) else { return nil }
        let (perBlock, count) = Self.blocks[(width - 17) / 4 - 1]
        guard let mask = Self.mask(of: dark) else { return nil }
        let words = Self.codewords(of: dark, mask: mask)
        // Blocks take turns: the first word of each, then the second of each.
        let data = (0..<count).flatMap { block in
            (0..<perBlock).map { words[$0 * count + block] }
        }
        guard data[0] >> 4 == 0b0100 else { return nil }  // a segment of bytes
        let length = Int(data[0] & 15) << 4 | Int(data[1] >> 4)
        guard length + 2 <= data.count else { return nil }
        bytes = (0..<length).map { data[$0 + 1] << 4 | data[$0 + 2] >> 4 }
    }

    /// Which modules a path of `M x y h n v1 h-n z` makes dark.
    static func modules(side: Int, path: String) -> [[Bool]] {
        var dark = Array(repeating: Array(repeating: false, count: side), count: side)
        for run in path.split(separator: "z") {
            let parts = run.dropFirst().split(separator: "h")
            let place = parts[0].split(separator: " ").compactMap { Int($0) }
            let length = Int(parts[1].dropLast(2)) ?? 0
            for column in place[0]..<(place[0] + length) { dark[place[1]][column] = true }
        }
        return dark
    }

    /// The mask that the fifteen bits beside the upper left corner name; nil unless level M.
    private static func mask(of dark: [[Bool]]) -> Int? {
        let first = (0...5).map { dark[8][$0] } + [dark[8][7]]
        let bits = first.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        // The five bits of data are the first; the rest guards them, and 0x5412 lies over all.
        let data = (bits ^ (0x5412 >> 8)) >> 2
        return data >> 3 == 0 ? data & 7 : nil
    }

    private static func codewords(of dark: [[Bool]], mask: Int) -> [UInt8] {
        let width = dark.count
        var bits: [Bool] = []
        var isUpwards = true
        var right = width - 1
        while right > 0 {
            if right == 6 { right -= 1 }  // the column of the timing pattern
            for step in 0..<width {
                let row = isUpwards ? width - 1 - step : step
                for column in [right, right - 1] where !isFixed(row, column, width) {
                    bits.append(dark[row][column] != isMasked(mask, row, column))
                }
            }
            isUpwards.toggle()
            right -= 2
        }
        return (0..<(bits.count / 8)).map { word in
            bits[(word * 8)..<(word * 8 + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Corners with their formats, timing, and the small square of versions 2 and above.
    private static func isFixed(_ row: Int, _ column: Int, _ width: Int) -> Bool {
        let isCorner =
            (row < 9 && column < 9) || (row < 9 && column >= width - 8)
            || (row >= width - 8 && column < 9)
        let square = (width - 9)...(width - 5)
        let isSquare = width > 21 && square.contains(row) && square.contains(column)
        return isCorner || isSquare || row == 6 || column == 6
    }

    private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let product = row * column
        switch mask {
        case 0: return (row + column) % 2 == 0
        case 1: return row % 2 == 0
        case 2: return column % 3 == 0
        case 3: return (row + column) % 3 == 0
        case 4: return (row / 2 + column / 3) % 2 == 0
        case 5: return product % 2 + product % 3 == 0
        case 6: return (product % 2 + product % 3) % 2 == 0
        default: return ((row + column) % 2 + product % 3) % 2 == 0  // 7: masks have three bits
        }
    }
}
