import Presentation
import Reading
import Shared

/// Holds an entry against plan and catalogue, before anything is saved.
struct FindingCheck {
    private let view: AuditView
    private let catalogue: Catalogue
    private var heardCheck: HeardCheck
    /// The language that a component state's screen reader is said to speak; nil to read it anew.
    var languages: ((StateID) -> String?)?

    /// An entry whose names are resolved and whose rules hold.
    struct Checked {
        /// Nil when the component is known.
        let newcomer: PlannedComponent?
        let state: StateID
        /// Gives the component the state; nil when it has it.
        let addedState: FieldEdit?
        let criterion: String
        let edits: [FieldEdit]
        /// What was heard suggests this, which is another outcome than was given.
        let otherwise: AnnouncementSuggestion?
        /// Edits of the component state itself, which all its findings share.
        let stateEdits: [FieldEdit]
        /// What the component is called now, where the entry named it otherwise: a clause.
        let renamed: String?

        var isSilent: Bool { edits.isEmpty && stateEdits.isEmpty }
    }

    /// Throws `AuditError.catalogueDiffers`, `.notAllowed`: then nothing can be recorded.
    init(view: AuditView, catalogue: Catalogue) throws(AuditError) {
        try view.requirePinned(catalogue)
        try view.requireTester()
        self.view = view
        self.catalogue = catalogue
        heardCheck = HeardCheck(view.plan.announcements)
    }

    mutating func check(_ entry: FindingEntry) throws(AuditError) -> Checked {
        let current = view.plan.currentRound
        // Verdicts of an earlier round are not taken for this one's: the app has changed since.
        if let round = entry.round, round != current {
            throw .invalid(
                "the row is of round \(round), and the audit is in round \(current): leave the row "
                    + "out, or take its round away to record it in round \(current)")
        }
        let environment = try view.environment(named: entry.environment)
        let (component, newcomer, renamed) = try component(of: entry)
        guard let id = component?.id ?? newcomer?.id else {
            throw .invalid("name the component")
        }
        let control = newcomer?.control.id ?? component?.control ?? entry.control
        let platform = try catalogue.platform(environment.platform, of: control)
        let state = try platform.state(named: entry.state, of: control)
        let name = entry.criterion
        let place = environment.platform
        // A full id of another control or platform is a mistake.
        if !name.hasPrefix("\(control).\(place)."), catalogue.criterion(name) != nil {
            throw .invalid("\(name) is not a criterion of \(control) on \(place)")
        }
        let criterion = try platform.criterion(
            named: name, in: state, enabled: view.plan.enabledCriteria)
        guard platform.judges(criterion, with: environment.assistiveTechnology) else {
            let technology = environment.technologyTitle(among: platform.technologies)
            throw .invalid("\(criterion.id) is not judged with \(technology)")
        }
        var edits = try Self.edits(entry, criterion)
        var suggestion: AnnouncementSuggestion?
        let tested = StateID(
            component: id, environment: environment.id, round: current, state: state.id)
        if let heard = entry.texts[.heard] {
            suggestion = try heardCheck.suggestion(
                for: heard, criterion, in: state.id, of: catalogue.control(named: control),
                named: newcomer?.label ?? component?.label ?? "", environment: environment,
                language: entry.texts[.assistiveTechnologyLanguage]
                    ?? (heard.isEmpty ? nil : recordedLanguage(of: tested)))
            edits.append(Drafts.suggestion(suggestion, criterion: criterion.id))
        }
        let hasState = component?.states[place]?.contains(state.id) ?? false
        return Checked(
            newcomer: newcomer,
            state: tested,
            addedState: hasState ? nil : FieldEdit(FieldID(.state, place, state.id), .present),
            criterion: criterion.id, edits: edits,
            otherwise: suggestion?.outcome == entry.outcome ? nil : suggestion,
            stateEdits: Self.edits(FieldName.testedTexts, of: entry), renamed: renamed)
    }

    /// A record that cannot be read is told when the finding is saved.
    private func recordedLanguage(of state: StateID) -> String? {
        if let languages { return languages(state) }
        return (try? view.item(state))?.readerLanguage
    }

    private typealias Meant = (
        known: Component?, newcomer: PlannedComponent?, renamed: String?
    )

    /// The component an entry speaks of, or what makes it when the entry says enough.
    private func component(of entry: FindingEntry) throws(AuditError) -> Meant {
        if !entry.component.isEmpty { return try component(byID: entry) }
        if entry.screen.isEmpty { return (try view.component(named: entry.label), nil, nil) }
        let control =
            entry.control.isEmpty ? nil : try catalogue.control(named: entry.control)
        let name = ComponentName(
            screen: entry.screen, control: control?.id, label: entry.label, ordinal: entry.ordinal)
        switch view.component(name) {
        case .present(let known): return (known, nil, nil)
        case .renamed(let known):
            return (known, nil, view.told(entry.componentWords, isCalledNow: known))
        case .several(let candidates):
            throw view.ambiguity(of: entry.componentWords, candidates)
        case .nobody: break
        }
        guard let control else {
            return (try view.component(named: entry.componentWords), nil, nil)
        }
        try PlannedComponent.check(entry.screen, as: "screen")
        try PlannedComponent.check(entry.label, as: "label")
        let newcomer = PlannedComponent(
            screen: entry.screen, control: control, label: entry.label, ordinal: entry.ordinal,
            in: view)
        return (nil, newcomer, nil)
    }

    /// The id decides, unless the names are those of another component now: then somebody has
    /// changed one of the two, and what was meant is hers to say.
    private func component(byID entry: FindingEntry) throws(AuditError) -> Meant {
        let front = entry.component.prefix(12)
        let found =
            ComponentID(hex: entry.component).map { [$0] }
            ?? view.components.map(\.id).filter { $0.hex.hasPrefix(entry.component) }
        guard found.count < 2 else {
            throw view.ambiguity(of: entry.component, found.compactMap { view.components[$0] })
        }
        guard let first = found.first, let known = view.components[first] else {
            throw .invalid(
                "this laptop has no component \(front): sync first, or empty the column component, "
                    + "so that the names count")
        }
        guard !entry.screen.isEmpty, !entry.label.isEmpty else { return (known, nil, nil) }
        let isOfIt = entry.control.isEmpty || entry.control == known.control
        let control = isOfIt ? known.control : try catalogue.control(named: entry.control).id
        let bearers = view.bearers(
            of: ComponentName(
                screen: entry.screen, control: control, label: entry.label, ordinal: entry.ordinal))
        if bearers.contains(where: { $0.id == known.id }) { return (known, nil, nil) }
        guard let other = bearers.first else {
            guard control == known.control else {
                throw .invalid(
                    "its id is that of “\(known.name)”, whose control is \(known.control) and not "
                        + "\(control): empty the column component, or control")
            }
            return (known, nil, view.told(entry.componentWords, isCalledNow: known))
        }
        throw .invalid(
            "its id is that of “\(known.name)”, and its names are those of “\(other.name)” "
                + "(\(other.id.hex.prefix(12))): empty the column component, or its names")
    }

    private static func edits(
        _ entry: FindingEntry, _ criterion: Criterion
    ) throws(AuditError) -> [FieldEdit] {
        if entry.outcome != .failed, entry.severity != nil || entry.attribution != nil {
            throw .invalid("severity and attribution belong to the outcome failed, and only to it")
        }
        var edits: [FieldEdit] = []
        if let outcome = entry.outcome {
            let judgement = Judgement(
                outcome, entry.severity ?? criterion.severity, entry.attribution ?? .app)
            // `untested` takes one's own verdict back.
            let field = FieldID(criterion: criterion.id, .judgement)
            edits.append(FieldEdit(field, judgement.map(FieldValue.judgement)))
        }
        edits += Self.edits(FieldName.findingTexts, of: entry, criterion: criterion.id)
        for name in FieldName.findingLists {
            // What stands around an element nobody sees, and no door lets in.
            let added = entry.lists[name]?.map(\.trimmed).filter { !$0.isEmpty }
            edits += elements(added, .present, name, criterion)
            edits += elements(entry.removed[name], nil, name, criterion)
        }
        return edits
    }

    private static func elements(
        _ elements: [String]?, _ value: FieldValue?, _ list: FieldName, _ criterion: Criterion
    ) -> [FieldEdit] {
        Set((elements ?? []).map { Text(typed: $0) }).sorted().map {
            FieldEdit(FieldID(criterion: criterion.id, list, $0.string), value)
        }
    }

    /// A text writes its register, an empty one takes away what is shown there.
    private static func edits(
        _ names: [FieldName], of entry: FindingEntry, criterion: String = ""
    ) -> [FieldEdit] {
        names.compactMap { name in
            entry.texts[name].map {
                FieldEdit(FieldID(criterion: criterion, name), $0.isEmpty ? nil : Drafts.text($0))
            }
        }
    }
}

extension FindingEntry {
    /// As `Component.name`, of whatever the entry names.
    var componentWords: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }
}
