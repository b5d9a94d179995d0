import Foundation
package import Shared

/// A shape and a word: how a page shows an outcome, a conflict or where something is saved.
package struct Mark: Hashable, Sendable {
    /// The end of its class, such as `passed`.
    package let tone: String
    /// A symbol of the sprite.
    package let symbol: String
    /// The word or count beside the shape.
    package let text: String

    package init(tone: String, symbol: String, text: String) {
        self.tone = tone
        self.symbol = symbol
        self.text = text
    }

    /// An outcome under its word, or under a text that counts it.
    package init(_ outcome: Outcome, _ text: String? = nil) {
        self.init(tone: outcome.tone, symbol: "m-\(outcome.tone)", text: text ?? outcome.word)
    }

    /// Where two people disagree.
    package static func conflict(_ text: String = "Conflict") -> Mark {
        Mark(tone: "conflict", symbol: "m-conflict", text: text)
    }

    /// Where later work speaks against a decision.
    package static func challenged(_ text: String = "Challenged") -> Mark {
        Mark(tone: "conflict", symbol: "m-challenged", text: text)
    }

    /// What is saved here and not sent yet.
    package static func laptop(_ text: String) -> Mark {
        Mark(tone: "info", symbol: "i-laptop", text: text)
    }

    /// What the server has.
    package static func server(_ text: String) -> Mark {
        Mark(tone: "passed", symbol: "i-server", text: text)
    }
}

extension Outcome {
    /// The end of its classes and symbols.
    package var tone: String { rawValue.lowercased() }

    /// As people read it.
    package var word: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .cantTell: "Can’t tell"
        case .inapplicable: "Inapplicable"
        case .untested: "Untested"
        }
    }

    /// As it counts in a sentence: `3 can’t tell`.
    package var countedWord: String { word.lowercased() }
}

extension Severity {
    /// As people read it.
    package var word: String { rawValue.capitalized }

    /// From 1 for the worst: its key, and the number of its symbol.
    package var rank: Int {
        switch self {
        case .critical: 1
        case .serious: 2
        case .moderate: 3
        case .minor: 4
        }
    }

    /// A symbol of the sprite.
    package var symbol: String { "s-\(rank)" }
}

extension Attribution {
    /// As an answer to "Whose defect".
    package var word: String {
        switch self {
        case .app: "The app’s"
        case .platform: "The platform’s"
        }
    }
}

/// How much of a whole has which outcome, as a bar 100 wide.
package struct Bar: Hashable, Sendable {
    /// From the left, without gaps.
    package let pieces: [Piece]

    /// One colour of the bar.
    package struct Piece: Hashable, Sendable {
        /// `p`, `f`, `c` or `i`: its class.
        package let kind: String
        /// Where it begins, from 0.0 to 100.0.
        package let start: String
        /// How wide it is, from 0.0 to 100.0.
        package let width: String
    }

    /// - Parameters:
    ///   - counts: What is untested is left out.
    ///   - total: Of all findings; 0 gives an empty bar.
    package init(_ counts: [Outcome: Int], of total: Int) {
        var pieces: [Piece] = []
        var before = 0
        for outcome in [Outcome.passed, .failed, .cantTell, .inapplicable] {
            guard total > 0, let count = counts[outcome], count > 0 else { continue }
            pieces.append(
                Piece(
                    kind: String(outcome.rawValue.prefix(1)), start: Self.share(before, total),
                    width: Self.share(count, total)))
            before += count
        }
        self.pieces = pieces
    }

    /// In hundredths of the whole with one decimal, whatever the locale.
    private static func share(_ count: Int, _ total: Int) -> String {
        let tenths = (count * 1000 + total / 2) / total
        return "\(tenths / 10).\(tenths % 10)"
    }
}
