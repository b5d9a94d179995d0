/// Why compressed bytes were not decoded; nothing of them was handed out.
package enum CompressionError: Error, Hashable {
    /// The last frame of zstd has no end.
    case truncated
    /// The bytes have another format, are damaged, or want more memory than those of ours need.
    case malformed
    /// The decoded bytes are more than the limit, by the frame's own claim or in fact.
    case tooLarge(limit: Int)
}
