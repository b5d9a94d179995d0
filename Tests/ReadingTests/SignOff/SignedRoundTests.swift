import Shared
import TestSupport
import Testing

@testable import Reading

/// What is said of a signature later follows from what was written, and from nothing else.
struct SignedRoundTests {
    private static let seeds = UInt64(1)...400

    /// What holds in the first round, read finding by finding without a summary.
    private func effect(in view: AuditView) throws -> [String: String] {
        var effect: [String: String] = [:]
        for name in ["expanded", "disabled"] {
            let key = SigningHistory.state(name, round: 1)
            guard case .state(_, let id) = key, try view.records.record(key) != nil else {
                continue
            }
            for finding in try view.item(id).findings
            where !finding.isWithdrawn && finding.effective != .untested {
                effect["\(name) \(finding.criterion)"] =
                    finding.effective.judgement.map { "\($0)" } ?? "undecided"
            }
        }
        return effect
    }

    @Test func `nothing is called unchanged of which anything differs, in drawn histories`()
        throws
    {
        var seen: [SignedRound.State: Int] = [:]
        for seed in Self.seeds {
            var history = SigningHistory(seed: seed)
            let one = try history.draw()
            let signed = try #require(try SignedRound.all(in: one.later).first)
            let isSame = try effect(in: one.signed) == effect(in: one.later)
            let late = try one.laterDots(
                withComponent: !effect(in: one.later).isEmpty
            ).filter { !one.known.covers($0) }
            seen[signed.state, default: 0] += 1
            #expect(signed.isResultSame == isSame, "seed \(seed)")
            #expect(signed.written.isEmpty == late.isEmpty, "seed \(seed)")
            if signed.state == .unchanged {
                #expect(isSame && late.isEmpty, "seed \(seed)")
            }
            if one.isSame { #expect(signed.state == .unchanged, "seed \(seed)") }
        }
        for state in SignedRound.State.allCases {
            #expect(seen[state, default: 0] > 2, "\(state): \(seen)")
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `a result is the same on every laptop, in whatever order work came`(seed: UInt64) throws {
        let drawn = DrawnTeam(seed: seed)
        let hash = try RoundResult(of: 1, in: drawn.view()).hash
        for other in UInt64(1)...4 {
            let shuffled = drawn.shuffled(seed: other)
            #expect(try RoundResult(of: 1, in: shuffled.view()).hash == hash)
            let tester = shuffled.view(for: DrawnTeam.people[0])
            #expect(try RoundResult(of: 1, in: tester).hash == hash)
        }
        #expect(try RoundResult(of: 2, in: drawn.view()).hash != hash)
    }
}
