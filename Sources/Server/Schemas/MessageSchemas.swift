import Foundation

/// What accord.proto declares, as JSON Schemas of the messages' JSON.
struct MessageSchemas: Sendable {
    /// By the message's or enum's name; of one within another with both, and a dot between.
    private(set) var all: [String: JSONTree] = [:]

    /// Those of the protocol.
    static let ofAccord = MessageSchemas(
        EmbeddedMessages.all.map { "\($0.content)" }.joined(separator: "\n"))

    /// Reads a file of the few forms that ours has: one declaration or field a line, and comments
    /// above what they are about, or behind a field and on the lines below it.
    init(_ proto: String) {
        var reader = Reader()
        for line in proto.split(separator: "\n", omittingEmptySubsequences: false) {
            reader.read(line.trimmingCharacters(in: .whitespaces))
        }
        let names = Set(reader.messages.map(\.name) + reader.enums.map(\.name))
        for message in reader.messages {
            all[message.name] = message.schema(names)
        }
        for choice in reader.enums {
            all[choice.name] = ["type": "string", "enum": .texts(choice.values)]
        }
    }
}

/// The declarations so far, and within which the next line stands.
private struct Reader {
    var messages: [Message] = []
    var enums: [Choice] = []
    private var path: [String] = []
    private var comment: [String] = []

    mutating func read(_ line: String) {
        let parts = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
        let code = parts[0].split(whereSeparator: { " ;=".contains($0) }).map(String.init)
        let remark = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : nil
        switch (code.first, code.last) {
        case ("message"?, _) where code.count > 1:
            path.append(code[1])
            messages.append(Message(name: name, meaning: comment.joined(separator: " ")))
        case ("enum"?, _) where code.count > 1:
            path.append(code[1])
            enums.append(Choice(name: name))
        case ("oneof"?, _): path.append("")
        case ("}"?, _): path.removeLast()
        case (_?, _?) where path.last != nil && code[0] != "reserved":
            readMember(code, remark)
        case (nil, _) where path.isEmpty:
            // An empty line ends a comment that is about nothing.
            comment = remark.map { comment + [$0] } ?? []
            return
        case (nil, _): if let remark { continueRemark(remark) }
        default: break  // open set: syntax, package, options, reserved numbers
        }
        comment = []
    }

    private var name: String { path.filter { !$0.isEmpty }.joined(separator: ".") }

    private mutating func readMember(_ code: [String], _ remark: String?) {
        if let last = enums.indices.last, enums[last].name == name {
            enums[last].values.append(code[0])
        } else if let place = messages.lastIndex(where: { $0.name == name }), code.count > 2 {
            let type = code.dropLast(2).drop { $0 == "repeated" }.joined(separator: " ")
            messages[place].fields.append(
                Field(
                    name: code[code.count - 2], type: type, isRepeated: code[0] == "repeated",
                    meaning: remark ?? ""))
        }
    }

    private mutating func continueRemark(_ remark: String) {
        guard let place = messages.lastIndex(where: { $0.name == name }),
            let field = messages[place].fields.indices.last
        else { return }
        messages[place].fields[field].meaning += " " + remark
    }
}

private struct Message {
    let name: String
    let meaning: String
    var fields: [Field] = []

    func schema(_ names: Set<String>) -> JSONTree {
        let members = fields.map { ($0.name.camelCase, $0.schema(in: name, names)) }
        let schema: JSONTree = [
            "type": "object", "properties": .map(Dictionary(members) { first, _ in first }),
        ]
        return meaning.isEmpty ? schema : schema.with(["description": .text(meaning)])
    }
}

private struct Choice {
    let name: String
    var values: [String] = []
}

private struct Field {
    let name: String
    let type: String
    let isRepeated: Bool
    var meaning: String

    func schema(in message: String, _ names: Set<String>) -> JSONTree {
        let one = single(in: message, names)
        let schema: JSONTree = isRepeated ? ["type": "array", "items": one] : one
        return meaning.isEmpty ? schema : schema.with(["description": .text(meaning)])
    }

    private func single(in message: String, _ names: Set<String>) -> JSONTree {
        switch type {
        case "string": return ["type": "string"]
        case "bool": return ["type": "boolean"]
        case "uint32": return ["type": "integer", "minimum": 0, "maximum": 4_294_967_295]
        case "uint64": return Self.decimals("^[0-9]{1,20}$")
        case "int64": return Self.decimals("^-?[0-9]{1,19}$")
        case "map<string, uint64>":
            return ["type": "object", "additionalProperties": Self.decimals("^[0-9]{1,20}$")]
        case "bytes":
            switch MessageJSON.form(of: name) {
            case .digits(let count): return .digits(count)
            case .base64URL: return ["type": "string", "pattern": "^[A-Za-z0-9_-]*$"]
            case .base64:
                return [
                    "type": "string", "contentEncoding": "base64",
                    "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==|[A-Za-z0-9+/]=))?$",
                ]
            }
        default:  // open set: messages and enums of the file
            let inner = "\(message).\(type)"
            return .schema(names.contains(inner) ? inner : type)
        }
    }

    /// Numbers of 64 bits are strings in protobuf's JSON: not every reader of JSON has them.
    private static func decimals(_ pattern: String) -> JSONTree {
        ["type": "string", "pattern": .text(pattern)]
    }
}
