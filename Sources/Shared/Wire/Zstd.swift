import CZstd

/// Compression of whole bodies, with an absolute cap on what is decoded.
///
/// There is no cap on ratios: honest findings repeat each other, and one guideline pasted into
/// fifty of them compresses better than any bomb detector would believe.
package enum Zstd {
    /// Frames of ours need windows of 2 MiB; 8 MiB is what RFC 8878 asks every decoder to accept.
    private static let windowLogMax: Int32 = 23

    /// One frame that holds the bytes and claims their count; `level` is 1 (fast) to 19 (small).
    package static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8] {
        bytes.withUnsafeBytes { compressed($0, level: level) }
    }

    /// The same for bytes that lie elsewhere, without a copy of them.
    package static func compressed(_ bytes: UnsafeRawBufferPointer, level: Int32) -> [UInt8] {
        let capacity = ZSTD_compressBound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { room, written in
            written = ZSTD_compress(
                room.baseAddress, capacity, bytes.baseAddress, bytes.count, level)
            precondition(
                ZSTD_isError(written) == 0,
                "ZSTD_compressBound leaves room enough, so compressing can only run out of memory.")
        }
    }

    /// The bytes that one or several frames hold; the cap is checked before and while decoding.
    ///
    /// Decoding stops at most 128 KiB beyond the cap.
    package static func decompressed(
        _ bytes: [UInt8], limit: Int
    ) throws(CompressionError) -> [UInt8] {
        guard Int(clamping: accord_zstd_claimed_size(bytes, bytes.count)) <= limit
        else { throw .tooLarge(limit: limit) }
        guard let context = ZSTD_createDCtx() else { throw .malformed }
        defer { ZSTD_freeDCtx(context) }
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, windowLogMax)

        var decoded: [UInt8] = []
        var step = Step(context, bytes, from: 0)
        while true {
            guard ZSTD_isError(step.result) == 0 else { throw .malformed }
            decoded += step.piece
            guard decoded.count <= limit else { throw .tooLarge(limit: limit) }
            // Without input a full piece may still have a successor, unless its frame is complete.
            let hasMore = !step.isFrameComplete && step.piece.count == Step.pieceBytesMax
            if step.consumed == bytes.count && !hasMore { break }
            step = Step(context, bytes, from: step.consumed)
        }
        guard step.isFrameComplete else { throw .truncated }
        return decoded
    }
}

/// One call of the decoder: what it wrote, how far it read, and libzstd's result.
private struct Step {
    static let pieceBytesMax = 128 * 1024
    let piece: [UInt8]
    let consumed: Int
    let result: Int

    var isFrameComplete: Bool { result == 0 }

    init(_ context: OpaquePointer, _ bytes: [UInt8], from start: Int) {
        var consumed = start
        var result = 0
        piece = [UInt8](unsafeUninitializedCapacity: Self.pieceBytesMax) { room, written in
            result = bytes.withUnsafeBytes { encoded in
                var input = ZSTD_inBuffer(src: encoded.baseAddress, size: encoded.count, pos: start)
                var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
                let result = ZSTD_decompressStream(context, &output, &input)
                consumed = input.pos
                written = output.pos
                return result
            }
        }
        self.consumed = consumed
        self.result = result
    }
}

/// Compresses one long body piece by piece, so that a receiver can use each piece as it arrives.
///
/// The pieces of all calls are one zstd frame; after `finish` the encoder takes nothing more.
package final class ZstdEncoder {
    private let context: OpaquePointer
    private var isFinished = false

    /// An encoder at the start of a frame; `level` is 1 (fast) to 19 (small).
    package init(level: Int32) {
        guard let context = ZSTD_createCCtx() else {
            preconditionFailure("There is no memory left for a zstd encoder.")
        }
        self.context = context
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    }

    deinit { ZSTD_freeCCtx(context) }

    /// Takes a piece and returns what is ready to be sent, which is often nothing yet.
    package func compress(_ bytes: [UInt8]) -> [UInt8] { encode(bytes, ZSTD_e_continue) }
    /// Returns what is still held back; everything taken so far can then be decoded.
    package func flush() -> [UInt8] { encode([], ZSTD_e_flush) }

    /// Returns what is still held back and ends the frame.
    package func finish() -> [UInt8] {
        defer { isFinished = true }
        return encode([], ZSTD_e_end)
    }

    private func encode(_ bytes: [UInt8], _ directive: ZSTD_EndDirective) -> [UInt8] {
        precondition(!isFinished, "A finished zstd frame takes no more bytes.")
        var encoded: [UInt8] = []
        bytes.withUnsafeBytes { source in
            var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
            var isDone = false
            while !isDone {
                let held = appendStep(from: &input, directive, to: &encoded)
                isDone = directive == ZSTD_e_continue ? input.pos == input.size : held == 0
            }
        }
        return encoded
    }

    /// One call of libzstd; returns how many bytes it still holds back at least.
    private func appendStep(
        from input: inout ZSTD_inBuffer, _ directive: ZSTD_EndDirective, to encoded: inout [UInt8]
    ) -> Int {
        var held = 0
        encoded += [UInt8](unsafeUninitializedCapacity: ZSTD_CStreamOutSize()) { room, written in
            var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
            held = ZSTD_compressStream2(context, &output, &input, directive)
            written = output.pos
        }
        precondition(ZSTD_isError(held) == 0, "An encoder with room and input can always go on.")
        return held
    }
}
