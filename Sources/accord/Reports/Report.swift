import Shared

/// What a command has to say: once in words for a person, once as JSON for a script.
///
/// Each is made when it is asked for, so that nothing is read or composed for the other.
protocol Report {
    /// Top to bottom; none is printed where one of them cannot be made.
    ///
    /// Whoever prints them shows control characters instead of sending them.
    var lines: [String] { get throws }
    var json: JSON { get throws }
}

extension Report {
    func printed(asJSON: Bool) throws {
        if asJSON { return try json.printed() }
        let lines = try lines
        guard !lines.isEmpty else { return }
        let text = lines.map(Terminal.output.shown).joined(separator: "\n") + "\n"
        if let pager = PagerProgram(for: text, on: .output), pager.show(text) { return }
        try Terminal.output.write([UInt8](text.utf8))
    }
}

/// Lines beside a value, for whoever has both at hand.
struct Answer: Report {
    private let value: () throws -> JSON
    private let words: () throws -> [String]

    init(
        _ json: @autoclosure @escaping () throws -> JSON,
        @LineBuilder lines: @escaping () throws -> [String]
    ) {
        value = json
        words = lines
    }

    var lines: [String] { get throws { try words() } }
    var json: JSON { get throws { try value() } }
}

/// Lets lines stand below each other in code as they do on the screen.
@resultBuilder
enum LineBuilder {
    static func buildExpression(_ line: String) -> [String] { [line] }
    static func buildExpression(_ lines: [String]) -> [String] { lines }
    static func buildBlock(_ parts: [String]...) -> [String] { Array(parts.joined()) }
    static func buildArray(_ parts: [[String]]) -> [String] { Array(parts.joined()) }
    static func buildOptional(_ lines: [String]?) -> [String] { lines ?? [] }
    static func buildEither(first lines: [String]) -> [String] { lines }
    static func buildEither(second lines: [String]) -> [String] { lines }
}
