package import Presentation
import Reading
package import Shared

/// How findings of another audit or program become those of whoever imports them.
package struct ImportRules: Sendable {
    /// What the file is, as `imported-from` begins.
    let source: String
    let map: NameMap
    /// Whether components that the plan does not have are added.
    let addsComponents: Bool

    /// Where the file has assertions; nil for one of rows.
    let graph: EARLRows.Graph?

    package init(
        source: String, from graph: EARLRows.Graph? = nil, map: NameMap = NameMap(),
        addsComponents: Bool = false
    ) {
        self.source = source
        self.graph = graph
        self.map = map
        self.addsComponents = addsComponents
    }

    /// The entry as it is to be recorded here; nil where there is nothing of it to take over.
    func taken(
        _ entry: FindingEntry, from origin: RowOrigin, in view: AuditView
    ) throws(AuditError) -> FindingEntry? {
        // What was taken back there stands nowhere.
        guard !origin.isWithdrawn else { return nil }
        // An evaluation says something of each success criterion, also of those nobody tested.
        if graph == .wcagEM, entry.outcome == .untested { return nil }
        guard !map.leavesOut(entry) else { return nil }
        var taken = entry
        // Nothing is taken away: neither a verdict nor a text.
        if taken.outcome == .untested { taken.outcome = nil }
        taken.texts = taken.texts.filter { !$0.value.isEmpty && $0.key != .importedFrom }
        guard !taken.isSilent else { return nil }
        taken.texts[.importedFrom] = origin.text(of: source) { Self.hash(of: entry) }
        try map.apply(to: &taken, in: view)
        guard !taken.environment.isEmpty else {
            throw .invalid(
                "the audit does not know “\(taken.label)”: say below components of --map which "
                    + "component state it is here")
        }
        return taken
    }

    /// Throws where the plan does not have the component, and nobody wants it added.
    func check(_ checked: FindingCheck.Checked) throws(AuditError) {
        guard let newcomer = checked.newcomer, !addsComponents else { return }
        throw .invalid(
            "the plan has no component “\(newcomer.name)”: add it there, name the one that is "
                + "meant with --map, or give --add")
    }

    /// Tells rows apart that say nothing of where they are from.
    private static func hash(of entry: FindingEntry) -> Hash256 {
        let texts = entry.texts.sorted { $0.key.rawValue < $1.key.rawValue }
            .flatMap { [$0.key.rawValue, $0.value] }
        let lists = entry.lists.sorted { $0.key.rawValue < $1.key.rawValue }
            .flatMap { [$0.key.rawValue] + $0.value }
        let said = [entry.outcome?.rawValue, entry.severity?.rawValue, entry.attribution?.rawValue]
        let names = [entry.screen, entry.label, entry.environment, entry.state, entry.criterion]
        let all = names + said.map { $0 ?? "" } + texts + lists
        return Hash256(of: all.flatMap { Array("\($0.utf8.count):\($0)".utf8) })
    }
}

extension NameMap {
    /// Puts the names that things have here in the place of those that they have there.
    func apply(to entry: inout FindingEntry, in view: AuditView) throws(AuditError) {
        let words = entry.componentWords
        if let there = entry.round.flatMap({ rounds[String($0)] }) {
            guard let round = UInt32(there) else {
                throw .invalid("the map's round `\(there)` is no number")
            }
            entry.round = round
        }
        entry.environment = environments[entry.environment] ?? entry.environment
        entry.state = states[entry.state] ?? entry.state
        entry.criterion = criteria[entry.criterion] ?? entry.criterion
        if let component = components[words] ?? components[entry.label] {
            try put(component, into: &entry, in: view)
        } else if let screen = screens[entry.screen] {
            entry.screen = screen
            entry.component = ""
        }
    }

    /// Whether somebody wants nothing of what an entry is called: `-` stands for it.
    func leavesOut(_ entry: FindingEntry) -> Bool {
        [
            screens[entry.screen], components[entry.componentWords], components[entry.label],
            environments[entry.environment], states[entry.state], criteria[entry.criterion],
            entry.round.flatMap { rounds[String($0)] },
        ].contains("-")
    }

    private func put(
        _ component: String, into entry: inout FindingEntry, in view: AuditView
    ) throws(AuditError) {
        entry.screen = ""
        entry.control = ""
        entry.ordinal = 1
        entry.component = ""
        entry.label = component
        // Where the file has subjects of its own, one is mapped to a whole component state.
        guard entry.environment.isEmpty, entry.state.isEmpty else { return }
        let state = try view.state(named: component)
        entry.label = state.component.hex
        entry.environment = view.plan.environments[state.environment]?.plain ?? ""
        entry.state = state.state
    }
}

/// The names of a map that no row of a file has: mostly misspelt.
struct UnusedNames {
    private var left: NameMap

    init(_ map: NameMap) { left = map }

    /// - Parameter entry: With the names that it has in the file.
    mutating func note(_ entry: FindingEntry) {
        left.screens[entry.screen] = nil
        left.components[entry.componentWords] = nil
        left.components[entry.label] = nil
        left.environments[entry.environment] = nil
        left.states[entry.state] = nil
        left.criteria[entry.criterion] = nil
        if let round = entry.round { left.rounds[String(round)] = nil }
    }

    /// Each with what it is said to be, such as `screens: Acounts`.
    var words: [String] {
        [
            ("screens", left.screens), ("components", left.components),
            ("environments", left.environments), ("states", left.states),
            ("criteria", left.criteria), ("rounds", left.rounds),
        ].flatMap { kind, names in names.keys.sorted().map { "\(kind): \($0)" } }
    }
}

extension RecordingSummary {
    /// What a file said and was not taken over.
    package struct PassedOver: Hashable, Sendable {
        /// Rows that say nothing, or nothing that anybody wants.
        package internal(set) var rows = 0
        /// Findings that were taken over from the same place before.
        package internal(set) var known = 0
        /// Verdicts on what the importer has judged otherwise herself.
        package internal(set) var verdicts = 0
        /// Texts in whose place another stands, whoever wrote it.
        package internal(set) var texts = 0
    }
}

extension Record {
    /// The edits of an import that add something; what stands is never replaced by one.
    func importing(
        _ edits: [FieldEdit], by person: PersonID, _ passedOver: inout RecordingSummary.PassedOver
    ) -> [FieldEdit] {
        let known = knownFindings(among: edits, by: person)
        passedOver.known += known.count
        // What a whole component state was tested with belongs to what is taken over of it.
        guard edits.contains(where: { isOfFinding($0, outside: known) }) else { return [] }
        let new = edits.filter {
            !known.contains($0.field.criterion) && isNew($0, by: person, &passedOver)
        }
        let fields = Set(new.map(\.field))
        let added = new.filter { ![.importedFrom, .suggestion].contains($0.field.name) }
        let findings = Set(added.map(\.field.criterion))
        return new.filter { edit in
            let criterion = edit.field.criterion
            // Where it came from goes with what came, what a check made of words with the words.
            if edit.field.name == .importedFrom { return findings.contains(criterion) }
            if edit.field.name == .suggestion {
                return fields.contains(FieldID(criterion: criterion, .heard))
            }
            return true
        }
    }

    private func isOfFinding(_ edit: FieldEdit, outside known: Set<String>) -> Bool {
        !edit.field.criterion.isEmpty && !known.contains(edit.field.criterion)
    }

    /// Findings that came from the same place before.
    ///
    /// One that a colleague took over, and this person not yet, she may judge as well.
    private func knownFindings(among edits: [FieldEdit], by person: PersonID) -> Set<String> {
        let judged = edits.filter { $0.field.name == .judgement }.map(\.field)
            .filter { siblings(of: $0).allSatisfy { $0.author != person } }.map(\.criterion)
        return Set(
            edits.filter { edit in
                edit.field.name == .importedFrom
                    && siblings(of: edit.field).contains {
                        $0.value == edit.value
                            && ($0.author == person || !judged.contains(edit.field.criterion))
                    }
            }.map(\.field.criterion))
    }

    private func isNew(
        _ edit: FieldEdit, by person: PersonID, _ passedOver: inout RecordingSummary.PassedOver
    ) -> Bool {
        let standing = siblings(of: edit.field)
        if edit.field.name == .judgement {
            let own = standing.filter { $0.author == person }
            if own.contains(where: { $0.value != edit.value }) { passedOver.verdicts += 1 }
            return own.isEmpty
        }
        if edit.field.name == .importedFrom { return standing.allSatisfy { $0.author == person } }
        guard edit.value?.text != nil, edit.field.name != .suggestion else { return true }
        if !standing.isEmpty, !standing.contains(where: { $0.value == edit.value }) {
            passedOver.texts += 1
        }
        return standing.isEmpty
    }
}
