import Foundation
import Testing

/// The keys of printed JSON by their paths, with the types that were seen under each.
///
/// An array's elements are told together as `path[]`. Keys that are names of the audit's own
/// things, such as platforms, are told together as `path.*`.
struct JSONShape {
    private var types: [String: Set<String>] = [:]

    /// Objects whose keys are no promise but content.
    private static let maps: Set<String> = ["builds", "context", "seen", "states", "versions"]

    /// One line a path: `conflicts list[].findings[].criterion: string`.
    var lines: [String] {
        types.keys.sorted().map { path in
            "\(path): \((types[path] ?? []).sorted().joined(separator: " or "))"
        }
    }

    /// Adds what a command printed, one JSON value or one a line.
    mutating func note(_ command: String, _ printed: String) throws {
        let text = Data(printed.utf8)
        if let value = try? JSONDecoder().decode(Value.self, from: text) {
            return note(value, at: command)
        }
        for line in printed.split(separator: "\n") {
            note(try JSONDecoder().decode(Value.self, from: Data(line.utf8)), at: command)
        }
    }

    private mutating func note(_ value: Value, at path: String) {
        types[path, default: []].insert(value.type)
        switch value {
        case .array(let elements):
            for element in elements { note(element, at: path + "[]") }
        case .object(let members):
            let isMap = Self.maps.contains(path.split(separator: ".").last.map(String.init) ?? "")
            for (key, member) in members {
                note(member, at: isMap ? "\(path).*" : "\(path).\(key)")
            }
        case .bool, .null, .number, .string: break
        }
    }

    private enum Value: Decodable {
        case object([String: Value])
        case array([Value])
        case string, number, bool, null

        var type: String {
            switch self {
            case .object: "object"
            case .array: "array"
            case .string: "string"
            case .number: "number"
            case .bool: "bool"
            case .null: "null"
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if (try? container.decode(Bool.self)) != nil {
                self = .bool
            } else if (try? container.decode(Double.self)) != nil {
                self = .number
            } else if (try? container.decode(String.self)) != nil {
                self = .string
            } else if let elements = try? container.decode([Value].self) {
                self = .array(elements)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }
}
