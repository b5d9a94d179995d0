import Shared
import Testing

struct HexTests {
    @Test func `every byte is two lower-case digits and comes back`() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(bytes.hex.hasPrefix("000102") && bytes.hex.hasSuffix("fdfeff"))
        #expect([UInt8](hex: bytes.hex) == bytes)
        #expect([UInt8](hex: "aBCdeF") == [0xAB, 0xCD, 0xEF])
    }

    @Test func `no bytes are no digits`() {
        #expect([UInt8]().hex.isEmpty)
        #expect([UInt8](hex: "") == [])
    }

    @Test(arguments: ["0", "0g", "g0", " 00", "00 ", "+1", "0x10", "\u{FF11}\u{FF12}", "1\u{301}0"])
    func `anything but pairs of digits is refused`(text: String) {
        #expect([UInt8](hex: text) == nil)
    }
}
