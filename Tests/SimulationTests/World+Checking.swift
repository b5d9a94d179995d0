import Client
import Foundation
import Server
import Shared
import TestSupport

/// What must hold once the network is good again.
extension World {
    mutating func violations() async throws -> [String] {
        var found: [String] = []
        let chains = try await serverChains(&found)
        for (index, laptop) in laptops.enumerated() {
            found += try check(laptop, chain: chains[index])
        }
        try compareWithOracle(&found)
        return found
    }

    /// What the server has of each laptop; the oracle learns every outcome from it.
    mutating func serverChains(_ found: inout [String]) async throws -> [WireChainResponse] {
        var chains: [WireChainResponse] = []
        for laptop in laptops {
            guard case .device(_, let replica) = laptop.bearer else { continue }
            let chain = try await core.chain(of: replica, from: 1, in: audit, by: laptop.bearer)
            for item in chain.changes {
                guard let hash = Hash256(bytes: item.hash),
                    let outcome = Trail.Outcome(item.outcome)
                else { continue }
                oracle.note(hash.edit, outcome)
                if outcome == .rejected { goals[.rejected, default: 0] += 1 }
                if outcome == .quarantined { goals[.quarantined, default: 0] += 1 }
            }
            chains.append(chain)
        }
        return chains
    }

    func check(_ laptop: Laptop, chain: WireChainResponse) throws -> [String] {
        var found: [String] = []
        if chain.changes.count != laptop.saved {
            found.append(
                "\(laptop.saved) changes were said to be saved, the server has "
                    + "\(chain.changes.count)")
        }
        if try laptop.store.queue(audit).count != 0 { found.append("a queue is not empty") }
        guard let check = try laptop.store.verify(audit) else { return found + ["no audit"] }
        if !check.isSound || check.standing.agrees != true {
            found.append("a laptop does not agree with the server: \(check)")
        }
        return found
    }

    mutating func compareWithOracle(_ found: inout [String]) throws {
        let expected = oracle.live()
        for key in states + [.plan(audit)] {
            for (index, laptop) in laptops.enumerated() {
                let record = try laptop.store.record(key) ?? Record(key: key)
                var live: [FieldID: Set<EditID>] = [:]
                for (field, siblings) in record.registers() {
                    live[field] = Set(siblings.map(\.edit))
                }
                if live != (expected[key] ?? [:]) {
                    found.append("laptop \(index) shows other siblings than the oracle in \(key)")
                }
                if index == 0 { countGoals(record) }
            }
        }
    }

    mutating func countGoals(_ record: Record) {
        guard case .state(_, let state) = record.key else { return }
        let rules = [PolicyRule(control: "", state: "disabled", method: "most-severe")]
        for finding in record.findings(
            policy: .one(Policy(rules: rules)), control: "menu", environment: "")
        {
            switch finding.effective {
            case .undecided: goals[.conflict, default: 0] += 1
            case .agreed: goals[.corroboration, default: 0] += 1
            case .automatic: goals[.settledByRule, default: 0] += state.state == "disabled" ? 1 : 0
            case .decided: goals[.decided, default: 0] += 1
            case .challenged(_, let challenges):
                for challenge in challenges {
                    switch challenge {
                    case .late: goals[.challengedLate, default: 0] += 1
                    case .informed: goals[.challengedInformed, default: 0] += 1
                    }
                }
            case .untested, .single: break
            }
        }
    }
}
