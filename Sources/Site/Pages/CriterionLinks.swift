import Reading
import Shared

/// Where else a criterion leads from the page of its component state.
struct CriterionLinks: Sendable {
    let historyHref: String
    /// Where its failure is recorded on other component states too.
    let failureHref: String

    init(of criterion: Criterion, at place: StatePlace) {
        let anchor = criterion.lastingShortID
        historyHref = Address.history(anchor, of: place.id, in: place.view)
        failureHref = Address.sameFailure(anchor, of: place)
    }
}
