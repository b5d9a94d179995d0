import Client
import Foundation
import Reading
import Server
import Shared
import TestSupport

/// What must hold once the network is good again.
extension World {
    mutating func violations() async throws -> [String] {
        var found: [String] = []
        try await askOutcomes()
        try noteWhatCameBack()
        found += try await hiddenFromLeads() + untoldResolutions() + effectiveAfterEnd()
        found += try await unlistedForgeries()
        found += try await swallowed() + listedOtherwise()
        found += try untoldRemovals()
        found += try vanished() + epochsTooMany()
        for laptop in laptops where !laptop.isDead {
            found += try isOut(laptop) ? checkEnded(laptop) : check(laptop)
        }
        let lost = oracle.unknownToServer().subtracting(mayBeLost)
        if !lost.isEmpty { found.append("\(lost.count) saved edits never reached the server") }
        try await compareWithOracle(&found)
        return found
    }

    /// The oracle learns every outcome from what the server has of each replica.
    mutating func askOutcomes() async throws {
        var asked: Set<ReplicaID> = []
        chainsOnServer = [:]
        for laptop in laptops {
            for replica in laptop.replicas where asked.insert(replica).inserted {
                for audit in audits {
                    let chain = try await chain(of: replica, in: audit, by: laptop)
                    for item in chain.changes { try note(item, of: replica) }
                }
            }
        }
    }

    private mutating func note(_ item: WireChainItem, of replica: ReplicaID) throws {
        guard let outcome = Trail.Outcome(item.outcome),
            let key = RecordKey(bytes: [UInt8](item.key))
        else { return }
        let change = try Change(
            key: key, dot: Dot(replica: replica, n: item.n), bytes: [UInt8](item.body))
        oracle.note(change.deed, outcome)
        if outcome == .applied || outcome == .again { oracle.note(placed: change.deed) }
        oracle.note(writing: change)
        chainsOnServer[change.key.audit, default: [:]][change.dot] = (change.deed, outcome)
        guard !item.reason.hasPrefix("bad-origin") else {
            throw Violation(text: "honest work is refused: \(item.reason)")
        }
        switch outcome {
        case .rejected:
            goals[.rejected, default: 0] += 1
            if item.reason.hasPrefix("last-lead") { goals[.lastLeadStayed, default: 0] += 1 }
        case .quarantined:
            goals[.quarantined, default: 0] += 1
            if change.body.act == .decision { goals[.demotedWithDecisions, default: 0] += 1 }
        case .again: goals[.again, default: 0] += 1
        case .applied: break
        }
    }

    func check(_ laptop: Laptop) throws -> [String] {
        var found = try checkKept(laptop)
        for audit in audits {
            if try laptop.store.push.queue(audit).count != 0 {
                found.append("a queue is not empty")
            }
            guard let check = try laptop.store.reconcile.verify(audit) else {
                found.append("a laptop has no audit")
                continue
            }
            if !check.isSound || check.standing.agrees != true {
                found.append("a laptop does not agree with the server: \(check)")
            }
        }
        return found
    }

    /// What a device that has ended could not bring is on it still.
    private mutating func checkEnded(_ laptop: Laptop) throws -> [String] {
        var found: [String] = []
        var waiting = 0
        for audit in audits {
            waiting += try laptop.store.push.queue(audit).count
            if isOutOfReach(laptop) {
                try laptop.store.log.ownChanges(audit) { mayBeLost.insert($0.change.deed) }
            }
        }
        if !isOutOfReach(laptop), waiting > 0 {
            found.append("a retired device could not deposit \(waiting) changes")
        }
        return found + (try checkKept(laptop))
    }

    /// What was said to be saved on a laptop is on it, whatever became of it elsewhere.
    private func checkKept(_ laptop: Laptop) throws -> [String] {
        let gone = laptop.saved.subtracting(try laptop.ownEdits())
        return gone.isEmpty ? [] : ["\(gone.count) saved edits are no longer on their laptop"]
    }

    /// Every record of every laptop shows what the oracle says, and there are no others.
    mutating func compareWithOracle(_ found: inout [String]) async throws {
        let expected = oracle.live()
        for (index, laptop) in laptops.enumerated() where !isOut(laptop) {
            let shown = try laptop.shownRecords(of: audits)
            var strange: Set<RecordKey> = []
            let keys = Set(expected.keys).union(shown.keys)
            for key in keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
                let wanted = expected[key] ?? [:]
                let (faults, isResidue) = differences(
                    of: shown[key] ?? Record(key: key), from: wanted)
                found += faults.map { "laptop \(index) shows otherwise: \($0)" }
                if isResidue || !faults.isEmpty { strange.insert(key) }
            }
            if !strange.isEmpty { restoring.strange.insert(index) }
            if index == 0 {
                countGoals(shown)
                if strange.isEmpty { found += try inEffectOrListed(expected, on: laptop) }
            }
        }
        found += try setAsideByNobody() + costs()
        found += try await differentExports() + differentAnswers()
    }

    private mutating func countGoals(_ shown: [RecordKey: Record]) {
        for audit in audits {
            let plan = Plan(shown[.plan(audit)] ?? Record(key: .plan(audit)))
            for record in shown.values where record.key.audit == audit {
                var component: [Sibling] = []
                if case .state(_, let state) = record.key {
                    component = shown[.component(audit, state.component)]?.withdrawals ?? []
                }
                countGoals(record, policy: plan.policy, under: component)
            }
        }
        let worked = audits.filter { audit in
            shown.keys.contains { $0.audit == audit && $0 != .plan(audit) }
        }
        if worked.count > 1 { goals[.twoAudits, default: 0] += 1 }
    }

    private mutating func countGoals(
        _ record: Record, policy: PolicyInForce, under component: [Sibling]
    ) {
        if case .component = record.key {
            if !record.withdrawals.isEmpty { goals[.componentWithdrawn, default: 0] += 1 }
            return
        }
        guard case .state(_, let state) = record.key else { return }
        if state.round > 1 { goals[.laterRound, default: 0] += 1 }
        if case .contested = policy { goals[.policyContested, default: 0] += 1 }
        let findings = record.findings(
            policy: policy, control: "menu", environment: "", withdrawals: component)
        if !component.isEmpty, findings.contains(where: \.isContested) {
            goals[.componentContested, default: 0] += 1
        }
        for finding in findings {
            switch finding.withdrawal {
            case .none: break
            case .withdrawn: goals[.withdrawn, default: 0] += 1
            case .contested: goals[.withdrawalContested, default: 0] += 1
            }
            switch finding.effective {
            case .undecided: goals[.conflict, default: 0] += 1
            case .agreed: goals[.corroboration, default: 0] += 1
            case .automatic: goals[.settledByRule, default: 0] += 1
            case .decided: goals[.decided, default: 0] += 1
            case .challenged(_, let challenges):
                for challenge in challenges {
                    switch challenge {
                    case .late: goals[.challengedLate, default: 0] += 1
                    case .informed: goals[.challengedInformed, default: 0] += 1
                    case .groundless: break
                    }
                }
            case .untested, .single: break
            }
        }
    }
}
