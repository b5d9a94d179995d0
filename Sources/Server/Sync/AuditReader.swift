import Shared
import Storage

/// Somebody who may read an audit, as found in the snapshot she reads.
struct AuditReader {
    let audit: AuditRow
    /// Nil for an exporter, who has no chain.
    let replica: Device?
    let role: Role

    struct Device {
        let id: ReplicaID
        let number: Int64
        let person: PersonID
    }

    /// - Throws: `audit-unknown`, `not-a-member`, `replica-retired`, `token-expired`.
    init(_ bearer: Bearer, of id: AuditID, in db: Database) throws {
        switch bearer {
        case .exporter(let permitted, let token):
            try GrantTables(db: db).check(token)
            guard permitted == id else { throw Problem(.notAMember) }
            replica = nil
        case .device(let person, let device):
            let row = try IdentityTables(db: db).active(device)
            replica = Device(id: device, number: row.number, person: person)
        }
        let audits = AuditTables(db: db)
        guard let audit = try audits.audit(id) else { throw Problem(.auditUnknown) }
        self.audit = audit
        guard let replica else {
            self.role = .reader
            return
        }
        guard let role = try audits.role(of: replica.person, in: audit.number)
        else { throw Problem(.notAMember) }
        self.role = role
    }
}
