import Testing

/// A rule of style that the formatter cannot check, with a text it must catch and one it must not.
///
/// To add a rule, write such a value beside its kin and put it in `all`: the tests run each rule
/// over its own two examples and over every file of the repository.
struct Check: Sendable, CustomTestStringConvertible {
    /// Files that a rule looks at; generated files are exempt from every rule.
    enum Scope {
        case everything
        case swift
        case sources
        case tests
    }

    let rule: String
    let scope: Scope
    let catches: SourceFile
    let accepts: SourceFile
    let find: @Sendable (SourceFile) -> [Violation]

    static let all: [Check] =
        sizeChecks + namingChecks + documentationChecks + safetyChecks + floorChecks + testChecks
        + repositoryChecks

    var testDescription: String { rule }

    func violations(in file: SourceFile) -> [Violation] {
        scope.includes(file) ? find(file) : []
    }
}

/// A line that breaks a rule, and what to do about it.
struct Violation {
    let line: Int
    let advice: String

    func described(in file: SourceFile) -> String {
        "\(file.path):\(line): \(advice)"
    }
}

/// A place that breaks a rule for a reason its reviewer accepted.
struct Exemption {
    let path: String
    let rule: String
    let reason: String

    /// Empty is the aim; a test fails for an entry that nothing needs any more.
    static let all: [Exemption] = [
        Exemption(
            path: "Sources/Storage/SQLite/SQLStatement.swift",
            rule: "the compiler checks concurrency",
            reason: "SQLITE_TRANSIENT is a cast of -1 to a function pointer, a macro that Swift "
                + "does not import; without it SQLite would not copy what is bound."),
        Exemption(
            path: "Sources/Storage/SQLite/WriteLock.swift", rule: "nothing sleeps",
            reason: "flock knows no time-out and no event for another process giving a lock up, "
                + "so waiting with an end is asking again."),
        Exemption(
            path: "Sources/HTTPClient/CurlMultiHandle.swift",
            rule: "the compiler checks concurrency",
            reason: "A C handle has no Sendable type; its comment proves that other threads only "
                + "ever make the one call that libcurl allows them."),
    ]

    static func covers(_ file: SourceFile, _ check: Check) -> Bool {
        all.contains { $0.path == file.path && $0.rule == check.rule }
    }
}

extension Check.Scope {
    func includes(_ file: SourceFile) -> Bool {
        switch self {
        case .everything: true
        case .swift: file.isSwift
        case .sources: file.isSwift && file.isSource
        case .tests: file.isSwift && file.isTest
        }
    }
}

extension Check {
    /// A rule that forbids some words of code, wherever they stand outside comments and strings.
    static func forbidding(
        _ words: [String], rule: String, in scope: Scope, advice: String,
        catches: SourceFile, accepts: SourceFile
    ) -> Check {
        Check(rule: rule, scope: scope, catches: catches, accepts: accepts) { file in
            words.flatMap { word in
                file.code.numbers { $0.contains(word: word) }.map { line in
                    Violation(line: line, advice: "`\(word)`: \(advice)")
                }
            }
        }
    }
}
