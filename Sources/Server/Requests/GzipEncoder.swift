import CZlib

/// Compresses one body into one gzip member, piece by piece; takes nothing after `finish`.
final class GzipEncoder {
    /// On the heap, because zlib remembers the address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isFinished = false
    private static let pieceBytes = 64 * 1024

    /// An encoder at the start of a member; `level` is 1 (fast) to 9 (small).
    init(level: Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        precondition(
            accord_gzip_deflate_start(stream, level) == Z_OK,
            "There is no memory left for a gzip encoder.")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Takes a piece and returns what is ready to be sent, which is often nothing yet.
    func compress(_ bytes: [UInt8]) -> [UInt8] { encode(bytes, Z_NO_FLUSH) }

    /// What is still held back; ends the member.
    func finish() -> [UInt8] {
        let rest = encode([], Z_FINISH)
        isFinished = true
        return rest
    }

    private func encode(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        precondition(!isFinished, "A finished gzip member takes no more bytes.")
        var bytes = bytes
        var encoded: [UInt8] = []
        bytes.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = uInt(input.count)
            // A full piece may have a successor; one with room left is the last for now.
            repeat { encoded += nextPiece(flush) } while stream.pointee.avail_out == 0
        }
        return encoded
    }

    private func nextPiece(_ flush: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { output, written in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = uInt(Self.pieceBytes)
            let result = deflate(stream, flush)
            // Nothing to do is no error: the piece before ended exactly with the input.
            precondition(
                result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR,
                "An encoder with room and input can always go on.")
            written = Self.pieceBytes - Int(stream.pointee.avail_out)
        }
    }
}
