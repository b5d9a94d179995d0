package import Shared

extension CriterionForm {
    /// What somebody else says, or what was decided.
    package struct OtherVerdict: Sendable {
        let mark: Mark
        let who: String

        package init(mark: Mark, who: String) {
            self.mark = mark
            self.who = who
        }
    }

    /// How one's own verdict stands to those of others, with a button to agree instead.
    package struct Agreement: Sendable {
        let agreementTone: String
        let agreementSymbol: String
        let agreementWords: String
        /// What a colleague says; nil where there is no button.
        let agreeTitle: String?
        /// Names criterion and verdict, so that nobody agrees to what the page did not show.
        let agreeValue: String

        /// - Parameters:
        ///   - other: What agreeing would say; nil where nobody can.
        ///   - value: What the button sends.
        package init(_ words: String, isDisagreement: Bool, other: Judgement?, value: String) {
            agreementTone = isDisagreement ? "conflict" : "ok"
            agreementSymbol = isDisagreement ? "m-conflict" : "m-passed"
            agreementWords = words
            agreeTitle = other.map { judgement in
                judgement.outcome.word + (judgement.severity.map { ", \($0.rawValue)" } ?? "")
            }
            agreeValue = value
        }
    }

    /// A text that stands beside the one in the field.
    package struct Version: Sendable {
        let who: String
        let text: String

        package init(who: String, text: String) {
            self.who = who
            self.text = text
        }
    }

    /// What the check makes of what was heard.
    package struct Check: Sendable {
        /// `pass`, `warn`, `fail` or `cantTell`.
        package let verdict: String
        let mark: Mark
        let text: String

        package init(verdict: String, mark: Mark, text: String) {
            self.verdict = verdict
            self.mark = mark
            self.text = text
        }
    }

    /// One attached file.
    package struct Evidence: Sendable {
        let href: String
        /// The address of its bytes when they are a picture that is here; nil else.
        let picture: String?
        let name: String
        let `where`: String

        /// A link to the file, with its picture where there is one.
        package init(href: String, picture: String?, name: String, where place: String) {
            self.href = href
            self.picture = picture
            self.name = name
            self.where = place
        }
    }

    /// How developers mend it.
    package struct Fix: Sendable {
        let framework: String
        let text: String
    }
}

extension FixHint.Framework {
    /// As developers call it.
    package var word: String {
        switch self {
        case .any: "Everywhere"
        case .uikit: "UIKit"
        case .swiftui: "SwiftUI"
        case .androidViews: "Android Views"
        case .jetpackCompose: "Jetpack Compose"
        }
    }
}
