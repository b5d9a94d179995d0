/// A JSON value that this program makes: of the API's document and its schemas.
indirect enum JSONTree: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONTree])
    case map([String: JSONTree])

    /// The same object with more members, which take the place of its own.
    func with(_ members: [String: JSONTree]) -> JSONTree {
        guard case .map(let own) = self else { return self }
        return .map(own.merging(members) { $1 })
    }

    /// Whether it is the schema of an object.
    var isObject: Bool {
        guard case .map(let members) = self else { return false }
        return members["type"] == "object"
    }

    /// What stands behind each `$ref` of it.
    var references: Set<String> {
        switch self {
        case .text, .number, .flag: []
        case .list(let values): values.reduce(into: []) { $0.formUnion($1.references) }
        case .map(let members):
            members.reduce(into: []) { all, member in
                if member.key == "$ref", case .text(let target) = member.value {
                    all.insert(target)
                } else {
                    all.formUnion(member.value.references)
                }
            }
        }
    }
}

extension JSONTree: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .flag(let value): try value.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .map(let members): try members.encode(to: encoder)
        }
    }
}

extension JSONTree: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSONTree...) { self = .list(elements) }

    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .map(Dictionary(members) { $1 })
    }
}

extension JSONTree {
    static func texts(_ values: some Sequence<String>) -> JSONTree { .list(values.map(Self.text)) }

    /// A schema that the document's components have under a name.
    static func schema(_ name: String) -> JSONTree { ["$ref": "#/components/schemas/\(name)"] }

    /// So many lower-case hexadecimal digits; without a number any of whole bytes.
    static func digits(_ count: Int? = nil) -> JSONTree {
        let pattern = count.map { "^[0-9a-f]{\($0)}$" } ?? "^([0-9a-f]{2})*$"
        return ["type": "string", "pattern": .text(pattern)]
    }
}
