import Client
import Presentation
import Shared

/// What one component state can take over from others of its kind.
struct SimilarStateCopy {
    /// How many other components have their states read; reading each costs.
    private static let othersMax = 50

    let desk: Desk
    let place: StatePlace

    func page() throws -> SimilarStatesPage {
        let item = try desk.client.state(place.id, of: place.view)
        var frame = try desk.frame("Copy from a sister state", .work, of: place.view)
        frame.crumbs.append(
            PageFrame.Link(place.view.plan.title, Address.audit(place.view.audit)))
        frame.crumbs.append(PageFrame.Link(place.title, place.address))
        return SimilarStatesPage(
            frame: frame, address: Address.copy(place),
            lede: "To \(place.title), \(place.environment.sentence). Only what is untested here is "
                + "filled in, as yours; one undo takes all of it back.",
            back: PageFrame.Link(place.title, place.address),
            context: FormContext(showing: item.record).token,
            sisters: try candidates().compactMap { try sister($0, to: item) })
    }

    /// Saves what another state has and this one lacks, in one change.
    ///
    /// - Throws: `PageError.badForm`, `ClientError`, `StorageError`; then nothing was saved.
    func copy(from other: StatePlace, token: String) throws {
        let item = try desk.client.state(place.id, of: place.view)
        guard let context = FormContext(token: token, showing: item.record) else {
            throw PageError.badForm
        }
        let entries = try entries(from: other, to: item)
        let save = try desk.client.save(
            entries, on: place.id, in: place.view, catalogue: desk.catalogue(of: place.view),
            showing: context)
        guard !save.changes.isEmpty else { return }
        let before = entries.map {
            context.entry(of: $0.criterion, by: place.view.person)
        }
        desk.undo.note(UndoList.Step(state: place.id, before: before))
    }

    /// The component's other states on this platform, then this state of other components.
    private func candidates() throws -> [StatePlace] {
        let order = try desk.client.workOrder(
            of: place.view, desk.catalogue(of: place.view))
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

    /// Nil where there is nothing to copy.
    private func sister(
        _ other: StatePlace, to item: StateItem
    ) throws -> SimilarStatesPage.SimilarState? {
        let entries = try entries(from: other, to: item)
        guard !entries.isEmpty else { return nil }
        let counts = Dictionary(grouping: entries.compactMap(\.outcome)) { $0 }
            .mapValues(\.count)
        let count = entries.count
        return SimilarStatesPage.SimilarState(
            from: other.address, title: other.title,
            about: "\(other.component.screen), \(other.environment.sentence)",
            act: count == 1 ? "Copy 1 verdict" : "Copy \(count) verdicts",
            marks: Outcome.allCases.compactMap { outcome in
                counts[outcome].map { Mark(outcome, "\($0) \(outcome.countedWord)") }
            })
    }

    /// Verdicts that hold there, with their texts, on criteria that nobody judged here.
    private func entries(
        from other: StatePlace, to item: StateItem
    ) throws -> [FindingEntry] {
        let here = Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
        let there = try desk.client.state(other.id, of: other.view).findings
        let shared = Set(place.criteria.map(\.id)).intersection(other.criteria.map(\.id))
        return there.compactMap { finding in
            let known = here[finding.criterion]
            guard shared.contains(finding.criterion), known.map(\.isUntouched) ?? true,
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
            return entry
        }
    }
}

extension Finding {
    /// Whether nobody has judged it, and nobody has withdrawn it.
    fileprivate var isUntouched: Bool {
        judgements.isEmpty && decisions.isEmpty && !isWithdrawn
    }
}
