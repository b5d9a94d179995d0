import Presentation
import Shared

/// Gathers checked entries into one draft a component state, and one a component that changes.
struct BulkDrafts {
    private let audit: AuditID
    private let platforms: Set<String>
    private var components: [ComponentID: [FieldEdit]] = [:]
    private var states: [StateID: [FieldEdit]] = [:]
    private var newcomers: [ComponentID: FindingCheck.Newcomer] = [:]
    /// In the order in which they were first named, so that a change's number tells the order.
    private var stateOrder: [StateID] = []
    private var componentOrder: [ComponentID] = []
    /// How many entries said something.
    private(set) var findings = 0
    /// Suggestions that are other outcomes than was given, in order.
    private(set) var otherwise: [AnnouncementSuggestion] = []

    init(_ view: AuditView) {
        audit = view.audit
        platforms = Set(view.plan.environments.values.map(\.platform))
    }

    /// The names of components that will be made, in order.
    var newcomerNames: [String] {
        componentOrder.compactMap { newcomers[$0] }
            .map {
                $0.ordinal == 1
                    ? "\($0.screen)/\($0.label)" : "\($0.screen)/\($0.label)/\($0.ordinal)"
            }
    }

    /// What is written to each component state, in the order in which they were first named.
    var edits: [(state: StateID, edits: [FieldEdit])] {
        stateOrder.map { ($0, states[$0] ?? []) }
    }

    /// How many component states are written to.
    var stateCount: Int { states.count }

    mutating func add(_ checked: FindingCheck.Checked) {
        guard !checked.isSilent else { return }
        findings += 1
        if let suggestion = checked.otherwise { otherwise.append(suggestion) }
        if let newcomer = checked.newcomer {
            note(newcomer, checked)
        } else if let added = checked.addedState {
            let field = FieldID(.state, added.platform, added.state)
            note(checked.component, FieldEdit(field, .present))
        }
        if states[checked.state] == nil { stateOrder.append(checked.state) }
        states[checked.state, default: []] += checked.edits
        // Each row of a component state may repeat what the whole state was tested with.
        for edit in checked.stateEdits
        where states[checked.state]?.contains(where: { $0.field == edit.field }) != true {
            states[checked.state, default: []].append(edit)
        }
    }

    /// Components first, so that their states never arrive before them.
    func drafts(_ limits: Limits = .standard) -> [RecordDraft] {
        componentOrder.map { RecordDraft(key: .component(audit, $0), edits: components[$0] ?? []) }
            + stateOrder.flatMap { state in
                Self.pieces(of: states[state] ?? [], limits).map {
                    RecordDraft(key: .state(audit, state), edits: $0)
                }
            }
    }

    private mutating func note(_ newcomer: FindingCheck.Newcomer, _ checked: FindingCheck.Checked) {
        let id = checked.component
        if newcomers[id] == nil {
            newcomers[id] = newcomer
            let usual = newcomer.control.usualStates(on: platforms)
            let draft = Drafts.component(
                audit, screen: newcomer.screen, control: newcomer.control.id,
                label: newcomer.label, ordinal: newcomer.ordinal, states: usual)
            for edit in draft.edits { note(id, edit) }
        }
        let platform = checked.criterion.split(separator: ".").dropFirst().first.map(String.init)
        note(id, FieldEdit(FieldID(.state, platform ?? "", checked.state.state), .present))
    }

    private mutating func note(_ component: ComponentID, _ edit: FieldEdit) {
        if components[component] == nil { componentOrder.append(component) }
        if components[component]?.contains(where: { $0.field == edit.field }) == true { return }
        components[component, default: []].append(edit)
    }

    /// Edits in pieces that each fit one change; usually one.
    private static func pieces(of edits: [FieldEdit], _ limits: Limits) -> [[FieldEdit]] {
        var pieces: [[FieldEdit]] = [[]]
        var bytes = 0
        for edit in edits {
            // What a write takes beside its text: field, names of what it replaces, tags.
            let size = (edit.value?.text?.utf8.count ?? 0) + edit.field.path.utf8.count + 512
            let isFull = pieces[pieces.count - 1].count >= limits.writesPerChangeMax
            if isFull || bytes + size > limits.bodyBytesMax {
                pieces.append([])
                bytes = 0
            }
            pieces[pieces.count - 1].append(edit)
            bytes += size
        }
        return pieces
    }
}

extension Control {
    /// The states a new component has without being asked, on platforms that the audit has.
    ///
    /// - Parameter platforms: Empty while the plan has no environment: then on all.
    package func usualStates(on platforms: Set<String>) -> [(platform: String, state: String)] {
        self.platforms.filter { platforms.isEmpty || platforms.contains($0.id) }
            .flatMap { platform in
                platform.states.filter(\.isUsual).map { (platform.id, $0.id) }
            }
    }
}
