import GRDB
package import Shared
import Storage

extension BundleStore {
    /// Imports chains from a bundle: all that `body` appends, or nothing if it throws.
    func importChains<Result>(
        _ audit: AuditID, trusting server: ServerKey? = nil,
        _ body: (inout ImportSession) throws -> Result
    ) throws -> Result {
        try store.file.write { database in
            guard let home = try ClientStore.home(database) else {
                preconditionFailure("A store is initialised before anything is imported.")
            }
            let row = try ClientStore.ensureAudit(audit, database)
            var session = try ImportSession(
                audit: row, home: home, trust: DeviceTrust(server, in: row, database), database)
            let result = try body(&session)
            try session.finish()
            return result
        }
    }

    /// How many changes of others are shown here that no server has confirmed.
    package func importedCount(_ audit: AuditID) throws -> Int {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return 0 }
            return try database.count(
                """
                select count(*) from chain join change on change.chain = chain.number
                where chain.audit = ?1 and chain.source = 2 and change.overlay > 0
                """, row.number)
        }
    }
}
