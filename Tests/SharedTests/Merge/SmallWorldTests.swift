import Foundation
import Shared
import TestSupport
import Testing

/// Every history of a few acts over the shipped rules (docs/merge.md): what random runs may miss.
struct SmallWorldTests {
    /// How many acts the two walks of people take; more is for a long search.
    private static let more =
        ProcessInfo.processInfo.environment["ACCORD_ACTS"].flatMap(Int.init) ?? 0

    private func told(_ name: String, _ tally: ReissueWalk.Tally) {
        print(
            "tally: \(name): \(tally.histories) histories, \(tally.lineages) lives of a server, "
                + "\(tally.joins) joins, \(tally.continuations) states after one, "
                + "\(tally.residue) siblings too many")
    }

    @Test func `whatever two servers make of three changes is united without loss in any order`() {
        var walk = ReissueWalk()
        for count in 1...3 { walk.walkAll(of: count, .both) }
        told("three changes", walk.tally)
        #expect(walk.violation == nil)
        #expect(walk.tally.histories > 600)
        #expect(walk.tally.residue > 0)
    }

    @Test func `of four changes a part is walked, and all when that is asked for`() {
        var walk = ReissueWalk()
        walk.walkAll(of: 4, .plain, stride: Self.more > 0 ? 1 : 24)
        told("four changes", walk.tally)
        #expect(walk.violation == nil)
        #expect(walk.tally.histories > 50)
    }

    @Test func `outcomes that are kept across a restore lose nothing`() {
        var walk = ReissueWalk()
        for count in 1...3 { walk.walkAll(of: count, .plain, settingAside: true) }
        told("a change set aside", walk.tally)
        #expect(walk.violation == nil)
        #expect(walk.tally.histories > 300)
    }

    @Test func `no verdict is hidden, and a lead alone can settle every conflict`() {
        var walk = SettleWalk()
        walk.walk(acts: 4 + Self.more)
        print(
            "tally: one finding: \(walk.steps) acts, \(walk.reached) states, "
                + "\(walk.conflicts) conflicts")
        #expect(walk.violation == nil)
        #expect(walk.reached > 1_000)
        #expect(walk.conflicts > 500)
    }

    @Test func `nothing is withdrawn in silence, and a lead can leave it and hide nothing`() {
        var walk = WithdrawalWalk()
        walk.walk(acts: 3 + Self.more)
        print(
            "tally: a component with two states: \(walk.steps) acts, \(walk.reached) states, "
                + "\(walk.contested) contested")
        #expect(walk.violation == nil)
        #expect(walk.reached > 500)
        #expect(walk.contested > 200)
    }
}
