import Client
import Foundation
import Reading
import Shared

/// What holds where verdicts differ: the rules, what each does today, and what others would do.
struct RulesPage: Page {
    static let template = "rules"
    let frame: PageFrame
    let leadPages: [PageFrame.Tab]
    let address: String
    let notices: [Notice]
    let heading: String
    /// Why the rules are as they are; empty where nobody said so.
    let reasons: [String]
    /// What stands beside each other, or came while she was writing; nil for neither.
    let others: Others?
    let code: String
    let rules: [RuleRow]
    let rest: String
    /// Whether there is anything to look at, or to go back from.
    let isBegun: Bool
    /// Nil while the rules that are shown hold, or cannot be read.
    let changes: RuleChanges?
    let reason: String
    let methods: [Fact]

    /// Rules besides those that she is writing.
    struct Others: Sendable {
        let heading: String
        let text: String
        let sides: [Side]
    }

    /// One set of rules.
    struct Side: Sendable {
        let heading: String
        let lines: [String]
        let reasons: [String]
        /// Which one it is, from 0.
        let number: Int
    }

    /// - Parameters:
    ///   - typed: What she is writing; nil for the rules of the plan.
    ///   - side: Which of several sets she begins with.
    init(
        _ audit: AuditID, _ typed: RulesForm? = nil, beginningWith side: Int = 0,
        telling notice: Notice? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        let planned = try PlannedRules(in: view)
        let sets = planned.sets
        let begun = sets.indices.contains(side) ? sets[side].policy?.rules ?? [] : []
        let form = typed ?? RulesForm(begun, of: planned, in: view)
        frame = try PageFrame("Rules", .lead, of: view, in: context)
        leadPages = LeadPage.rules.links(of: audit)
        address = Address.rules(audit)
        code = planned.code
        reason = form.reason
        let known = planned.only?.policy ?? (sets.isEmpty ? .standard : nil)
        let policy = try? form.policy(in: view, catalogue)
        let isChanged = policy == nil || policy != known
        let whole = planned.only.map { "Rules of \($0.about(context.time))" }
        heading =
            (whole ?? (sets.isEmpty ? "No rules yet" : "One set of rules in the place of several"))
            + (isChanged && whole != nil ? ", with your changes" : "")
        reasons = planned.only?.reasons ?? []
        others = Others(
            planned, isOvertaken: form.code != planned.code, in: view, context.time)
        notices = [notice].compactMap(\.self)
        let preview = try policy.map { try RulePreview(of: $0, in: view, catalogue) }
        let before = (known?.rules ?? []).map { TypedRule($0, view.plan) }
        let lists = RuleLists(in: view, catalogue)
        rules = zip(form.rules, form.read(in: view, catalogue)).enumerated().map { index, rule in
            RuleRow(
                rule.0, at: index, of: form.rules.count, isNew: !before.contains(rule.0),
                does: preview?.reach.rules[index], wrong: rule.1, lists)
        }
        isBegun = isChanged || !form.rules.isEmpty
        rest =
            (form.rules.isEmpty ? "A lead decides" : "Else a lead decides")
            + (preview.map { ": \($0.reach.rest.words)" } ?? "")
        changes = policy.flatMap { policy in
            guard isChanged, let preview else { return nil }
            return RuleChanges(preview, policy, in: view, catalogue, context)
        }
        methods = PolicyMethod.all.map { Fact($0.title, $0.summary) }
    }
}

extension RulesPage.Others {
    fileprivate init?(
        _ planned: PlannedRules, isOvertaken: Bool, in view: AuditView, _ time: PageTime
    ) {
        let sets = planned.sets
        guard isOvertaken || sets.count > 1 else { return nil }
        heading =
            sets.count > 1
            ? "Several sets of rules stand" : "Other rules were set since you began"
        text =
            sets.count > 1
            ? "Leads have set them without having seen each other’s. Nothing was lost; no rule "
                + "holds until a lead sets one in the place of all."
            : "They hold now. Yours are still in the form below; set, they take their place."
        sides = sets.enumerated().map { RulesPage.Side($1, $0, in: view, time) }
    }
}

extension RulesPage.Side {
    fileprivate init(_ set: RuleSet, _ number: Int, in view: AuditView, _ time: PageTime) {
        heading = "Rules of \(set.about(time))"
        lines =
            set.policy.map { policy in
                policy.rules.isEmpty
                    ? ["No rule: a lead decides."]
                    : policy.rules.map { PolicyText.text($0, view.plan) }
            } ?? ["Written by a later version of Accord."]
        reasons = set.reasons
        self.number = number
    }
}

extension RuleSet {
    /// When, and by whom.
    fileprivate func about(_ time: PageTime) -> String {
        "\(time.shown(Date(unixMilliseconds: self.time))), by \(authors)"
    }
}
