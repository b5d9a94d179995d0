import Client
import Presentation
import Reading
import Shared

/// The states from which findings can be copied to one that is not judged yet.
struct SimilarStatesPage: Page {
    static let template = "similar-states"
    let frame: PageFrame
    let address: String
    let lede: String
    let back: PageFrame.Link
    let context: String
    let similar: [SimilarState]

    init(_ place: StatePlace, in context: PageContext) throws {
        let copy = SimilarStateCopy(context: context, place: place)
        let item = try place.view.item(place.id)
        back = PageFrame.Link(place.title, place.address)
        frame = try PageFrame(
            "Copy from a similar state", .work, of: place.view, behind: [back], in: context)
        address = Address.copy(place)
        lede =
            "To \(place.title), \(place.environment.sentence). Only what is untested here is "
            + "filled in, as yours; one undo takes all of it back."
        self.context = FormContext(showing: item.record).token
        similar = try copy.candidates().compactMap {
            SimilarState($0, giving: try copy.entries(from: $0, to: item))
        }
    }

    struct SimilarState: Sendable {
        let from: String
        let similarTitle: String
        let similarAbout: String
        let act: String
        let marks: [Badge]

        /// Nil where there is nothing to copy.
        fileprivate init?(_ place: StatePlace, giving entries: [FindingEntry]) {
            guard !entries.isEmpty else { return nil }
            from = place.address
            similarTitle = place.title
            similarAbout = "\(place.component.screen), \(place.environment.sentence)"
            act = "Copy \(counted(entries.count, "verdict"))"
            marks = Outcome.allCases.compactMap { outcome in
                let count = entries.count { $0.outcome == outcome }
                return count == 0 ? nil : Badge(outcome, "\(count) \(outcome.countedWord)")
            }
        }
    }
}

/// What can be done at once to the criteria of a state that nobody has judged.
struct ManyAtOnce: Sendable {
    /// Whether nothing is left to do it to.
    let isOver: Bool
    /// Nil where no other state has a verdict on any of them.
    let copying: Copying?

    struct Copying: Sendable {
        /// The state's address: the value of the button.
        let from: String
        let verdicts: String
        let copyFrom: String
        /// The ids of the criteria that it fills in, by blanks.
        let copied: String
        /// Leads to all states that something can be copied from.
        let similar: String
    }

    init(
        of item: StateItem, at place: StatePlace, remaining: Int, in context: PageContext
    ) throws {
        isOver = remaining == 0
        let copy = SimilarStateCopy(context: context, place: place)
        copying = try (isOver ? nil : copy.best(for: item)).map { other, entries in
            Copying(
                from: other.address, verdicts: counted(entries.count, "verdict"),
                copyFrom: other.link(from: place).title,
                copied: entries.map(\.criterion).joined(separator: " "),
                similar: Address.copy(place))
        }
    }
}

/// What one component state can take over from others of its kind.
struct SimilarStateCopy {
    /// How many other components have their states read; reading each costs.
    private static let othersMax = 50

    let context: PageContext
    let place: StatePlace

    /// Saves what another state has and this one lacks, in one change.
    ///
    /// - Throws: `PageError.badForm`, `AuditError`, `StorageError`; then nothing was saved.
    func copy(from other: StatePlace, token: String) throws {
        let item = try place.view.item(place.id)
        guard let shown = FormContext(token: token, showing: item.record) else {
            throw PageError.badForm
        }
        let entries = try entries(from: other, to: item)
        let save = try context.client.recording.saveForm(
            entries, on: place.id, in: place.view, catalogue: context.catalogue(of: place.view),
            showing: shown)
        guard !save.changes.isEmpty else { return }
        let criteria = entries.map(\.criterion)
        context.site.undo.note(
            UndoList.Step(save, of: criteria, at: place, showing: shown, date: context.now))
    }

    /// What fills in most among the component's own states, else the first of other components.
    fileprivate func best(
        for item: StateItem
    ) throws -> (place: StatePlace, entries: [FindingEntry])? {
        var best: (place: StatePlace, entries: [FindingEntry])?
        for other in try candidates() {
            if let best, other.component.id != best.place.component.id { break }
            let entries = try entries(from: other, to: item)
            guard entries.count > best?.entries.count ?? 0 else { continue }
            best = (other, entries)
            guard other.component.id == place.component.id else { break }
        }
        return best
    }

    /// The component's other states on this platform, then this state of other components.
    fileprivate func candidates() throws -> [StatePlace] {
        let order = try place.view.workOrder(context.catalogue(of: place.view))
        let own = order.places(of: place.component).filter {
            $0.id != place.id && $0.environment.platform == place.environment.platform
        }
        let others = order.components.lazy
            .filter { $0.control == place.component.control && $0.id != place.component.id }
            .prefix(Self.othersMax)
            .flatMap { component in
                order.places(of: component).filter {
                    $0.environment == place.environment && $0.id.state == place.id.state
                }
            }
        return own + others
    }

    /// Verdicts that hold there, with their texts, on criteria that nobody judged here.
    func entries(from other: StatePlace, to item: StateItem) throws -> [FindingEntry] {
        let here = Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
        let there = try other.view.item(other.id).findings
        let shared = Set(place.criteria.map(\.id)).intersection(other.possible.map(\.id))
        return there.compactMap { finding in
            let known = here[finding.criterion]
            guard shared.contains(finding.criterion), known?.isUntouched ?? true,
                !finding.isWithdrawn,
                let judgement = finding.effective.judgement, judgement.outcome != .untested
            else { return nil }
            var entry = FindingEntry()
            entry.criterion = finding.criterion
            entry.outcome = judgement.outcome
            entry.severity = judgement.severity
            entry.attribution = judgement.attribution
            // A text that is here already is kept, whoever wrote it.
            for name in finding.texts.keys where known?.text(name) == nil {
                entry.texts[name] = finding.text(name)
            }
            for (name, elements) in finding.lists {
                let missing = elements.filter { known?.lists[name]?.contains($0) != true }
                if !missing.isEmpty { entry.lists[name] = missing }
            }
            return entry
        }
    }
}
