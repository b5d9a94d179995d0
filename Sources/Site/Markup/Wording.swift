import Foundation
import Presentation
import Shared

extension String {
    /// The first letter large, as a line begins.
    var asBeginning: String { prefix(1).uppercased() + dropFirst() }

    /// A clause as a sentence of its own.
    var asSentence: String { asBeginning + "." }
}

extension Finding {
    /// Whether later work speaks against its decision.
    var isChallenged: Bool { if case .challenged = effective { true } else { false } }

    var shortCriterion: String { Criterion.short(criterion) }
}

extension Criterion.Category {
    /// Such as `Text size`.
    var word: String { rawValue.replacing("-", with: " ").asBeginning }
}

extension Criterion {
    /// Such as `WCAG 4.1.2 Name, Role, Value`.
    var wcagNames: [String] {
        wcag.map { number in
            SuccessCriterion.named(number).map { "WCAG \(number) \($0.name)" } ?? "WCAG \(number)"
        }
    }

    var basisWord: String { basis == .normative ? "Normative" : "Advisory" }
}

extension FixHint.Framework {
    var word: String {
        switch self {
        case .any: "Everywhere"
        case .uikit: "UIKit"
        case .swiftui: "SwiftUI"
        case .androidViews: "Android Views"
        case .jetpackCompose: "Jetpack Compose"
        }
    }
}

extension UndoList.Step {
    /// What it did, such as `Undone: Failed on “The handle speaks its state”. Untested again`.
    ///
    /// - Parameter statement: Says what a criterion's id stands for.
    func words(_ statement: (String) -> String) -> String {
        switch act {
        case .saved: return Self.words(from: before, to: after, statement)
        case .redone: return "Redone: \(Self.words(from: before, to: after, statement))"
        case .undone:
            let undone = "Undone: \(Self.words(from: after, to: before, statement))"
            guard before.count == 1, after.count == 1, !after[0].isSameVerdict(as: before[0])
            else { return undone }
            return "\(undone). \(after[0].verdict(beside: before[0])) again"
        }
    }

    private static func words(
        from before: [FindingEntry], to after: [FindingEntry], _ statement: (String) -> String
    ) -> String {
        guard before.count == 1, after.count == 1 else { return counted(after.count, "verdict") }
        let from = before[0]
        let to = after[0]
        let texts =
            FieldName.typedTexts.filter { from.texts[$0] != to.texts[$0] }
            + FieldName.findingLists.filter { from.lists[$0] != nil || to.lists[$0] != nil }
        let verdict = from.isSameVerdict(as: to) ? nil : to.verdict(beside: from)
        let what = [verdict].compactMap(\.self) + texts.map(\.register.title)
        return "\(what.joined(separator: ", ")) on “\(statement(to.criterion))”"
    }
}

extension FindingEntry {
    fileprivate func isSameVerdict(as other: FindingEntry) -> Bool {
        outcome == other.outcome && severity == other.severity && attribution == other.attribution
    }

    /// The outcome, with more of it only where the outcome is the other's too.
    fileprivate func verdict(beside other: FindingEntry) -> String {
        let word = (outcome ?? .untested).word
        guard outcome == other.outcome, let severity else { return word }
        return "\(word), \(severity.rawValue)" + (attribution == .platform ? ", platform" : "")
    }
}
