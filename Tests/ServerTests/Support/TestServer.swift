import Foundation
import Shared
import Storage
import Synchronization
import TestSupport

@testable import Server

/// A server without sockets on a real database in a temporary folder.
struct TestServer {
    let folder: TemporaryFolder
    let store: AuditStore
    let core: ServerCore
    let secret: ServerSecret
    private let limits: Limits
    /// The time at which everything happens.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(seed: UInt64 = 1, limits: Limits = .standard) throws {
        folder = try TemporaryFolder(preferMemory: true)
        self.limits = limits
        var generator = SeededGenerator(seed: seed)
        // The key is the same for every seed: recorded exchanges hold tokens and seals.
        try Self.keepKey(in: folder.url)
        secret = try SecretsFolder(in: folder.url).secret(using: &generator)
        store = try AuditStore(
            folder: folder.url, purpose: .serving, at: Self.now, using: &generator)
        let codes = DrawnCodes(seed: seed)
        core = ServerCore(
            store: store, secret: secret, limits: limits, now: { TestServer.now },
            drawInvite: codes.next)
    }

    /// Serves the same data folder again, after something was done to it while nobody did.
    func restarted(
        seed: UInt64 = 1, after change: (TemporaryFolder) throws -> Void = { _ in }
    ) throws -> TestServer {
        try store.close()
        try change(folder)
        return try TestServer(reopening: folder, seed: seed, limits: limits)
    }

    private init(reopening folder: TemporaryFolder, seed: UInt64, limits: Limits) throws {
        self.folder = folder
        self.limits = limits
        var generator = SeededGenerator(seed: seed)
        secret = try SecretsFolder(in: folder.url).secret(using: &generator)
        store = try AuditStore(
            folder: folder.url, purpose: .serving, at: Self.now, using: &generator)
        core = ServerCore(
            store: store, secret: secret, limits: limits,
            witness: try HeadWitness(in: folder.url), now: { TestServer.now })
    }

    private static func keepKey(in folder: URL) throws {
        let keep = folder.appending(path: "keep")
        try FileManager.default.createDirectory(at: keep, withIntermediateDirectories: true)
        let key = [UInt8](repeating: 7, count: ServerSecret.byteCount)
        try Data(key.hex.utf8).write(to: keep.appending(path: "seal-key"))
    }

    /// A person with a device; numbers are ids, so that exchanges and orders can be written down.
    ///
    /// Real ids are made from keys, and come in by `core.enrol`: see `TestKey`.
    func device(_ name: String, person: UInt64, replica: UInt64) async throws -> TestDevice {
        let person = PersonID(high: 1, low: person)
        let replica = ReplicaID(high: 2, low: replica)
        let epoch = core.epoch
        try await core.write { db in
            let tables = IdentityTables(db: db)
            if try tables.name(of: person) == nil { try tables.insert(person: person, name: name) }
            try tables.insert(
                replica: replica, person: person, device: "", publicKey: [], epoch: epoch,
                at: Self.now.unixMilliseconds)
        }
        return TestDevice(
            person: person, replica: replica,
            token: secret.token(person: person, replica: replica, at: Self.now), epoch: epoch)
    }

    /// An audit with a lead, a tester and a reader by its plan; the lead made the first change.
    func team() async throws -> TestTeam {
        var lead = try await device("Tomas", person: 1, replica: 1)
        let tester = try await device("Maya", person: 2, replica: 2)
        let other = try await device("Lee", person: 3, replica: 3)
        let reader = try await device("Rosa", person: 4, replica: 4)
        let audit = AuditID(high: 9, low: 9)
        try await core.found(audit, lead: lead.person, at: Self.now)
        let roles: [(PersonID, Role)] = [
            (lead.person, .lead), (tester.person, .tester), (other.person, .tester),
            (reader.person, .reader),
        ]
        let writes =
            roles.map { person, role in
                Write(field: .role(of: person), value: .role(role), replaces: [])
            } + [Write(field: FieldID(.title), value: .text("Larkfield"), replaces: [])]
        lead.record(.plan(audit), writes, act: .plan)
        _ = try await push(&lead, to: audit)
        return TestTeam(
            server: self, audit: audit, lead: lead, tester: tester, other: other, reader: reader)
    }

    /// Pushes what the device has not pushed, and takes over the acknowledgement.
    @discardableResult
    func push(
        _ device: inout TestDevice, to audit: AuditID, at now: Date = now
    ) async throws -> WirePushResponse {
        let answer = try await core.push(device.request(), to: audit, by: device.bearer, at: now)
        device.acknowledge(through: answer.acknowledged)
        return answer
    }

    /// Pulls and decodes.
    func pull(
        _ audit: AuditID, by device: TestDevice, since: [UInt8]? = nil, acked: UInt64 = 0,
        limit: Int? = nil
    ) async throws -> PulledStream {
        let answer = try await core.pull(
            PullRequest(audit: audit, since: since, acked: acked, limit: limit), by: device.bearer)
        guard case .stream(let bytes, _) = answer else { return PulledStream() }
        return try PulledStream(bytes)
    }

    /// The audit's root, recomputed from the records' images.
    func recomputedRoot(_ audit: AuditID) async throws -> Hash256 {
        try await store.read { db in
            guard let row = try AuditTables(db: db).audit(audit) else { return .zero }
            var root = Hash256.zero
            try RecordTable(db: db, audit: row.number).feed(after: 0, leavingOut: nil) { item in
                root = root &+ (try Record(decoding: [UInt8](item.image)).digest)
                return true
            }
            return root
        }
    }
}

/// Codes of invites that are the same in every run: recorded exchanges hold them.
private final class DrawnCodes: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    @Sendable func next() -> InviteCode {
        generator.withLock { InviteCode.random(using: &$0) }
    }
}

/// The people of one audit.
struct TestTeam {
    var server: TestServer
    let audit: AuditID
    var lead: TestDevice
    var tester: TestDevice
    var other: TestDevice
    var reader: TestDevice

    /// A component state, `index` telling them apart.
    func state(_ index: UInt64 = 1) -> RecordKey {
        .state(
            audit,
            StateID(
                component: ComponentID(high: 5, low: index),
                environment: EnvironmentID(high: 6, low: 1), round: 1, state: "expanded"))
    }
}

extension FieldID {
    static func role(of person: PersonID) -> FieldID {
        FieldID(.person, person.hex, "role")
    }

    static let judgement = FieldID(criterion: "menu.ios.trigger-name", .judgement)
    static let note = FieldID(criterion: "menu.ios.trigger-name", .note)
}

extension FieldValue {
    static func text(_ string: String) -> FieldValue { .text(Text(normalizing: string)) }
}
