import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// How one's own verdict stands to those of others (`Sides.swift`).
struct SidesTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func words() throws -> String? {
        try desk.view().sides(of: try desk.finding()).agreement
    }

    private func other() throws -> Judgement? {
        try desk.view().sides(of: try desk.finding()).other
    }

    @Test func `whoever judges alone is told nothing`() throws {
        try desk.record(.passed)
        #expect(try words() == nil)
    }

    @Test func `a colleague's verdict is said before one's own only by its name`() throws {
        try desk.hear(from: desk.maya, .passed)
        #expect(try words() == nil)
        #expect(try other() == nil)
    }

    @Test func `who judges otherwise in sight of a verdict is told that both stay`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.record(.failed)
        #expect(
            try words()
                == "Maya Lindqvist said passed. You disagree: both stay, and a lead is asked.")
        #expect(try other() == .passed)
        #expect(try desk.finding().judgements.count == 2)
    }

    @Test func `who says the same is told that they agree`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.hear(from: desk.lee, .passed)
        try desk.record(.passed)
        #expect(try words()?.hasPrefix("You, ") == true)
        #expect(try words()?.hasSuffix(" agree.") == true)
        #expect(try other() == nil)
    }

    @Test func `another severity is another verdict`() throws {
        try desk.hear(from: desk.maya, .failed(.minor, .app))
        try desk.record(.failed, severity: .serious)
        #expect(try words()?.hasPrefix("Maya Lindqvist said failed, minor. You disagree") == true)
        #expect(try other() == .failed(.minor, .app))
    }

    @Test func `there is no agreeing with two who say different things`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.hear(from: desk.lee, .cantTell)
        try desk.record(.failed)
        #expect(try words()?.contains("all stay") == true)
        #expect(try other() == nil)
    }

    @Test func `a rule that settles it is named, and no lead is announced`() throws {
        try desk.client.save(
            [Drafts.policy(desk.audit, Policy(rules: [PolicyRule(method: "most-severe")]))],
            in: desk.audit)
        try desk.hear(from: desk.maya, .passed)
        try desk.record(.failed)
        #expect(
            try words()?.hasSuffix("both stay, and the rule most-severe chooses failed, serious.")
                == true)
    }

    @Test func `what was withdrawn disagrees with nobody`() throws {
        try desk.hear(from: desk.maya, .passed)
        try desk.record(.failed)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        #expect(try words() == nil)
    }

    @Test func `a second save of one form has known what the first one did`() throws {
        try desk.hear(from: desk.maya, .passed)
        let view = try desk.view()
        let item = try desk.item()
        let maya = try #require(try desk.finding().judgements.first)
        var entry = FindingEntry()
        entry.criterion = Desk.criterion
        entry.outcome = .failed
        let first = try desk.client.recording.saveForm(
            [entry], on: item.id, in: view, catalogue: desk.catalogue,
            showing: FormContext(showing: item.record))
        entry.outcome = .cantTell
        let second = try desk.client.recording.saveForm(
            [entry], on: item.id, in: view, catalogue: desk.catalogue, showing: first.context)
        for save in [first, second] {
            let write = try #require(save.changes.first?.body.writes.first)
            #expect(write.knew == [maya.edit])
        }
        #expect(try desk.finding().judgements.count == 2)
    }
}

extension AuditView {
    fileprivate func sides(of finding: Finding) -> Sides { Sides(finding, in: self) }
}
