/// The checksum of zip and Ethernet: tells bytes that were torn or rotted, proves nothing else.
enum CRC32 {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
            table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in
            sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
        }
    }
}
