import Client
import Presentation
import Shared

extension CriterionForm {
    /// Verdicts beside one's own, then decisions, then that somebody took the finding back.
    static func others(
        beside finding: Finding, of item: StateItem, at place: StatePlace
    ) -> [Verdict] {
        let (view, plan) = (place.view, place.view.plan)
        let own = finding.judgements.filter { $0.author == view.person }.newest
        var others = finding.judgements.filter { $0.edit != own?.edit }.compactMap { sibling in
            sibling.value.judgement.map { judgement in
                Verdict(
                    Badge(judgement.outcome, judgement.sentence),
                    who: sibling.author == view.person
                        ? "you, in another form" : plan.name(of: sibling.author))
            }
        }
        for decision in finding.decisions {
            guard let decided = decision.value.decision else { continue }
            let proposed = view.isProposed(decision) ? ", proposed" : ""
            others.append(
                Verdict(
                    Badge(decided.judgement.outcome, decided.judgement.sentence),
                    who: "decided by \(plan.name(of: decision.author))\(proposed): "
                        + decided.reason.string))
        }
        if !finding.withdrawals.isEmpty {
            let standing = WithdrawalStatus(of: item, criterion: finding.criterion)
            others.append(
                Verdict(
                    standing.isContested
                        ? .conflict("Withdrawal contested") : Badge(.untested, "Withdrawn"),
                    who: "by \(standing.authors(in: view)): \(standing.reason)"))
        }
        return others
    }

    /// How one's own verdict stands to those of others, with a button to agree instead.
    struct AgreementLine: Sendable {
        let agreementTone: String
        let agreementSymbol: String
        let agreementWords: String
        /// What a colleague says; nil where there is no button.
        let agreeTitle: String?
        /// Names criterion and verdict, so that nobody agrees to what the page did not show.
        let agreeValue: String

        /// Nil where there is nothing to say.
        init?(on finding: Finding, at place: StatePlace) {
            let agreement = Agreement(on: finding, of: place.view.person)
            guard let words = agreement.words(in: place.view) else { return nil }
            agreementTone = agreement.isDisagreement ? "conflict" : "ok"
            agreementSymbol = agreement.isDisagreement ? "m-conflict" : "m-passed"
            agreementWords = words
            agreeTitle = place.canRecord ? agreement.other?.sentence : nil
            agreeValue = agreement.other.map { "\(finding.criterion) \($0.code)" } ?? ""
        }
    }

    /// What the check makes of what was heard.
    struct Check: Sendable {
        /// `pass`, `warn`, `fail` or `cantTell`.
        let verdict: String
        let mark: Badge
        let text: String
    }

    struct Evidence: Sendable {
        let href: String
        /// The address of its bytes when they are a picture that is here; nil else.
        let picture: String?
        let name: String
        let `where`: String

        init(_ item: EvidenceItem, in view: AuditView) {
            href = Address.evidence(item, in: view)
            picture = item.show == .picture ? Address.evidenceBytes(view.audit, item.hash.hex) : nil
            name = item.shownName
            `where` = item.place.words
        }
    }

    struct Fix: Sendable {
        let framework: String
        let text: String

        /// One entry a framework, in their order.
        static func all(
            for category: Criterion.Category, on platform: ControlPlatform
        ) -> [Fix] {
            let hints = platform.hints.filter { $0.category == category }
            return FixHint.Framework.allCases.compactMap { framework in
                let texts = hints.filter { $0.framework == framework }.map(\.text)
                guard !texts.isEmpty else { return nil }
                return Fix(framework: framework.word, text: texts.joined(separator: " "))
            }
        }
    }
}

extension StatePlace {
    /// Whether the catalogue tells what is spoken where a criterion is judged.
    func canCheck(_ criterion: Criterion) -> Bool { announcement(of: criterion) != nil }

    /// What the check makes of a phrase; nil where nothing was heard, or nothing can be checked.
    func check(_ heard: String, _ criterion: Criterion) -> CriterionForm.Check? {
        guard !heard.isEmpty, let suggestion = announcement(of: criterion)?.suggestion(for: heard)
        else { return nil }
        let sentences = suggestion.sentences + [AnnouncementSuggestion.standing]
        return CriterionForm.Check(
            verdict: suggestion.verdict,
            mark: Badge(suggestion.outcome, "Suggested: \(suggestion.outcome.word)"),
            text: sentences.joined(separator: " "))
    }

    private func announcement(of criterion: Criterion) -> CriterionAnnouncement? {
        guard
            ScreenReader(rawValue: platform.id)?.assistiveTechnology
                == environment.assistiveTechnology
        else { return nil }
        return CriterionAnnouncement(
            criterion, in: state.id, of: control, on: platform, named: component.label,
            strictness: view.plan.announcements)
    }
}

extension AnnouncementSuggestion {
    /// The word under which a page shows it: what is only worth a remark passes with one.
    fileprivate var verdict: String {
        switch outcome {
        case .passed: codes.isEmpty ? "pass" : "warn"
        case .failed: "fail"
        case .cantTell, .inapplicable, .untested: "cantTell"
        }
    }
}
