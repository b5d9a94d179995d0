package import Shared

/// The wish that somebody tests a component state again, for as long as she has not.
///
/// It is what every laptop knows: a comment that begins with its words, and whose the state is.
package struct RetestRequest: Hashable, Sendable {
    /// Whom it is asked of, as written.
    package let assignee: String
    /// What to look at, as it was typed.
    package let words: String
    package let by: PersonID
    /// By when, in Unix milliseconds; nil for no day.
    package let due: Int64?

    private static let front = "Retest, please: "

    /// The comment that asks for it.
    ///
    /// - Parameter assignee: Named in it, where it is a person, so that her News have it.
    package static func comment(_ words: String, to assignee: Assignee, in plan: Plan) -> String {
        let name = plan.name(ofAssignee: assignee.text)
        return if case .person = assignee {
            "\(front)\(words.trimmed) @\(name)"
        } else {
            "\(front)\(words.trimmed)"
        }
    }
}

extension RetestRequest {
    /// What is asked of a component state and not done yet; nil for nothing.
    package init?(of item: StateItem, in view: AuditView) {
        let asked = item.findings.flatMap(\.comments)
            .filter { $0.value.text?.hasPrefix(Self.front) == true }.newest
        guard let assignee = item.assignees.last, let asked, let text = asked.value.text
        else { return nil }
        let people = Self.people(assignee, in: view.plan)
        // Whatever she has said since, she had the wish in view.
        let isDone = item.findings.contains { finding in
            let said = finding.judgements + finding.texts.values.flatMap(\.self) + finding.comments
            return finding.isDisputed
                && said.contains {
                    people.contains($0.author) && $0.edit != asked.edit && $0.hasSeen(asked)
                }
        }
        guard !isDone else { return nil }
        let words = text.dropFirst(Self.front.count)
        let name = " @\(view.plan.name(ofAssignee: assignee))"
        self.init(
            assignee: assignee,
            words: String(words.hasSuffix(name) ? words.dropLast(name.count) : words),
            by: asked.author, due: item.due)
    }

    private static func people(_ assignee: String, in plan: Plan) -> Set<PersonID> {
        switch Assignee(assignee) {
        case .person(let person): [person]
        case .group(let group): Set(plan.groups[group]?.members ?? [])
        case nil: []
        }
    }
}
