@testable import Client
import Foundation
@testable import Reading
import Shared
import Testing

/// Component states with their findings (`StateItem.swift`, `AuditFilter.swift`).
struct StateItemTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.record(.failed, severity: .serious)
        try desk.record(.passed, criterion: "label-in-name")
        try desk.record(.cantTell, state: "collapsed", criterion: "focus-returns")
        try desk.record(nil, note: "Look again.", state: "collapsed", criterion: "label-in-name")
        try desk.hear(from: desk.maya, .passed)
    }

    private func criteria(_ change: (inout AuditFilter) -> Void) throws -> [String] {
        var filter = AuditFilter()
        change(&filter)
        return try desk.view().states(matching: filter)
            .flatMap { item in
                item.findings.map { "\(item.id.state) \($0.criterion.dropFirst(13))" }
            }
    }

    @Test func `without conditions everything is listed by name`() throws {
        #expect(
            try criteria { _ in } == [
                "collapsed focus-returns", "collapsed label-in-name", "expanded label-in-name",
                "expanded state-open",
            ])
    }

    @Test func `conflicts are those that wait for a person`() throws {
        #expect(try criteria { $0.show = .conflicts } == ["expanded state-open"])
    }

    @Test func `what waits for somebody has no settled verdict`() throws {
        #expect(
            try criteria { $0.isWaiting = true } == [
                "collapsed focus-returns", "collapsed label-in-name", "expanded state-open",
            ])
    }

    @Test func `conditions can be combined`() throws {
        #expect(
            try criteria { $0.wanted = [.state: ["expanded"], .outcome: ["passed"]] }
                == ["expanded label-in-name"])
        #expect(try criteria { $0.wanted = [.criterion: ["label-in-name"]] }.count == 2)
        #expect(
            try criteria { $0.wanted = [.criterion: ["menu.android.label-in-name"]] }.count == 2)
        #expect(try criteria { $0.wanted = [.severity: ["serious"]] } == [])
        // What waits for a decision was tested, and has no outcome.
        #expect(try criteria { $0.wanted = [.outcome: ["untested"]] }.count == 1)
        let passed = try criteria { $0.wanted = [.outcome: ["passed"]] }
        let either = try criteria { $0.wanted = [.outcome: ["untested", "passed"]] }
        #expect(either.count == passed.count + 1)
    }

    @Test func `findings are asked for by who has said something in them`() throws {
        try desk.hear(from: desk.lee, criterion: "menu.android.focus-enters", .passed)
        let me = try desk.client.whoami().person
        #expect(try criteria { _ in }.count == 5)
        #expect(try criteria { $0.add(tester: me) }.count == 4)
        #expect(try criteria { $0.add(tester: desk.lee) } == ["expanded focus-enters"])
    }

    @Test func `mine is what is assigned to me, a state's own assignment first`() throws {
        try desk.hear(from: desk.lee, criterion: "menu.android.focus-enters", .passed)
        let me = try desk.client.whoami().person
        let view = try desk.view()
        let menu = RecordKey.component(desk.audit, try view.component(named: Desk.menu).id)
        try desk.client.planning.assign([menu], to: .set(.person(me)), in: view)
        #expect(try criteria { $0.isMine = true }.count == 5)
        try desk.client.planning.assign(
            [try desk.item().record.key], to: .set(.person(desk.lee)), in: view)
        #expect(try criteria { $0.isMine = true }.count == 2)
    }

    @Test func `since looks at the writers' clocks`() throws {
        #expect(try criteria { $0.since = .distantFuture }.isEmpty)
        #expect(try criteria { $0.since = Date(timeIntervalSince1970: 0) }.count == 4)
    }

    @Test func `a comment that a form sends twice stands once, and none is changed`() throws {
        let desk = try Desk()
        let name = desk.client.recording.commentName
        func comments(saying text: String) throws -> [String?] {
            let view = try desk.view()
            try desk.client.recording.comment(
                text, on: Desk.criterion, of: try desk.item(), in: view, name: name)
            return try desk.finding().comments.map(\.value.text)
        }
        #expect(try comments(saying: "Same here.") == ["Same here."])
        #expect(try comments(saying: "Same here.") == ["Same here."])
        #expect(Set(try comments(saying: "Not here.")) == ["Same here.", "Not here."])
        #expect(trouble { _ = try comments(saying: " \n") }?.kind == .badInput)
    }

    @Test func `comments stand in the order of time`() throws {
        let view = try desk.view()
        for text in ["one", "two"] {
            try desk.client.recording.comment(
                text, on: Desk.criterion, of: try desk.item(), in: view)
        }
        let comments = try desk.finding().comments.compactMap(\.value.text)
        #expect(Set(comments) == ["one", "two"])
    }

    @Test func `a withdrawal stays readable until an informed edit ends it`() throws {
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["label-in-name"], reason: "Gone.", in: try desk.view())
        #expect(
            try desk.finding(Desk.open, "label-in-name").withdrawal == .withdrawn(reason: "Gone."))
        try desk.record(.failed, criterion: "label-in-name")
        #expect(try desk.finding(Desk.open, "label-in-name").withdrawal == .none)
    }

    @Test func `a withdrawal beside an edit that it had not seen is a conflict`() throws {
        let before = try desk.item()
        try desk.client.withdrawals.withdraw(
            before, criteria: ["label-in-name"], reason: "Gone.", in: try desk.view())
        try desk.hear(from: desk.lee, criterion: "menu.android.label-in-name", .passed)
        #expect(try desk.finding(Desk.open, "label-in-name").isConflict)
    }

    @Test func `an assignment names the person`() throws {
        let view = try desk.view()
        try desk.client.planning.assign(
            [try desk.item().record.key], to: .set(.person(desk.lee)), in: view)
        #expect(try desk.item().assignees == [desk.lee.hex])
    }
}
