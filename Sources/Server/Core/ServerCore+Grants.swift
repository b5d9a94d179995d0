import Foundation
import GRDB
import Shared
import Storage

extension ServerCore {
    /// Makes a token that reads one audit, and notes that it was made.
    ///
    /// - Throws: `audit-unknown`, `malformed` for more than a year.
    func exporterToken(
        audit: AuditID, expires: Date, at now: Date
    ) async throws(Problem) -> String {
        guard expires <= now.addingTimeInterval(ServerSecret.exporterLifetime) else {
            throw Problem(.malformed, detail: "a token works for a year at most")
        }
        guard try await summary(of: audit) != nil else { throw Problem(.auditUnknown) }
        let token = secret.exporterToken(audit: audit, expires: expires)
        try await write { db in
            try GrantTables(db: db).insert(
                token: ServerSecret.hash(of: token), of: audit, at: now.unixMilliseconds,
                expires: expires.unixMilliseconds)
        }
        return token
    }

    func invites() async throws(Problem) -> [GrantSummary] {
        try await read { db in try GrantTables(db: db).invites() }
    }

    func exporterTokens() async throws(Problem) -> [GrantSummary] {
        try await read { db in try GrantTables(db: db).tokens() }
    }

    /// Takes back what a list named, so that a database that is put back does not forget it.
    func revoke(_ hash: Hash256, at now: Date) async throws(Problem) {
        let kept = AppendedLines("revoked", in: store.folder)
        try await write { db in
            try kept.append("\(hash.hex) \(now.unixMilliseconds)")
            try GrantTables(db: db).revoke(hash, at: now.unixMilliseconds)
        }
    }

    /// Revokes again what was revoked since the backup from which the database was put back.
    func reapplyRevocations() async throws(Problem) {
        let kept = AppendedLines("revoked", in: store.folder)
        try await write { db in
            let tables = GrantTables(db: db)
            let entries = try kept.read { line -> (Hash256, Int64)? in
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 2, let milliseconds = Int64(words[1]),
                    let hash = [UInt8](hex: words[0]).flatMap(Hash256.init(bytes:))
                else { return nil }
                return (hash, milliseconds)
            }
            for (hash, milliseconds) in entries { try tables.revoke(hash, at: milliseconds) }
        }
    }
}
