/// Finds texts that may be a bomb, in which a few aliases stand for more than a computer can hold.
///
/// The YAML library expands aliases in keys while it reads, so that this looks at the bare text.
enum YAMLAlias {
    /// So few cannot make much of a file, even where each stands for all before it.
    private static let most = 7

    /// The first alias of a text that has many; nil for all other texts, with aliases or without.
    ///
    /// Code may have such signs, `*args` or `&value`: only names that stand behind both count.
    static func repeated(in yaml: String) -> (name: String, line: Int)? {
        var text = yaml.utf8[...]
        var line = 1
        var anchored: Set<Substring> = []
        var count = 0
        var first: (name: String, line: Int)?
        while let sign = text.popFirst() {
            if sign == UInt8(ascii: "\n") { line += 1 }
            guard sign == UInt8(ascii: "&") || sign == UInt8(ascii: "*") else { continue }
            let name = Substring(text.prefix(while: isOfName))
            text = text.dropFirst(name.utf8.count)
            guard !name.isEmpty else { continue }
            if sign == UInt8(ascii: "&") {
                anchored.insert(name)
            } else if anchored.contains(name), endsName(text.first) {
                count += 1
                first = first ?? (String(name), line)
                if count > most { return first }
            }
        }
        return nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false  // open set: bytes of a text
        }
    }

    /// Whether YAML takes it behind an alias; of line breaks that are not ASCII, any byte.
    private static func endsName(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return byte <= UInt8(ascii: " ") || byte >= 0x80 || "?:,]}%@`".utf8.contains(byte)
    }
}
