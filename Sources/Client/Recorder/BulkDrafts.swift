import Presentation
import Reading
import Shared

/// Gathers checked entries into one draft a component state, and one a component that changes.
struct BulkDrafts {
    private let audit: AuditID
    private let platforms: Set<String>
    private var components: [ComponentID: [FieldEdit]] = [:]
    private var states: [StateID: [FieldEdit]] = [:]
    private var newcomers: [ComponentID: PlannedComponent] = [:]
    /// In the order in which they were first named, so that a change's number tells the order.
    private var stateOrder: [StateID] = []
    private var componentOrder: [ComponentID] = []
    /// How many entries said something.
    private(set) var count = 0
    /// About how many bytes they have.
    private(set) var bytes = 0
    /// The component state that was named last.
    private(set) var last: StateID?
    /// Suggestions of another outcome than was given, in order.
    private(set) var otherwise: [AnnouncementSuggestion] = []
    /// What is called otherwise now than an entry said, a clause each, in order.
    private(set) var renamed: [String] = []

    init(_ view: AuditView) {
        audit = view.audit
        platforms = Set(view.plan.environments.values.map(\.platform))
    }

    /// Components that the audit does not have, in the order in which they were first named.
    var newcomerIDs: [ComponentID] { componentOrder.filter { newcomers[$0] != nil } }

    func newcomerName(_ id: ComponentID) -> String { newcomers[id]?.name ?? "" }

    /// Puts other edits in the place of a component state's.
    mutating func replace(_ state: StateID, _ edits: [FieldEdit]) { states[state] = edits }

    /// What is written to each component state, in the order in which they were first named.
    var edits: [(state: StateID, edits: [FieldEdit])] { stateOrder.map { ($0, states[$0] ?? []) } }

    mutating func add(_ checked: FindingCheck.Checked) {
        guard !checked.isSilent else { return }
        if let told = checked.renamed, !renamed.contains(told) { renamed.append(told) }
        count += 1
        last = checked.state
        bytes += checked.edits.reduce(0) { $0 + Self.size($1) }
        if let suggestion = checked.otherwise { otherwise.append(suggestion) }
        if let newcomer = checked.newcomer { note(newcomer) }
        if let added = checked.addedState { note(checked.state.component, added) }
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
            + stateOrder.filter { states[$0]?.isEmpty == false }.flatMap { state in
                Self.pieces(of: states[state] ?? [], limits).map {
                    RecordDraft(key: .state(audit, state), edits: $0)
                }
            }
    }

    private mutating func note(_ newcomer: PlannedComponent) {
        let id = newcomer.id
        guard newcomers[id] == nil else { return }
        newcomers[id] = newcomer
        let draft = newcomer.draft(in: audit, newcomer.control.usualStates(on: platforms))
        for edit in draft.edits { note(id, edit) }
    }

    private mutating func note(_ component: ComponentID, _ edit: FieldEdit) {
        if components[component] == nil { componentOrder.append(component) }
        if components[component]?.contains(where: { $0.field == edit.field }) == true { return }
        components[component, default: []].append(edit)
    }

    /// What a write takes beside its text: field, names of what it replaces, tags.
    private static func size(_ edit: FieldEdit) -> Int {
        (edit.value?.text?.utf8.count ?? 0) + edit.field.path.utf8.count + 512
    }

    /// Edits in pieces that each fit one change; usually one.
    private static func pieces(of edits: [FieldEdit], _ limits: Limits) -> [[FieldEdit]] {
        var pieces: [[FieldEdit]] = [[]]
        var bytes = 0
        for edit in edits {
            let size = size(edit)
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
    /// The states a new component has without being asked; of all platforms when none is given.
    package func usualStates(on platforms: Set<String>) -> [(platform: String, state: String)] {
        self.platforms.filter { platforms.isEmpty || platforms.contains($0.id) }.flatMap { one in
            one.states.filter(\.isUsual).map { (one.id, $0.id) }
        }
    }
}
