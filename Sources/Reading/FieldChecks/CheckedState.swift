package import Shared

/// What field checks look at on one component state.
package struct CheckedState: Sendable {
    package let id: StateID
    let control: String
    /// By criterion, each person's verdict that stands.
    let judgements: [OwnJudgement]
    /// Findings of which two things stand that cannot both hold, with both in words.
    let pairs: [(criterion: String, words: String)]
    /// What builds it was tested on that are not the round's, by who noted them.
    let builds: [PersonID: String]

    /// A verdict with what goes with it.
    struct OwnJudgement: Sendable {
        let criterion: String
        let author: PersonID
        let judgement: Judgement
        let time: Int64
        /// Whether nothing was written, heard or attached with the failure.
        let isBare: Bool
    }

    /// - Parameter catalogue: Nil where it is not here: pairs of criteria are then not looked for.
    package init(_ item: StateItem, in view: AuditView, _ catalogue: Catalogue?) {
        id = item.id
        control = item.component?.control ?? ""
        let findings = item.findings.filter { !$0.isWithdrawn }
        judgements = findings.flatMap(OwnJudgement.all)
        let place = catalogue.flatMap { catalogue in
            catalogue.control(item.component?.control ?? "")?
                .platform(view.plan.environments[item.id.environment]?.platform ?? "")
        }
        pairs =
            findings.compactMap(Self.contradicted)
            + (place.map { Self.partsThatAreNotThere(findings, $0.criteria) } ?? [])
        let platform = view.plan.environments[item.id.environment]?.platform ?? ""
        let planned = view.plan.builds[platform].map(NaturalKey.folded)
        let noted = item.record.siblings(of: FieldID(.build)).filter { sibling in
            guard let planned, let build = sibling.value.text else { return false }
            return NaturalKey.folded(build) != planned
        }
        builds = Dictionary(noted.map { ($0.author, $0.value.text ?? "") }) { $1 }
    }

    /// That it passes while the check of what was heard says that it fails.
    private static func contradicted(
        _ finding: Finding
    ) -> (criterion: String, words: String)? {
        let criterion = finding.criterion
        guard finding.effective.judgement == .passed,
            finding.suggestion.flatMap(AnnouncementSuggestion.init(text:))?.outcome == .failed
        else { return nil }
        return (
            criterion, "\(Criterion.short(criterion)) passed, and what was heard fails its check"
        )
    }

    /// Who says that a part has no role because it is not there, and judges it all the same.
    private static func partsThatAreNotThere(
        _ findings: [Finding], _ criteria: [Criterion]
    ) -> [(criterion: String, words: String)] {
        let known = Dictionary(criteria.map { ($0.id, $0) }) { first, _ in first }
        let absent = findings.filter {
            known[$0.criterion]?.category == .role && $0.effective.judgement == .inapplicable
        }
        return absent.flatMap { role in
            findings.compactMap { other in
                guard let part = known[role.criterion]?.part, known[other.criterion]?.part == part,
                    let judgement = other.effective.judgement,
                    judgement.outcome == .passed || judgement.outcome == .failed
                else { return nil }
                return (
                    other.criterion,
                    "\(Criterion.short(role.criterion)) inapplicable, "
                        + "\(Criterion.short(other.criterion)) \(judgement.words)"
                )
            }
        }
    }
}

extension CheckedState.OwnJudgement {
    /// One of each person, her newest; none of what nothing shows to be hers.
    fileprivate static func all(of finding: Finding) -> [CheckedState.OwnJudgement] {
        let isSilent =
            finding.evidence.isEmpty
            && [FieldName.note, .heard].allSatisfy { finding.text($0)?.trimmed.isEmpty ?? true }
        let placed = finding.judgements.filter { $0.unplaced == nil }
        return Dictionary(grouping: placed, by: \.author).compactMap { author, siblings in
            guard let newest = siblings.newest, let judgement = newest.value.judgement else {
                return nil
            }
            return CheckedState.OwnJudgement(
                criterion: finding.criterion, author: author, judgement: judgement,
                time: newest.wallTime, isBare: isSilent && judgement.outcome == .failed)
        }
    }
}
