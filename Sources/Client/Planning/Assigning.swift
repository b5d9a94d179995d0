package import Reading
package import Shared

extension ClientPlanning {
    /// What is said of whose something is, and of when it is due.
    package enum Update<Value: Sendable>: Sendable {
        case asItIs
        /// Nil for nobody, and for no day.
        case set(Value?)
    }

    /// Says who is to do components or component states, and by when, all in one transaction.
    package func assign(
        _ keys: [RecordKey], to assignee: Update<Assignee>, due: Update<DueDay> = .asItIs,
        in view: AuditView
    ) throws {
        try view.requireTester()
        let edits = Self.edits(assignee, due)
        try client.save(keys.map { RecordDraft(key: $0, edits: edits) }, in: view.audit)
    }

    /// What assigning one of them writes.
    static func edits(_ assignee: Update<Assignee>, _ due: Update<DueDay>) -> [FieldEdit] {
        var edits: [FieldEdit] = []
        if case .set(let one) = assignee {
            edits.append(FieldEdit(FieldID(.assignee), one.map { Drafts.text($0.text) }))
        }
        if case .set(let day) = due { edits.append(Self.edit(day)) }
        return edits
    }

    private static func edit(_ day: DueDay?) -> FieldEdit {
        FieldEdit(FieldID(.due), day.map { .number($0.noon.unixMilliseconds) })
    }

    /// Says by when the whole audit is to be judged; leads do.
    package func setDue(_ day: DueDay?, in view: AuditView) throws {
        try view.requireLead("say when the audit is due")
        try client.savePlan([Self.edit(day)], of: view)
    }

    /// Makes a group, or gives the one of that name exactly these members; leads do.
    ///
    /// Name and members are said again where they stand: who takes the group away without having
    /// seen this takes nothing away, and what was given to it stays everybody's who is in it.
    @discardableResult
    package func setGroup(
        _ name: String, members: Set<PersonID>, in view: AuditView
    ) throws -> GroupID {
        try view.requireLead("make groups")
        try PlannedComponent.check(name, as: "group")
        guard members.allSatisfy({ view.plan.people[$0] != nil }) else {
            throw AuditError.invalid("a group has people of the audit’s team alone")
        }
        let known = view.group(named: name)
        let id = known ?? NaturalKey.group(named: name)
        let before = Set(known.flatMap { view.plan.groups[$0]?.members } ?? [])
        let edits =
            members.sorted().map { member(id, $0, .present) }
            + before.subtracting(members).sorted().map { member(id, $0, nil) }
        try client.savePlan(
            [FieldEdit(FieldID(.group, id.hex), Drafts.text(name))] + edits, of: view)
        return id
    }

    /// Takes a group away, as leads may; what is assigned to it is nobody's then.
    package func removeGroup(_ group: GroupID, in view: AuditView) throws {
        try view.requireLead("take groups away")
        guard let known = view.plan.groups[group] else { return }
        try client.savePlan(
            [FieldEdit(FieldID(.group, group.hex), nil)]
                + known.members.map { member(group, $0, nil) }, of: view)
    }

    private func member(_ group: GroupID, _ person: PersonID, _ value: FieldValue?) -> FieldEdit {
        FieldEdit(FieldID(.member, group.hex, person.hex), value)
    }
}
