/// What things are called here that a file of findings from elsewhere calls otherwise.
///
/// YAML, of which JSON is a part: `screens`, `components`, `environments`, `states`, `criteria` and
/// `rounds`, each a mapping of names there to names here (docs/formats.md).
package struct NameMap: Hashable, Sendable {
    package var screens: [String: String] = [:]
    /// `Screen/Label` to `Screen/Label` or an id; of EARL a subject to a component state.
    package var components: [String: String] = [:]
    package var environments: [String: String] = [:]
    package var states: [String: String] = [:]
    package var criteria: [String: String] = [:]
    package var rounds: [String: String] = [:]

    package init() {}

    package static let bytesMax = 1024 * 1024
    private static let keys: Set<String> = [
        "screens", "components", "environments", "states", "criteria", "rounds",
    ]

    /// - Throws: `YAMLError` with file, line and key.
    package init(yaml: String, named file: String) throws(YAMLError) {
        guard yaml.utf8.count <= Self.bytesMax, !Self.isDeep(yaml) else {
            throw .unreadable(
                file: file, line: 1,
                reason: "a map of names has at most 1 MiB, and mappings of texts alone")
        }
        let root = try YAMLNode(file: file, yaml: yaml)
        try root.allow(Self.keys)
        func names(_ key: String) throws(YAMLError) -> [String: String] {
            guard let node = root.optional(key) else { return [:] }
            var names: [String: String] = [:]
            for (name, value) in try node.entries() {
                names[Text(normalizing: name).string] = try value.text()
            }
            return names
        }
        screens = try names("screens")
        components = try names("components")
        environments = try names("environments")
        states = try names("states")
        criteria = try names("criteria")
        rounds = try names("rounds")
    }

    /// What reads YAML goes down into it by recursion, so that some bytes could end the program.
    private static func isDeep(_ yaml: String) -> Bool {
        var depth = 0
        // Of spaces and of signs that may each begin something deeper, at a line's beginning.
        var indentation: Int? = 0
        for byte in yaml.utf8 {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break  // open set: every other byte
            }
            switch byte {
            case UInt8(ascii: "\n"): indentation = 0
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: "?"),
                UInt8(ascii: ":"):
                indentation = indentation.map { $0 + 1 }
            default: indentation = nil  // open set: every other byte
            }
            if depth > depthMax || indentation ?? 0 > depthMax { return true }
        }
        return false
    }

    private static let depthMax = 100
}
