import Foundation
import Reading
import Shared
import TestSupport

@testable import Client

/// Every accepted word is in effect, or listed for somebody who can do something about it.
///
/// What is withdrawn, settled and disputed is told here once more, by deeds, apart from the code
/// that readers use.
extension World {
    func inEffectOrListed(
        _ live: [RecordKey: [FieldID: Set<Deed>]], on laptop: Laptop
    ) throws -> [String] {
        let client = try AuditClient(home: laptop.home)
        defer { try? client.store.close() }
        var found: [String] = []
        for audit in audits {
            let view = try client.view(audit)
            let lists = try Lists(client, view)
            for (key, registers) in live where key.audit == audit {
                guard case .state(_, let id) = key else { continue }
                let item = view.item(try client.store.record(key) ?? Record(key: key))
                let component = live[.component(audit, id.component)] ?? [:]
                let around = registers.withdrawals("").union(component.withdrawals(""))
                for criterion in Set(registers.keys.map(\.criterion)).subtracting([""]) {
                    let said = Said(registers, on: criterion, around: around, oracle)
                    let finding = item.findings.first { $0.criterion == criterion }
                    found += said.faults(of: finding, listed: lists.names(id, criterion)).map {
                        "\(item.name) \(criterion): \($0)"
                    }
                }
            }
        }
        return found
    }

    /// What a lead is shown as waiting for her.
    private struct Lists {
        private var findings: Set<String> = []
        private var components: Set<ComponentID> = []
        private var states: Set<StateID> = []

        init(_ client: AuditClient, _ view: AuditView) throws {
            var filter = AuditFilter()
            filter.show = .conflicts
            for item in try view.states(matching: filter) {
                for finding in item.findings {
                    findings.insert(Self.name(item.id, finding.criterion))
                }
            }
            for standing in try view.contestedWithdrawals() {
                switch standing.subject {
                case .component(let component): components.insert(component.id)
                case .state(let item): states.insert(item.id)
                case .finding(let item, let criterion):
                    findings.insert(Self.name(item.id, criterion))
                }
            }
        }

        /// Whether a finding is listed by itself, or its state or component.
        func names(_ id: StateID, _ criterion: String) -> Bool {
            findings.contains(Self.name(id, criterion)) || states.contains(id)
                || components.contains(id.component)
        }

        private static func name(_ id: StateID, _ criterion: String) -> String {
            "\(id) \(criterion)"
        }
    }
}

/// What stands on one finding, told by deeds.
private struct Said {
    /// Every live deed but withdrawals.
    private var deeds: Set<Deed> = []
    private var judgements: [Deed: Oracle.Word] = [:]
    private var decisions: [Deed: Oracle.Word] = [:]
    private var covered: Set<Deed> = []
    private let isWithdrawn: Bool
    private let settled: Set<Deed>

    init(
        _ registers: [FieldID: Set<Deed>], on criterion: String, around: Set<Deed>,
        _ oracle: Oracle
    ) {
        let withdrawals = registers.withdrawals(criterion).union(around)
        isWithdrawn = !withdrawals.isEmpty
        for (field, live) in registers
        where field.criterion == criterion && field.name != .withdrawn {
            deeds.formUnion(live)
            for deed in live {
                guard let word = oracle.word(deed, in: field) else { continue }
                if withdrawals.contains(where: { oracle.covers($0, deed, by: word.author) }) {
                    covered.insert(deed)
                }
                if field.name == .judgement { judgements[deed] = word }
                if field.name == .decision { decisions[deed] = word }
            }
        }
        let field = FieldID(criterion: criterion, .decision)
        settled = decisions.keys.reduce(into: []) { $0.formUnion(oracle.about($1, in: field)) }
    }

    /// What a reader is told wrongly, or nobody is told.
    func faults(of finding: Finding?, listed: Bool) -> [String] {
        guard !deeds.isEmpty else { return [] }
        guard let finding else { return ["what stands is shown nowhere"] }
        let isContested = isWithdrawn && !deeds.isSubset(of: covered)
        var faults: [String] = []
        switch (finding.withdrawal, isWithdrawn, isContested) {
        case (.none, false, _), (.withdrawn, true, false), (.contested, true, true): break
        default:  // open set: every other pair is a mistake
            faults.append("withdrawal is told as \(finding.withdrawal)")
        }
        if isContested, !listed { faults.append("a contested withdrawal is listed for nobody") }
        guard !isWithdrawn || isContested else { return faults }
        let standing = judgements.filter { !covered.contains($0.key) }
        if Set(finding.judgements.map(\.word)) != Set(standing.values) {
            faults.append("other verdicts take part than stand")
        }
        if waits(standing), !listed { faults.append("a dispute is listed for nobody") }
        for (deed, word) in standing where !listed && word.judgement != finding.effective.judgement
        {
            // A rule of the audit chooses, and so does a lead who knew of it.
            if case .automatic = finding.effective { continue }
            if settled.contains(deed) { continue }
            faults.append("verdict \(deed) is neither in effect nor listed")
        }
        return faults
    }

    /// Whether a decision does not fit what stands, or two do not fit each other.
    private func waits(_ standing: [Deed: Oracle.Word]) -> Bool {
        let decided = Set(
            decisions.filter { !covered.contains($0.key) }.values.compactMap(\.judgement))
        guard let decision = decided.first else { return false }
        if decided.count > 1 { return true }
        // Who decides where nobody judged yet needs no ground but her own word.
        let isGrounded =
            settled.isEmpty || standing.keys.contains(where: settled.contains)
            || standing.values.contains { $0.judgement == decision }
        return !isGrounded
            || standing.contains { $1.judgement != decision && !settled.contains($0) }
    }
}

extension [FieldID: Set<Deed>] {
    /// The live withdrawals of a finding, or with no criterion of the record as a whole.
    fileprivate func withdrawals(_ criterion: String) -> Set<Deed> {
        self[FieldID(criterion: criterion, .withdrawn)] ?? []
    }
}

extension Oracle {
    /// Whether a withdrawal takes a deed back: its author's own, a lead's anybody's.
    fileprivate func covers(_ withdrawal: Deed, _ deed: Deed, by author: PersonID) -> Bool {
        let field = withdrawalField(withdrawal)
        guard about(withdrawal, in: field).contains(deed) else { return false }
        if isUnplaced(withdrawal) { return isUnplaced(withdrawal, with: deed) }
        return act(withdrawal) == .decision || word(withdrawal, in: field)?.author == author
    }
}

extension Oracle.Word {
    fileprivate var judgement: Judgement? { value.judgement ?? value.decision?.judgement }
}
