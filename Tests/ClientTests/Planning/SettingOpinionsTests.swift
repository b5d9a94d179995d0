import Foundation
import Reading
import Shared
import Testing

@testable import Client

/// A lead says what two people are to judge; testers find theirs in their own work.
struct SettingOpinionsTests {
    private func catalogue(_ desk: Desk) throws -> AuditCatalogue {
        desk.client.catalogues.catalogue(of: try desk.view(), besides: desk.catalogue)
    }

    private func opinions(
        _ share: Int, of given: [(name: String, value: String)] = [], among names: [String] = [],
        seed: String? = "seed1", on desk: Desk
    ) throws -> SecondOpinions {
        try SecondOpinions(
            share: share, of: given, among: names, seed: seed, orElse: "fresh", in: desk.view(),
            catalogue(desk))
    }

    private func set(_ opinions: SecondOpinions?, on desk: Desk) throws {
        try desk.client.decisions.setSecondOpinions(opinions, in: desk.view())
    }

    private func refusal(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "done"
        } catch { return ReportedError(error).message }
    }

    @Test func `a draw is set once however often it is sent, and ended`() throws {
        let desk = try Desk()
        let drawn = try opinions(40, of: [("control", "menu")], on: desk)
        #expect(drawn.people == [desk.maya, desk.lee])
        try set(drawn, on: desk)
        #expect(try desk.view().plan.secondOpinions == drawn)
        let count = try desk.client.store.push.queue(desk.audit).count
        try set(drawn, on: desk)
        #expect(try desk.client.store.push.queue(desk.audit).count == count)
        try set(nil, on: desk)
        try set(nil, on: desk)
        #expect(try desk.view().plan.secondOpinions == nil)
        #expect(try desk.client.store.push.queue(desk.audit).count == count + 1)
    }

    @Test func `a seed stays until another one is given`() throws {
        let desk = try Desk()
        #expect(try opinions(20, seed: nil, on: desk).seed == "fresh")
        try set(try opinions(20, on: desk), on: desk)
        #expect(try opinions(30, seed: nil, on: desk).seed == "seed1")
        #expect(try opinions(30, seed: "other", on: desk).seed == "other")
    }

    @Test func `whoever was drawn has it among her work until she has judged it`() throws {
        let desk = try Desk()
        try set(try opinions(100, among: ["Tomas Berg"], on: desk), on: desk)
        var mine = AuditFilter()
        mine.isMine = true
        let all = try desk.view().untested(desk.catalogue)
        let own = try desk.view().untested(desk.catalogue, matching: mine)
        #expect(own.map(\.name) == all.map(\.name))
        // What somebody else has judged is still hers.
        let judgement = Write(
            field: FieldID(criterion: Desk.criterion, .judgement), value: .judgement(.passed),
            replaces: [])
        try desk.hear(from: desk.lee, [judgement])
        func has(_ found: [Untested]) -> Bool {
            found.first { $0.name == Desk.open }?.criteria.contains { $0.id == Desk.criterion }
                ?? false
        }
        #expect(try !has(desk.view().untested(desk.catalogue)))
        #expect(try has(desk.view().untested(desk.catalogue, matching: mine)))
        try desk.record(.passed)
        #expect(try !has(desk.view().untested(desk.catalogue, matching: mine)))
        let drawn = try desk.client.queries.drawn(
            by: try #require(desk.view().plan.secondOpinions), in: desk.view(), desk.catalogue)
        let id = try desk.item().id
        let state = try #require(drawn.states.first { $0.place.id == id })
        // The form of the second one had shown the first verdict.
        #expect(state.findings.twice == 0 && state.findings.dependent == 1)
        #expect(drawn.states.count == drawn.meant)
    }

    @Test func `what cannot be a draw is refused, and nothing is set`() throws {
        let desk = try Desk()
        let long = String(repeating: "s", count: 17_000)
        for (share, given, among, seed, words) in [
            (0, [], [], "a", "0 %"), (101, [], [], "a", "101 %"), (-1, [], [], "a", "-1 %"),
            (20, [("control", "sheep")], [], "a", "sheep"),
            (20, [("screen", "Nowhere")], [], "a", "Nowhere"),
            (20, [("round", "1")], [], "a", "round"),
            (20, [], ["Nobody Here"], "a", "Nobody Here"), (20, [], [long], "a", "member"),
            (20, [], [], long, "letters and digits"), (20, [], [], "a b", "letters and digits"),
        ] as [(Int, [(name: String, value: String)], [String], String, String)] {
            let told = refusal {
                try set(
                    try opinions(share, of: given, among: among, seed: seed, on: desk), on: desk)
            }
            #expect(told.contains(words), "\(told.prefix(200))")
        }
        #expect(try desk.view().plan.secondOpinions == nil)
        for role in [Role.tester, .reader] {
            let other = try Desk(role: role)
            let drawn = try opinions(20, on: other)
            #expect(refusal { try set(drawn, on: other) }.contains("lead of the audit"))
        }
        let reader = try Desk(role: .reader)
        #expect(
            refusal { _ = try opinions(20, among: ["Tomas Berg"], on: reader) }
                .contains("is a reader"))
    }
}
