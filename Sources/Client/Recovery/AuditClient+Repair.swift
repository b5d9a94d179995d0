import Shared

/// How a laptop came to hold again what the server holds.
package enum Repair: Hashable, Sendable {
    /// What is derived was wrong in so many records; it was composed anew.
    case composed(records: Int)
    /// Records as pulled were damaged; everything was pulled again.
    case pulled
    /// Everything was pulled again, and the two still differ: a bug of Accord.
    case failed
}

extension AuditClient {
    /// Mends an audit whose root is not the one that the server told.
    ///
    /// Own changes stay byte for byte: what is composed is composed from them, and what was pulled
    /// is replaced by what the server sends.
    ///
    /// - Parameter pull: Syncs once, without a cursor.
    /// - Returns: What it took, and what the pull ended with; nil when it took none.
    func repair<Run>(
        _ audit: AuditID, pull: () async throws -> Run
    ) async throws -> (repair: Repair, run: Run?) {
        let rebuilding = try store.recovery.rebuild(audit)
        if try store.pull.standing(audit)?.agrees == true {
            return (.composed(records: rebuilding.wrong.count), nil)
        }
        try store.pull.forgetCursor(audit)
        let run = try await pull()
        return (try store.pull.standing(audit)?.agrees == false ? .failed : .pulled, run)
    }
}
