import Foundation
import Shared

/// Such as `1 change` or `7 changes`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension Date {
    /// Such as `19 Nov 2026`, in the laptop's zone.
    var day: String { text("d MMM yyyy") }

    /// Such as `19 Nov 2026, 08:03`, in the laptop's zone.
    var dated: String { text("d MMM yyyy, HH:mm") }

    /// A time of today as `14:33:05`, an earlier day with its date; in the laptop's zone.
    func shown(now: Date) -> String {
        text(Calendar.current.isDate(self, inSameDayAs: now) ? "HH:mm:ss" : "d MMMM yyyy, HH:mm")
    }

    private func text(_ pattern: String) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_GB")
        format.dateFormat = pattern
        return format.string(from: self)
    }
}

extension String {
    /// The first letter large, as a line begins.
    var asBeginning: String { prefix(1).uppercased() + dropFirst() }

    /// A clause as a sentence of its own.
    var asSentence: String { asBeginning + "." }
}

extension Finding {
    /// The criterion's id without control and platform.
    var shortCriterion: String { Self.shortCriterion(criterion) }

    static func shortCriterion(_ id: String) -> String {
        id.split(separator: ".", maxSplits: 2).last.map(String.init) ?? id
    }
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
