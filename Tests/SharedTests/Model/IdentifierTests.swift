import Shared
import TestSupport
import Testing

struct IdentifierTests {
    @Test func `bytes and hex come back`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let id = ReplicaID.random(using: &generator)
            #expect(ReplicaID(bytes: id.bytes) == id)
            #expect(ReplicaID(hex: id.hex) == id)
            #expect(ReplicaID(hex: id.hex.uppercased()) == id)
        }
    }

    @Test func `bytes are big-endian`() {
        let id = AuditID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
        #expect(id.bytes == Array(1...16))
        #expect(id.hex == "0102030405060708090a0b0c0d0e0f10")
    }

    @Test(arguments: [0, 1, 15, 17, 32])
    func `another count of bytes is no identifier`(count: Int) {
        #expect(AuditID(bytes: [UInt8](repeating: 0, count: count)) == nil)
        #expect(AuditID(hex: String(repeating: "00", count: count)) == nil)
    }

    @Test func `the order is that of the bytes`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let (one, two) = (
                PersonID.random(using: &generator), PersonID.random(using: &generator)
            )
            #expect((one < two) == one.bytes.lexicographicallyPrecedes(two.bytes))
        }
        #expect(PersonID(high: 0, low: .max) < PersonID(high: 1, low: 0))
    }
}
