import Foundation
package import Shared

extension RecoveryStore {
    /// How many changes of each audit are nowhere but in the journal's files beside the database.
    ///
    /// Mostly none. A backup that was put back does not know what was sent after it, so what was
    /// recorded behind that continues no chain here.
    package func orphans() throws -> [AuditID: Int] {
        Dictionary(grouping: try orphanEntries(), by: \.key.audit).mapValues(\.count)
    }

    /// Issues them again under the writing replica, once a pull brought what they continue.
    ///
    /// The server knows those that it has already by their edit ids. A program that is killed
    /// between the two steps finds nothing missing the next time, and retires the files then.
    func takeInOrphans(of audit: AuditID, at now: Date) throws -> Int {
        guard let journal = store.journal, !journal.orphanFiles.isEmpty else { return 0 }
        let entries = try orphanEntries()
        let count = try reissue(entries.filter { $0.key.audit == audit }, at: now)
        if count == entries.count { try journal.retireOrphans() }
        return count
    }

    private func orphanEntries() throws -> [JournalEntry] {
        guard let journal = store.journal, !journal.orphanFiles.isEmpty else { return [] }
        return try missing(of: journal.orphans())
    }

    /// The entries with edits that none of the own chains has, each once.
    func missing(of entries: [JournalEntry]) throws -> [JournalEntry] {
        var known: Set<EditID> = []
        for audit in Set(entries.map(\.key.audit)) {
            try LogStore(store: store).ownChanges(audit) { known.insert($0.change.edit) }
        }
        return entries.filter { entry in
            let change = try? Change(key: entry.key, dot: entry.dot, bytes: entry.body)
            return change.map { known.insert($0.edit).inserted } ?? false
        }
    }
}
