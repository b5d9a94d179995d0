import Client
import Foundation
import Reading
import Shared

/// What somebody else wrote at a criterion while its page is open; it lies on the rule below.
struct LiveWord: Sendable {
    let name: String
    /// Her verdict; nil where she wrote something else.
    let mark: Badge?
    let what: String
    let clock: String
    /// Leads to all that was said there, one after the other.
    let href: String
    /// In Unix milliseconds.
    let time: Int64

    var html: String { PageTemplates.embedded.html(of: self, template: "live-word") }

    /// The newest of each criterion, by its anchor, of what a page had not in view.
    static func all(
        since seen: Record, in item: StateItem, at place: StatePlace, _ context: PageContext
    ) throws -> [String: LiveWord] {
        let own = try context.client.queries.replicas()
        let new = AuditEvent.all(from: seen, to: item.record).filter { event in
            event.change.map { !own.contains($0.dot.replica) } ?? false
        }
        let byCriterion = Dictionary(grouping: new, by: \.field.criterion)
        return place.possible.reduce(into: [:]) { words, criterion in
            guard let events = byCriterion[criterion.id], let last = events.last?.change
            else { return }
            let same = events.filter { $0.change?.edit == last.edit }
            words[criterion.lastingShortID] = LiveWord(
                last.body, same, on: criterion, at: place, in: context.time)
        }
    }

    private init(
        _ body: ChangeBody, _ events: [AuditEvent], on criterion: Criterion, at place: StatePlace,
        in pageTime: PageTime
    ) {
        let view = place.view
        name =
            body.author == view.person ? "You, on another laptop" : view.plan.name(of: body.author)
        let judgement = events.first { $0.field.name == .judgement }?.stands?.value.judgement
        mark = judgement.map { Badge($0.outcome) }
        what = judgement == nil ? Self.words(for: events) : ""
        time = body.wallTime
        clock = pageTime.shown(Date(unixMilliseconds: body.wallTime))
        href = Address.history(criterion.lastingShortID, of: place.id, in: view)
    }

    private static func words(for events: [AuditEvent]) -> String {
        let names = Set(events.compactMap(\.field.name))
        if names.contains(.comment) { return "commented" }
        if names.contains(.decision) { return "decided" }
        if names.contains(.withdrawn) { return "withdrew it" }
        return "wrote"
    }
}
