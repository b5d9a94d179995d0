import Hummingbird
import Shared

/// What a request may say beside its path and its body, as the sheet of routes has it.
struct Parameter: Sendable {
    enum Place: String, Sendable { case query, header }

    let name: String
    let place: Place
    let meaning: String
    let schema: JSONTree
    private(set) var isRequired = false
    /// Whether it may stand there more than once.
    private(set) var isRepeatable = false
    /// What is said of a value that cannot be read.
    private var fault = ""
    private var isRead: @Sendable (String) -> Bool = { _ in true }

    /// One of which the route itself finds out whether it can be read.
    init(_ name: String, in place: Place = .query, _ schema: JSONTree, _ meaning: String) {
        self.name = name
        self.place = place
        self.schema = schema
        self.meaning = meaning
    }

    /// The same, without which the address answers nothing.
    var required: Parameter {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }

    /// The same, which may be said more than once.
    var repeatable: Parameter {
        var parameter = self
        parameter.isRepeatable = true
        return parameter
    }

    private func read(orElse fault: String, by isRead: @escaping @Sendable (String) -> Bool) -> Self
    {
        var parameter = self
        parameter.fault = fault
        parameter.isRead = isRead
        return parameter
    }

    static func number(_ name: String, _ meaning: String) -> Parameter {
        Parameter(name, ["type": "integer", "minimum": 0], meaning)
            .read(orElse: "is not a number") { UInt64($0) != nil }
    }

    static func flag(_ name: String, _ meaning: String) -> Parameter {
        Parameter(name, ["type": "boolean"], meaning)
            .read(orElse: "is true or false") { Bool($0) != nil }
    }

    static func id(_ name: String, _ meaning: String) -> Parameter {
        Parameter(name, .digits(32), meaning)
            .read(orElse: "has 32 hexadecimal digits") { [UInt8](hex: $0)?.count == 16 }
    }

    static func cursor(_ name: String, _ meaning: String) -> Parameter {
        Parameter(name, ["type": "string"], meaning)
            .read(orElse: "is no cursor") { Request.cursor(of: $0) != nil }
    }

    /// One of some words, in any capitals.
    static func choice(_ name: String, of words: [String], _ meaning: String) -> Parameter {
        let expected = words.map { "\(name)=\($0)" }.joined(separator: " or ")
        return Parameter(name, ["type": "string", "enum": .texts(words)], meaning)
            .read(orElse: "is \(expected)") { value in
                words.contains { $0.lowercased() == value.lowercased() }
            }
    }

    static func header(
        _ name: String, _ meaning: String, _ schema: JSONTree = ["type": "string"]
    ) -> Parameter { Parameter(name, in: .header, schema, meaning) }

    fileprivate func check(_ value: String) throws(Problem) {
        guard isRead(value) else { throw Problem(.malformed, detail: "`\(name)` \(fault)") }
    }
}

extension [Parameter] {
    /// Refuses a query with anything that the address does not know; `malformed`.
    ///
    /// Nothing is passed over: whoever believes to have filtered by it would take all for some.
    func check(_ request: Request) throws(Problem) {
        let known = filter { $0.place == .query }
        let given = request.uri.queryParameters
        let names = given.map { String($0.key) }
        let unknown = Set(names).subtracting(known.map(\.name)).sorted()
        guard unknown.isEmpty else {
            throw Problem(
                .malformed,
                detail: "this address has no parameter \(Self.listed(unknown))",
                expected: known.isEmpty
                    ? "no parameters" : known.map(\.name).joined(separator: ", "),
                actual: Self.listed(names))
        }
        for parameter in known {
            let values = given[values: Substring(parameter.name)]
            guard !values.isEmpty || !parameter.isRequired
            else { throw Problem(.malformed, detail: "`\(parameter.name)` is missing") }
            guard values.count < 2 || parameter.isRepeatable else {
                throw Problem(
                    .malformed, detail: "`\(parameter.name)` stands in the query twice")
            }
            for value in values { try parameter.check(String(value)) }
        }
    }

    /// What somebody sent, as far as it says what was wrong.
    private static func listed(_ names: [String]) -> String {
        String(names.joined(separator: ", ").prefix(200))
    }
}
