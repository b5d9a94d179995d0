import GRDB
import Presentation
import Shared

extension ServerCore {
    /// The bytes of an export for whoever may read the audit; the first are read already.
    ///
    /// - Throws: `audit-unknown`, `not-a-member`, ..., or `overloaded` when too many are read.
    func export(
        _ id: AuditID, as export: Export, by bearer: Bearer
    ) async throws(Problem) -> ExportPieces {
        guard let share = exports.share(for: bearer.asker) else {
            throw Problem(
                .overloaded, detail: "as many exports are read as one may read", retryAfter: 5)
        }
        return try await pieces(of: id, as: export, share: share) {
            try AuditReader(bearer, of: id, in: $0).audit
        }
    }

    /// The same for whoever has the data folder.
    ///
    /// - Throws: `audit-unknown`, `overloaded`.
    func export(_ id: AuditID, as export: Export) async throws(Problem) -> ExportPieces {
        try await pieces(of: id, as: export) { db in
            guard let audit = try AuditTables(db: db).audit(id) else {
                throw Problem(.auditUnknown)
            }
            return audit
        }
    }

    private func pieces(
        of id: AuditID, as export: Export, share: AskerShare? = nil,
        admit: @escaping @Sendable (Database) throws -> AuditRow
    ) async throws(Problem) -> ExportPieces {
        do {
            let snapshot = try await store.snapshot(atMost: limits.exportsMax)
            let audit = try await snapshot.read { try admit($0).number }
            return ExportPieces(of: id, number: audit, as: export, from: snapshot, share: share)
        } catch {
            throw problem(of: error)
        }
    }

    /// The next piece of an export.
    func next(of pieces: inout ExportPieces) async throws(Problem) -> [UInt8]? {
        do { return try await pieces.next() } catch { throw problem(of: error) }
    }
}
