/// One HTTP header; the case of its name is kept and means nothing.
package struct HeaderField: Sendable, Equatable {
    package let name: String
    package let value: String

    /// What HTTP forbids in a header is refused when it is sent.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isNameByte)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Names are ASCII, so bytes are compared; Unicode's folding would make strangers equal.
    func isNamed(_ other: String) -> Bool {
        name.utf8.lazy.map(Self.folded).elementsEqual(other.utf8.lazy.map(Self.folded))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension [HeaderField] {
    func first(named name: String) -> HeaderField? { first { $0.isNamed(name) } }
}
