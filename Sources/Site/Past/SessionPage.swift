import Client
import Foundation
import Reading
import Shared

/// What was recorded in the last stretch of work, newest first.
struct SessionPage: Page {
    static let template = "session"
    let frame: PageFrame
    let lede: String
    let address: String
    let notices: [Notice]
    let lines: [SessionLine]
    let rest: String?

    init(_ audit: AuditID, notices: [Notice] = [], in context: PageContext) throws {
        let view = try context.view(of: audit)
        let session = try context.client.queries.session(of: audit)
        frame = try PageFrame("Changes of this session", .work, of: view, in: context)
        address = Address.session(audit)
        self.notices = notices
        let count = counted(session.changes.count, "change")
        let first = session.changes.last.map { context.time.shown($0.recorded) }
        lede =
            first.map { "Since \($0): \(count). Undo is a new change; nothing is erased." }
            ?? "Nothing was recorded on this \(context.place) yet."
        rest = session.isCut ? "The latest \(WorkSession.changesMax) are listed." : nil
        let reader = SessionReader(session: session, view: view, context: context)
        var seen: Set<RecordKey> = []
        lines = try session.changes.map {
            try reader.line($0, isNewest: seen.insert($0.change.key).inserted)
        }
    }
}

/// One change of the session.
struct SessionLine: Sendable {
    let symbol: String
    let tone: String
    let title: String
    /// What it was before; nil where nothing of it is known.
    let before: String?
    let place: PageFrame.Link
    let when: String
    /// Names the change that is undone; nil where this run can take nothing back.
    let undo: String?
    /// Names the change that took something back, which can be done again; nil for any other.
    let redo: String?
}

/// Says changes of a session in words.
private struct SessionReader {
    let session: WorkSession
    let view: AuditView
    let context: PageContext

    func line(_ logged: LoggedChange, isNewest: Bool) throws -> SessionLine {
        let change = logged.change
        let judged = change.body.writes.filter { $0.field.name == .judgement }
        let criteria = Set(change.body.writes.map(\.field.criterion)).filter { !$0.isEmpty }
        let (title, address) = view.place(of: change.key)
        let only = criteria.count == 1 ? criteria.first : nil
        let about = try only.map { try statement($0) }
        let outcome = judged.first.map { $0.value?.judgement?.outcome ?? .untested }
        let turn = isNewest ? turn(change, criteria) : nil
        let anchor = only.map { "#c-\(Criterion.short($0))" } ?? ""
        return SessionLine(
            symbol: outcome.map { "m-\($0.tone)" } ?? "i-info", tone: outcome?.tone ?? "info",
            title: words(change, judged, criteria.count) + (about.map { ": \($0)" } ?? ""),
            before: judged.count == 1 ? before(judged[0]) : nil,
            place: PageFrame.Link(title, address + anchor),
            when: context.time.shown(logged.recorded),
            undo: turn == .undo ? change.edit.hex : nil,
            redo: turn == .redo ? change.edit.hex : nil)
    }

    private func words(_ change: Change, _ judged: [Write], _ criteria: Int) -> String {
        let values = Set(judged.map { $0.value?.judgement?.sentence ?? "Verdict taken back" })
        if judged.count == 1, let value = values.first { return value }
        if judged.count > 1 {
            let all = values.count == 1 ? values.first ?? "" : "Judged"
            return "\(all): \(judged.count) criteria at once"
        }
        var deeds: [String] = []
        for deed in change.body.writes.compactMap(\.deed) where !deeds.contains(deed) {
            deeds.append(deed)
        }
        return AuditView.list(Array(deeds.prefix(4))).asBeginning
    }

    private func before(_ write: Write) -> String? {
        switch session.before(write) {
        case .nothing: write.value == nil ? nil : "Untested before."
        case .value(let value): value.judgement.map { "\($0.sentence) before." }
        case .unknown: "Another verdict before."
        }
    }

    private func statement(_ criterion: String) throws -> String {
        let catalogue = context.catalogue(of: view)
        return catalogue.criterion(criterion)?.statement ?? Criterion.short(criterion)
    }

    private enum Turn { case undo, redo }

    /// What can be done about the newest change of a component state; nil for nothing.
    private func turn(_ change: Change, _ criteria: Set<String>) -> Turn? {
        guard case .state(_, let state) = change.key else { return nil }
        let undo = context.site.undo
        let isUndone = undo.last(on: state)?.act == .undone
        let step = isUndone ? undo.lastUndone(on: state) : undo.lastDone(on: state)
        guard let step, Set(step.before.map(\.criterion)) == criteria else { return nil }
        return isUndone ? .redo : .undo
    }
}
