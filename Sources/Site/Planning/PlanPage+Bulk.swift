import Client
import Reading
import Shared

extension PlanPage {
    /// What is done with ticked components, with all who can be chosen.
    struct Bulk: Sendable {
        let assignees: [Choice]
        let bulkDue: String
        let hasNoDay: Bool
        let bulkReason: String

        init(_ typed: TickedForm, in view: AuditView) {
            let people = view.plan.people.filter { $0.value.role != .reader }
                .map { Assignee.person($0.key).text }
            let groups = view.plan.groups.keys.map { Assignee.group($0).text }
            let named = (people + groups).map { ($0, view.plan.assigneeWord($0)) }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            assignees = ([("", "Leave as it is")] + named + [(TickedForm.nobody, "Nobody")])
                .map { Choice($0.0, $0.1, chosen: typed.whose) }
            bulkDue = typed.due
            hasNoDay = typed.hasNoDay
            bulkReason = typed.reason
        }
    }

    /// The groups that work is given to, and the form that makes one.
    struct Groups: Sendable {
        let listed: [Group]
        /// Nil for whoever does not lead.
        let making: Making?

        struct Group: Sendable {
            let groupID: String
            let groupName: String
            let groupPeople: String
            let isRemovable: Bool
        }

        struct Making: Sendable {
            let newName: String
            let isOpen: Bool
            let team: [Member]
        }

        struct Member: Sendable {
            let member: String
            let memberName: String
            let isIn: Bool
        }

        /// Nil where there is none and nobody who could make one looks.
        init?(_ typed: SubmittedForm?, in view: AuditView) {
            let leads = view.role == .lead
            guard leads || !view.plan.groups.isEmpty else { return nil }
            listed = view.plan.groups.map { id, group in
                let names = group.members.map(view.plan.name(of:)).sorted()
                return Group(
                    groupID: id.hex, groupName: group.name,
                    groupPeople: names.isEmpty ? "nobody" : AuditView.list(names),
                    isRemovable: leads)
            }.sorted { ($0.groupName, $0.groupID) < ($1.groupName, $1.groupID) }
            let chosen = typed?.names(after: "member.") ?? []
            let team = view.plan.people.map { id, person in
                Member(
                    member: id.hex, memberName: person.name,
                    isIn: chosen.contains(id.hex))
            }.sorted { ($0.memberName, $0.member) < ($1.memberName, $1.member) }
            making =
                leads
                ? Making(newName: typed?.text("group") ?? "", isOpen: typed != nil, team: team)
                : nil
        }
    }

    /// By when everything is to be judged.
    struct AuditDue: Sendable {
        /// Nil where there is none.
        let auditDueWords: String?
        /// What the field of leads has; nil for all others.
        let auditDueField: Field?

        struct Field: Sendable {
            let auditDueDay: String
        }

        /// Nil where there is no day and nobody who could name one looks.
        init?(_ typed: SubmittedForm?, in view: AuditView) {
            let day = DueDay(unixMilliseconds: view.plan.due)
            guard view.role == .lead || day != nil else { return nil }
            auditDueWords = day?.words
            auditDueField =
                view.role == .lead
                ? Field(auditDueDay: typed?.text("audit-due") ?? day?.text ?? "") : nil
        }
    }
}
