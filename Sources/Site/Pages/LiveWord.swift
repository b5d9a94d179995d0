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
        since seen: VersionVector, in item: StateItem, at place: StatePlace, _ context: PageContext
    ) throws -> [String: LiveWord] {
        let own = try context.client.queries.replicas()
        let new = item.record.changes.map(\.change).filter {
            !own.contains($0.dot.replica) && !seen.covers($0.dot)
        }.sorted { $0.body.wallTime < $1.body.wallTime }
        var words: [String: LiveWord] = [:]
        for change in new {
            for criterion in place.criteria {
                let writes = change.body.writes.filter { $0.field.criterion == criterion.id }
                guard !writes.isEmpty else { continue }
                words[criterion.lastingShortID] = LiveWord(
                    change.body, writes, on: criterion, at: place, now: context.now)
            }
        }
        return words
    }

    private init(
        _ body: ChangeBody, _ writes: [Write], on criterion: Criterion, at place: StatePlace,
        now: Date
    ) {
        let view = place.view
        name =
            body.author == view.person ? "You, on another laptop" : view.plan.name(of: body.author)
        let judgement = writes.first { $0.field.name == .judgement }?.value?.judgement
        mark = judgement.map { Badge($0.outcome) }
        what = judgement == nil ? Self.words(for: writes) : ""
        time = body.wallTime
        clock = Date(unixMilliseconds: body.wallTime).shown(now: now)
        href = Address.history(criterion.lastingShortID, of: place.id, in: view)
    }

    private static func words(for writes: [Write]) -> String {
        let names = Set(writes.compactMap(\.field.name))
        if names.contains(.comment) { return "commented" }
        if names.contains(.decision) { return "decided" }
        if names.contains(.withdrawn) { return "withdrew it" }
        return "wrote"
    }
}
