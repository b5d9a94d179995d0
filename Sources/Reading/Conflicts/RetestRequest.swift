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

    fileprivate static let front = "Retest, please: "

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

extension AuditView {
    /// What is asked of a component state and not done yet; nil for nothing.
    package func retest(of item: StateItem) -> RetestRequest? {
        let assigned = item.record.siblings(of: FieldID(.assignee)).newest
        guard let assigned, let assignee = assigned.value.text else { return nil }
        let asked = item.findings.flatMap(\.comments)
            .filter { $0.value.text?.hasPrefix(RetestRequest.front) == true }.newest
        guard let asked, let text = asked.value.text else { return nil }
        let people = people(assignee)
        // Whatever she has said since, she had the wish in view.
        let isDone = item.findings.contains { finding in
            finding.isDisputed && finding.hasWord(of: people, thatHasSeen: asked)
        }
        guard !isDone else { return nil }
        let words = text.dropFirst(RetestRequest.front.count)
        let name = " @\(plan.name(ofAssignee: assignee))"
        return RetestRequest(
            assignee: assignee,
            words: String(words.hasSuffix(name) ? words.dropLast(name.count) : words),
            by: asked.author, due: item.due)
    }

    private func people(_ assignee: String) -> Set<PersonID> {
        switch Assignee(assignee) {
        case .person(let person): [person]
        case .group(let group): Set(plan.groups[group]?.members ?? [])
        case nil: []
        }
    }
}

extension Finding {
    fileprivate func hasWord(of people: Set<PersonID>, thatHasSeen asked: Sibling) -> Bool {
        (judgements + texts.values.flatMap(\.self) + comments).contains {
            people.contains($0.author) && $0.edit != asked.edit && $0.hasSeen(asked)
        }
    }
}
