import Shared
import Testing

struct VersionNotationTests {
    private let maya = ReplicaID(high: 0x7F3A_0000_0000_0000, low: 1)
    private let lee = ReplicaID(high: 0x09C1_0000_0000_0000, low: 2)

    @Test func `people read four digits of each device`() {
        let notation = VersionNotation(telling: [maya, lee, maya])
        #expect(notation.text(Dot(replica: maya, n: 12)) == "7f3a:12")
        let vector = VersionVector([Dot(replica: maya, n: 12), Dot(replica: lee, n: 4)])
        #expect(notation.text(vector) == "{09c1:4, 7f3a:12}")
        #expect(notation.text(VersionVector()) == "{}")
    }

    @Test func `two devices that look alike get as many digits as tell them apart`() {
        let near = ReplicaID(high: 0x7F3A_00F0_0000_0000, low: 1)
        let notation = VersionNotation(telling: [near, lee, maya])
        #expect(notation.text(Dot(replica: near, n: 1)) == "7f3a00f:1")
        #expect(notation.text(Dot(replica: maya, n: 1)) == "7f3a000:1")
        let last = ReplicaID(high: maya.high, low: 2)
        #expect(VersionNotation(telling: [maya, last]) == .full)
    }

    @Test func `scripts read all digits`() {
        #expect(
            VersionNotation.full.text(Dot(replica: maya, n: (1 << 63) - 1))
                == "7f3a0000000000000000000000000001:9223372036854775807")
        #expect(VersionNotation(telling: []).digits == 4)
    }
}
