import Client
import Foundation
import Reading
import Shared

/// The bar below a form of findings: what is saved where, and what comes next.
struct StateBar: Sendable {
    let icon: String
    /// Whole sentences, for the page and for a screen reader.
    let text: String
    let isUnsaved: Bool
    /// That nothing of the state is left to test; nil while something is.
    let complete: String?
    /// Leads to what is left to test: a criterion here, a state further on, else the audit's end.
    let onward: String
    let onwardTitle: String
    let canRedo: Bool
    /// Where everything lies that was saved in this stretch of work.
    let session: String

    /// - Parameter isUnsaved: Whether the page shows a form that could not be saved.
    init(
        of item: StateItem, at place: StatePlace, in order: @autoclosure () throws -> WorkOrder,
        isUnsaved: Bool = false, _ context: PageContext
    ) throws {
        // What could not be saved is never said to be.
        let saved =
            try isUnsaved
            ? SaveState(icon: "i-error", text: "Not saved. What you typed is on this page alone.")
            : SaveState(of: item, in: place.view, context)
        // Whoever has no script is told here what her button took back.
        let last = context.site.undo.last(on: place.id)
        let turned =
            isUnsaved || last?.act == .saved ? nil : last?.words(place.statement(of:))
        text = [turned, saved.text].compactMap(\.self).joined(separator: ". ")
        icon = saved.icon
        self.isUnsaved = isUnsaved
        canRedo = context.site.undo.lastUndone(on: place.id) != nil
        session = Address.session(place.view.audit)
        let tally = item.tally(at: place)
        let onward = try Onward(from: item, at: place, in: order(), context)
        self.onward = onward.link.href
        onwardTitle = onward.link.title
        complete = onward.isHere || isUnsaved ? nil : tally.completeWords + onward.words
    }

    struct SaveState: Hashable, Sendable {
        let icon: String
        /// Whole sentences, for the page and for a screen reader.
        let text: String
    }
}

/// Where testing goes on from a component state.
private struct Onward {
    /// How many states are read before all of them are looked up at once.
    private static let readsMax = 20

    let link: PageFrame.Link
    /// Whether something is left to test on this very state.
    let isHere: Bool
    /// That nothing is left anywhere; empty otherwise.
    let words: String

    init(
        from item: StateItem, at place: StatePlace, in order: @autoclosure () throws -> WorkOrder,
        _ context: PageContext
    ) throws {
        let here = item.firstUntested(of: place)
        isHere = here != nil
        let next = try isHere ? nil : Self.open(after: item, at: place, in: order(), context)
        if let here {
            words = ""
            link = PageFrame.Link("Next untested", "#c-\(here.lastingShortID)")
        } else if let next {
            words = ""
            let first = try next.view.item(next.id).firstUntested(of: next)
            let anchor = first.map { "#c-\($0.lastingShortID)" } ?? ""
            let title = next.link(from: place).title
            link = PageFrame.Link("Next: \(title)", next.address + anchor)
        } else {
            words = " Nothing is left to test in this audit."
            let disputes = try place.view.disputeCount()
            link =
                disputes > 0
                ? PageFrame.Link(
                    "See \(counted(disputes, "conflict"))", Address.conflicts(place.view.audit))
                : PageFrame.Link("Go to sync", Address.sync(place.view.audit))
        }
    }

    /// The next state with anything to test, the first ones after the last; on one's own work
    /// only one's own.
    private static func open(
        after item: StateItem, at place: StatePlace, in order: WorkOrder, _ context: PageContext
    ) throws -> StatePlace? {
        let view = place.view
        guard place.id.round == view.plan.currentRound else { return nil }
        let isOwn = view.isAssigned(place.id, to: item.assignees)
        for next in order.onwards(from: place).prefix(readsMax) {
            let item = try view.item(next.id)
            guard item.isOpen(at: next) else { continue }
            if !isOwn || view.isAssigned(next.id, to: item.assignees) { return next }
        }
        let states = try context.coverage(of: view.audit).states
        let at = states.firstIndex { $0.place.id == place.id } ?? 0
        return (states[at...] + states[..<at])
            .first {
                ($0.tally.isOpen || $0.isOpinionLeft) && $0.place.id != place.id
                    && (!isOwn || $0.isMine)
            }?.place
    }
}

extension StateItem {
    /// The first criterion that nobody has judged; nil for none.
    fileprivate func firstUntested(of place: StatePlace) -> Criterion? {
        let known = Dictionary(uniqueKeysWithValues: findings.map { ($0.criterion, $0) })
        return place.criteria.first { criterion in
            known[criterion.id].map { $0.effective == .untested && !$0.isWithdrawn } ?? true
        }
    }
}

extension StateCounts {
    /// How a state stands that is complete, such as `9 of 9 judged, none failed`.
    fileprivate var completeWords: String {
        let failed = counts[.failed] == 0 ? "none failed" : "\(counts[.failed]) failed"
        let disputed = conflicts == 0 ? "" : ", \(conflicts) in conflict"
        return "State complete: \(judgedWords), \(failed)\(disputed)."
    }
}

extension StateBar.SaveState {
    init(of item: StateItem, in view: AuditView, _ context: PageContext) throws {
        let own = item.record.registers().flatMap(\.siblings).filter { $0.author == view.person }
        guard let newest = own.newest else {
            icon = "i-laptop"
            text =
                view.role == .reader
                ? "You read this audit; testers record in it."
                : "Nothing recorded by you yet. Each verdict is saved on this \(context.place) at "
                    + "once."
            return
        }
        let waiting = try context.client.queries.position(of: view.audit).unsent
        let clock = context.time.shown(Date(unixMilliseconds: newest.wallTime))
        if view.isProposed(newest) || waiting > 0 {
            let rest = waiting == 1 ? "1 change waits" : "\(waiting) changes wait"
            icon = "i-laptop"
            text = "Saved on this \(context.place) at \(clock). \(rest) for the server."
        } else {
            icon = "i-server"
            text = "Saved at \(clock). All on the server."
        }
    }
}
