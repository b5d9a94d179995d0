import Client
import Shared

/// One finding with everything that was said of it, for a person to read.
struct FindingPage {
    private let finding: Finding
    private let item: StateItem
    private let view: AuditView
    private let evidence: [EvidenceItem]

    /// - Parameter evidence: The component state's; what belongs to other findings is left out.
    init(_ finding: Finding, on item: StateItem, in view: AuditView, evidence: [EvidenceItem]) {
        self.finding = finding
        self.item = item
        self.view = view
        self.evidence = evidence.filter { $0.criterion == finding.criterion }
    }

    func print() {
        printLine("\n\(finding.criterion): \(finding.words)")
        if let reason = finding.withdrawal.reason { line("withdrawn", reason) }
        // A single verdict stands in the heading already.
        for judgement in finding.judgements {
            line(
                view.plan.name(of: judgement.author),
                "\(judgement.value.judgement?.coloured ?? "a value of a later version"), "
                    + shown(judgement.wallTime)
                    + (view.isProposed(judgement) ? ", not on the server yet" : ""))
        }
        for decision in finding.decisions { line("decision", words(decision)) }
        for name in FieldName.findingTexts {
            texts(name)
            guard name == .heard else { continue }
            for text in finding.suggestions.compactMap(\.value.text) {
                line("suggested", suggested(text))
            }
        }
        if !finding.tags.isEmpty { line("tags", finding.tags.joined(separator: ", ")) }
        for link in finding.links { line("link", link) }
        for item in evidence { line("evidence", item.words(in: view)) }
        for comment in finding.comments {
            line(
                "comment",
                "\(comment.value.text ?? "") (\(view.plan.name(of: comment.author)), "
                    + "\(shown(comment.wallTime)))")
        }
    }

    /// A decision with reason and author; "proposed" until the server has confirmed it.
    private func words(_ sibling: Sibling) -> String {
        guard let decision = sibling.value.decision else { return "of a later version" }
        let standing = view.isProposed(sibling) ? "proposed" : "in effect"
        return "\(decision.judgement.words), \(standing): \(decision.reason.string) "
            + "(\(view.plan.name(of: sibling.author)), \(shown(sibling.wallTime)))"
    }

    /// In words where a check of an announcement wrote it; as it stands where an import did.
    private func suggested(_ text: String) -> String {
        guard let suggestion = AnnouncementSuggestion(text: text),
            suggestion.codes.allSatisfy({ AnnouncementProblem(code: $0) != nil })
        else { return text }
        return suggestion.words
    }

    private func texts(_ name: FieldName) {
        let versions = finding.texts[name] ?? []
        for version in versions {
            let author =
                versions.count > 1 ? " (version by \(view.plan.name(of: version.author)))" : ""
            line(name.words, (version.value.text ?? "") + author)
        }
    }

    private func line(_ name: String, _ text: String) {
        printLine("  \(name.padded(to: 15)) \(text)")
    }
}
