package import Shared

/// How somebody's own verdict on a finding stands to those of others.
package enum Agreement: Sendable {
    /// She has not judged it, nobody else has, or all of it was withdrawn.
    case alone
    /// Everybody else who judged it says what she says; ascending.
    case agreed(with: [PersonID])
    /// Others' verdicts that differ from hers, ascending by dot; hers and theirs stay.
    case disagreed(with: [Sibling], outcome: Effective)

    /// Holds a person's newest verdict against those of others that stand.
    ///
    /// - Parameter ids: All of hers: what she said under another is nobody else's.
    package init(on finding: Finding, of ids: Set<PersonID>) {
        let own = finding.judgements.filter { ids.contains($0.author) }.newest
        let others = finding.judgements.filter { !ids.contains($0.author) }
        guard let own, !others.isEmpty, !finding.isWithdrawn else {
            self = .alone
            return
        }
        let differing = others.filter { $0.value != own.value }
        self =
            differing.isEmpty
            ? .agreed(with: Set(others.map(\.author)).sorted())
            : .disagreed(with: differing, outcome: finding.effective)
    }

    package var isDisagreement: Bool { if case .disagreed = self { true } else { false } }

    /// What she would say to agree; nil where nothing differs, or more than one value does.
    package var other: Judgement? {
        guard case .disagreed(let others, _) = self else { return nil }
        let values = Set(others.map(\.value))
        return values.count == 1 ? values.first?.judgement : nil
    }

    /// In one or two sentences for the person herself; nil where there is nothing to say.
    package func words(in view: AuditView) -> String? {
        switch self {
        case .alone: return nil
        case .agreed(let people):
            return AuditView.list(["You"] + people.map(view.plan.name(of:))) + " agree."
        case .disagreed(let others, let outcome):
            let both = Set(others.map(\.author)).count == 1 ? "both" : "all"
            return "\(Self.said(others, in: view)). You disagree: \(both) stay, "
                + "\(outcome.consequence)."
        }
    }

    /// Such as `Maya Lindqvist and Lee Okafor said passed, Tomas Berg said can't tell`.
    private static func said(_ others: [Sibling], in view: AuditView) -> String {
        var values: [FieldValue] = []
        for sibling in others where !values.contains(sibling.value) { values.append(sibling.value) }
        return values.map { value in
            let names = view.authors(of: others.filter { $0.value == value })
            let words = value.judgement?.words ?? "something that a later version of Accord knows"
            return "\(names) said \(words)"
        }.joined(separator: ", ")
    }
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
