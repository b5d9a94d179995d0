import CZlib

/// The checksum of zip and Ethernet: tells bytes that were torn or rotted, proves nothing else.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }
}
