import Shared
import Testing

@testable import Server

extension TestTeam {
    /// A component state as the server has it.
    func record(_ index: UInt64) async throws -> Record {
        let key = state(index).bytes
        let row = try await server.store.read { db in
            try RecordTable(
                db: db, audit: try #require(try AuditTables(db: db).audit(audit)).number
            ).record(key)
        }
        return try #require(row).record
    }
}
