import Foundation
import GRDB
import Shared
import Storage

/// Issues changes of one audit again under the writing replica: the one place where that is done.
///
/// Each wraps its first writing as it is, so the server knows it whichever writing arrives first
/// (docs/merge.md, "Re-issue").
struct Reissue {
    private var session: RecordingSession

    init(audit: AuditRow, home: HomeRow, now: Date, _ database: Database) throws {
        session = try RecordingSession(audit: audit, home: home, now: now, database)
    }

    /// Gives a change its next place.
    mutating func issue(_ change: Change) throws {
        _ = try session.append(.again(change))
    }

    /// Ends the chain; the last step.
    ///
    /// - Returns: What was issued, as the journal takes it.
    func finish() throws -> [JournalEntry] {
        try session.finishReplay()
        return session.journalEntries
    }
}
