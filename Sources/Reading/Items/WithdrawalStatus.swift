package import Shared

/// A withdrawal as a lead looks at it: what it takes back, and what stands beside it.
package struct WithdrawalStatus: Sendable {
    package let subject: Subject
    /// Live withdrawals made here, ascending by dot; empty where the last was lifted.
    package let withdrawals: [Sibling]
    /// Live writes that are taken back, by these or by a withdrawal around or within.
    package let covered: [Sibling]
    /// Live writes that nothing covers: they stay, and make the withdrawal contested.
    package let standing: [Sibling]

    /// What was withdrawn.
    package enum Subject: Sendable {
        case component(Component)
        case state(StateItem)
        case finding(StateItem, criterion: String)
    }

    package var isContested: Bool { !withdrawals.isEmpty && (isProposal || !standing.isEmpty) }
    /// Whether it takes nothing back and is no lead's: it changes nothing until one decides.
    package var isProposal: Bool {
        !withdrawals.isEmpty && Withdrawals(withdrawals).takeNothing(of: covered)
    }
    /// When it was withdrawn last; Unix milliseconds.
    package var since: Int64 { withdrawals.map(\.wallTime).max() ?? 0 }

    /// The name of the component, or of the component state, as commands have it.
    package var name: String {
        switch subject {
        case .component(let component): component.name
        case .state(let item), .finding(let item, _): item.name
        }
    }

    /// The criterion's full id; nil for anything but a finding.
    package var criterion: String? {
        if case .finding(_, let criterion) = subject { criterion } else { nil }
    }

    /// Changes with the live writes, so that nobody decides on what a page did not show.
    package var fingerprint: String {
        let edits = Set((withdrawals + covered + standing).map { "\($0.edit.hex)\($0.field.path)" })
        return String(Hash256(of: Array(edits.sorted().joined().utf8)).hex.prefix(32))
    }

    /// The withdrawal of a finding, or, with a nil criterion, of the component state as a whole.
    package init(of item: StateItem, criterion: String?) {
        let around = item.component?.withdrawals ?? []
        if let criterion {
            subject = .finding(item, criterion: criterion)
            withdrawals = item.record.siblings(of: FieldID(criterion: criterion, .withdrawn))
        } else {
            subject = .state(item)
            withdrawals = item.record.withdrawals
        }
        (covered, standing) = item.record.parted(by: around, on: criterion)
    }

    /// Takes the component's own record, then those of its states in every environment and round.
    init(of component: Component, _ records: [Record]) {
        subject = .component(component)
        withdrawals = component.withdrawals
        let parts = records.map { record in
            let isState = if case .state = record.key { true } else { false }
            return record.parted(by: isState ? component.withdrawals : [], on: nil)
        }
        covered = parts.flatMap(\.covered)
        standing = parts.flatMap(\.standing)
    }
}

extension Record {
    /// What withdrawals take back, and what stands; without a criterion in the whole record.
    fileprivate func parted(
        by component: [Sibling], on criterion: String?
    ) -> (covered: [Sibling], standing: [Sibling]) {
        let whole = Withdrawals(component + withdrawals)
        let registers = registers()
        var ofFindings: [String: Withdrawals] = [:]
        for (field, siblings) in registers where field.name == .withdrawn && field.hasCriterion {
            ofFindings[field.criterion] = Withdrawals(siblings)
        }
        var covered: [Sibling] = []
        var standing: [Sibling] = []
        for (field, siblings) in registers where field.name != .withdrawn {
            if let criterion, field.criterion != criterion { continue }
            for sibling in siblings {
                let isCovered =
                    whole.cover(sibling) || ofFindings[field.criterion]?.cover(sibling) == true
                if isCovered { covered.append(sibling) } else { standing.append(sibling) }
            }
        }
        return (covered, standing)
    }
}

extension StateItem {
    /// Withdrawals of the state itself and of its findings beside which something stands.
    package var contestedWithdrawals: [WithdrawalStatus] {
        let isWhole = isContestedAsWhole && !record.withdrawals.isEmpty
        let own = findings.filter { $0.isContested && !$0.withdrawals.isEmpty }
        return (isWhole ? [WithdrawalStatus(of: self, criterion: nil)] : [])
            + own.map { WithdrawalStatus(of: self, criterion: $0.criterion) }
    }
}
