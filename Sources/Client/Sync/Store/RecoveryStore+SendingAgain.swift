package import Foundation
package import Shared

extension RecoveryStore {
    /// The own changes that the server rejected and that nobody has sent again since, oldest first.
    ///
    /// One that was sent again and rejected once more is given as it was written last.
    package func rejected(_ audit: AuditID) throws -> [LoggedChange] {
        guard
            try PushStore(store: store).notAccepted(audit).contains(where: {
                $0.outcome == .rejected
            })
        else { return [] }
        var rejected: [EditID: LoggedChange] = [:]
        var order: [EditID] = []
        try LogStore(store: store).ownChanges(audit) { change in
            let edit = change.change.edit
            let isOurs = change.outcome == .rejected || rejected[edit] != nil
            guard isOurs, !change.wasMoved else { return }
            if rejected[edit] == nil { order.append(edit) }
            rejected[edit] = change
        }
        return order.compactMap { rejected[$0] }.filter { $0.outcome == .rejected }
    }

    /// Issues rejected changes again under new numbers; what was said of the first writing stays.
    package func sendAgain(
        _ changes: [LoggedChange], in audit: AuditID, at now: Date
    ) throws -> [Change] {
        try store.record(audit, at: now) { session in
            for one in changes { try session.append(again: one.change) }
        }
    }
}
