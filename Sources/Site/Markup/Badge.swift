import Foundation
import Presentation
import Shared

/// A shape and a word: how a page shows an outcome, a conflict or where something is saved.
struct Badge: Sendable {
    /// The end of its class, such as `passed`.
    let tone: String
    /// A symbol of the sprite.
    let symbol: String
    let text: String

    static func conflict(_ text: String = "Conflict") -> Badge {
        Badge(tone: "conflict", symbol: "m-conflict", text: text)
    }

    static let challenged = Badge(tone: "conflict", symbol: "m-challenged", text: "Challenged")
}

extension Badge {
    /// An outcome under its word, or under a text that counts it.
    init(_ outcome: Outcome, _ text: String? = nil) {
        self.init(tone: outcome.tone, symbol: "m-\(outcome.tone)", text: text ?? outcome.word)
    }
}

/// A severity as a symbol of the sprite and a word.
struct Weight: Sendable {
    let symbol: String
    let title: String

    init(_ severity: Severity) {
        symbol = "s-\(severity.rank)"
        title = severity.word
    }
}

/// What somebody says of a criterion, as shape, word and weight.
struct ShownJudgement: Sendable {
    let mark: Badge
    /// Nil for anything but a failure.
    var weight: Weight?
    /// Nil where it is said elsewhere.
    var who: String?
}

extension ShownJudgement {
    /// A judgement is nil for a value that only a later version knows.
    init(_ judgement: Judgement?, who: String? = nil) {
        mark =
            judgement.map { Badge($0.outcome) }
            ?? Badge(.untested, "A value of a later version of Accord")
        weight = judgement?.severity.map(Weight.init)
        self.who = who
    }
}

extension Outcome {
    /// The end of its classes and symbols.
    var tone: String { rawValue.lowercased() }

    /// As it counts in a sentence: `3 can’t tell`.
    var countedWord: String { word.lowercased() }
}

extension Severity {
    var word: String { rawValue.capitalized }

    /// From 1 for the worst: its key, and the number of its symbol.
    var rank: Int {
        switch self {
        case .critical: 1
        case .serious: 2
        case .moderate: 3
        case .minor: 4
        }
    }
}

extension Attribution {
    /// As an answer to "Whose defect".
    var word: String { self == .app ? "The app’s" : "The platform’s" }
}

extension Judgement {
    /// Such as `Failed, serious`.
    var sentence: String {
        [outcome.word, severity?.rawValue].compactMap(\.self).joined(separator: ", ")
    }
}

/// How much of a whole has which outcome, as a bar 100 wide.
struct Bar: Sendable {
    /// From the left, without gaps.
    let pieces: [Piece]

    /// `start` and `width` go from 0.0 to 100.0.
    struct Piece: Sendable {
        /// `p`, `f`, `c` or `i`: its class.
        let kind: String
        let start: String
        let width: String
    }

    /// Leaves out what is untested; a `total` of 0 gives an empty bar.
    init(_ counts: [Outcome: Int], of total: Int) {
        var before = 0
        pieces = [Outcome.passed, .failed, .cantTell, .inapplicable].compactMap { outcome in
            guard total > 0, let count = counts[outcome], count > 0 else { return nil }
            defer { before += count }
            return Piece(
                kind: String(outcome.rawValue.prefix(1)), start: Self.share(before, total),
                width: Self.share(count, total))
        }
    }

    /// In hundredths of the whole with one decimal, whatever the locale.
    private static func share(_ count: Int, _ total: Int) -> String {
        let tenths = (count * 1000 + total / 2) / total
        return "\(tenths / 10).\(tenths % 10)"
    }
}
