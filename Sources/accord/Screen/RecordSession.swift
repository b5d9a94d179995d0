import Client
import Foundation
import Presentation
import Reading
import Shared

/// Recording on one screen of a terminal: keys in, changes out, each durable before it is said.
struct RecordSession {
    private let client: AuditClient
    private let catalogue: Catalogue
    private var view: AuditView
    private var screen: RecordScreen
    private var context: FormContext
    /// What saves of this run can be taken back, the last one last.
    private var undo: [(state: StateID, before: [FindingEntry])] = []

    /// - Parameter start: Where to begin; nil begins at the first state that is open.
    /// - Throws: `AuditError`; `ReportedError` for an audit without a component.
    init(
        _ client: AuditClient, _ view: AuditView, _ catalogue: Catalogue, at start: StatePlace?
    ) throws {
        try view.requirePinned(catalogue)
        try view.requireTester()
        self.client = client
        self.catalogue = catalogue
        self.view = view
        guard let place = try start ?? Self.firstOpen(client, view, catalogue) else {
            throw ReportedError(
                .notFound,
                "The audit has no component state to judge yet. Add one with: "
                    + "accord component add --screen SCREEN --control CONTROL --label LABEL")
        }
        let item = try view.item(place.id)
        screen = RecordScreen(place, item)
        context = FormContext(showing: item.record)
    }

    private static func firstOpen(
        _ client: AuditClient, _ view: AuditView, _ catalogue: Catalogue
    ) throws -> StatePlace? {
        let order = try view.workOrder(catalogue)
        let places = order.components.lazy.flatMap { order.places(of: $0) }
        let open = try places.first {
            try view.item($0.id).tally($0.criteria).isOpen
        }
        return open ?? places.first
    }

    /// Shows the screen and does what its keys ask for, until somebody ends it.
    mutating func run(on terminal: RawTerminal) throws {
        while true {
            let size = terminal.size
            terminal.draw(screen.lines(columns: size.columns, lines: size.lines))
            guard let act = screen.handle(terminal.key()) else { continue }
            guard act != .end else { return }
            do { try perform(act) } catch {
                // What was typed is gone from the screen, so this says that it was not saved.
                screen.message = "Not saved. \(ReportedError(error).message)"
            }
        }
    }

    private mutating func perform(_ act: RecordScreen.Act) throws {
        switch act {
        case .save(let entries, let says):
            let before = entries.map { context.entry(of: $0.criterion, by: view.person) }
            guard try !save(entries, says: says).changes.isEmpty else { return }
            undo.append((screen.place.id, before))
        case .undo:
            let state = screen.place.id
            guard let index = undo.lastIndex(where: { $0.state == state }) else {
                screen.message = "Nothing to undo."
                return
            }
            if try save(undo[index].before, says: "Undone").asked.isEmpty {
                undo.remove(at: index)
            }
        case .previousState: try go(to: { $0.previous })
        case .nextState: try go(to: { $0.following })
        case .end: break
        }
    }

    /// Saves, and says on the screen what came of it.
    private mutating func save(_ entries: [FindingEntry], says: String) throws -> FormSave {
        let place = screen.place
        let save = try client.recording.saveForm(
            entries, on: place.id, in: view, catalogue: catalogue, showing: context)
        context = save.context
        let item = try view.item(place.id)
        // The screen shows in the next moment what others say; whoever judges then has known it.
        context.learn(item.record, on: Set(place.criteria.map(\.id)), besides: view.person)
        screen.show(item)
        if let question = save.asked.first {
            // She is told, so her next key is the answer.
            for one in save.asked {
                let told = Set(one.standing.map(\.edit))
                context.learnOwn(on: one.criterion, of: item.record, by: view.person) {
                    told.contains($0.edit)
                }
            }
            let said = question.said?.words ?? "untested"
            let word = "Not saved: \(question.words(shown)) Which is it? Press the key again "
            screen.message = word + "for \(said)."
            return save
        }
        guard !save.changes.isEmpty else {
            screen.message = "Nothing new to save."
            return save
        }
        let beside = save.besides.isEmpty ? "" : " Somebody else wrote here too; both are kept."
        let saved = "\(says). Saved on this laptop at \(shown(client.now)).\(beside)"
        screen.message = ([saved] + save.warnings).joined(separator: " ")
        return save
    }

    private mutating func go(
        to choose: ((previous: StatePlace?, following: StatePlace?)) -> StatePlace?
    ) throws {
        view = try client.view(view.audit)
        let neighbours = try view.workOrder(catalogue).neighbours(
            of: screen.place)
        guard let place = choose(neighbours) else {
            screen.message = "There is no component state beyond this one."
            return
        }
        let item = try view.item(place.id)
        screen = RecordScreen(place, item)
        context = FormContext(showing: item.record)
    }
}
