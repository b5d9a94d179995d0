import CZlib

/// gzip for whole bodies, for scripts and proxies that have no zstd.
package enum Gzip {
    private static let pieceBytes = 64 * 1024

    /// One gzip member that holds the bytes; `level` is 1 (fast) to 9 (small).
    package static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8] {
        var stream = z_stream()
        precondition(
            accord_gzip_deflate_start(&stream, level) == Z_OK,
            "There is no memory left for a gzip encoder.")
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, uLong(bytes.count)))
        var bytes = bytes
        return [UInt8](unsafeUninitializedCapacity: room) { output, written in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(room)
                precondition(
                    deflate(&stream, Z_FINISH) == Z_STREAM_END,
                    "deflateBound leaves room for everything.")
            }
            written = Int(stream.total_out)
        }
    }

    /// The bytes of one gzip member; the cap is checked while decoding.
    package static func decompressed(
        _ bytes: [UInt8], limit: Int
    ) throws(CompressionError) -> [UInt8] {
        var stream = z_stream()
        guard accord_gzip_inflate_start(&stream) == Z_OK else { throw .malformed }
        defer { inflateEnd(&stream) }
        var bytes = bytes
        return try bytes.withUnsafeMutableBufferPointer { input throws(CompressionError) in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            var decoded: [UInt8] = []
            while true {
                let (piece, result) = nextPiece(of: &stream)
                decoded += piece
                guard decoded.count <= limit else { throw .tooLarge(limit: limit) }
                if result == Z_STREAM_END { return decoded }
                // An empty piece without an end means that the input is used up.
                guard result == Z_OK, !piece.isEmpty else { throw .malformed }
            }
        }
    }

    private static func nextPiece(of stream: inout z_stream) -> (piece: [UInt8], result: Int32) {
        var result = Z_OK
        let piece = [UInt8](unsafeUninitializedCapacity: pieceBytes) { output, written in
            stream.next_out = output.baseAddress
            stream.avail_out = uInt(pieceBytes)
            result = inflate(&stream, Z_NO_FLUSH)
            written = pieceBytes - Int(stream.avail_out)
        }
        return (piece, result)
    }
}
