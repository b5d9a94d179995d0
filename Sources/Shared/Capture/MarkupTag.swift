/// An element's start with what it says of itself.
struct MarkupTag {
    let name: String
    /// Where its `<` stands.
    let place: CapturePlace
    /// How many elements are around it.
    let depth: Int
    var attributes: [String: String] = [:]

    /// What Java's and Apple's type names are made of; anything beyond ASCII is theirs to judge.
    static func mayName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "$"), 0x80...:
            true
        default: false  // open set: every other byte
        }
    }
}
