import Shared
import Storage

/// Somebody who may read an audit, as found in the snapshot she reads.
struct AuditReader {
    let audit: AuditRow
    /// Nil for an exporter, who has no chain.
    let replica: Device?
    let role: Role
    private(set) var isRetired = false

    struct Device {
        let id: ReplicaID
        let number: Int64
        let person: PersonID
    }

    /// - Parameter deposits: Whether a device that was retired, and not lost, is let in.
    /// - Throws: `audit-unknown`, `not-a-member`, `replica-retired`, `token-expired`.
    init(_ bearer: Bearer, of id: AuditID, deposits: Bool = false, in db: Database) throws {
        switch bearer {
        case .exporter(let permitted, let token):
            try GrantTables(db: db).check(token)
            guard permitted == id else { throw Problem(.notAMember) }
            replica = nil
        case .device(let person, let device):
            let identities = IdentityTables(db: db)
            let row = try deposits ? identities.known(device) : identities.active(device)
            guard row.retirement != .lost else { throw Problem(.replicaRetired) }
            isRetired = row.isRetired
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

extension AuditReader {
    /// Whoever may bring a finding may bring its files: testers and leads any, a reader and a
    /// retired device what a change names that is kept for the leads.
    ///
    /// - Throws: `not-allowed`, of a retired device `replica-retired`.
    func checkMayBring(_ file: Hash256, in db: Database) throws {
        guard let replica else { throw Problem(.notAllowed, detail: "an exporter uploads nothing") }
        guard isRetired || role == .reader else { return }
        let ids = try [replica.person] + IdentityTables(db: db).aliases(of: replica.person)
        guard try QuarantineTables(db: db, audit: audit.number).isNamed(file, by: ids) else {
            throw isRetired
                ? Problem(.replicaRetired)
                : Problem(.notAllowed, detail: "a reader uploads nothing but files of her findings")
        }
    }
}
