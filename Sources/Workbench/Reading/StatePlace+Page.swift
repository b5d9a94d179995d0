import Client
import Presentation
import Shared

extension StatePlace {
    /// Finds what an address names.
    ///
    /// - Throws: `PageError.notFound`.
    init(_ names: Names, in desk: Desk) throws {
        guard let audit = AuditID(hex: names.audit),
            try desk.client.store.plan(audit) != nil
        else { throw PageError.notFound }
        let view = try desk.client.view(audit)
        guard let id = ComponentID(hex: names.component), let component = view.components[id],
            let environment = view.plan.environments.values.first(where: {
                $0.plain == names.environment
            })
        else { throw PageError.notFound }
        let state = StateID(
            component: id, environment: environment.id,
            round: names.round ?? view.plan.currentRound, state: names.state)
        let catalogue = try desk.catalogue(of: view)
        guard let place = StatePlace(state, component, environment, view, catalogue) else {
            throw PageError.notFound
        }
        self = place
    }
}

extension StateCounts {
    /// The most urgent that holds, as UX.md section 7 orders it.
    var mark: Mark {
        if challenges > 0 { return .challenged() }
        if conflicts > 0 { return .conflict() }
        if contested > 0 { return .conflict("Withdrawal contested") }
        for outcome in [Outcome.failed, .cantTell] where counts[outcome] > 0 {
            return Mark(outcome, "\(counts[outcome]) \(outcome.countedWord)")
        }
        guard judged > 0 else { return Mark(.untested) }
        guard !isOpen else { return Mark(.untested, "\(judged) of \(total)") }
        return Mark(counts[.inapplicable] == total ? .inapplicable : .passed)
    }

    /// The same shape with how many criteria are judged: `3/9`.
    var countMark: Mark {
        Mark(tone: mark.tone, symbol: mark.symbol, text: "\(judged)/\(total)")
    }
}
