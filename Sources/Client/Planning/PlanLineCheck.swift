import Presentation
import Reading
import Shared

/// Holds lines that name components against plan and catalogue.
struct PlanLineCheck {
    private let view: AuditView
    private let catalogue: Catalogue
    /// Ids by every name that a control has.
    private let controls: [String: String]
    /// Those of the audit's environments; all while it has none.
    private let platforms: Set<String>

    init(_ view: AuditView, _ catalogue: Catalogue) {
        self.view = view
        self.catalogue = catalogue
        controls = catalogue.controlsByName()
        platforms = Set(view.plan.environments.values.map(\.platform))
    }

    func control(named name: String) -> Control? {
        controls[Catalogue.plain(name)].flatMap(catalogue.control)
    }

    func outcome(of row: ComponentRow) throws(AuditError) -> PlanPreview.Outcome {
        if let fault = row.fault { throw .invalid(fault) }
        try Self.check(row)
        guard let control = control(named: row.control) else {
            let near = nearNames(
                to: row.control, among: catalogue.headings.map(\.title), countMax: 3)
            throw .invalid(
                "the catalogue has no control “\(row.control)”. Near it: "
                    + near.joined(separator: ", "))
        }
        let ordinal = try Self.ordinal(row.ordinal)
        let planned = PlannedComponent(
            screen: row.screen, control: control, label: row.label, ordinal: ordinal, in: view)
        let states = try states(row.states, of: control)
        let name = ComponentName(
            screen: row.screen, control: control.id, label: row.label, ordinal: ordinal)
        switch view.component(name) {
        case .nobody: return .new(planned, states)
        case .renamed(let known): return .renamed(known, planned, states)
        case .several(let candidates): throw view.ambiguity(of: planned.name, candidates)
        case .present(let known):
            // What is withdrawn comes back by lifting that, and not by a line that names it.
            guard known.withdrawals.isEmpty, !row.states.isEmpty else { return .known(known) }
            let more = states.filter { known.states[$0.platform]?.contains($0.state) != true }
            return more.isEmpty ? .known(known) : .more(known, more)
        }
    }

    private static func check(_ row: ComponentRow) throws(AuditError) {
        for (name, text) in [
            ("screen", row.screen), ("control", row.control), ("label", row.label),
        ] {
            guard !text.isEmpty else { throw .invalid("the \(name) is missing") }
            try PlannedComponent.check(text, as: name)
        }
    }

    private static func ordinal(_ text: String) throws(AuditError) -> UInt32 {
        if text.isEmpty { return 1 }
        guard let ordinal = UInt32(text), ordinal > 0 else {
            throw .invalid("“\(text)” is no ordinal: they count from 1")
        }
        return ordinal
    }

    /// Those that are named; where none is, the control's usual ones.
    func states(_ text: String, of control: Control) throws(AuditError) -> [PlannedState] {
        let own = control.platforms.filter { platforms.isEmpty || platforms.contains($0.id) }
        let all = own.flatMap { platform in platform.states.map { (platform.id, $0) } }
        guard !all.isEmpty else {
            let words = platforms.sorted().map(Environment.platformWord(of:))
            throw .invalid("the catalogue has no \(control.title) on \(AuditView.list(words))")
        }
        func planned(where isWanted: (ControlState) -> Bool) -> [PlannedState] {
            all.filter { isWanted($0.1) }.map { PlannedState(platform: $0.0, state: $0.1.id) }
        }
        switch Catalogue.plain(text) {
        case "": return planned(where: \.isUsual)
        case "all": return planned { _ in true }
        default: break  // open set: names of states
        }
        var names: [String: String] = [:]
        for (_, state) in all {
            for name in [state.id, state.title] { names[Catalogue.plain(name)] = state.id }
        }
        let wanted = try Self.named(text, among: names, of: control)
        return planned { wanted.contains($0.id) }
    }

    /// Takes the longest name that fits at each word: titles may have several.
    private static func named(
        _ text: String, among names: [String: String], of control: Control
    ) throws(AuditError) -> Set<String> {
        guard text.utf8.count <= Limits.standard.elementBytesMax else {
            throw .invalid("its states have \(text.utf8.count) bytes, more than names of states")
        }
        let words = text.split { $0.isWhitespace || ",;|+/".contains($0) }.map(String.init)
        var found: Set<String> = []
        var rest = words[...]
        while let first = rest.first {
            let longest = (1...min(4, rest.count)).reversed().first {
                names[Catalogue.plain(rest.prefix($0).joined(separator: " "))] != nil
            }
            guard let longest,
                let state = names[Catalogue.plain(rest.prefix(longest).joined(separator: " "))]
            else {
                let near = nearNames(to: first, among: Set(names.values), countMax: 4)
                throw .invalid(
                    "\(control.title) has no state “\(first)”. There are \(AuditView.list(near)). "
                        + "If it belongs to the label, put slashes with blanks around them, or "
                        + "quotes around the label")
            }
            found.insert(state)
            rest = rest.dropFirst(longest)
        }
        return found
    }
}
