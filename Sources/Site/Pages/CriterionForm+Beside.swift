import Client
import Foundation
import Presentation
import Reading
import Shared

extension CriterionForm {
    /// What others said of one criterion, and how one's own verdict stands to it.
    struct Beside: Sendable {
        let isConflict: Bool
        /// Verdicts beside one's own, then decisions, then that somebody took the finding back.
        let others: [ShownJudgement]
        /// Nil where nothing is to be said of one's own verdict.
        let agreement: AgreementLine?
        /// Where both sides stand beside each other; nil where nobody disagrees.
        let bothSides: String?

        /// Nil where nobody else said anything.
        init?(_ finding: Finding, of item: StateItem, at place: StatePlace, in time: PageTime) {
            let sides = Sides(finding, in: place.view)
            others = Self.others(sides, on: finding, of: item, at: place, in: time)
            agreement = AgreementLine(sides, on: finding, at: place)
            guard !others.isEmpty || agreement != nil else { return nil }
            isConflict = finding.isDisputed
            bothSides = isConflict ? Address.conflict(place.id, in: place.view) : nil
        }

        private static func others(
            _ sides: Sides, on finding: Finding, of item: StateItem, at place: StatePlace,
            in time: PageTime
        ) -> [ShownJudgement] {
            let view = place.view
            let plan = place.view.plan
            let said = sides.besides.compactMap { sibling in
                let who = view.isOwn(sibling) ? "you, in another form" : view.whose(sibling)
                let moment = time.shown(Date(unixMilliseconds: sibling.wallTime))
                return sibling.value.judgement.map {
                    ShownJudgement(mark: Badge($0.outcome, $0.sentence), who: "\(who), \(moment)")
                }
            }
            let decided = finding.decisions.compactMap { sibling in
                let proposed = view.isProposed(sibling) ? ", proposed" : ""
                let who = "decided by \(plan.name(of: sibling.author))\(proposed): "
                return sibling.value.decision.map {
                    ShownJudgement(
                        mark: Badge($0.judgement.outcome, $0.judgement.sentence),
                        who: who + $0.reason.string)
                }
            }
            guard !finding.withdrawals.isEmpty else { return said + decided }
            let standing = WithdrawalStatus(of: item, criterion: finding.criterion)
            let mark: Badge =
                standing.isContested
                ? .conflict("Withdrawal contested") : Badge(.untested, "Withdrawn")
            let who = "by \(standing.authors(in: view)): \(standing.reason)"
            return said + decided + [ShownJudgement(mark: mark, who: who)]
        }
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
        init?(_ sides: Sides, on finding: Finding, at place: StatePlace) {
            guard let words = sides.agreement else { return nil }
            (agreementTone, agreementSymbol) =
                sides.differing.isEmpty ? ("ok", "m-passed") : ("conflict", "m-conflict")
            agreementWords = words
            agreeTitle = place.canRecord ? sides.other?.sentence : nil
            agreeValue = sides.other.map { "\(finding.criterion) \($0.code)" } ?? ""
        }
    }
}

extension CriterionForm {
    /// Asks which of her own two verdicts holds: one was given in a form that this had not seen.
    struct Question: Sendable {
        /// The criterion's, for who hears a button by itself.
        let statement: String
        let questionWords: String
        let questionChoices: [Choice]

        /// A verdict that she gave, as a button.
        struct Choice: Sendable {
            let verdict: String
            let outcome: String
            /// Names criterion, verdict and what it replaces, so that an answer settles what she
            /// was asked and nothing that came since.
            let choice: String
        }

        init(_ asked: OwnQuestion, of criterion: Criterion, in time: PageTime) {
            statement = criterion.statement
            questionWords = asked.words(time.shown)
            let edits = asked.standing.map(\.edit.hex).joined(separator: ",")
            var verdicts: [Judgement?] = [asked.said]
            for judgement in asked.standing.compactMap(\.value.judgement)
            where !verdicts.contains(judgement) { verdicts.append(judgement) }
            questionChoices = verdicts.map { verdict in
                let code = verdict?.code ?? Outcome.untested.rawValue
                return Choice(
                    verdict: verdict?.sentence ?? Outcome.untested.word,
                    outcome: verdict?.outcome.rawValue ?? Outcome.untested.rawValue,
                    choice: "\(criterion.id) \(code) \(edits)")
            }
        }
    }
}
