import Crypto

/// A SHA-256 of bytes that come piece by piece, for what is too large to be held at once.
package struct RunningHash {
    private var hasher = SHA256()

    /// Begins with no bytes at all.
    package init() {}

    /// Takes the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hasher.update(bufferPointer: bytes)
    }

    /// The hash of everything that was taken so far.
    package var value: Hash256 { Hash256(hasher.finalize()) }
}
