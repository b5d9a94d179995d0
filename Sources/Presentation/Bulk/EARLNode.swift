import Foundation

/// A node of JSON-LD by the names of its properties: those of Accord's own with `accord:`, others
/// without what stands before their last `#`, `/` or `:`.
struct EARLNode: Decodable {
    static let valuesMax = 20_000

    private var values: [String: Value] = [:]

    init?(_ bytes: ArraySlice<UInt8>) {
        // A decoder takes what is not UTF-8 for a value of another kind.
        guard String(validating: bytes, as: UTF8.self) != nil,
            bytes.count(where: { $0 == UInt8(ascii: ",") }) <= Self.valuesMax,
            let node = try? JSONDecoder().decode(EARLNode.self, from: Data(bytes))
        else { return nil }
        self = node
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer().decode([String: Value].self)
        self.init(values)
    }

    init(_ values: [String: Value]) {
        for (key, value) in values {
            self.values[key.hasPrefix("accord:") ? key : Self.local(key)] = value
        }
    }

    subscript(name: String) -> Value? { values[name] }

    var id: String? { values["@id"]?.text ?? values["id"]?.text }
    var time: String { values["result"]?.node?["date"]?.text ?? "" }

    func isA(_ type: String) -> Bool {
        let types = (values["@type"] ?? values["type"])?.texts ?? []
        return types.contains { $0 == type || !$0.hasPrefix("accord:") && Self.local($0) == type }
    }

    static func local(_ name: String) -> String {
        name.hasPrefix("@")
            ? name
            : String(name.split(whereSeparator: { "#/:".contains($0) }).last ?? Substring(name))
    }

    enum Value: Decodable {
        case text(String)
        case list([Value])
        case object([String: Value])
        /// A truth, or nothing.
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Int.self) {
                self = .text(String(number))
            } else if let list = try? container.decode([Value].self) {
                self = .list(list)
            } else if let object = try? container.decode([String: Value].self) {
                self = .object(object)
            } else {
                self = .other
            }
        }

        /// A text, also where a tool writes it as `{"@value": ...}`, or as the only one of a list.
        var text: String? {
            switch self {
            case .text(let text): text
            case .list(let list): list.first?.text
            case .object(let object): object["@value"]?.text
            case .other: nil
            }
        }

        var texts: [String] {
            if case .list(let list) = self { return list.compactMap(\.text) }
            return text.map { [$0] } ?? []
        }

        var isSeveral: Bool { if case .list(let list) = self { list.count > 1 } else { false } }

        /// What it names, by id or by what is known of it here.
        var reference: String? {
            switch self {
            case .text(let text): text
            case .list(let list): list.first?.reference
            case .object: node?.id
            case .other: nil
            }
        }

        var node: EARLNode? {
            switch self {
            case .object(let object): EARLNode(object)
            case .list(let list): list.first?.node
            case .text, .other: nil
            }
        }
    }
}
