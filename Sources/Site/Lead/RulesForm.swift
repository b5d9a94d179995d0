import Foundation
import Reading
import Shared

/// Rules as somebody is writing them, with the reason; nothing of it is set.
struct RulesForm: Sendable {
    var rules: [TypedRule]
    let reason: String
    /// As `PlannedRules.code` of the rules that she began from.
    let code: String
    /// As `Policy.code` of the rules that were previewed; empty for none.
    let previewed: String

    /// Those of a set of the plan; empty where there is none.
    init(_ rules: [PolicyRule], of planned: PlannedRules, in view: AuditView) {
        self.rules = rules.map { TypedRule($0, view.plan) }
        reason = ""
        code = planned.code
        previewed = ""
    }

    init(_ form: SubmittedForm) {
        let numbers = form.names(after: "method.").compactMap { Int($0) }.sorted()
        rules = numbers.map { number in
            func part(_ name: String) -> String { form.trimmed("\(name).\(number)") }
            return TypedRule(
                control: part("control"), state: part("state"), environment: part("environment"),
                criterion: part("criterion"), method: part("method"), people: part("people"))
        }
        reason = form.text("reason") ?? ""
        code = form.text("as-of") ?? ""
        previewed = form.text("previewed") ?? ""
    }

    /// What a button of the form asks for.
    enum Act: Hashable, Sendable {
        case add, preview, save
        /// Places, from 0.
        case up(Int), down(Int), remove(Int)

        init?(_ text: String?) {
            let parts = (text ?? "").split(separator: ".").map(String.init)
            let place = parts.count == 2 ? Int(parts[1]).map { $0 &- 1 } : nil
            switch (parts.first, place) {
            case ("add", nil): self = .add
            case ("preview", nil): self = .preview
            case ("save", nil): self = .save
            case ("up", let place?): self = .up(place)
            case ("down", let place?): self = .down(place)
            case ("remove", let place?): self = .remove(place)
            default: return nil  // open set: a form may say anything
            }
        }
    }

    /// With a rule more or less, or in another order; a place that there is not changes nothing.
    mutating func change(by act: Act) {
        switch act {
        case .add: rules.append(TypedRule(method: PolicyMethod.all[0].id))
        case .up(let place) where rules.indices.contains(place) && place > 0:
            rules.swapAt(place, place - 1)
        case .down(let place) where rules.indices.contains(place) && place + 1 < rules.count:
            rules.swapAt(place, place + 1)
        case .remove(let place) where rules.indices.contains(place): rules.remove(at: place)
        case .preview, .save, .up, .down, .remove: break
        }
    }

    /// The rule at each place, or why it is none.
    func read(
        in view: AuditView, _ catalogue: Catalogue
    ) -> [Result<PolicyRule, AuditError>] {
        rules.map { typed in
            Result { () throws(AuditError) in try typed.read(in: view, catalogue) }
        }
    }

    /// - Throws: What is wrong with the first rule that cannot be read.
    func policy(in view: AuditView, _ catalogue: Catalogue) throws(AuditError) -> Policy {
        var rules: [PolicyRule] = []
        for one in read(in: view, catalogue) { rules.append(try one.get()) }
        return Policy(rules: rules)
    }
}

extension TypedRule {
    /// Names count where the method reads them; the form keeps them while another is tried.
    fileprivate func read(
        in view: AuditView, _ catalogue: Catalogue
    ) throws(AuditError) -> PolicyRule {
        var rule = self
        if method != PolicyMethod.ranking { rule.people = "" }
        return try rule.rule(in: view, catalogue)
    }
}

extension PolicyMethod {
    /// The id of the one that reads a rule's people.
    static let ranking = "seniority"

    var title: String {
        switch id {
        case "lead-decides": "A lead decides"
        case "most-severe": "Most severe"
        default: id.prefix(1).uppercased() + id.dropFirst()  // open set: methods to come
        }
    }
}

extension Policy {
    /// Tells these rules from others.
    var code: String { reasonField.element.joined() }
}
