package import Shared

/// The two sides of a finding for one person: what she says herself, and what others say.
package struct Sides: Sendable {
    /// Her verdicts that stand, ascending by dot, under whichever of her ids.
    ///
    /// There are several where two of her forms had not seen each other.
    package let own: [Sibling]
    /// All others, ascending by dot; in her name, too, where nothing shows that it is hers.
    package let others: [Sibling]
    private let finding: Finding
    private let view: AuditView

    package init(_ finding: Finding, in view: AuditView) {
        self.finding = finding
        self.view = view
        own = finding.judgements.filter(view.isOwn)
        others = finding.judgements.filter { !view.isOwn($0) }
    }

    /// What she says: her newest verdict.
    package var word: Sibling? { own.newest }

    /// What a form that shows her word has beside it.
    package var besides: [Sibling] { finding.judgements.filter { $0.edit != word?.edit } }

    /// The decision in effect, also while later work challenges it.
    package var decision: Sibling? {
        guard let inEffect = finding.effective.decision else { return nil }
        return finding.decisions.first { $0.value.decision == inEffect }
    }

    /// Whether a lead has decided otherwise than she says.
    package var isOverruled: Bool {
        guard let word, let decision = finding.effective.decision else { return false }
        return word.value.judgement != decision.judgement
    }

    /// Whether others have judged it, a lead has decided, or it was taken back.
    package var isTaken: Bool {
        !others.isEmpty || !finding.decisions.isEmpty || finding.isWithdrawn
    }

    /// Others' verdicts that differ from her word; none where it was taken back.
    package var differing: [Sibling] {
        guard let word, !finding.isWithdrawn else { return [] }
        return others.filter { $0.value != word.value }
    }

    /// What she would say to agree; nil where nothing differs, or more than one value does.
    package var other: Judgement? {
        let values = Set(differing.map(\.value))
        return values.count == 1 ? values.first?.judgement : nil
    }

    /// How her word stands to others', in a sentence or two; nil where there is nothing to say.
    package var agreement: String? {
        guard word != nil, !others.isEmpty, !finding.isWithdrawn else { return nil }
        let differing = differing
        guard !differing.isEmpty else {
            return AuditView.list(["You"] + Set(others.map(view.whose)).sorted()) + " agree."
        }
        let both = Set(differing.map(\.author)).count == 1 ? "both" : "all"
        return "\(said(differing)). You disagree: \(both) stay, \(finding.effective.consequence)."
    }

    /// Such as `Maya Lindqvist and Lee Okafor said passed, Tomas Berg said can't tell`.
    private func said(_ siblings: [Sibling]) -> String {
        var values: [FieldValue] = []
        for sibling in siblings where !values.contains(sibling.value) {
            values.append(sibling.value)
        }
        return values.map { value in
            let names = view.authors(of: siblings.filter { $0.value == value })
            let words = value.judgement?.words ?? "something that a later version of Accord knows"
            return "\(names) said \(words)"
        }.joined(separator: ", ")
    }
}

extension Finding {
    /// Whether nobody has said anything that a verdict would stand beside.
    package var isUntouched: Bool { judgements.isEmpty && decisions.isEmpty && !isWithdrawn }
}

extension Effective {
    /// The decision in effect, also while later work challenges it.
    package var decision: Decision? {
        switch self {
        case .decided(let decision), .challenged(let decision, _): decision
        case .untested, .single, .agreed, .automatic, .undecided: nil
        }
    }

    /// What becomes of verdicts that differ, as the end of a sentence.
    fileprivate var consequence: String {
        switch self {
        case .automatic(let judgement, let method, _):
            "and the rule \(method) chooses \(judgement.words)"
        case .decided(let decision): "and a lead has decided \(decision.judgement.words)"
        case .untested, .single, .agreed, .undecided, .challenged: "and a lead is asked"
        }
    }
}

extension Record {
    /// Whether a verdict on a criterion differs from a live one of somebody else.
    ///
    /// - Parameter component: The withdrawals of the component; what is taken back says nothing.
    package func isDisputed(
        _ value: FieldValue, on criterion: String, by person: PersonID, under component: [Sibling]
    ) -> Bool {
        let others = siblings(of: FieldID(criterion: criterion, .judgement)).filter {
            $0.author != person && $0.value != value
        }
        guard !others.isEmpty else { return false }
        let own = siblings(of: FieldID(criterion: criterion, .withdrawn))
        let withdrawals = Withdrawals(component + self.withdrawals + own)
        return !others.allSatisfy(withdrawals.cover)
    }
}
