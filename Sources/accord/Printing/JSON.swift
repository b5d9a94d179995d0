import Foundation

/// A value that a command prints for scripts, on one line: keys sorted, what is missing null.
enum JSON: Encodable {
    case object([String: JSON])
    case array([JSON])
    case string(String)
    case number(Int64)
    case bool(Bool)
    case null

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    init(_ number: Int) { self = .number(Int64(number)) }

    init(_ list: some Sequence<String>) { self = .array(list.map(JSON.string)) }

    /// UTC, ISO 8601 with milliseconds, as in the exports.
    init(_ date: Date?) {
        self.init(date.map { $0.formatted(Self.time) })
    }

    private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    func printed() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try Terminal.output.write([UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")])
    }
}
