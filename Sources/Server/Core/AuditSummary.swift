package import Shared
import Storage

/// An audit as an administrator sees it: sizes and roles, nothing of its content.
package struct AuditSummary: Hashable, Sendable, Encodable {
    package let id: AuditID
    /// Empty until the plan has one.
    package let title: String
    package let sequence: UInt64
    package let records: UInt64
    package let root: Hash256
    /// Everybody with a role in the audit, ascending by id.
    package let members: [Member]

    /// Somebody with a role in the audit.
    package struct Member: Hashable, Sendable, Encodable {
        package let person: PersonID
        package let role: Role
        /// Empty for one who never enrolled here.
        package let name: String
    }

    private enum CodingKeys: String, CodingKey {
        case id = "audit"
        case title, sequence, records, root, members
    }

    init(_ row: AuditRow, in db: Database) throws {
        let identities = IdentityTables(db: db)
        id = row.id
        title = row.title
        sequence = row.sequence
        records = row.count
        root = row.root
        members = try AuditTables(db: db).members(of: row.number).map { person, role in
            Member(person: person, role: role, name: try identities.name(of: person) ?? "")
        }
    }
}
