@testable import Client
import Foundation
import Reading
import Shared
import Testing

/// What waits for a lead, in which order, and what filters leave of it (`ConflictQueue.swift`).
struct ConflictQueueTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func queue(_ given: (name: String, value: String)...) throws -> ConflictQueue {
        let view = try desk.view()
        let catalogue = desk.client.catalogues.catalogue(of: view, besides: desk.catalogue)
        return try ConflictQueue(
            in: view, matching: ConflictFilter(given, in: view, catalogue, zone: .gmt))
    }

    /// Maya and Lee say this of one criterion of a state of the menu.
    private func differ(_ state: String, _ maya: Judgement, _ lee: Judgement) throws -> String {
        let name = "\(Desk.menu)@\(Desk.android):\(state)"
        try desk.hear(from: desk.maya, on: name, maya)
        try desk.hear(from: desk.lee, on: name, lee)
        return name
    }

    @Test func `challenged ones come first, then outcomes by weight, then severity alone`() throws {
        let severity = try differ("selected", .failed(.critical, .app), .failed(.minor, .app))
        let light = try differ("collapsed", .failed(.minor, .app), .passed)
        let grave = try differ("disabled", .cantTell, .failed(.critical, .app))
        let challenged = try differ("expanded", .passed, .inapplicable)
        try desk.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try desk.item(challenged),
            criteria: ["state-open"], in: try desk.view())
        try desk.hear(from: desk.lee, on: challenged, .cantTell)
        let queue = try queue()
        #expect(queue.items.map(\.name) == [challenged, grave, light, severity])
        #expect(queue.items.map(\.kinds) == [[.challenged], [.outcome], [.outcome], [.severity]])
        #expect(queue.items.map(\.severity) == [nil, .critical, .minor, .critical])
        let place = try #require(queue.place(of: queue.items[1].subject))
        #expect(place.number == 2)
        #expect(place.previous?.name == challenged && place.next?.name == light)
    }

    @Test func `filters leave what they say, and together what all of them say`() throws {
        let open = try differ("expanded", .failed(.serious, .app), .passed)
        let grey = try differ("disabled", .failed(.serious, .app), .failed(.minor, .app))
        let assignee = Assignee.person(desk.lee)
        try desk.client.planning.assign(
            [desk.item(grey).record.key], to: .set(assignee), in: desk.view())
        func names(_ given: (name: String, value: String)...) throws -> [String] {
            let view = try desk.view()
            let catalogue = desk.client.catalogues.catalogue(of: view, besides: desk.catalogue)
            return try ConflictQueue(
                in: view, matching: ConflictFilter(given, in: view, catalogue, zone: .gmt)
            ).items.map(\.name)
        }
        #expect(try names() == [open, grey])
        #expect(try names(("kind", "severity")) == [grey])
        #expect(try names(("kind", "withdrawal")) == [])
        #expect(try names(("with", "lee okafor")) == [grey])
        #expect(try names(("with", desk.lee.hex)) == [grey])
        #expect(try names(("with", "me")) == [])
        #expect(try names(("with", "nobody")) == [open])
        #expect(try names(("state", "disabled"), ("tester", "Maya Lindqvist")) == [grey])
        #expect(try names(("tester", "Tomas Berg")) == [])
        #expect(try names(("environment", Desk.ios)) == [])
        #expect(try names(("control", "menu"), ("screen", "accounts")) == [open, grey])
    }

    @Test(arguments: [
        ("with", "Nobody Known"), ("kind", "zebra"), ("order", "zebra"), ("control", "zebra"),
        ("tester", "Zebra"), ("screen", "Zebra"), ("environment", "zebra"),
    ])
    func `a name that is not there is an error, and says what there is`(
        name: String, value: String
    ) throws {
        #expect(throws: AuditError.self) { try queue((name, value)) }
    }

    @Test func `a withdrawal beside which something stands is one of them`() throws {
        let open = try differ("expanded", .passed, .passed)
        #expect(try queue().isEmpty)
        let item = try desk.item(open)
        try desk.withdraw(by: desk.lee, in: item.record, criterion: Desk.criterion, act: .edit)
        try desk.hear(from: desk.maya, on: open, .failed(.minor, .app))
        let queue = try queue()
        #expect(queue.items.map(\.hasWithdrawal) == [true])
        #expect(try self.queue(("kind", "withdrawal")).items.count == 1)
    }

    @Test func `a contested plan is listed where no condition leaves it out`() throws {
        let field = FieldID(.build, "ios")
        try desk.hear(
            from: desk.lee, in: desk.plan(),
            [Write(field: field, value: Drafts.text("8.4.1"), replaces: [])], act: .plan)
        #expect(try queue().plan.count == 1)
        #expect(try queue(("kind", "plan")).plan.count == 1)
        #expect(try queue(("kind", "outcome")).plan.isEmpty)
        #expect(try queue(("control", "menu")).plan.isEmpty)
    }

    @Test func `what was decided waits no more`() throws {
        let open = try differ("expanded", .failed(.serious, .app), .passed)
        let before = try queue().items.count
        try desk.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try desk.item(open),
            criteria: ["state-open"], in: try desk.view())
        #expect(before == 1)
        #expect(try queue().isEmpty)
    }
}
