import Shared

/// Something that stands between an audit's current round and a signature.
package enum SigningBlock: Hashable, Sendable {
    /// There is no component state to test.
    case nothingPlanned
    /// The audit's catalogue is not here, so nobody can say what is to be tested.
    case catalogueMissing
    /// Components whose control the catalogue does not have.
    case unknownControls(Int)
    /// Findings on which verdicts differ that nothing has decided.
    case conflicts(Int)
    /// Findings whose decision later work speaks against.
    case challenges(Int)
    /// Withdrawals beside which an edit stands.
    case withdrawals(Int)
    /// Values of the plan or of names between which a lead has to choose.
    case choices(Int)
    /// Findings that nobody has judged and whose failure would fail a success criterion.
    case untested(Int)

    /// What is in the way, such as `3 conflicts wait for a decision`.
    package var words: String {
        switch self {
        case .nothingPlanned: "Nothing is planned"
        case .catalogueMissing: "The audit’s catalogue is not here"
        case .unknownControls(let count):
            "\(counted(count, "component")) with a control that the catalogue does not have"
        case .conflicts(let count):
            "\(counted(count, "finding")) \(wait(count)) for a decision"
        case .challenges(let count): "\(counted(count, "decision")) challenged by later work"
        case .withdrawals(let count): "\(counted(count, "withdrawal")) contested"
        case .choices(let count): "\(counted(count, "choice")) to make in the plan"
        case .untested(let count):
            "\(counted(count, "finding")) left to judge that a success criterion depends on"
        }
    }

    /// Its word for scripts.
    package var kind: String {
        switch self {
        case .nothingPlanned: "nothingPlanned"
        case .catalogueMissing: "catalogueMissing"
        case .unknownControls: "unknownControls"
        case .conflicts: "conflicts"
        case .challenges: "challenges"
        case .withdrawals: "withdrawals"
        case .choices: "choices"
        case .untested: "untested"
        }
    }

    /// How many there are; nil where there is nothing to count.
    package var count: Int? {
        switch self {
        case .nothingPlanned, .catalogueMissing: nil
        case .unknownControls(let count), .conflicts(let count), .challenges(let count),
            .withdrawals(let count), .choices(let count), .untested(let count):
            count
        }
    }

    private func wait(_ count: Int) -> String { count == 1 ? "waits" : "wait" }

    /// All that stands before a signature, whatever has to be decided first.
    ///
    /// - Parameter hasCatalogue: Whether the audit is read with the catalogue that it pins.
    static func all(
        of coverage: AuditCoverage, _ whole: AuditProgress, hasCatalogue: Bool
    ) throws -> [SigningBlock] {
        let view = coverage.view
        let disputes = try view.disputes()
        // A state that the plan no longer has still waits for its lead.
        let states = disputes.states.filter { $0.id.round == view.plan.currentRound }
        var conflicts = 0
        var challenges = 0
        for finding in states.lazy.flatMap(\.findings) where finding.isDisputed {
            if case .challenged = finding.effective { challenges += 1 } else { conflicts += 1 }
        }
        let withdrawals =
            disputes.withdrawn.contestedComponents.count
            + states.count(where: \.hasContestedWithdrawals)
        let choices = view.contested.count + (try view.sharedNames()).count
        let found: [SigningBlock] = [
            .challenges(challenges), .conflicts(conflicts), .withdrawals(withdrawals),
            .choices(choices), .unknownControls(coverage.unknown.count),
            .untested(whole.untestedNormative),
        ]
        return (hasCatalogue ? [] : [.catalogueMissing])
            + (whole.states == 0 ? [.nothingPlanned] : [])
            + found.filter { $0.count != 0 }
    }
}
