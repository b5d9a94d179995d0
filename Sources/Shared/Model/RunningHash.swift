import Crypto

/// A SHA-256 of bytes that come piece by piece, for what is too large to be held at once.
package struct RunningHash {
    private var hasher = SHA256()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hasher.update(bufferPointer: bytes)
    }

    package var value: Hash256 { Hash256(hasher.finalize()) }
}
