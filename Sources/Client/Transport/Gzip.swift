import CZlib

/// One gzip member in memory (RFC 1952), for requests that a way refuses in any other form.
enum Gzip {
    /// Compresses at once; bodies of requests are bounded.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        precondition(
            accord_gzip_deflate_start(&stream, 6) == Z_OK,
            "There is no memory left for a gzip encoder.")
        defer { deflateEnd(&stream) }
        var input = bytes
        let room = Int(deflateBound(&stream, uLong(bytes.count))) + 64
        return input.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: room) { output, written in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(room)
                precondition(
                    deflate(&stream, Z_FINISH) == Z_STREAM_END,
                    "A body fits the room that zlib asked for.")
                written = room - Int(stream.avail_out)
            }
        }
    }
}
