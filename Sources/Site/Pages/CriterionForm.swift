import Client
import Foundation
import Presentation
import Reading
import Shared

/// One criterion on the form of a component state.
struct CriterionForm: Sendable {
    /// The full id; names the fields of the form.
    let id: String
    /// The part of the address behind `#c-`.
    let anchor: String
    let statement: String
    /// What others said of it; nil where nobody else did.
    let beside: Beside?
    /// Nil where she is asked nothing.
    let question: Question?
    /// Whether somebody else has judged it, so that it is not left to test.
    let isTaken: Bool
    let outcomes: [OutcomeChoice]
    let isOpen: Bool
    /// Only for what must be seen; all else waits for a key or a click.
    let isUnfolded: Bool
    /// Whether the page shows what could not be saved of it.
    let isRefused: Bool
    /// What the details hold, such as `Note, 2 files`; nil for nothing.
    let filled: String?
    /// Nil while nobody has opened them: they come when somebody does.
    let details: CriterionDetails?
    /// Opens the details for whoever may not record, whose buttons are all disabled.
    let detailsHref: String
    /// What paper shows instead of the details.
    let printed: [PrintedLine]

    /// Says of a criterion what the catalogue does, filled with what stands.
    init(_ criterion: Criterion, in contents: StateContents) {
        let place = contents.place
        let finding = contents.finding(of: criterion)
        let filling = Filling(criterion, finding, in: contents)
        id = criterion.id
        anchor = criterion.lastingShortID
        statement = criterion.statement
        beside = finding.flatMap { Beside($0, of: contents.item, at: place, in: contents.time) }
        question = contents.asked.first { $0.criterion == criterion.id }
            .map { Question($0, of: criterion, in: contents.time) }
        isTaken = finding.map { Sides($0, in: place.view) }?.isTaken ?? false
        outcomes = Outcome.allCases.map {
            OutcomeChoice(
                value: $0.rawValue, word: $0.word, initial: String($0.word.prefix(1)),
                rest: String($0.word.dropFirst()), tone: $0.tone, symbol: "m-\($0.tone)",
                isChecked: $0 == filling.outcome)
        }
        isOpen = place.canRecord
        let files = contents.evidence.count { $0.criterion == criterion.id }
        let remarks = finding?.comments.count ?? 0
        let counts = [(files, "file"), (remarks, "comment")].filter { $0.0 > 0 }
        let folded =
            FieldName.findingFields.filter { !filling[$0].isEmpty }.map(\.register.title)
            + counts.map { counted($0.0, $0.1) }
        filled = folded.isEmpty ? nil : folded.joined(separator: ", ").lowercased().asBeginning
        isRefused = filling.isRefused
        isUnfolded =
            !filling.unsaved.isEmpty || contents.opened == criterion.id
            || contents.telling?.criterion == criterion.id
        // What a refused form had in its details would go with them.
        details =
            isUnfolded || filling.isTypedIntoDetails
            ? CriterionDetails(criterion, filling, in: contents) : nil
        detailsHref = Address.state(place, opening: criterion)
        printed = PrintedLine.all(
            filling, severity: filling.severity ?? criterion.severity, files: files)
    }

    /// The chosen outcome: the mark of the outline.
    var chosen: OutcomeChoice? { outcomes.first(where: \.isChecked) }

    struct OutcomeChoice: Sendable {
        let value: String
        let word: String
        /// The letter that is its key, underlined on the button.
        let initial: String
        let rest: String
        let tone: String
        let symbol: String
        let isChecked: Bool
    }
}

extension CriterionForm {
    /// One line on paper, under its name or as a sentence of its own.
    struct PrintedLine: Sendable {
        let name: String?
        let value: String

        fileprivate static func all(
            _ filling: Filling, severity: Severity, files: Int
        ) -> [PrintedLine] {
            var lines: [PrintedLine] = []
            if filling.outcome == .failed {
                let whose = filling.attribution == .app ? "" : ", the platform’s defect"
                lines.append(PrintedLine(name: nil, value: "Severity \(severity.rawValue)\(whose)"))
            }
            lines += FieldName.findingFields.filter { !filling[$0].isEmpty }.map {
                PrintedLine(name: $0.register.title, value: filling[$0])
            }
            guard files > 0 else { return lines }
            return lines + [PrintedLine(name: "Evidence", value: counted(files, "file"))]
        }
    }
}
