import Reading
import Shared

/// What a server is asked about a whole audit: it answers as laptops do (decision 0031).
struct ServerReading {
    let core: ServerCore

    /// An audit as it is now, as one of its people sees it.
    ///
    /// - Throws: `audit-unknown`, or `overloaded` when too many are read.
    func view(of audit: AuditID, for person: PersonID) async throws(Problem) -> AuditView {
        do {
            let snapshot = try await core.store.snapshot(atMost: core.limits.exportsMax)
            let known = try await snapshot.read { try AuditTables(db: $0).known(audit) }
            let records = SnapshotRecords(of: audit, number: known.number, in: snapshot)
            return try await core.evidence.onDisk {
                AuditView(names: try records.names(), records: records, person: person)
            }
        } catch {
            throw core.problem(of: error)
        }
    }

    /// The catalogue that an audit pins, as it came with the audit's evidence.
    ///
    /// - Parameter given: What is read where the audit pins none, or one that is not here.
    func catalogue(of view: AuditView, besides given: Catalogue) -> AuditCatalogue {
        AuditCatalogue(pinnedBy: view.plan, besides: given) { (pin) throws(CatalogueError) in
            let bytesMax = UInt64(Limits.standard.catalogueBytesMax) + 1
            let blob = try? core.evidence.blobs.stored(pin.files)
            guard let bytes = try? blob?.read(0..<bytesMax) else { return nil }
            return try AuditCatalogue.read(bytes, as: pin)
        }
    }
}
