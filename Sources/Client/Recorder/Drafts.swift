package import Shared

/// The drafts of everyday acts, each as the fields that it writes.
package enum Drafts {
    /// The first change of an audit: its title, its creator as lead, and the catalogue it pins.
    package static func audit(
        _ audit: AuditID, title: String, catalogue: String, builds: [String: String],
        environments: [Environment], creator: PersonID, name: String
    ) -> RecordDraft {
        var edits = [
            FieldEdit(FieldID(.title), text(title)),
            FieldEdit(FieldID(.catalogue), text(catalogue)),
        ]
        edits += Self.builds(builds)
        edits += environments.flatMap(environment)
        edits += person(creator, name: name, role: .lead)
        return RecordDraft(key: .plan(audit), act: .plan, edits: edits)
    }

    /// The builds of the app, by platform.
    static func builds(_ builds: [String: String]) -> [FieldEdit] {
        builds.sorted { $0.key < $1.key }.map {
            FieldEdit(FieldID(.build, $0.key), text($0.value))
        }
    }

    /// The registers that an environment's id was derived from.
    package static func environment(_ environment: Environment) -> [FieldEdit] {
        FieldID.parts(of: environment).map { FieldEdit($0.field, text($0.text)) }
    }

    package static func person(_ person: PersonID, name: String, role: Role) -> [FieldEdit] {
        [
            FieldEdit(FieldID(.person, person.hex, "name"), text(name)),
            FieldEdit(FieldID(.person, person.hex, "role"), .role(role)),
        ]
    }

    /// - Parameter id: Nil for the one of a name that no component had before.
    package static func component(
        _ audit: AuditID, _ id: ComponentID? = nil, screen: String, control: String, label: String,
        ordinal: UInt32, states: [(platform: String, state: String)]
    ) -> RecordDraft {
        let parts = ComponentParts(
            screen: screen, control: control, label: label, ordinal: ordinal)
        return RecordDraft(
            key: .component(audit, id ?? parts.id()),
            edits: parts.values.map { FieldEdit($0.field, $0.value) }
                + states.map { FieldEdit(FieldID(.state, $0.platform, $0.state), .present) })
    }

    /// A lead's decision on one finding, settling every judgement that her form showed.
    package static func decision(
        _ judgement: Judgement, reason: String, rule: String? = nil, criterion: String,
        showing form: FormContext
    ) -> FieldEdit {
        let shown = form.shown[FieldID(criterion: criterion, .judgement)] ?? []
        let decision = Decision(
            judgement: judgement, settled: shown.map(\.edit),
            reason: Text(typed: reason), rule: rule)
        return FieldEdit(FieldID(criterion: criterion, .decision), .decision(decision))
    }

    package static func policy(_ audit: AuditID, _ policy: Policy) -> RecordDraft {
        RecordDraft(
            key: .plan(audit), act: .plan, edits: [FieldEdit(FieldID(.policy), .policy(policy))])
    }

    /// What a check made of a finding; nil takes away what it made of it before.
    package static func suggestion(
        _ suggestion: AnnouncementSuggestion?, criterion: String
    ) -> FieldEdit {
        FieldEdit(FieldID(criterion: criterion, .suggestion), suggestion.map { text($0.text) })
    }

    /// In Unicode's composed form.
    package static func text(_ string: String) -> FieldValue { .text(Text(typed: string)) }
}
