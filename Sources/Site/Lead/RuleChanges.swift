import Reading
import Shared

/// What other rules would make of findings, before they hold.
struct RuleChanges: Sendable {
    let heading: String
    let rows: [Row]
    /// How many are not listed; nil for none.
    let more: String?
    let remark: String
    /// Tells the previewed rules from others.
    let previewed: String

    struct Row: Sendable {
        let stateHref: String
        let title: String
        let about: String
        let now: ShownJudgement
        let would: ShownJudgement
        let because: String
    }

    private static let rowsMax = 50

    init(
        _ preview: RulePreview, _ policy: Policy, in view: AuditView, _ catalogue: Catalogue,
        _ context: PageContext
    ) {
        let lines = preview.lines
        let states = Set(lines.map(\.state)).count
        heading =
            lines.isEmpty
            ? "No finding would change today"
            : "What would change: \(counted(lines.count, "finding")) on "
                + counted(states, "component state")
        rows = lines.prefix(Self.rowsMax).map { Row($0, in: view, catalogue) }
        let left = lines.count - rows.count
        more =
            left > 0
            ? "\(counted(left, "more finding")); accord policy set --preview lists all of them."
            : nil
        let decided = preview.reach.decided
        remark = [
            Self.words(conflicts: preview.conflicts),
            decided == 0
                ? nil
                : "\(counted(decided, "finding")) \(decided == 1 ? "stays" : "stay") as leads "
                    + "decided.",
            "Computed from what is on this \(context.place).",
        ].compactMap(\.self).joined(separator: " ")
        previewed = policy.code
    }

    private static func words(conflicts: Int) -> String? {
        guard conflicts != 0 else { return nil }
        return "\(counted(abs(conflicts), "conflict")) \(conflicts < 0 ? "fewer" : "more")."
    }
}

extension RuleChanges.Row {
    fileprivate init(_ line: RulePreview.Line, in view: AuditView, _ catalogue: Catalogue) {
        let state = view.item(Record(key: .state(view.audit, line.state)))
        stateHref = Address.state(line.state, in: view)
        let word = state.stateWord(catalogue, in: view) ?? line.state.state
        title = state.component.map { "\($0.label): \(word)" } ?? line.name
        let criterion = line.after.criterion
        about = [
            catalogue.criterion(criterion)?.statement ?? criterion,
            state.environmentWords(in: view),
        ].joined(separator: ", ")
        now = ShownJudgement(line.before)
        would = ShownJudgement(line.after)
        because = line.because.prefix(1).uppercased() + line.because.dropFirst()
    }
}

extension ShownJudgement {
    /// What holds of a finding on which verdicts differ.
    fileprivate init(_ finding: Finding) {
        if let judgement = finding.effective.judgement {
            self.init(judgement)
        } else {
            self.init(mark: .conflict("A lead decides"))
        }
    }
}
