import Foundation

/// A value that a command prints for scripts, on one line: keys sorted, what is missing null.
enum JSON: Encodable, ExpressibleByDictionaryLiteral, Sendable {
    case object([String: JSON])
    case array([JSON])
    case string(String)
    case number(Int64)
    case fraction(Double)
    case bool(Bool)
    case null
    /// An array of findings, by itself, as the exports write them: each on a line of its own.
    case rows([UInt8])

    init(dictionaryLiteral members: (String, any JSONValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: members.map { ($0.0, $0.1.json) }))
    }

    init(_ text: String?) { self = text.json }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        case .rows: preconditionFailure("Rows of an export are printed by themselves.")
        }
    }

    func printed(on terminal: Terminal = .output) throws {
        if case .rows(let bytes) = self { return try terminal.write(bytes) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try terminal.write([UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")])
    }
}

/// What can stand in an object that a command prints.
protocol JSONValue { var json: JSON { get } }

extension JSON: JSONValue { var json: JSON { self } }
extension String: JSONValue { var json: JSON { .string(self) } }
extension Bool: JSONValue { var json: JSON { .bool(self) } }
extension JSONValue where Self: BinaryInteger { var json: JSON { .number(Int64(clamping: self)) } }
extension Double: JSONValue { var json: JSON { .fraction(self) } }
extension Int: JSONValue {}
extension Int64: JSONValue {}
extension UInt32: JSONValue {}
extension UInt64: JSONValue {}

extension Date: JSONValue {
    /// UTC, ISO 8601 with milliseconds, as in the exports.
    var json: JSON {
        // The style cuts at milliseconds, and a binary fraction may lie just below its own.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return .string(addingTimeInterval(0.000_5).formatted(style))
    }
}

extension Optional: JSONValue where Wrapped: JSONValue { var json: JSON { map(\.json) ?? .null } }
extension Array: JSONValue where Element: JSONValue { var json: JSON { .array(map(\.json)) } }
extension Dictionary: JSONValue where Key == String, Value: JSONValue {
    var json: JSON { .object(mapValues(\.json)) }
}
