package import Foundation
import GRDB
package import Shared

extension ServerCore {
    /// Makes an audit known that its creator began offline; she leads it until its plan says who.
    ///
    /// Doing it again answers the same; the cursor stands before everything. An audit that the
    /// server once told of, and has lost, whoever was told of it may make known again.
    ///
    /// - Throws: `not-a-member` when somebody else's audit has this id, `not-its-creator`.
    package func createAudit(
        _ id: AuditID, _ request: WireCreateAuditRequest, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> WireCreateAuditResponse {
        let (person, replica) = try bearer.device()
        let epoch = try await write(by: bearer) { [secret] db in
            let identities = IdentityTables(db: db)
            _ = try identities.admitted(replica, of: person, at: now.unixMilliseconds)
            let audits = AuditTables(db: db)
            if let known = try audits.audit(id) {
                guard try audits.role(of: person, in: known.number) != nil else {
                    throw Problem(.notAMember)
                }
            } else {
                let ids = try [person] + identities.aliases(of: person)
                let creator = request.founder(of: id).flatMap { ids.contains($0) ? $0 : nil }
                guard creator != nil || request.showsCursor(of: id, by: secret.sealKey) else {
                    throw Problem(.notItsCreator)
                }
                try audits.insert(id, creator: creator ?? person, at: now.unixMilliseconds)
            }
            return try ServerTable(db: db).currentEpoch()
        }
        let cursor = Cursor(
            epoch: epoch, audit: id, floor: 0, position: 0, head: 0, trail: Trail.start(audit: id))
        var response = WireCreateAuditResponse()
        response.epoch = epoch.data
        response.cursor = Data(cursor.sealed(by: secret.sealKey))
        return response
    }

    /// The audits that the bearer may read, in the order of their creation.
    package func audits(by bearer: Bearer) async throws(Problem) -> WireAuditsResponse {
        try await read { db in
            let tables = AuditTables(db: db)
            var response = WireAuditsResponse()
            switch bearer {
            case .exporter(let audit, let token):
                try GrantTables(db: db).check(token)
                response.audits = try tables.audit(audit).map { [WireAudit($0)] } ?? []
            case .device(let person, let replica):
                _ = try IdentityTables(db: db).active(replica)
                response.audits = try tables.audits(of: person).map(WireAudit.init)
            }
            return response
        }
    }

    /// One audit's head.
    package func audit(_ id: AuditID, by bearer: Bearer) async throws(Problem) -> WireAudit {
        try await read { db in WireAudit(try AuditReader(bearer, of: id, in: db).audit) }
    }
}

extension WireCreateAuditRequest {
    /// Who began an audit, as its id and the nonce show; nil when they do not.
    func founder(of id: AuditID) -> PersonID? {
        guard nonce.count == AuditID.nonceBytes, let person = PersonID(bytes: person),
            AuditID.founded(by: person, nonce: [UInt8](nonce)) == id
        else { return nil }
        return person
    }

    /// Whether this server once told somebody of the audit.
    fileprivate func showsCursor(of id: AuditID, by key: ReceiptKey) -> Bool {
        Cursor(sealed: [UInt8](cursor), by: key)?.audit == id
    }
}

// MARK: For administrators

extension ServerCore {
    /// Makes an audit known with a lead of the server's owner's choice.
    ///
    /// For an audit whose creator does not come: what others carry of it can be taken then.
    ///
    /// - Throws: `not-allowed` for an audit that is known already, `not-found` for a person who
    ///   never enrolled here.
    package func found(_ id: AuditID, lead: PersonID, at now: Date) async throws(Problem) {
        try await write { db in
            let audits = AuditTables(db: db)
            guard try audits.audit(id) == nil else {
                throw Problem(.notAllowed, detail: "the server knows this audit already")
            }
            guard try IdentityTables(db: db).name(of: lead) != nil else {
                throw Problem(.notFound, detail: "no person with this id has enrolled here")
            }
            try audits.insert(id, creator: lead, at: now.unixMilliseconds)
        }
    }

    func summaries() async throws(Problem) -> [AuditSummary] {
        try await read { db in
            try AuditTables(db: db).audits().map { try AuditSummary($0, in: db) }
        }
    }

    /// One audit as an administrator sees it, nil when the server does not know it.
    package func summary(of id: AuditID) async throws(Problem) -> AuditSummary? {
        try await read { db in
            try AuditTables(db: db).audit(id).map { try AuditSummary($0, in: db) }
        }
    }
}

extension AuditSummary {
    fileprivate init(_ row: AuditRow, in db: Database) throws {
        let identities = IdentityTables(db: db)
        self.init(
            id: row.id, title: row.title, sequence: row.sequence, records: row.count,
            root: row.root,
            members: try AuditTables(db: db).members(of: row.number).map { person, role in
                Member(person: person, role: role, name: try identities.name(of: person) ?? "")
            })
    }
}

extension WireAudit {
    init(_ row: AuditRow) {
        self.init()
        audit = row.id.data
        title = row.title
        head = row.head
        count = row.count
    }
}
