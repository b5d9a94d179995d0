import Foundation
import Shared
import TestSupport
import Testing

@testable import Reading

/// What two people are to judge, of drawn audits: whose it is, and what is left.
struct SecondOpinionProgressTests {
    private static let seeds = Seeds.first(5)

    private func progress(_ drawn: DrawnTeam) throws -> SecondOpinionProgress {
        let coverage = try drawn.coverage()
        return try SecondOpinionProgress(
            of: try #require(coverage.view.plan.secondOpinions), in: coverage)
    }

    @Test(arguments: seeds) func `every laptop draws the same, in whatever order work came`(
        seed: UInt64
    ) throws {
        let drawn = DrawnTeam(seed: seed, byTwo: 50)
        let first = try progress(drawn)
        #expect(first.meant > first.states.count && !first.states.isEmpty)
        for turn in 1...3 as ClosedRange<UInt64> {
            let again = try progress(drawn.shuffled(seed: seed * 100 + turn))
            #expect(again.states.map(\.place.id) == first.states.map(\.place.id))
            #expect(again.states.map(\.second) == first.states.map(\.second))
            #expect(again.states.map(\.findings) == first.states.map(\.findings))
        }
        for person in DrawnTeam.people {
            let own = try drawn.coverage(for: person).states.filter { $0.second == person }
            #expect(
                own.map(\.place.id) == first.states.filter { $0.second == person }.map(\.place.id))
            #expect(own.count(where: \.isMine) == own.count)
        }
    }

    @Test(arguments: seeds) func `nobody is second on what is hers by name, and sums add up`(
        seed: UInt64
    ) throws {
        let drawn = DrawnTeam(seed: seed, byTwo: 100)
        let coverage = try drawn.coverage()
        let all = try progress(drawn)
        let assignees = Dictionary(
            uniqueKeysWithValues: coverage.states.map { ($0.place.id, $0.assignees) })
        for state in all.states {
            #expect(["menu", "sheet"].contains(state.place.component.control))
            let second = try #require(state.second)
            #expect(assignees[state.place.id]?.contains(second.hex) == false)
            #expect(state.findings.total <= state.place.criteria.count)
        }
        #expect(all.states.count == all.meant)
        #expect(all.people.map(\.drawn).reduce(all.withoutSecond, +) == all.states.count)
        let overview = try TeamOverview(of: coverage, hasCatalogue: true)
        for share in all.people {
            let tester = overview.testers.first { $0.person == share.person }
            #expect(tester?.opinions.drawn == share.drawn)
            #expect(tester?.opinions.given == share.given)
        }
        #expect(all.findings.twice > 0 && all.findings.left > 0)
    }

    @Test(arguments: seeds) func `an open list of one's own has what others are done with`(
        seed: UInt64
    ) throws {
        let drawn = DrawnTeam(seed: seed, byTwo: 100)
        var open = AuditFilter()
        open.isMine = true
        open.show = .open
        for person in DrawnTeam.people {
            let coverage = try drawn.coverage(for: person)
            let listed = coverage.components(matching: open).flatMap(\.states).map(\.place.id)
            for state in coverage.states where state.second == person {
                #expect(
                    listed.contains(state.place.id)
                        == (state.tally.isOpen || state.asked > 0 && !state.hasAll(of: person)))
            }
        }
    }
}
