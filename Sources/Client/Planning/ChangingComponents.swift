package import Reading
package import Shared

extension ClientPlanning {
    /// Names a component otherwise, on the same or another screen; it keeps its id and findings.
    ///
    /// - Parameter form: What the form showed of it; nil for what there is now.
    /// - Throws: `AuditError.notAllowed` for a tester where somebody else named it, `.invalid` for
    ///   a name that another component of this control has.
    package func renameComponent(
        _ component: Component, screen: String, label: String, showing form: FormContext? = nil,
        in view: AuditView
    ) throws {
        let names = ComponentParts.names(screen: screen, label: label)
        var drafts = try drafts([component.id: names], in: view)
        for index in drafts.indices { drafts[index].form = form }
        try client.save(drafts, in: view.audit)
    }

    /// Gives a screen another name: on each of its components but for withdrawn ones.
    ///
    /// Under the name of a screen that there is, the two become one.
    package func renameScreen(_ name: String, to other: String, in view: AuditView) throws {
        let name = try view.screen(named: name)
        let folded = NaturalKey.folded(name)
        let components = view.components(onScreen: name)
        var drafts = try drafts(
            components.reduce(into: [:]) { $0[$1.id] = ComponentParts.names(screen: other) },
            in: view)
        let wanted = NaturalKey.folded(other)
        // Who may place screens lets it stand where it stood, unless it joins another.
        let isNew = !view.screens.contains { NaturalKey.folded($0) == wanted }
        if isNew, view.role == .lead {
            let place = view.plan.place(ofScreen: name).moved.map(Drafts.text)
            let edits = [
                FieldEdit(FieldID(.order, folded), nil), FieldEdit(FieldID(.order, wanted), place),
            ]
            drafts.append(RecordDraft(key: .plan(view.audit), act: .plan, edits: edits))
        }
        try client.save(drafts, in: view.audit)
    }

    /// Adds a screen's components to another screen, in their order and with their states.
    ///
    /// What is there already stays as it is, so that the same once more adds nothing.
    ///
    /// - Returns: How many were added.
    @discardableResult
    package func copyScreen(
        _ name: String, as other: String, in view: AuditView, _ catalogue: Catalogue
    ) throws -> Int {
        try view.requireTester()
        try Self.check(ComponentParts.names(screen: other))
        let wanted = NaturalKey.folded(other)
        let components = view.components(onScreen: try view.screen(named: name))
        var copies: Set<ComponentID> = []
        let drafts = components.compactMap { component -> RecordDraft? in
            guard let control = catalogue.control(component.control) else { return nil }
            let name = ComponentName(component, screen: other)
            // A copy that was renamed there is there by both names.
            let isThere = view.component(name).candidates.contains {
                NaturalKey.folded($0.screen) == wanted
            }
            let copy = PlannedComponent(
                screen: other, control: control, label: component.label,
                ordinal: component.ordinal, in: view)
            guard !isThere, copies.insert(copy.id).inserted else { return nil }
            let place = component.place.moved.map { FieldEdit(FieldID(.order), Drafts.text($0)) }
            var draft = copy.draft(in: view.audit, component.plannedStates)
            draft.edits += [place].compactMap(\.self)
            return draft
        }
        try client.save(drafts, in: view.audit)
        return drafts.count
    }

    /// Lets a component be tested in precisely these states of those that a form showed.
    ///
    /// What came or went since the form was opened stays as it is.
    ///
    /// - Parameter form: What the form showed of it; nil for what there is now.
    package func setStates(
        _ states: [PlannedState], of component: Component, showing form: FormContext? = nil,
        in view: AuditView
    ) throws {
        let before = Set(component.plannedStates)
        let shown = form?.plannedStates ?? before
        let gone = before.intersection(shown).subtracting(states)
        let new = Set(states).subtracting(before).subtracting(shown)
        guard !states.isEmpty, !before.union(new).subtracting(gone).isEmpty else {
            throw AuditError.invalid("a component needs a state")
        }
        let edits =
            new.map(\.edit) + gone.map { FieldEdit(FieldID(.state, $0.platform, $0.state), nil) }
        let draft = RecordDraft(
            key: .component(view.audit, component.id), edits: edits, form: form)
        try requireOwn(draft, in: view)
        try client.save([draft], in: view.audit)
    }

    /// Says that a component is the same control as another one; nil takes that back.
    package func link(_ component: Component, to other: Component?, in view: AuditView) throws {
        try view.requireTester()
        guard other?.id != component.id else {
            throw AuditError.invalid("“\(component.name)” cannot point to itself")
        }
        let edit = FieldEdit(FieldID(.see), other.map { Drafts.text($0.id.hex) })
        try client.save(
            [RecordDraft(key: .component(view.audit, component.id), edits: [edit])],
            in: view.audit)
    }

    /// What gives components other names, after it was checked that nobody would mix them up.
    private func drafts(
        _ names: [ComponentID: [FieldName: String]], in view: AuditView
    ) throws -> [RecordDraft] {
        for one in names.values { try Self.check(one) }
        try requireFree(names, in: view)
        return try names.sorted { $0.key < $1.key }.map { id, names in
            // A word more beside a withdrawal would make it contested.
            guard view.components[id]?.withdrawals.isEmpty != false else {
                throw AuditError.invalid("what is withdrawn is not renamed: take that back first")
            }
            let edits = names.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                FieldEdit(FieldID($0.key), Drafts.text($0.value))
            }
            let draft = RecordDraft(key: .component(view.audit, id), edits: edits)
            try requireOwn(draft, in: view)
            return draft
        }
    }

    private static func check(_ names: [FieldName: String]) throws(AuditError) {
        for (field, name) in names {
            try PlannedComponent.check(name, as: field.rawValue)
        }
    }

    /// Two components of one control and name could not be told apart.
    private func requireFree(
        _ names: [ComponentID: [FieldName: String]], in view: AuditView
    ) throws(AuditError) {
        func name(_ one: Component) -> ComponentName {
            let new = one.called(names[one.id] ?? [:])
            return ComponentName(one, screen: new.screen, label: new.label)
        }
        let renamed = Set(names.keys.compactMap { view.components[$0] }.map(name))
        var seen: [ComponentName: Component] = [:]
        for one in view.components {
            let key = name(one)
            guard renamed.contains(key) else { continue }
            // Those that share a name already are told apart by their ids.
            if let other = seen.updateValue(one, forKey: key),
                ComponentName(one) != ComponentName(other)
            {
                throw .invalid(
                    "then “\(one.name)” and “\(other.name)” would have one name. If both are the "
                        + "same control, link them")
            }
        }
    }

    /// As the server's rule `occupied`: testers mend what they wrote, and agree with others.
    private func requireOwn(_ draft: RecordDraft, in view: AuditView) throws {
        try view.requireTester()
        guard view.role == .tester else { return }
        let record = try store.record(orEmpty: draft.key)
        for edit in draft.edits {
            let other = record.siblings(of: edit.field).first {
                $0.author != view.person && $0.value != edit.value
            }
            guard let other else { continue }
            throw AuditError.notAllowed(
                "\(view.plan.name(of: other.author)) has said what \(view.name(of: draft.key)) is; "
                    + "ask her or a lead to change it. Nothing was changed")
        }
    }
}

extension Component {
    package var plannedStates: [PlannedState] {
        states.sorted { $0.key < $1.key }.flatMap { platform, ids in
            ids.map { PlannedState(platform: platform, state: $0) }
        }
    }
}

extension FormContext {
    fileprivate var plannedStates: Set<PlannedState> {
        let fields = shown.filter { $0.key.name == .state && !$0.value.isEmpty }.keys
        return Set(
            fields.map(\.element).filter { $0.count == 2 }
                .map { PlannedState(platform: $0[0], state: $0[1]) })
    }
}
