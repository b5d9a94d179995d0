@testable import Client
import Reading
import Shared
import Testing

/// Decisions of leads (`Deciding.swift`) and what they do to overview and explanation.
struct DecidingTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed)
    }

    private func decide(_ act: DecisionAct, _ criteria: [String] = ["state-open"]) throws {
        try desk.client.decisions.decide(
            act, on: try desk.item(), criteria: criteria, in: try desk.view())
    }

    @Test func `a decision settles every verdict that stands, and removes none`() throws {
        #expect(try desk.finding().effective == .undecided(.noRule))
        try decide(.decide(.passed, reason: "Heard it."))
        let finding = try desk.finding()
        #expect(finding.effective.basis == "decided")
        #expect(finding.effective.judgement == .passed)
        #expect(finding.judgements.count == 2)
    }

    @Test func `it is proposed until a server has confirmed it`() throws {
        try decide(.decide(.passed, reason: "Heard it."))
        let view = try desk.view()
        #expect(try desk.finding().decisions.map { view.isProposed($0) } == [true])
        #expect(try desk.finding().judgements.map { view.isProposed($0) } == [false, false])
    }

    @Test func `so are those that an earlier replica of this laptop wrote`() throws {
        try decide(.decide(.passed, reason: "Heard it."))
        let decision = try #require(try desk.finding().decisions.first)
        let view = try desk.view()
        func isProposed(_ confirmed: [ReplicaID: UInt64]) -> Bool {
            AuditView(
                names: view.names, records: view.records, person: view.person,
                confirmed: confirmed
            ).isProposed(decision)
        }
        let newer = ReplicaID(high: 7, low: 7)
        #expect(
            try desk.client.store.log.acknowledgedNumbers(desk.audit) == [decision.dot.replica: 0])
        #expect(isProposed([decision.dot.replica: decision.dot.n - 1, newer: 9]))
        #expect(!isProposed([decision.dot.replica: decision.dot.n, newer: 0]))
        #expect(!isProposed([newer: 0]))
    }

    @Test func `a late verdict challenges it, and the lead confirms`() throws {
        try decide(.decide(.passed, reason: "Heard it."))
        try desk.hear(from: desk.lee, .failed(.minor, .app))
        #expect(try desk.finding().effective.basis == "challenged")
        #expect(
            try desk.client.queries.overview(of: desk.audit).conflicts.map(\.name) == [Desk.open])
        try decide(.confirm(reason: nil))
        #expect(try desk.finding().effective.basis == "decided")
        #expect(try desk.finding().decisions.count == 1)
    }

    @Test func `lifting opens the conflict again`() throws {
        try decide(.decide(.passed, reason: "Heard it."))
        try decide(.lift)
        #expect(try desk.finding().effective == .undecided(.noRule))
        #expect(trouble { try decide(.lift) }?.kind == .badInput)
    }

    @Test func `one change holds the decisions of a whole component state`() throws {
        try desk.hear(from: desk.maya, criterion: "menu.android.confined", .passed)
        try desk.hear(from: desk.lee, criterion: "menu.android.confined", .cantTell)
        try decide(.decide(.passed, reason: "Both."), ["state-open", "confined"])
        var decisions: [LoggedChange] = []
        try desk.client.store.log.ownChanges(desk.audit) { change in
            if change.change.body.act == .decision { decisions.append(change) }
        }
        #expect(decisions.count == 1)
        #expect(decisions.first?.change.body.writes.count == 2)
    }

    @Test func `there is nothing to confirm on a plain conflict`() {
        #expect(trouble { try decide(.confirm(reason: nil)) }?.kind == .badInput)
    }

    @Test func `a finding on which nothing was recorded cannot be decided`() {
        let found = trouble { try decide(.decide(.passed, reason: ""), ["label-in-nam"]) }
        #expect(found?.kind == .notFound)
    }

    @Test func `a tester decides nothing`() throws {
        let desk = try Desk(role: .tester)
        try desk.hear(from: desk.maya, .passed)
        let found = trouble {
            try desk.client.decisions.decide(
                .decide(.passed, reason: "x"), on: try desk.item(), criteria: ["state-open"],
                in: try desk.view())
        }
        #expect(found?.kind == .notAllowed)
        #expect(try desk.finding().decisions.isEmpty)
    }

    @Test func `somebody is told when a decision went against her`() throws {
        try desk.record(.cantTell)
        try decide(.decide(.passed, reason: "Heard it."))
        let overruled = try desk.client.queries.overview(of: desk.audit).overruled
        let view = try desk.view()
        #expect(
            overruled.map { Sides($0.finding, in: view).word?.value.judgement } == [.cantTell])
        #expect(overruled.map(\.finding.effective.decision?.reason.string) == ["Heard it."])
    }
}
