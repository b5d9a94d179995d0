import Crypto
import Foundation
import Shared
import Storage
import SwiftProtobuf
import TestSupport
import Testing

@testable import Client

/// Laptops of one audit that meet without a server and hand each other files.
struct Meeting {
    let folder: TemporaryFolder
    static let audit = AuditID(high: 7, low: 7)
    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    func laptop(_ name: String) throws -> AuditClient {
        try AuditClient.create(home(name), name: name)
    }

    private func home(_ name: String) -> ClientHome {
        ClientHome(home: folder.url.appending(path: name).path, state: nil, environment: [:])
    }

    /// A copy that goes on under the same replica, as one that nobody can tell apart would.
    func twin(of client: AuditClient) throws -> AuditClient {
        try client.store.checkpoint()
        let home = home("twin")
        try home.create()
        try FileManager.default.copyItem(
            atPath: client.home.databasePath, toPath: home.databasePath)
        try client.identity().write(home)
        return try AuditClient(home: home)
    }

    /// The path of a file with what a laptop has.
    @discardableResult
    func bundle(of client: AuditClient, _ name: String) throws -> String {
        let path = folder.url.appending(path: "\(name).bundle").path
        _ = try client.bundles.exportBundle(
            Self.audit, to: path, withEvidence: true, program: "test", at: Self.now)
        return path
    }

    /// The path of another file, as whoever carries one may write it: whole, but altered wherever
    /// no signature looks.
    func altered(
        _ path: String, _ name: String, _ alter: (inout WireBundleItem) -> Void
    ) throws -> String {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let count = BundleFormat.magic.count
        let items = Array(bytes.dropFirst(count))
        guard let ranges = Framing.ranges(in: items, bytesMax: BundleFormat.itemBytesMax)
        else { throw BundleError.notABundle(path: path) }
        var written = BundleFormat.magic
        for range in ranges {
            var item = try WireBundleItem(serializedBytes: Array(items[range]))
            alter(&item)
            if case .end(var end) = item.item {
                end.hash = Data(Hash256(of: written).bytes)
                item.item = .end(end)
            }
            Framing.append(item.canonicalBytes(), to: &written)
        }
        let path = folder.url.appending(path: "\(name).bundle").path
        try Data(written).write(to: URL(filePath: path))
        return path
    }

    /// Names what is shown, as a form does.
    func save(_ title: String, on client: AuditClient) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text(title))
        try client.save(
            [RecordDraft(key: .plan(Self.audit), act: .plan, edits: [edit])],
            in: Self.audit)
    }

    /// The audit's titles as a laptop shows them.
    func titles(_ client: AuditClient) throws -> [String] {
        guard let record = try client.store.record(.plan(Self.audit)) else { return [] }
        return record.siblings(of: FieldID(.title)).compactMap {
            if case .text(let text) = $0.value { text.string } else { nil }
        }.sorted()
    }

    /// Gives a laptop what a server gives at enrolment.
    func enrol(
        _ client: AuditClient, at server: Curve25519.Signing.PrivateKey, as person: PersonID? = nil
    ) throws {
        var identity = try client.identity()
        let key = try #require(ServerKey(server.publicKey.rawRepresentation))
        let whose = try person ?? client.whoami().person
        let bytes = Certificate.bytes(
            server: key.id, person: whose, publicKey: identity.publicKey, serial: 1)
        var answer = WireEnrolResponse()
        answer.serverKey = Data(key.publicKey)
        answer.certificate =
            Certificate(
                server: key.id, person: whose, publicKey: identity.publicKey, serial: 1,
                signature: [UInt8](try server.signature(for: Data(bytes)))
            ).wire
        identity.enrolled(
            answer,
            as: Identity.Enrolment(
                address: "https://accord.example", token: "", replica: nil,
                certificateAuthority: nil, allowsPlainHTTP: false))
        try identity.write(client.home)
    }

    /// Lets a laptop pull the plan as a lead whom nobody else knows has written it.
    func pull(_ edits: [FieldEdit], on client: AuditClient) throws {
        let key = RecordKey.plan(Self.audit)
        var record = try client.store.file.read { database -> Record in
            try database.first("select pulled from record where key = ?1", key) {
                $0.isNull(0) ? Record(key: key) : try Record(decoding: $0.blob(0))
            } ?? Record(key: key)
        }
        let replica = ReplicaID(high: 77, low: 77)
        let n = record.context.entries.first { $0.replica == replica }?.n ?? 0
        let writes = edits.map { Write(field: $0.field, value: $0.value, replaces: []) }
        if !writes.isEmpty {
            let body = ChangeBody(
                author: PersonID(high: 77, low: 77), act: .plan,
                writes: writes.sorted { $0.field.path < $1.field.path }, sees: VersionVector(),
                wallTime: 0)
            record.apply(Change(key: key, dot: Dot(replica: replica, n: n + 1), body: body))
        }
        let epoch = EpochID(high: 0, low: 1)
        let opening = PullOpening(
            epoch: epoch, sequence: n + 1, root: .zero,
            acknowledgement: Acknowledgement(
                epoch: epoch,
                end: .start(of: try client.whoami().replica, in: Self.audit), seal: [],
                answers: []))
        _ = try client.store.pull.store(
            PullPiece(
                opening: opening,
                records: [PulledRecord(record: record, bytes: record.encoded())],
                end: .more(cursor: [1])), of: Self.audit, at: Self.now)
    }

    /// Lets laptops accept each other's devices, as after comparing fingerprints.
    func introduce(_ clients: AuditClient...) throws {
        let keys = try clients.map { try ($0.identity().publicKey, $0.whoami().person) }
        for client in clients {
            try client.store.file.write { database in
                for (key, person) in keys {
                    try database.run(
                        "insert or ignore into accepted_device values (?, 0, ?)", key, person)
                }
            }
        }
    }
}
