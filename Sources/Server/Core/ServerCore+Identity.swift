package import Foundation
package import Shared

extension ServerCore {
    /// Whom a token speaks for; whether its device may still sync is asked by each call.
    package func bearer(of token: String, at now: Date) throws(Problem) -> Bearer {
        try secret.bearer(of: token, at: now)
    }

    /// Writes an invite; the code exists nowhere else.
    ///
    /// - Parameters:
    ///   - name: The person's, shown to her and others; empty to let her choose it.
    ///   - person: A person who is known already and gets another device; nil for a new one.
    ///   - device: The fingerprint of the one device that it lets in; nil for any. With it the
    ///     person may be one of whom this server knows nothing (any more): then it is the inviter's
    ///     word that the id is hers who has that device.
    /// - Returns: When it expires.
    /// - Throws: `not-found` for a person who never enrolled here.
    @discardableResult
    package func invite(
        name: String, person: PersonID? = nil, device: String? = nil, code: InviteCode,
        at now: Date
    ) async throws(Problem) -> Date {
        let expires = now.addingTimeInterval(TimeInterval(limits.inviteLifetime.components.seconds))
        try await write { db in
            let tables = IdentityTables(db: db)
            if let person, device == nil, try tables.name(of: person) == nil {
                throw Problem(.notFound, detail: "no person with this id has enrolled here")
            }
            try tables.insertInvite(
                hash: code.hash, name: name, person: person, device: device,
                expires: expires.unixMilliseconds)
        }
        return expires
    }

    /// Enrols a device and gives it its token; without an invite by another device of its person.
    package func enrol(
        _ request: WireEnrolRequest, by bearer: Bearer? = nil, at now: Date
    ) async throws(Problem) -> WireEnrolResponse {
        let enrolment = try Enrolment(
            request, bearer: bearer, serverKey: secret.serverKey, limits: limits)
        let retired = RetiredDevices(in: store.folder)
        let (enrolled, epoch, certificate) = try await write(by: bearer) { [secret] db in
            let enrolled = try enrolment.run(at: now.unixMilliseconds, in: db)
            if enrolled.isDepositOnly {
                try retired.end(enrolment.replica, of: enrolled.person, as: .retired, at: now, db)
            }
            let tables = IdentityTables(db: db)
            return (
                enrolled, try ServerTable(db: db).currentEpoch(),
                try secret.certificate(of: enrolment.replica, in: tables)
            )
        }
        var response = WireEnrolResponse()
        response.person = enrolled.person.data
        response.personName = enrolled.name
        response.token = secret.token(person: enrolled.person, replica: enrolment.replica, at: now)
        response.epoch = epoch.data
        response.serverKey = Data(secret.serverKey.publicKey)
        if let certificate { response.certificate = certificate.wire }
        if let alias = enrolled.alias { response.alias = alias.data }
        return response
    }

    /// Names of everybody who has enrolled, for those who make a roster.
    ///
    /// Any device may ask: whoever begins an audit leads it, so that a rule "leads only" would keep
    /// nobody out, but would keep a new lead from naming her team before her first sync.
    package func people(by bearer: Bearer) async throws(Problem) -> WirePeopleResponse {
        let replica = try bearer.device().replica
        return try await read { db in
            let tables = IdentityTables(db: db)
            _ = try tables.active(replica)
            var response = WirePeopleResponse()
            response.people = try tables.people().map { row in
                var person = WirePerson()
                person.person = row.id.data
                person.name = row.name
                return person
            }
            return response
        }
    }

    package func capabilities(program: String, at now: Date) -> WireCapabilitiesResponse {
        var response = WireCapabilitiesResponse()
        response.protocols = [ProtocolNames.version]
        response.epoch = epoch.data
        response.timeMilliseconds = now.unixMilliseconds
        response.encodings = ["zstd", "gzip"]
        response.limits = limits.listed
        response.program = program
        return response
    }

    /// Makes and notes a token that reads one audit; `malformed` for more than a year.
    package func exporterToken(
        audit: AuditID, expires: Date, at now: Date
    ) async throws(Problem) -> String {
        guard expires <= now.addingTimeInterval(ServerSecret.exporterLifetime)
        else { throw Problem(.malformed, detail: "a token works for a year at most") }
        _ = try await read { try AuditTables(db: $0).known(audit) }
        let token = secret.exporterToken(audit: audit, expires: expires)
        try await write { db in
            try GrantTables(db: db).insert(
                token: ServerSecret.hash(of: token), of: audit, at: now.unixMilliseconds,
                expires: expires.unixMilliseconds)
        }
        return token
    }

    /// Every invite, the one that ends first at the beginning.
    package func invites() async throws(Problem) -> [GrantSummary] {
        try await read { try GrantTables(db: $0).invites() }
    }

    /// Every exporter's token that this database knows, the one that ends first at the beginning.
    package func exporterTokens() async throws(Problem) -> [GrantSummary] {
        try await read { try GrantTables(db: $0).tokens() }
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
            let entries = try kept.read { line -> (Hash256, Int64)? in
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 2, let milliseconds = Int64(words[1]),
                    let hash = [UInt8](hex: words[0]).flatMap(Hash256.init(bytes:))
                else { return nil }
                return (hash, milliseconds)
            }
            for (hash, time) in entries { try GrantTables(db: db).revoke(hash, at: time) }
        }
    }
}
