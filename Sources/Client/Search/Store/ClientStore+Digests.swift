import Shared
import Storage

extension ClientStore {
    /// Every record of an audit by key with the digest of what is shown, ascending by key.
    func shownDigests(_ audit: AuditID) throws -> [SearchIndex.Source] {
        try file.read { database in
            guard let audit = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                "select key, shown_digest from record where audit = ?1 order by key", in: database)
            rows.bind(1, audit.number)
            defer { rows.reset() }
            var sources: [SearchIndex.Source] = []
            while try rows.step() {
                sources.append(SearchIndex.Source(key: rows.blob(0), digest: try rows.hash(1)))
            }
            return sources
        }
    }
}
