import Reading
package import Shared

/// What an import says of one component state.
package struct CaptureItem: Sendable {
    package let state: StateID
    /// `Screen/Label`, with the ordinal where it is not the first.
    package let component: String
    package let control: String
    package let isNew: Bool
    package let facts: [CapturedFact: String]
    /// Ascending by criterion, without what a check of hearing said.
    package let suggestions: [CaptureSuggestion]
    /// The line of the capture, from 1; nil where it has no lines.
    package let line: Int?
    let checked: FindingCheck.Checked
}

/// What an import did, or would do.
package struct CaptureSummary: Sendable {
    /// The tool in words.
    package let title: String
    package let screen: String
    package let environment: String
    package let elements: Int
    /// In order of reading.
    package let items: [CaptureItem]
    /// Names of what was left alone because the audit has it withdrawn.
    package let withdrawn: [String]
    /// Components that the capture calls by names they do not have any more, a clause each.
    package let renamed: [String]
    /// What of the capture was passed over or read otherwise than it stands there; clauses.
    package let remarks: [String]
    /// Changes written; none where the capture says nothing new.
    package let changes: Int
}

/// Finds the components of an audit that a capture shows, and what it says of them.
///
/// Nothing is saved here; all of a capture is looked at before any of it is.
struct CaptureMatch {
    private let survey: CaptureAnalysis
    private let view: AuditView
    private let catalogue: Catalogue
    private let screen: String
    private let environment: Environment
    private let record: (StateID) throws -> Record
    private(set) var items: [CaptureItem] = []
    private(set) var withdrawn: [String] = []
    /// Those that the capture shows under the names they have now.
    private var present: Set<ComponentID> = []

    init(
        _ survey: CaptureAnalysis, in view: AuditView, catalogue: Catalogue, screen: String,
        environment: Environment, record: @escaping (StateID) throws -> Record
    ) throws {
        self.survey = survey
        self.view = view
        self.catalogue = catalogue
        self.screen = screen
        self.environment = environment
        self.record = record
        let sightings = survey.sightings()
        let results = Self.results(of: survey.capture, by: sightings)
        for sighting in sightings {
            if case .present(let known) = view.component(name(of: sighting)) {
                present.insert(known.id)
            }
        }
        var taken: Set<StateID> = []
        for (sighting, results) in zip(sightings, results) {
            guard let item = try item(for: sighting, results) else { continue }
            // Two elements can come to one component; the first is the one that is read first.
            if taken.insert(item.state).inserted { items.append(item) }
        }
    }

    /// Nil for what the audit has withdrawn, and for a control that the catalogue does not have.
    private mutating func item(
        for sighting: CapturedControl, _ results: [CapturedResult]
    ) throws -> CaptureItem? {
        guard let control = catalogue.control(sighting.control),
            let platform = control.platform(environment.platform),
            let state = survey.state(of: sighting, on: platform)
        else { return nil }
        let newcomer = PlannedComponent(
            screen: screen, control: control, label: sighting.label, ordinal: sighting.ordinal,
            in: view)
        let (known, isRenamed) = try component(of: sighting, as: newcomer)
        let id = known?.id ?? newcomer.id
        let stateID = StateID(
            component: id, environment: environment.id, round: view.plan.currentRound,
            state: state.id)
        let record = try record(stateID)
        let name = known?.name ?? newcomer.name
        if known?.withdrawals.isEmpty == false || !record.withdrawals.isEmpty {
            withdrawn.append(name)
            return nil
        }
        let hears = environment.assistiveTechnology != "keyboard"
        let criteria = hears ? platform.criteria(in: state, enabled: view.plan.enabledCriteria) : []
        let suggestions = survey.suggestions(for: sighting, among: criteria, results: results)
        let edits = SuggestionEdits(
            record: record, source: survey.capture.source,
            criteria: criteria.filter { sighting.isChecked($0) })
        let facts = survey.facts(of: sighting.element)
        let hasState = known?.states[environment.platform]?.contains(state.id) ?? false
        return CaptureItem(
            state: stateID, component: name, control: control.id, isNew: known == nil,
            facts: facts, suggestions: suggestions.filter { edits.mayWrite($0.criterion) },
            line: survey.capture.elements[sighting.element].line,
            checked: FindingCheck.Checked(
                newcomer: known == nil ? newcomer : nil, state: stateID,
                addedState: hasState
                    ? nil : FieldEdit(FieldID(.state, environment.platform, state.id), .present),
                criterion: "", edits: edits.of(suggestions), otherwise: nil,
                stateEdits: CapturedFact.allCases.map {
                    FieldEdit($0.field, facts[$0].map(Drafts.text))
                },
                renamed: isRenamed
                    ? known.map { view.told(newcomer.name, isCalledNow: $0) } : nil))
    }

    private func name(of sighting: CapturedControl) -> ComponentName {
        ComponentName(
            screen: screen, control: sighting.control, label: sighting.label,
            ordinal: sighting.ordinal)
    }

    /// Nil where the sighting means a component that the audit lacks.
    private func component(
        of sighting: CapturedControl, as newcomer: PlannedComponent
    ) throws(AuditError) -> (known: Component?, isRenamed: Bool) {
        let named = view.component(name(of: sighting))
        if case .present(let known) = named { return (known, false) }
        // What stands open without words of its own is the only one there can be.
        if sighting.part == .whole, !sighting.hasOwnLabel {
            let wanted = NaturalKey.folded(screen)
            let here = view.components.filter {
                $0.control == sighting.control && NaturalKey.folded($0.screen) == wanted
            }
            if here.count == 1 { return (here[0], false) }
        }
        switch named {
        // What the capture shows under its present name is not this one too.
        case .renamed(let known) where !present.contains(known.id): return (known, true)
        case .present, .renamed, .nobody: return (nil, false)
        case .several(let candidates): throw view.ambiguity(of: newcomer.name, candidates)
        }
    }

    /// The tool's own results by the innermost sighting that each lies in.
    private static func results(
        of capture: ScreenCapture, by sightings: [CapturedControl]
    ) -> [[CapturedResult]] {
        var found: [[CapturedResult]] = sightings.map { _ in [] }
        guard !capture.results.isEmpty else { return found }
        var owners: [Int: Int] = [:]
        for (index, sighting) in sightings.enumerated() { owners[sighting.element] = index }
        for result in capture.results {
            var element: Int? = result.element
            while let place = element, owners[place] == nil {
                element = capture.elements[place].parent
            }
            if let owner = element.flatMap({ owners[$0] }) { found[owner].append(result) }
        }
        return found
    }
}

/// What an import writes into the register `suggestion`, and what it leaves alone.
///
/// It replaces what imports said, and takes back what the same tool said and says no more. What a
/// check of heard words suggests stays: somebody listened.
private struct SuggestionEdits {
    let record: Record
    let source: CaptureSource
    /// Those that an import can say something about.
    let criteria: [Criterion]

    func of(_ suggestions: [CaptureSuggestion]) -> [FieldEdit] {
        let texts = Dictionary(
            uniqueKeysWithValues: suggestions.map { ($0.criterion, $0.text(from: source)) })
        return criteria.compactMap { criterion in
            let field = FieldID(criterion: criterion.id, .suggestion)
            guard mayWrite(criterion.id) else { return nil }
            if let text = texts[criterion.id] { return FieldEdit(field, Drafts.text(text)) }
            let isOwn = shown(criterion.id).allSatisfy { CaptureSource.wrote($0) == source }
            return isOwn ? FieldEdit(field, nil) : nil
        }
    }

    func mayWrite(_ criterion: String) -> Bool {
        record.siblings(of: FieldID(criterion: criterion, .withdrawn)).isEmpty
            && shown(criterion).allSatisfy { CaptureSource.wrote($0) != nil }
    }

    private func shown(_ criterion: String) -> [String] {
        record.siblings(of: FieldID(criterion: criterion, .suggestion)).map {
            $0.value.text ?? ""  // A later version's value is not ours to replace.
        }
    }
}
