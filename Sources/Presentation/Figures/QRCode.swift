import CQRencode

/// A text as a QR code, drawn as SVG: what `qr.mustache` puts into a page.
package struct QRCode: Equatable, Sendable {
    /// An address with a code in it has 100 bytes; a phone still reads 512 from a laptop's screen.
    package static let textBytesMax = 512

    /// The rim that a camera needs to find the code, in modules.
    private static let quietZone = 4

    /// Modules from edge to edge, with the quiet zone: the side of the drawing's `viewBox`.
    package let side: Int
    /// The dark modules as the `d` of one path, a rectangle for each run of them in a row.
    package let path: String

    /// - Throws: `QRCodeError`; there is no code then.
    package init(text: String) throws(QRCodeError) {
        let bytes = [UInt8](text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.textBytesMax else { throw .tooLong(bytes: bytes.count) }
        // Level M is read with a seventh of the code hidden, such as by a lamp's reflection.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { throw .notMade }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let modules = code.pointee.data else { throw .notMade }
        side = width + 2 * Self.quietZone
        path = (0..<width).map { row in
            let line = UnsafeBufferPointer(start: modules + row * width, count: width)
            return Self.runs(in: line, y: row + Self.quietZone)
        }.joined()
    }

    private static func runs(in row: UnsafeBufferPointer<UInt8>, y: Int) -> String {
        var path = ""
        var start: Int?
        for column in 0...row.count {
            // The library keeps the color in the lowest bit, and its own marks in the others.
            let isDark = column < row.count && row[column] & 1 == 1
            if isDark, start == nil { start = column }
            if !isDark, let first = start {
                let length = column - first
                path += "M\(first + quietZone) \(y)h\(length)v1h-\(length)z"
                start = nil
            }
        }
        return path
    }
}

/// Why a text became no QR code; nothing was drawn.
package enum QRCodeError: Error, Equatable {
    case empty
    /// The text has more bytes than `QRCode.textBytesMax`.
    case tooLong(bytes: Int)
    /// The library made none, such as without memory.
    case notMade
}
