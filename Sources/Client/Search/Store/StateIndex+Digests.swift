import GRDB
import Shared
import Storage

extension StateIndex {
    /// Every record of an audit by key with the digest of what is shown, ascending by key.
    func shownDigests(_ audit: AuditID) throws -> [SearchIndex.Source] {
        try store.file.read { database in
            guard let audit = try ClientStore.audit(audit, database) else { return [] }
            return try database.rows(
                "select key, shown_digest from record where audit = ?1 order by key", audit.number
            ) { SearchIndex.Source(key: $0.blob(0), digest: try $0.hash(1)) }
        }
    }
}
