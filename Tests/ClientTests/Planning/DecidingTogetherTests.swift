@testable import Client
import Foundation
import Reading
import Shared
import TestSupport
import Testing

/// Many conflicts decided alike (`DecidingTogether.swift`), in one transaction or not at all.
struct DecidingTogetherTests {
    private let desk: Desk
    private static let confined = "menu.android.confined"

    /// Maya and Lee differ on two criteria of one state and on one of another.
    init() throws {
        desk = try Desk()
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed)
        try desk.hear(from: desk.maya, criterion: Self.confined, .cantTell)
        try desk.hear(from: desk.lee, criterion: Self.confined, .inapplicable)
        try desk.hear(from: desk.maya, on: Desk.grey, .failed(.minor, .app))
        try desk.hear(from: desk.lee, on: Desk.grey, .failed(.critical, .platform))
    }

    private var open: StateID { get throws { try desk.item().id } }
    private var grey: StateID { get throws { try desk.item(Desk.grey).id } }

    private func queue(_ given: (name: String, value: String)...) throws -> ConflictQueue {
        let view = try desk.view()
        let catalogue = desk.client.catalogues.catalogue(of: view, besides: desk.catalogue)
        return try ConflictQueue(
            in: view, matching: ConflictFilter(given, in: view, catalogue, zone: .gmt))
    }

    @discardableResult
    private func decide(
        _ states: [StateID], by holder: CommonDecision.Holder = .gravest,
        reason: String = "We fix by the graver one.", asOf mark: String? = nil
    ) throws -> DecidedTogether {
        try desk.client.decisions.decide(
            states, by: holder, reason: reason, of: queue(), asOf: mark, in: desk.view())
    }

    private func changes() throws -> Int {
        var count = 0
        try desk.client.store.log.ownChanges(desk.audit) { _ in count += 1 }
        return count
    }

    @Test func `the gravest verdict holds, one change a component state`() throws {
        let before = try changes()
        let outcome = try decide([open, grey])
        #expect(outcome.left.isEmpty)
        #expect(outcome.findingCount == 3)
        #expect(try changes() == before + 2)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        #expect(try desk.finding(Desk.open, Self.confined).effective.judgement == .cantTell)
        #expect(try desk.finding(Desk.grey).effective.judgement == .failed(.critical, .platform))
        #expect(try desk.finding().judgements.count == 2)
        #expect(try queue().isEmpty)
    }

    @Test func `what one person says holds, and what she has not judged stays open`() throws {
        try desk.hear(from: PersonID(high: 5, low: 5), criterion: "menu.android.name", .passed)
        let outcome = try decide([open, grey], by: .person(desk.lee))
        #expect(outcome.findingCount == 3)
        #expect(try desk.finding().effective.judgement == .passed)
        let nobody = try decide([open], by: .person(desk.maya))
        #expect(nobody.decided.isEmpty && nobody.left.map(\.why) == ["it waits no more"])
    }

    @Test func `what changed since the preview is left out and named`() throws {
        let mark = try desk.client.decisions.code(of: desk.audit)
        try desk.hear(from: desk.lee, on: Desk.grey, .passed)
        let outcome = try decide([open, grey], asOf: mark)
        #expect(outcome.decided.map(\.item.name) == [Desk.open])
        #expect(outcome.left.map(\.name) == [Desk.grey])
        #expect(outcome.left.map(\.why) == ["it has changed since you saw it"])
        #expect(try desk.finding(Desk.grey).decisions.isEmpty)
    }

    @Test func `another policy since the preview leaves out all`() throws {
        let mark = try desk.client.decisions.code(of: desk.audit)
        let build = FieldEdit(FieldID(.build, "android"), Drafts.text("8.4.1"))
        try desk.client.savePlan([build], of: desk.view())
        let outcome = try decide([open, grey], asOf: mark)
        #expect(outcome.decided.isEmpty && outcome.left.count == 2)
    }

    @Test(arguments: ["", "7", "x-y", "-1-abc", "1-00000000"])
    func `a mark of nothing that is here decides nothing`(mark: String) throws {
        #expect(throws: AuditError.self) { try decide([open], asOf: mark) }
        #expect(try queue().items.count == 2)
    }

    @Test func `verdicts of one weight and different kinds stay open`() throws {
        try desk.hear(from: desk.lee, .failed(.serious, .platform))
        let outcome = try decide([open])
        #expect(outcome.decided.first?.decided.map(\.criterion) == [Self.confined])
        #expect(outcome.left.map(\.why) == ["different verdicts are equally grave"])
        #expect(outcome.left.map(\.criterion) == [Desk.criterion])
        #expect(try desk.finding().decisions.isEmpty)
    }

    @Test(arguments: ["", " \n", String(repeating: "Why not. ", count: 2_000)])
    func `no reason or 17 kB of it decides nothing`(reason: String) throws {
        let before = try changes()
        #expect(throws: AuditError.self) { try decide([grey, open], reason: reason) }
        #expect(try changes() == before)
    }

    @Test func `501 are too many`() throws {
        let state = try open
        #expect(throws: AuditError.self) { try decide(Array(repeating: state, count: 501)) }
        #expect(try desk.finding().decisions.isEmpty)
    }

    @Test func `only leads decide`() throws {
        let desk = try Desk(role: .tester)
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed)
        let view = try desk.view()
        #expect(throws: AuditError.self) {
            try desk.client.decisions.decide(
                [desk.item().id], by: .gravest, reason: "x", of: ConflictQueue(in: view), in: view)
        }
        #expect(throws: AuditError.self) {
            try desk.client.planning.askForRetest(
                desk.item(), on: Desk.criterion, of: .person(desk.maya), due: nil, words: "x",
                in: view)
        }
    }

    @Test func `a retest is asked for until its tester has said something since`() throws {
        let day = try DueDay("2026-12-04")
        let name = desk.client.recording.commentName
        for _ in 0..<2 {  // sent twice
            try desk.client.planning.askForRetest(
                desk.item(), on: Desk.criterion, of: .person(desk.maya), due: day,
                words: "Hints were on.", in: desk.view(), name: name)
        }
        let item = try desk.item()
        let asked = try #require(try RetestRequest(of: item, in: desk.view()))
        #expect(asked.words == "Hints were on.")
        #expect(asked.assignee == desk.maya.hex && item.due == day.noon.unixMilliseconds)
        let comments = try desk.finding().comments.compactMap(\.value.text)
        #expect(comments == ["Retest, please: Hints were on. @Maya Lindqvist"])
        #expect(try queue(("with", "Maya Lindqvist")).items.map(\.name) == [Desk.open])
        #expect(try queue(("with", "nobody")).items.map(\.name) == [Desk.grey])
        // Whoever has not seen it, and others, say nothing of it.
        try desk.hear(from: desk.maya, .failed(.minor, .app))
        try desk.hear(from: desk.lee, .cantTell, seen: true)
        #expect(try RetestRequest(of: desk.item(), in: desk.view()) != nil)
        try desk.hear(from: desk.maya, .failed(.moderate, .app), seen: true)
        #expect(try RetestRequest(of: desk.item(), in: desk.view()) == nil)
    }
}
