import Client
import Foundation
import Server
import Shared
import TestSupport

/// What must hold once the network is good again.
extension World {
    mutating func violations() async throws -> [String] {
        var found: [String] = []
        try await askOutcomes()
        try noteWhatCameBack()
        for laptop in laptops where !laptop.isDead { found += try check(laptop) }
        let lost = oracle.unknownToServer().subtracting(mayBeLost)
        if !lost.isEmpty { found.append("\(lost.count) saved edits never reached the server") }
        try compareWithOracle(&found)
        return found
    }

    /// The oracle learns every outcome from what the server has of each replica.
    mutating func askOutcomes() async throws {
        var asked: Set<ReplicaID> = []
        for laptop in laptops {
            for replica in laptop.replicas where asked.insert(replica).inserted {
                let bearer = Bearer.device(person: laptop.person, replica: replica)
                let chain = try await chain(of: replica, by: bearer)
                for item in chain.changes { try note(item, of: replica) }
            }
        }
    }

    private mutating func note(_ item: WireChainItem, of replica: ReplicaID) throws {
        guard let outcome = Trail.Outcome(item.outcome),
            let key = RecordKey(bytes: [UInt8](item.key))
        else { return }
        let change = try Change(
            key: key, dot: Dot(replica: replica, n: item.n), bytes: [UInt8](item.body))
        oracle.note(change.edit, outcome)
        switch outcome {
        case .rejected: goals[.rejected, default: 0] += 1
        case .quarantined: goals[.quarantined, default: 0] += 1
        case .again: goals[.again, default: 0] += 1
        case .applied, .void: break
        }
    }

    func check(_ laptop: Laptop) throws -> [String] {
        var found: [String] = []
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
            for (index, laptop) in laptops.enumerated() where !laptop.isDead {
                let record = try laptop.store.record(key) ?? Record(key: key)
                var live: [FieldID: Set<EditID>] = [:]
                for (field, siblings) in record.registers() {
                    live[field] = Set(siblings.map(\.edit))
                }
                for difference in differences(of: live, from: expected[key] ?? [:]) {
                    found.append("laptop \(index) shows other siblings of \(difference)")
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
