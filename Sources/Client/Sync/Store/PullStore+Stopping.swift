package import Foundation
import GRDB
package import Shared
import Storage

/// A sync that did not come to its end.
package struct StoppedSync: Hashable, Sendable {
    /// When it stopped.
    package let at: Date
    /// Why, in a person's words.
    package let trouble: String
    /// When it is tried again; nil when that is for the person to say.
    package var next: Date?
}

extension PullStore {
    /// Remembers why the last sync stopped; nil once one came to its end.
    func note(_ stopped: StoppedSync?, of audit: AuditID) throws {
        // Most syncs end well after one that did: nothing is written then.
        guard try self.stopped(audit) != stopped else { return }
        try store.file.write { database in
            try database.run(
                """
                update audit
                set trouble_milliseconds = ?, trouble = ?, next_attempt_milliseconds = ?
                where id = ?
                """, stopped?.at.unixMilliseconds, stopped?.trouble,
                stopped?.next?.unixMilliseconds, audit)
        }
    }

    /// Why the last sync stopped; nil when it came to its end.
    package func stopped(_ audit: AuditID) throws -> StoppedSync? {
        try store.file.read { database in
            try database.first(
                """
                select trouble_milliseconds, trouble, next_attempt_milliseconds
                from audit
                where id = ?1 and trouble is not null
                """, audit
            ) { row in
                StoppedSync(
                    at: Date(unixMilliseconds: row.int(0)), trouble: row.text(1),
                    next: row.optional(2) { Date(unixMilliseconds: row.int($0)) })
            }
        }
    }
}
