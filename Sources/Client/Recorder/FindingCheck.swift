import Presentation
import Shared

/// Holds an entry against plan and catalogue, before anything is saved.
struct FindingCheck {
    private let view: AuditView
    private let catalogue: Catalogue
    private var heardCheck: HeardCheck

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
        /// The edits of the finding's registers.
        let edits: [FieldEdit]
        /// What the phrase that was heard suggests, where that is another outcome than was given.
        let otherwise: AnnouncementSuggestion?
        /// The edits of the component state's own registers, which all its findings share.
        let stateEdits: [FieldEdit]

        /// Whether the entry only names a finding.
        var isSilent: Bool { edits.isEmpty && stateEdits.isEmpty }
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
        heardCheck = HeardCheck(view.plan.announcements)
    }

    /// - Throws: `ClientError.notFound`, `.ambiguous`, `.invalid`.
    mutating func check(_ entry: FindingEntry) throws(ClientError) -> Checked {
        try checkRound(of: entry)
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
        var edits = try Self.edits(entry, criterion)
        var suggestion: AnnouncementSuggestion?
        if let heard = entry.texts[.heard] {
            suggestion = try heardCheck.suggestion(
                for: heard, criterion, in: state.id, of: catalogue.control(named: control),
                named: newcomer?.label ?? component?.label ?? "", environment: environment)
            edits.append(Drafts.suggestion(suggestion, criterion: criterion.id))
        }
        let hasState = component?.states[environment.platform]?.contains(state.id) ?? false
        return Checked(
            component: id, newcomer: newcomer,
            state: StateID(
                component: id, environment: environment.id, round: view.plan.currentRound,
                state: state.id),
            addedState: component == nil || hasState ? nil : (environment.platform, state.id),
            criterion: criterion.id, edits: edits,
            otherwise: suggestion?.outcome == entry.outcome ? nil : suggestion,
            stateEdits: Self.edits(FieldName.testedTexts, of: entry))
    }

    /// Verdicts of an earlier round are not taken for this one's: the app has changed since.
    private func checkRound(of entry: FindingEntry) throws(ClientError) {
        let current = view.plan.currentRound
        guard let round = entry.round, round != current else { return }
        throw .invalid(
            "the row is of round \(round), and the audit is in round \(current): leave the row "
                + "out, or take its round away to record it in round \(current)")
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
        edits += Self.edits(FieldName.findingTexts, of: entry, criterion: criterion.id)
        for (name, elements) in [(FieldName.tag, entry.tags), (.link, entry.links)] {
            for element in Set(elements.map { Text(normalizing: $0) }).sorted() {
                let field = FieldID(criterion: criterion.id, name, element.string)
                edits.append(FieldEdit(field, .present))
            }
        }
        return edits
    }

    /// A text writes its register, an empty one takes away what is shown there.
    private static func edits(
        _ names: [FieldName], of entry: FindingEntry, criterion: String = ""
    ) -> [FieldEdit] {
        names.compactMap { name in
            entry.texts[name].map {
                FieldEdit(
                    FieldID(criterion: criterion, name), $0.isEmpty ? nil : Drafts.text($0))
            }
        }
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
