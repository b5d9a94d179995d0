import Presentation
import Shared

/// A row in the words of formats that have room for a text: a headline, and all that was said.
extension FindingRow {
    /// Whether it was taken back, and nothing stands beside that.
    var isWithdrawn: Bool { withdrawn.map { !$0.isContested } ?? false }

    var isUndecided: Bool {
        if case .undecided = effective { true } else { false }
    }

    var isChallenged: Bool { !effective.challenges.isEmpty }

    /// The verdict in a few words, such as `Failed, serious` or `Undecided, two decisions differ`.
    var headline: String {
        guard let judgement = effective.judgement else {
            return effective.why.map { "Undecided: \($0)" } ?? Outcome.untested.word
        }
        var words = judgement.outcome.word
        if case .failed(let severity, let attribution) = judgement {
            words += ", \(severity.rawValue)"
            if attribution == .platform { words += ", a defect of the platform" }
        }
        if isChallenged { words += ", by a decision that is challenged" }
        return words
    }

    /// Where it was found, such as `Account options on Accounts, expanded`.
    var whereabouts: String {
        let label = entry.ordinal == 1 ? entry.label : "\(entry.label) (\(entry.ordinal))"
        let place = entry.screen.isEmpty ? label : "\(label) on \(entry.screen)"
        return "\(place), \(entry.state)".onOneLine
    }

    /// All that was said, a paragraph each; control characters and such as turn text are shown.
    var report: String {
        paragraphs.map { "\($0.title): \(TerminalText.shown($0.text.withLineFeeds))" }
            .joined(separator: "\n")
    }

    private typealias Paragraph = (title: String, text: String)

    private var paragraphs: [Paragraph] {
        var all: [Paragraph] = []
        func add(_ title: String, _ text: String?) {
            if let text, !text.isEmpty { all.append((title, text)) }
        }
        if isUndecided || isChallenged {
            for sibling in siblings { add("Verdict of \(sibling.writer)", sibling.value.cell) }
        }
        for decision in decisions {
            let reason = decision.value.map { "\($0.judgement.cell), because: \($0.reason.string)" }
            add("Decision of \(decision.writer)", reason ?? Self.later)
        }
        for (column, title) in Self.titles {
            if versions.contains(where: { $0.column == column }) { continue }
            switch typed(in: column) {
            case .text(let text): add(title, text)
            case .list(let elements): add(title, elements.joined(separator: ", "))
            }
        }
        for version in versions {
            let title = Self.titles.first { $0.column == version.column }?.title
            for text in version.texts {
                add("\(title ?? version.column.rawValue), by \(text.writer)", text.value)
            }
        }
        for file in evidence {
            add("Evidence", evidenceWords.first { $0.file == file }?.cell ?? file)
        }
        for comment in comments { add("Comment of \(comment.writer)", comment.value) }
        add("Announcement", suggestion)
        add("The same control", see.joined(separator: ", "))
        if let withdrawn {
            let title = withdrawn.isContested ? "Withdrawal, contested" : "Withdrawal"
            add(title, withdrawn.reason.isEmpty ? withdrawn.level.rawValue : withdrawn.reason)
        }
        add("Authors", authors.joined(separator: ", "))
        return all
    }

    private static let titles: [(column: FindingColumn, title: String)] = [
        (.note, "Note"), (.heard, "Heard"), (.steps, "Steps"),
        (.recommendation, "Recommendation"), (.workaround, "Workaround"), (.tags, "Tags"),
        (.links, "Links"), (.importedFrom, "Imported from"), (.device, "Device"),
        (.system, "System"),
        (.assistiveTechnologyVersion, "Assistive technology"), (.build, "Build"),
        (.assistiveTechnologyHints, "Hints"), (.assistiveTechnologyVerbosity, "Verbosity"),
        (.assistiveTechnologyLanguage, "Language"),
    ]

    fileprivate static let later = "in a form that only a later version reads"
}

extension Effective {
    /// Why nothing is decided; nil where something is in effect, or nothing was judged.
    fileprivate var why: String? {
        switch self {
        case .undecided(.noRule): "no rule of the policy is for it"
        case .undecided(.fellThrough(let method, let why)): "\(why) (\(method))"
        case .undecided(.unknownMethod(let method)): "only a later version knows the rule \(method)"
        case .undecided(.policyContested): "leads chose policies that differ"
        case .undecided(.decisionsDiffer): "leads decided it differently"
        case .untested, .single, .agreed, .automatic, .decided, .challenged: nil
        }
    }
}

extension FindingRow.Authored {
    /// Her name, and who adopted it where nothing shows that it is hers.
    fileprivate var writer: String {
        unplaced.map { "\(author) (unplaced, adopted by \($0))" } ?? author
    }
}

extension Judgement? {
    fileprivate var cell: String { self?.cell ?? FindingRow.later }
}
