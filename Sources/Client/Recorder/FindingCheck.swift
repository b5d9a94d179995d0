import Presentation
package import Shared

/// One finding as people name it on a command line; texts that are empty say nothing.
package struct NamedFinding: Sendable {
    /// `Screen/Label[/ordinal]`, or the front of the id.
    package let component: String
    /// The plain form.
    package let environment: String
    /// The catalogue's state by id.
    package let state: String
    /// The full or the short id.
    package let criterion: String
    package var outcome: Outcome?
    /// Only with a failure; nil takes the criterion's own.
    package var severity: Severity?
    /// Only with a failure; nil takes `app`.
    package var attribution: Attribution?
    /// What was noticed, in the tester's own words.
    package var note = ""
    /// What the screen reader said.
    package var heard = ""
    /// How to come to the defect.
    package var steps = ""
    /// What the developers should do.
    package var recommendation = ""
    /// Tags to add.
    package var tags: [String] = []

    package init(component: String, environment: String, state: String, criterion: String) {
        self.component = component
        self.environment = environment
        self.state = state
        self.criterion = criterion
    }

    /// The same as a row of bulk recording, of a component that was found.
    func entry(of component: Component) -> FindingEntry {
        var entry = FindingEntry()
        entry.label = component.id.hex
        entry.environment = environment
        entry.state = state
        entry.criterion = criterion
        entry.outcome = outcome
        entry.severity = severity
        entry.attribution = attribution
        entry.note = note
        entry.heard = heard
        entry.steps = steps
        entry.recommendation = recommendation
        entry.tags = tags
        return entry
    }
}

/// Holds an entry against plan and catalogue, before anything is saved.
struct FindingCheck {
    private let view: AuditView
    private let catalogue: Catalogue

    /// An entry whose names are resolved and whose rules hold.
    struct Checked {
        let component: ComponentID
        /// What creates the component; nil when it is known.
        let newcomer: Newcomer?
        let state: StateID
        /// The control's state to add to a known component; nil when it has it.
        let addedState: (platform: String, state: String)?
        /// The criterion's full id.
        let criterion: String
        /// Empty for an entry that says nothing.
        let edits: [FieldEdit]
    }

    /// The parts of a component that the audit does not have yet.
    struct Newcomer {
        let screen: String
        let control: Control
        let label: String
        let ordinal: UInt32
    }

    /// - Throws: `ClientError.catalogueDiffers`, `.notAllowed`: then nothing can be recorded.
    init(view: AuditView, catalogue: Catalogue) throws(ClientError) {
        try view.requirePinned(catalogue)
        try view.requireTester()
        self.view = view
        self.catalogue = catalogue
    }

    /// - Throws: `ClientError.notFound`, `.ambiguous`, `.invalid`.
    func check(_ entry: FindingEntry) throws(ClientError) -> Checked {
        let environment = try view.environment(named: entry.environment)
        let (id, component, newcomer) = try component(of: entry)
        let control = newcomer?.control.id ?? component?.control ?? entry.control
        let platform = try catalogue.platform(environment.platform, of: control)
        let state = try platform.state(named: entry.state, of: control)
        let criterion = try platform.criterion(
            named: try localName(of: entry.criterion, in: control, on: environment.platform),
            in: state, enabled: view.plan.enabledCriteria)
        if environment.assistiveTechnology == "keyboard", criterion.category != .keyboard {
            throw .invalid("\(criterion.id) is not judged with a keyboard alone")
        }
        let hasState = component?.states[environment.platform]?.contains(state.id) ?? false
        return Checked(
            component: id, newcomer: newcomer,
            state: StateID(
                component: id, environment: environment.id, round: view.plan.currentRound,
                state: state.id),
            addedState: component == nil || hasState ? nil : (environment.platform, state.id),
            criterion: criterion.id, edits: try Self.edits(entry, criterion))
    }

    /// The component an entry speaks of, or what makes it when the entry says enough.
    private func component(
        of entry: FindingEntry
    ) throws(ClientError) -> (ComponentID, Component?, Newcomer?) {
        if entry.screen.isEmpty {
            let found = try view.component(named: entry.label)
            return (found.id, found, nil)
        }
        let name = "\(entry.screen)/\(entry.label)/\(entry.ordinal)"
        if entry.control.isEmpty {
            let found = try view.component(named: name)
            return (found.id, found, nil)
        }
        let control = try catalogue.control(named: entry.control)
        let id = NaturalKey.component(
            screen: entry.screen, control: control.id, label: entry.label, ordinal: entry.ordinal)
        if let known = view.components[id] { return (id, known, nil) }
        // A renamed component keeps its id; its present name means it too.
        if let renamed = try? view.component(named: name), renamed.control == control.id {
            return (renamed.id, renamed, nil)
        }
        return (
            id, nil,
            Newcomer(
                screen: entry.screen, control: control, label: entry.label, ordinal: entry.ordinal)
        )
    }

    /// Takes control and platform off a full id; those of another control are a mistake.
    private func localName(
        of criterion: String, in control: String, on platform: String
    ) throws(ClientError) -> String {
        guard !criterion.hasPrefix("\(control).\(platform)."),
            catalogue.criterion(criterion) != nil
        else { return criterion }
        throw .invalid("\(criterion) is not a criterion of \(control) on \(platform)")
    }

    private static func edits(
        _ entry: FindingEntry, _ criterion: Criterion
    ) throws(ClientError) -> [FieldEdit] {
        if entry.outcome != .failed, entry.severity != nil || entry.attribution != nil {
            throw .invalid("severity and attribution belong to the outcome failed, and only to it")
        }
        var edits: [FieldEdit] = []
        if let outcome = entry.outcome {
            edits.append(
                FieldEdit(
                    FieldID(criterion: criterion.id, .judgement),
                    entry.judgement(of: outcome, criterion).map(FieldValue.judgement)))
        }
        let texts: [(FieldName, String)] = [
            (.note, entry.note), (.heard, entry.heard), (.steps, entry.steps),
            (.recommendation, entry.recommendation),
        ]
        for (name, text) in texts where !text.isEmpty {
            edits.append(FieldEdit(FieldID(criterion: criterion.id, name), Drafts.text(text)))
        }
        for tag in Set(entry.tags).sorted() {
            let text = Text(normalizing: tag).string
            edits.append(FieldEdit(FieldID(criterion: criterion.id, .tag, text), .present))
        }
        return edits
    }
}

extension FindingEntry {
    /// The judgement an outcome stands for, nil for `untested`, which takes one's own back.
    fileprivate func judgement(of outcome: Outcome, _ criterion: Criterion) -> Judgement? {
        switch outcome {
        case .passed: .passed
        case .failed: .failed(severity ?? criterion.severity, attribution ?? .app)
        case .cantTell: .cantTell
        case .inapplicable: .inapplicable
        case .untested: nil
        }
    }
}
