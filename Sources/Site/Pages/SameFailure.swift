import Client
import Presentation
import Reading
import Shared

/// A failure that is found on several component states: each gets a finding of its own.
struct SameFailure {
    /// How many component states are read and listed; reading each costs.
    static let targetsMax = 200

    let context: PageContext
    let place: StatePlace
    let criterion: Criterion
    /// What is recorded elsewhere too; nil where nobody's failure stands here.
    let judgement: Judgement?
    private let finding: Finding?

    /// - Parameter name: The end of the criterion's anchor.
    init(_ place: StatePlace, _ name: String, in context: PageContext) throws {
        guard let criterion = place.possible.first(where: { $0.lastingShortID == name })
        else { throw PageError.notFound }
        let item = try place.view.item(place.id)
        finding = item.findings.first { $0.criterion == criterion.id && !$0.isWithdrawn }
        let own = finding.map { Sides($0, in: place.view) }?.word
        let said = own?.value.judgement ?? finding?.effective.judgement
        judgement = said?.outcome == .failed ? said : nil
        self.context = context
        self.place = place
        self.criterion = criterion
    }

    /// What would be said elsewhere, as the page showed it; a form sends it back.
    var code: String { judgement?.code ?? "" }

    var hasHeard: Bool { finding?.text(.heard) != nil }

    /// A component state where the same criterion is judged.
    struct Target {
        let place: StatePlace
        let finding: Finding?
        let isWithdrawn: Bool

        /// Whether nobody has said anything that this would stand beside.
        var isOpen: Bool {
            guard !isWithdrawn else { return false }
            return finding?.isUntouched ?? true
        }
    }

    /// The component's other states, then those of others of its kind, at most `targetsMax`.
    func targets() throws -> [Target] {
        let order = try place.view.workOrder(context.catalogue(of: place.view))
        let others = order.components.filter {
            $0.control == place.component.control && $0.id != place.component.id
        }
        let places = ([place.component] + others).lazy.flatMap { order.places(of: $0) }
            .filter { one in
                one.id != place.id && one.criteria.contains { $0.id == criterion.id }
            }
        return try places.prefix(Self.targetsMax).map(target)
    }

    func target(_ place: StatePlace) throws -> Target {
        let item = try place.view.item(place.id)
        return Target(
            place: place, finding: item.findings.first { $0.criterion == criterion.id },
            isWithdrawn: item.isWithdrawn)
    }

    /// What became of a form.
    struct Report: Sendable {
        var recorded: [StateID] = []
        /// Where nothing was recorded, and why, in sentences.
        var left: [String] = []
    }

    /// Records the failure where it was chosen and nobody has judged meanwhile, a change each.
    ///
    /// What is refused is told, and the rest goes on.
    func record(on chosen: [StatePlace], withHeard: Bool) throws -> Report {
        try place.requireRecording("what was recorded in round \(place.id.round) is kept as it is")
        var report = Report()
        for one in chosen {
            let target = try target(one)
            guard target.isOpen, one.id != place.id,
                one.criteria.contains(where: { $0.id == criterion.id })
            else {
                report.left.append("\(one.title): judged or withdrawn meanwhile.")
                continue
            }
            do {
                try record(on: target, withHeard: withHeard)
                report.recorded.append(one.id)
            } catch {
                report.left.append("\(one.title): \(ReportedError(error).message)")
            }
        }
        return report
    }

    private func record(on target: Target, withHeard: Bool) throws {
        guard let judgement, let finding else { return }
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = judgement.outcome
        entry.severity = judgement.severity
        entry.attribution = judgement.attribution
        for name in finding.texts.keys where withHeard || name != .heard {
            // A text that is there already is kept, whoever wrote it.
            if target.finding?.text(name) == nil { entry.texts[name] = finding.text(name) }
        }
        try SavedEntries(context: context, place: target.place).save([entry])
    }

    /// Takes back what was recorded so in this run and not changed since; tells on how many.
    func takeBack(from chosen: [StatePlace]) throws -> Int {
        try chosen.count { place in
            guard isOurs(try target(place)) else { return false }
            return try SavedEntries(context: context, place: place).takeBackLast()
        }
    }

    /// Whether the last thing done on a component state in this run was to judge this criterion.
    func isOurs(_ target: Target) -> Bool {
        let last = context.site.undo.lastDone(on: target.place.id)
        return last?.before.map(\.criterion) == [criterion.id] && !target.isOpen
    }
}

/// Saves that a page makes on component states other than the one it shows.
struct SavedEntries {
    let context: PageContext
    let place: StatePlace

    /// Saves in one change, beside what stands there, and notes it to be undone.
    func save(_ entries: [FindingEntry]) throws {
        let shown = try shown()
        let save = try save(entries, showing: shown)
        guard !save.changes.isEmpty else { return }
        context.site.undo.note(
            UndoList.Step(
                save, of: entries.map(\.criterion), at: place, showing: shown, date: context.now))
    }

    /// Takes the last save of this run on the component state back; false where there is none.
    func takeBackLast() throws -> Bool {
        guard let step = context.site.undo.lastDone(on: place.id) else { return false }
        _ = try save(step.before, showing: try shown())
        context.site.undo.note(step.turned(.undone, at: context.now))
        return true
    }

    /// Does again what was taken back last on the component state; false where there is nothing.
    func doLastAgain() throws -> Bool {
        guard let step = context.site.undo.lastUndone(on: place.id) else { return false }
        _ = try save(step.before, showing: try shown())
        context.site.undo.note(step.turned(.redone, at: context.now))
        return true
    }

    private func shown() throws -> FormContext {
        FormContext(showing: try place.view.item(place.id).record)
    }

    private func save(_ entries: [FindingEntry], showing shown: FormContext) throws -> FormSave {
        try context.client.recording.saveForm(
            entries, on: place.id, in: place.view, catalogue: context.catalogue(of: place.view),
            showing: shown)
    }
}
