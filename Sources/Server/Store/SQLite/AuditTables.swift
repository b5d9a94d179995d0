import Shared
import Storage

/// One audit's head, as stored.
struct AuditRow {
    let number: Int64
    let id: AuditID
    let creator: PersonID
    var title: String
    /// The sequence of the last change, 0 while there is none.
    var sequence: UInt64
    var count: UInt64
    var root: Hash256
    var trail: Hash256

    /// Who may do what, by a plan; until it names a lead, the creator leads.
    func roster(by plan: Record) -> [PersonID: Role] {
        var roles = Plan(plan).people.mapValues(\.role)
        if !roles.values.contains(.lead) { roles[creator] = .lead }
        return roles
    }

    var head: WireHead {
        var head = WireHead()
        head.sequence = sequence
        head.root = root.data
        head.trail = trail.data
        return head
    }
}

/// Audits with their heads and members; every statement leads with the audit's number.
struct AuditTables {
    let db: Database

    private static let columns =
        "select number, id, creator, title, sequence, count, root, trail from audit"

    func audit(_ id: AuditID) throws -> AuditRow? {
        try db.first(Self.columns + " where id = ?", id, read: Self.row)
    }

    /// - Throws: `audit-unknown`.
    func known(_ id: AuditID) throws -> AuditRow {
        guard let audit = try audit(id) else { throw Problem(.auditUnknown) }
        return audit
    }

    /// Every audit, in the order of their creation.
    func audits() throws -> [AuditRow] {
        try db.rows(Self.columns + " order by number", read: Self.row)
    }

    /// The person's audits under all her ids, in the order of their creation.
    func audits(of person: PersonID) throws -> [AuditRow] {
        try db.rows(
            Self.columns
                + """
                 where number in (
                    select audit from member where person = ?1
                    union all
                    select member.audit from alias join member on member.person = alias.id
                    where alias.person = ?1)
                order by number
                """, person, read: Self.row)
    }

    private static func row(_ row: Row) throws -> AuditRow {
        AuditRow(
            number: row.int(0), id: try row.identifier(1), creator: try row.identifier(2),
            title: row.text(3), sequence: row.unsigned(4), count: row.unsigned(5),
            root: try row.hash(6), trail: try row.hash(7))
    }

    func insert(_ id: AuditID, creator: PersonID, at now: Int64) throws {
        try db.run(
            """
            insert into audit (id, creator, created_ms, title, sequence, count, root, trail)
            values (?, ?, ?, '', 0, 0, ?, ?)
            """, id, creator, now, Hash256.zero, Trail.start(audit: id))
        try replaceMembers(of: db.insertedNumber, with: [creator: .lead])
    }

    /// Writes the head; the last statement of a push.
    func update(_ audit: AuditRow) throws {
        try db.run(
            """
            update audit set title = ?, sequence = ?, count = ?, root = ?, trail = ?
            where number = ?
            """, audit.title, audit.sequence, audit.count, audit.root, audit.trail, audit.number)
    }

    /// The highest role that the person has under any of her ids, nil when she is no member.
    func role(of person: PersonID, in audit: Int64) throws -> Role? {
        try db.rows(
            """
            select role from member where audit = ?1 and person = ?2
            union all
            select member.role from alias
            join member on member.audit = ?1 and member.person = alias.id
            where alias.person = ?2
            """, audit, person
        ) { try Self.role(code: $0.int(0)) }.max()
    }

    func members(of audit: Int64) throws -> [(person: PersonID, role: Role)] {
        try db.rows("select person, role from member where audit = ? order by person", audit) {
            (person: try $0.identifier(0), role: try Self.role(code: $0.int(1)))
        }
    }

    /// Takes title and members over from the plan; the caller writes the head.
    func derive(_ audit: inout AuditRow, from plan: Record) throws {
        audit.title = Plan(plan).title
        try replaceMembers(of: audit.number, with: audit.roster(by: plan))
    }

    func replaceMembers(of audit: Int64, with roles: [PersonID: Role]) throws {
        try db.run("delete from member where audit = ?", audit)
        for (person, role) in roles.sorted(by: { $0.key < $1.key }) {
            try db.run(
                "insert into member (audit, person, role) values (?, ?, ?)", audit, person,
                Self.code(of: role))
        }
    }

    static func code(of role: Role) -> Int64 {
        switch role {
        case .reader: 1
        case .tester: 2
        case .lead: 3
        }
    }

    static func role(code: Int64) throws -> Role {
        guard let role = Role.allCases.first(where: { Self.code(of: $0) == code })
        else { throw StorageError.unreadable("a member has the role \(code)") }
        return role
    }
}
