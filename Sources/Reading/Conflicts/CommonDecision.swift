package import Shared

/// What would hold on one component state where many are decided in the same way.
package struct CommonDecision: Sendable {
    package let item: ConflictItem
    /// Those of the item, in its order.
    package let findings: [(finding: Finding, answer: Answer)]

    /// Whose verdict is to hold.
    package enum Holder: Hashable, Sendable {
        case gravest
        case person(PersonID)
    }

    /// What becomes of one finding.
    package enum Answer: Hashable, Sendable {
        case holds(Judgement)
        /// It stays open; the reason is a clause.
        case left(String)
    }

    package init(_ item: ConflictItem, by holder: Holder, in view: AuditView) {
        self.item = item
        findings = item.findings.map { finding in
            (finding, finding.answer(to: holder, in: view))
        }
    }

    /// By full id.
    package var decided: [(criterion: String, judgement: Judgement)] {
        findings.compactMap { finding, answer in
            guard case .holds(let judgement) = answer else { return nil }
            return (finding.criterion, judgement)
        }
    }

    /// What stays open, with why; a withdrawal is decided by itself.
    package var left: [(criterion: String?, why: String)] {
        findings.compactMap { finding, answer in
            guard case .left(let why) = answer else { return nil }
            return (finding.criterion, why)
        } + (item.hasWithdrawal ? [(nil, "its withdrawal is decided by itself")] : [])
    }
}

extension CommonDecision.Holder {
    /// `gravest`, or somebody of the team.
    package init(_ name: String, in view: AuditView) throws(AuditError) {
        self = name == "gravest" ? .gravest : .person(try view.member(named: name))
    }
}

extension Finding {
    fileprivate func answer(
        to holder: CommonDecision.Holder, in view: AuditView
    ) -> CommonDecision.Answer {
        let said: [Sibling]
        let nobody: String
        switch holder {
        case .gravest:
            said = judgements
            nobody = "nobody’s verdict stands"
        case .person(let person):
            said = judgements.filter { $0.author == person && $0.unplaced == nil }
            nobody = "\(view.plan.name(of: person)) has no verdict on it"
        }
        let values = Set(said.map(\.value))
        guard !values.isEmpty else { return .left(nobody) }
        guard values.allSatisfy({ $0.judgement != nil }) else {
            return .left("a value of a later version stands")
        }
        let gravest = Set(values.compactMap(\.judgement)).gravest
        if case .person(let person) = holder, values.count > 1 {
            return .left("\(view.plan.name(of: person)) says different things of it")
        }
        guard let only = gravest.first, gravest.count == 1 else {
            return .left("different verdicts are equally grave")
        }
        return .holds(only)
    }
}

extension Set<Judgement> {
    /// Those of which none is graver.
    fileprivate var gravest: Set<Judgement> {
        let most = self.max { $0.gravity < $1.gravity }?.gravity
        return filter { $0.gravity == most }
    }
}
