package import Foundation
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
                guard try audits.role(of: person, in: known.number) != nil
                else { throw Problem(.notAMember) }
            } else {
                let ids = try [person] + identities.aliases(of: person)
                let creator = request.founder(of: id).flatMap { ids.contains($0) ? $0 : nil }
                guard creator != nil || request.showsCursor(of: id, by: secret.sealKey)
                else { throw Problem(.notItsCreator) }
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

    package func audit(_ id: AuditID, by bearer: Bearer) async throws(Problem) -> WireAudit {
        try await read { WireAudit(try AuditReader(bearer, of: id, in: $0).audit) }
    }

    /// Makes an audit known whose creator does not come, so that what others carry can be taken.
    ///
    /// - Throws: `not-allowed` for a known audit, `not-found` for a person who never enrolled here.
    package func found(_ id: AuditID, lead: PersonID, at now: Date) async throws(Problem) {
        try await write { db in
            let audits = AuditTables(db: db)
            guard try audits.audit(id) == nil
            else { throw Problem(.notAllowed, detail: "the server knows this audit already") }
            guard try IdentityTables(db: db).name(of: lead) != nil
            else { throw Problem(.notFound, detail: "no person with this id has enrolled here") }
            try audits.insert(id, creator: lead, at: now.unixMilliseconds)
        }
    }

    /// Makes somebody a lead, in the plan, by the word of whoever has the data folder.
    ///
    /// The change is hers, under a replica of the server's own: no lead need be left to write it,
    /// and the trail shows that no device of hers did.
    ///
    /// - Throws: `audit-unknown`, `not-found` for a person who never enrolled here.
    package func nameLead(
        _ lead: PersonID, of id: AuditID, at now: Date
    ) async throws(Problem) {
        let after = try await write { [ownReplicas, limits] db in
            let audit = try AuditTables(db: db).known(id)
            guard let name = try IdentityTables(db: db).name(of: lead)
            else { throw Problem(.notFound, detail: "no person with this id has enrolled here") }
            let key = RecordKey.plan(id)
            let plan =
                try RecordTable(db: db, audit: audit.number).record(key.bytes)?.record
                ?? Record(key: key)
            if Plan(plan).people[lead]?.role == .lead { return audit }
            let epoch = try ServerTable(db: db).currentEpoch()
            let writing = OwnWriting(
                epoch: epoch, audit: audit, lead: lead,
                replica: ownReplicas.replica(of: lead, in: epoch), limits: limits,
                now: now.unixMilliseconds, db: db)
            return try writing.write { plan.naming(lead, called: name, at: $0, now) }
        }
        note(after.head, of: id)
    }

    /// Every audit, in the order of their creation.
    package func summaries() async throws(Problem) -> [AuditSummary] {
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

    /// Recomputes an audit from the bodies that were received; throws `audit-unknown`.
    package func verify(_ id: AuditID) async throws(Problem) -> AuditVerification {
        try await read { db in
            let audit = try AuditTables(db: db).known(id)
            var check = AuditCheck(audit)
            try TrailTables(db: db, audit: audit.number).forEach(from: 1, bodies: true) {
                check.take($0)
                return true
            }
            check.take(vector: try ChainTables(db: db, audit: audit.number).vector())
            let healed = ReconcileTables(db: db, audit: audit.number)
            try RecordTable(db: db, audit: audit.number).feed(after: 0, leavingOut: nil) {
                try check.take($0) { try healed.hash(of: $0) }
                return true
            }
            return check.finish()
        }
    }

    /// At most ten thousand entries of a trail from a sequence on, as lines of JSON; then the head.
    func trail(
        of audit: AuditID, from sequence: UInt64, by bearer: Bearer
    ) async throws(Problem) -> [UInt8] {
        try await read { db in
            let row = try AuditReader(bearer, of: audit, in: db).audit
            var lines: [UInt8] = []
            var count = 0
            try TrailTables(db: db, audit: row.number).forEach(from: sequence, bodies: false) {
                lines += $0.entry.line
                count += 1
                return count < 10_000
            }
            let head = TrailHead(
                epoch: try ServerTable(db: db).currentEpoch(), sequence: row.sequence,
                trail: row.trail)
            return lines + head.line
        }
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

    fileprivate func showsCursor(of id: AuditID, by key: ReceiptKey) -> Bool {
        Cursor(sealed: [UInt8](cursor), by: key)?.audit == id
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

// Written by hand: every value is a number, hexadecimal digits or one of our words.
extension TrailEntry {
    fileprivate var line: [UInt8] {
        let (dot, hash, outcome) =
            switch event {
            case .change(let dot, let hash, let outcome): (dot, hash, outcome.rawValue)
            case .healed(let replica, let digest):
                (Dot(replica: replica, n: 0), digest, "healed")
            }
        return Array(
            """
            {"hash":"\(hash.hex)","kind":\(kind),"n":\(dot.n),"outcome":"\(outcome)",\
            "replica":"\(dot.replica.hex)","sequence":\(sequence)}\n
            """.utf8)
    }
}

extension TrailHead {
    fileprivate var line: [UInt8] {
        Array(
            """
            {"epoch":"\(epoch.hex)","sequence":\(sequence),"trail":"\(trail.hex)"}\n
            """.utf8)
    }
}

extension Record {
    /// The change of a plan by which somebody leads, whatever stands of her there.
    fileprivate func naming(
        _ lead: PersonID, called name: String, at dot: Dot, _ now: Date
    ) -> Change {
        let role = FieldID(.person, lead.hex, "role")
        let called = FieldID(.person, lead.hex, "name")
        var writes = [
            Write(field: role, value: .role(.lead), replaces: siblings(of: role).map(\.edit))
        ]
        if siblings(of: called).isEmpty {
            writes.append(
                Write(field: called, value: .text(Text(normalizing: name)), replaces: []))
        }
        return Change(
            key: key, dot: dot,
            body: ChangeBody(
                author: lead, act: .plan, writes: writes, sees: VersionVector(),
                wallTime: now.unixMilliseconds))
    }
}
