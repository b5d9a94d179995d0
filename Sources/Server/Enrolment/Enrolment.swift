import Foundation
import Shared
import Storage

/// Takes a device in, by a one-time invite or by the token of its person's other device.
struct Enrolment: Sendable {
    let deviceName: String
    /// The device's, by which it has signed the request; its replica is made from it.
    let key: DeviceKey
    /// That key last, before it those of the devices that it goes on for.
    private let device: DeviceProof
    let grant: Grant
    private let serverKey: ServerKey
    private let limits: Limits

    enum Grant: Sendable {
        /// A code that a lead handed over; `person` is adopted when the invite is for a new one.
        case invite(InviteCode, person: PersonID?, name: String)
        /// The token of the same person's other device.
        ///
        /// One that was retired enrols nobody, but for what it brings to a restored server: a
        /// device of an earlier epoch needs a replica of this one to deposit what is new.
        /// The name is hers where a restored server has forgotten her.
        case token(person: PersonID, device: ReplicaID, name: String)
    }

    var replica: ReplicaID { key.replica }
    private var publicKey: [UInt8] { key.publicKey }

    /// Reads a request by itself; `malformed`, `too-large`, `token-missing`, or `invite-invalid`.
    init(
        _ request: WireEnrolRequest, bearer: Bearer?, serverKey: ServerKey, limits: Limits
    ) throws(Problem) {
        guard let device = DeviceProof(request.device), let key = device.keys.last,
            EnrolmentSignature.isSigned(
                [UInt8](request.signature), replica: key.replica,
                person: PersonID(bytes: request.person) ?? PersonID(high: 0, low: 0),
                grant: request.invite, by: key.publicKey)
        else { throw Problem(.malformed, detail: "the device's keys or signature do not hold") }
        for name in [request.personName, request.deviceName] {
            guard name.utf8.count <= limits.nameBytesMax else {
                throw Problem(.tooLarge, expected: "a name of at most \(limits.nameBytesMax) bytes")
            }
        }
        grant = try Self.grant(request, bearer: bearer)
        deviceName = request.deviceName.onOneLine
        self.device = device
        self.key = key
        self.serverKey = serverKey
        self.limits = limits
    }

    private static func grant(_ wire: WireEnrolRequest, bearer: Bearer?) throws(Problem) -> Grant {
        if wire.invite.isEmpty {
            guard let bearer
            else { throw Problem(.tokenMissing, detail: "enrolling needs an invite or a token") }
            let (person, device) = try bearer.device()
            return .token(person: person, device: device, name: wire.personName.onOneLine)
        }
        guard let code = InviteCode(typed: wire.invite)
        else { throw Problem(.inviteInvalid, detail: "a code has twenty letters and digits") }
        let person = PersonID(bytes: wire.person)
        guard person != nil || wire.person.isEmpty
        else { throw Problem(.malformed, detail: "person has 16 bytes") }
        return .invite(code, person: person, name: wire.personName.onOneLine)
    }

    struct Enrolled: Sendable {
        let person: PersonID
        let name: String
        /// The id that it brought, where that is the same person's.
        var alias: PersonID?
        /// Whether it is retired from its beginning, as the device was that enrolled it.
        var isDepositOnly = false
    }

    /// Enrols the device; again with the same device and key changes nothing; `invite-invalid`,
    /// `replica-taken`, `replica-retired`, `too-many-devices`.
    func run(at now: Int64, in db: Database) throws -> Enrolled {
        let tables = IdentityTables(db: db)
        if let recorded = try recordedBeforeRetirement(tables) { return recorded }
        let enrolled = try person(at: now, tables)
        if let known = try tables.replica(replica) {
            guard known.person == enrolled.person, known.publicKey == publicKey
            else { throw Problem(.replicaTaken) }
            // A retired device must not come by the token of one that may sync, nor the reverse.
            guard known.isRetired == enrolled.isDepositOnly else { throw Problem(.replicaRetired) }
            return enrolled
        }
        let epoch = try ServerTable(db: db).currentEpoch()
        if enrolled.isDepositOnly {
            let count = try tables.depositReplicas(of: enrolled.person, in: epoch)
            guard count < limits.depositReplicasMax else {
                throw Problem(
                    .replicaRetired, detail: "\(count) replicas deposit for its person already")
            }
        } else {
            try makeRoom(for: enrolled.person, at: now, tables)
        }
        try tables.insert(
            replica: replica, person: enrolled.person, device: deviceName, publicKey: publicKey,
            epoch: epoch, at: now)
        return enrolled
    }

    /// Counts the person's devices; the one by whose token this comes is succeeded by it.
    private func makeRoom(for person: PersonID, at now: Int64, _ tables: IdentityTables) throws {
        let former: ReplicaID? = if case .token(_, let device, _) = grant { device } else { nil }
        try DeviceLimit(limits: limits, tables: tables, now: now)
            .check(for: person, successorOf: former)
        if let former { try tables.noteSuccession(of: former, at: now) }
    }

    /// What was answered when the asking device could still enrol, for one that has not heard it.
    private func recordedBeforeRetirement(_ tables: IdentityTables) throws -> Enrolled? {
        // The answer was lost, and the device retired before it asked again. By a retired device's
        // token nobody must come by one that may sync, so the successor has to be the very one that
        // was enrolled then, by its key, and nobody may have heard of it since: whoever has written
        // has got her token.
        guard case .token(let person, let device, _) = grant, let asker = try tables.device(device),
            asker.retirement == .retired, let retired = asker.retired,
            let known = try tables.replica(replica), known.person == person,
            known.publicKey == publicKey, !known.isRetired,
            known.epoch == (try ServerTable(db: tables.db).currentEpoch()),
            let successor = try tables.device(replica), successor.enrolled <= retired,
            try !tables.hasWritten(known.number)
        else { return nil }
        let alias = try tables.aliases(of: person).first { $0 == formerID }
        return Enrolled(person: person, name: successor.personName, alias: alias)
    }

    /// The id of the first device that this one goes on for; nil for one that begins by itself.
    private var formerID: PersonID? {
        device.keys.count > 1 ? device.keys.first.map { .of(firstKey: $0.publicKey) } : nil
    }

    private func person(at now: Int64, _ tables: IdentityTables) throws -> Enrolled {
        switch grant {
        case .token(let person, let device, let brought):
            // A restored server may have forgotten it, and takes what it wrote first from another.
            _ = try tables.ensured(device, of: person, at: now)
            let isDepositOnly = try isDepositOnly(device, tables)
            var name = try tables.name(of: person) ?? ""
            if name.isEmpty {
                name = brought
                try tables.insert(person: person, name: name)
            }
            // A restored server may have forgotten that id too, under which she wrote at first.
            let alias = try alias(formerID, of: person, tables)
            try tables.learn(self.device.otherIDs(of: replica, by: serverKey), of: person)
            return Enrolled(
                person: person, name: name, alias: alias, isDepositOnly: isDepositOnly)
        case .invite(let code, let person, let name):
            return try use(code, person: person, name: name, at: now, tables)
        }
    }

    /// Whether a device enrols another for deposits alone; `replica-retired` when it enrols nobody.
    private func isDepositOnly(_ device: ReplicaID, _ tables: IdentityTables) throws -> Bool {
        switch try tables.retirement(of: device) {
        case nil: return false
        case .retired:
            let epoch = try ServerTable(db: tables.db).currentEpoch()
            guard try tables.known(device).epoch != epoch else { throw Problem(.replicaRetired) }
            return true
        case .lost: throw Problem(.replicaRetired)
        }
    }

    private func use(
        _ code: InviteCode, person brought: PersonID?, name: String, at now: Int64,
        _ tables: IdentityTables
    ) throws -> Enrolled {
        guard let invite = try tables.invite(hash: code.hash) else { throw Problem(.inviteInvalid) }
        if let user = invite.usedBy {
            // An answer that got lost is asked for again; anybody else comes too late.
            guard user == replica, let known = try tables.replica(replica),
                known.publicKey == publicKey, let name = try tables.name(of: known.person)
            else { throw Problem(.inviteInvalid, detail: "the invite was used before") }
            let alias = try tables.aliases(of: known.person).first { $0 == brought }
            return Enrolled(person: known.person, name: name, alias: alias)
        }
        guard try !GrantTables(db: tables.db).isRevoked(code.hash)
        else { throw Problem(.inviteInvalid, detail: "the invite was taken back; ask for another") }
        guard now < invite.expiresMilliseconds
        else { throw Problem(.inviteInvalid, detail: "the invite expired") }
        try checkLead(of: code, tables)
        if let device = invite.device, device != key.fingerprint {
            throw Problem(.inviteInvalid, detail: "the invite lets another device in")
        }
        let enrolled = try invited(invite, brought: brought, name: name, tables)
        try tables.markUsed(invite: code.hash, by: replica, at: now)
        return enrolled
    }

    /// What a lead wrote lets people in for as long as she leads that audit.
    private func checkLead(of code: InviteCode, _ tables: IdentityTables) throws {
        guard let lead = try GrantTables(db: tables.db).lead(of: code.hash) else { return }
        guard try AuditTables(db: tables.db).role(of: lead.person, in: lead.audit) == .lead else {
            throw Problem(
                .inviteInvalid, detail: "who wrote the invite leads its audit no more; ask another")
        }
    }

    private func invited(
        _ invite: InviteRow, brought: PersonID?, name: String, _ tables: IdentityTables
    ) throws -> Enrolled {
        if let person = invite.person {
            let known = try tables.name(of: person)
            if known == nil { try tables.insert(person: person, name: invite.name) }
            return Enrolled(
                person: person, name: known ?? invite.name,
                alias: try alias(brought, of: person, tables))
        }
        guard let brought
        else { throw Problem(.malformed, detail: "the invite is for a new person: bring her id") }
        // Whoever holds an invite for somebody new must not become somebody known by it.
        guard try tables.name(of: brought) == nil
        else { throw Problem(.inviteInvalid, detail: "the person is known: invite her by her id") }
        guard isShown(brought) else {
            throw Problem(
                .notAllowed,
                detail: "an id is made from a person's first key, and this device has not shown "
                    + "that one: invite her by her id")
        }
        let chosen = invite.name.isEmpty ? name : invite.name
        try tables.insert(person: brought, name: chosen)
        return Enrolled(person: brought, name: chosen)
    }

    /// Whether the device has shown that an id is its person's: made from the first of its keys, or
    /// certified by this server.
    private func isShown(_ person: PersonID) -> Bool {
        device.isOwn(person) || device.person(of: replica, by: serverKey) == person
    }

    /// Notes that an id is a known person's too, under which she wrote before her invite came; nil
    /// where it is not shown to be hers, or is somebody's already.
    private func alias(
        _ brought: PersonID?, of person: PersonID, _ tables: IdentityTables
    ) throws -> PersonID? {
        guard let brought, brought != person, isShown(brought), try tables.name(of: brought) == nil
        else { return nil }
        return try tables.insert(alias: brought, of: person) ? brought : nil
    }
}
