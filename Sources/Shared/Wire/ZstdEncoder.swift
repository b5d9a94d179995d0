import CZstd

/// Compresses one long body piece by piece, so that a receiver can use each piece as it arrives.
///
/// The pieces of all calls, one after the other, are one zstd frame. After `finish` the encoder
/// takes nothing more.
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
        let rest = encode([], ZSTD_e_end)
        isFinished = true
        return rest
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
