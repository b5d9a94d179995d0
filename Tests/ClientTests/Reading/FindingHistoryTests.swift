import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// What a laptop tells of how a finding came about.
struct FindingHistoryTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
    }

    private func history(max countMax: Int = 50) throws -> FindingHistory {
        let record = try desk.item().record
        let logged = try desk.client.store.log.changes(of: record.key, countMax: countMax) {
            FindingHistory.tells($0, of: Desk.criterion)
        }
        return FindingHistory(of: Desk.criterion, in: record, beside: logged.map(\.change))
    }

    @Test func `what was replaced is told, with what took its place`() throws {
        try desk.record(.passed)
        try desk.record(.failed, severity: .serious, note: "Says nothing.")
        let found = try history()
        #expect(found.steps.map(\.judgement) == [.passed, .failed(.serious, .app)])
        #expect(found.steps.map(\.isLive) == [false, true])
        let before = try #require(found.steps.first)
        let after = try #require(found.steps.last)
        #expect(found.replaced(by: after).map(\.change.edit) == [before.change.edit])
        #expect(found.replacement(of: before)?.change.edit == after.change.edit)
        #expect(found.replacement(of: after) == nil)
        #expect(after.writes.compactMap(\.deed) == ["judged: failed, serious", "wrote the note"])
    }

    @Test func `whoever had seen a word is told after it, whatever her clock says`() throws {
        // Lee's laptop believes that it is years earlier.
        try desk.record(.passed)
        try desk.hear(from: desk.lee, .failed(.minor, .app), seen: true)
        let found = try history()
        #expect(found.steps.map(\.author) == [try desk.client.whoami().person, desk.lee])
        let lee = try #require(found.steps.last)
        #expect(found.seen(by: lee).count == 1)
        #expect(found.unseen(by: lee).isEmpty)
    }

    @Test func `who had seen nothing of another is told so`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.hear(from: desk.lee, .failed(.minor, .app))
        let found = try history()
        let last = try #require(found.steps.last)
        #expect(found.seen(by: last).isEmpty)
        #expect(found.unseen(by: last).count == 1)
    }

    @Test func `what others replaced themselves is known to be missing`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.hear(from: desk.maya, .failed(.minor, .app))
        let found = try history()
        #expect(found.steps.count == 1)
        #expect(found.steps.map(found.unknown(replacedBy:)) == [1])
    }

    @Test func `other findings of the component state are left out`() throws {
        try desk.hear(from: desk.lee, criterion: "menu.android.trigger-name", .passed)
        #expect(try history().steps.isEmpty)
    }

    @Test func `no more is read than is asked for, and what came last goes before`() throws {
        for outcome in [Outcome.passed, .cantTell, .inapplicable, .passed] {
            try desk.record(outcome)
        }
        let key = try desk.item().record.key
        let two = try desk.client.store.log.changes(of: key, countMax: 2) { _ in true }
        #expect(
            two.map { $0.change.body.writes.first?.value?.judgement } == [.passed, .inapplicable])
    }
}
