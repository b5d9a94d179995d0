import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// Whose work is withdrawn by somebody else hears of it, once and until she has seen it.
struct WorkNewsTests {
    private let desk: Desk

    init() throws {
        desk = try Desk(role: .tester)
        try desk.record(.failed)
    }

    private func news() throws -> [WorkEvent] { try desk.client.queries.news(desk.audit) }

    private func words() throws -> [String] {
        let view = try desk.view()
        return try news().map { $0.words(in: view) }
    }

    @Test func `an author is told whose finding a lead withdraws, and why`() throws {
        #expect(try news().isEmpty)
        try desk.withdraw(by: desk.lee, in: try desk.item().record, criterion: Desk.criterion)
        #expect(
            try words() == [
                "Lee Okafor withdrew 1 of your findings: state-open on \(Desk.open). Reason: "
                    + "Removed in 8.4.1."
            ])
        let one = try #require(try news().first)
        #expect(one.kind == .withdrawn)
        #expect(one.taken == WorkEvent.Amount(findings: 1, entries: 0))
    }

    @Test func `of a withdrawn component all her findings are counted, in every state`() throws {
        try desk.record(.passed, state: "disabled", criterion: "state-disabled")
        let states = [try desk.item().record, try desk.item(Desk.grey).record]
        let covers = states.flatMap(\.changes).map(\.change.edit)
        try desk.withdraw(by: desk.lee, in: try desk.component(), covers: covers)
        let one = try #require(try news().first)
        #expect(one.taken.findings == 2)
        #expect(one.standing.entries > 0, "the component itself is hers too, and was not listed")
        #expect(try words().first?.hasPrefix("Lee Okafor withdrew 2 of your findings: ") == true)
    }

    @Test func `a proposal is told too, and that her work stays`() throws {
        try desk.withdraw(
            by: desk.lee, in: try desk.item().record, criterion: Desk.criterion, act: .edit)
        #expect(
            try words() == [
                "Lee Okafor wants to withdraw state-open on \(Desk.open); 1 of your findings stays "
                    + "until a lead decides. Reason: Removed in 8.4.1."
            ])
    }

    @Test func `it is told when it came before a crash, and once`() throws {
        try desk.withdraw(by: desk.lee, in: try desk.item().record, criterion: Desk.criterion)
        // The program ended between the pull and the telling; nothing was looked at yet.
        let other = try AuditClient(home: desk.home)
        #expect(try other.queries.news(desk.audit, untoldOnly: true).count == 1)
        #expect(try other.queries.news(desk.audit, untoldOnly: true).count == 1)
        try other.store.events.markTold(try news(), in: desk.audit)
        #expect(try other.queries.news(desk.audit, untoldOnly: true).isEmpty)
        #expect(try other.queries.news(desk.audit).count == 1, "it is listed until she has seen it")
    }

    @Test func `what she has seen is not listed again, and what comes later is`() throws {
        try desk.withdraw(by: desk.lee, in: try desk.item().record, criterion: Desk.criterion)
        try desk.client.store.events.markSeen(try news(), in: desk.audit, at: .now)
        #expect(try news().isEmpty)
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        #expect(try news().isEmpty)
        try desk.withdraw(by: desk.lee, in: try desk.item().record)
        #expect(try news().count == 1)
    }

    @Test func `what was taken back before it was told is no news`() throws {
        try desk.withdraw(by: desk.lee, in: try desk.item().record, criterion: Desk.criterion)
        #expect(try news().count == 1)
        let record = try desk.item().record
        let field = FieldID(criterion: Desk.criterion, .withdrawn)
        let edits = record.siblings(of: field).map(\.edit)
        try desk.hear(
            from: desk.lee, in: record, [Write(field: field, value: nil, replaces: edits)],
            act: .decision)
        #expect(try news().isEmpty)
    }

    @Test func `nobody is told of what she did herself, or of others' work`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        try desk.withdraw(by: desk.lee, in: try desk.item(Desk.grey).record)
        #expect(try news().isEmpty)
    }

    @Test func `she is told when a lead lifts her withdrawal`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        #expect(try news().isEmpty)
        let record = try desk.item().record
        let field = FieldID(criterion: Desk.criterion, .withdrawn)
        let edits = record.siblings(of: field).map(\.edit)
        #expect(edits.count == 1)
        try desk.hear(
            from: desk.lee, in: record, [Write(field: field, value: nil, replaces: edits)],
            act: .decision)
        #expect(try news().map(\.kind) == [.lifted])
        #expect(try words().first?.contains("a lead turned it down") == true)
        #expect(try news().count == 1, "and not once more with the next look")
    }

    @Test func `she is told when a lead puts another withdrawal in the place of hers`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        _ = try news()
        let record = try desk.item().record
        let field = FieldID(criterion: Desk.criterion, .withdrawn)
        try desk.withdraw(
            by: desk.lee, in: record, criterion: Desk.criterion,
            replaces: record.siblings(of: field).map(\.edit))
        #expect(Set(try news().map(\.kind)) == [.replaced, .withdrawn])
    }

    @Test func `who names her withdrawal and may not lift it has not replaced it`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        _ = try news()
        let field = FieldID(criterion: Desk.criterion, .withdrawn)
        let edits = try desk.item().record.siblings(of: field).map(\.edit)
        try desk.withdraw(
            by: desk.maya, in: try desk.item().record, criterion: Desk.criterion, act: .edit,
            replaces: edits)
        #expect(try desk.item().record.siblings(of: field).count == 2)
        try desk.hear(
            from: desk.lee, in: try desk.item().record,
            [Write(field: field, value: nil, replaces: edits)], act: .decision)
        #expect(Set(try news().map(\.kind)) == [.lifted, .withdrawn])
    }

    @Test func `a withdrawal that she takes back herself is no news`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        _ = try news()
        try desk.client.withdrawals.liftWithdrawal(
            of: try desk.item().record, criteria: [Desk.criterion], in: try desk.view())
        // A record that comes makes it look again.
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        #expect(try news().isEmpty)
    }

    @Test func `she is told when a lead decides otherwise`() throws {
        try decide(.passed)
        #expect(try news().map(\.kind) == [.overruled])
        #expect(try words().first?.hasSuffix("Reason: Heard it.") == true)
        #expect(try desk.client.queries.overview(of: desk.audit).news.count == 1)
    }

    @Test func `what she judged under her own id before an invite named her is hers`() throws {
        try invite()
        try desk.hear(from: desk.lee, .passed)
        #expect(try news().map(\.kind) == [.disagreed])
        try decide(.passed)
        #expect(try news().map(\.kind) == [.overruled])
        #expect(try desk.client.queries.overview(of: desk.audit).overruled.count == 1)
        try desk.withdraw(by: desk.lee, in: try desk.item().record, criterion: Desk.criterion)
        #expect(try news().map(\.kind) == [.withdrawn])
        #expect(try news().first?.taken.findings == 1)
    }

    @Test func `what she says by another of her ids is no news to her`() throws {
        let named = try invite()
        try desk.hear(from: named, .passed)
        #expect(try news().isEmpty)
        #expect(Sides(try desk.finding(), in: try desk.view()).agreement == nil)
        try desk.withdraw(by: named, in: try desk.item().record, criterion: Desk.criterion)
        #expect(try news().isEmpty)
    }

    /// - Returns: How an invite calls her from now on.
    @discardableResult
    private func invite() throws -> PersonID {
        let named = PersonID(high: 7, low: 7)
        try desk.client.store.adopt(
            person: named, name: "Tomas Berg", epoch: EpochID(high: 0, low: 1),
            former: try desk.client.whoami().person)
        return named
    }

    /// Lets a lead's decision arrive on all verdicts that stand.
    private func decide(_ judgement: Judgement) throws {
        let record = try desk.item().record
        let field = FieldID(criterion: Desk.criterion, .judgement)
        let decision = Decision(
            judgement: judgement, settled: record.siblings(of: field).map(\.edit),
            reason: Text(normalizing: "Heard it."), rule: nil)
        try desk.hear(
            from: desk.lee, in: record,
            [
                Write(
                    field: FieldID(criterion: Desk.criterion, .decision),
                    value: .decision(decision), replaces: [])
            ], act: .decision)
    }
}
