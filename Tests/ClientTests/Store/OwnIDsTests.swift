import Crypto
import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// What a person said under another id on another laptop is hers to change, where the server says
/// so, and a file shows it to everybody who has joined that server.
struct OwnIDsTests {
    private let meeting: Meeting
    private let maya, lee: AuditClient
    private let server = Curve25519.Signing.PrivateKey()
    /// How she was called on the laptop that she had before the invite.
    private let other = PersonID(high: 6, low: 6)
    private let me: PersonID
    private let field = FieldID(criterion: "menu.android.state-open", .judgement)
    private let key = RecordKey.state(
        Meeting.audit,
        StateID(
            component: ComponentID(high: 5, low: 1), environment: EnvironmentID(high: 6, low: 1),
            round: 1, state: "expanded"))

    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        lee = try meeting.laptop("lee")
        me = try maya.whoami().person
        for laptop in [maya, lee] { try meeting.enrol(laptop, at: server) }
        try pull(on: lee)
    }

    @Test func `what she said under another id is hers to change where the server says so`() throws
    {
        try pull(on: maya)
        try judge(.passed)
        #expect(try authors(maya) == [me, other], "nobody has said whose that id is")
        try pull(on: maya, [certificate(other)])
        try judge(.failed(.critical, .app))
        #expect(try authors(maya) == [me])
        try judge(nil)
        #expect(try authors(maya) == [])
        var names: [PersonID] = []
        try maya.store.log.ownChanges(Meeting.audit) { names.append($0.change.body.author) }
        #expect(names == [me, me, other, me])
        #expect(try maya.whoami().ids == [me, other])
    }

    @Test func `a word for another device, or for her own id, makes no id hers`() throws {
        try pull(on: maya, [certificate(other, for: lee), certificate(me)])
        try judge(.passed)
        #expect(try authors(maya) == [me, other])
    }

    @Test func `who joins anew writes in one name until that server says otherwise`() throws {
        try pull(on: maya, [certificate(other)])
        try maya.store.adopt(person: me, name: "Maya", epoch: EpochID(high: 0, low: 2))
        try judge(.passed)
        #expect(try authors(maya) == [me, other])
    }

    @Test func `a file of it shows both ids, and earlier versions name it as newer`() throws {
        let path = try speak()
        #expect(try BundleReader(path: path).header.format == BundleFormat.version)
        let taken = try lee.bundles.importBundle(from: path).taken
        #expect(taken.people.map(\.person) == [me] && taken.changes == 2)
        #expect(try authors(lee) == [me])
        // Whoever passes it on shows the same.
        let noor = try meeting.laptop("noor")
        try meeting.enrol(noor, at: server)
        try pull(on: noor)
        try noor.bundles.importBundle(from: meeting.bundle(of: lee, "on"))
        #expect(try authors(noor) == [me])
    }

    @Test func `a file with nothing but a removal in another name is hers, too`() throws {
        try pull(on: maya, [certificate(other)])
        try judge(nil)
        let taken = try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1")).taken
        #expect(taken.people.map(\.person) == [me] && taken.changes == 1)
        #expect(try authors(lee) == [])
    }

    @Test func `a file in which she speaks by one name is one for earlier versions`() throws {
        try pull(on: maya, [certificate(other)])
        try judge(.passed, FieldID(criterion: "menu.android.name", .judgement))
        let path = try meeting.bundle(of: maya, "1")
        #expect(try BundleReader(path: path).header.format == BundleFormat.plainVersion)
        #expect(try chain(in: path).device.others.isEmpty)
    }

    @Test func `a file that lacks the word, or names her otherwise, is refused as a whole`() throws
    {
        let path = try speak()
        let stripped = try altered(path, "stripped") { $0.device.others = [] }
        #expect(trouble { try lee.bundles.importBundle(from: stripped) }?.kind == .badInput)
        let renamed = try altered(path, "renamed") { $0.person = Data(other.bytes) }
        #expect(trouble { try lee.bundles.importBundle(from: renamed) }?.kind == .badInput)
        let many = try altered(path, "many") {
            $0.device.others = Array(repeating: $0.device.others[0], count: 17)
        }
        #expect(trouble { try lee.bundles.importBundle(from: many) }?.kind == .badInput)
        #expect(try authors(lee) == [other])
    }

    @Test func `nobody speaks in a colleague's name by words of her own making`() throws {
        let forger = Curve25519.Signing.PrivateKey()
        let own = try certificate(me, for: lee)
        let forged = [
            try certificate(other, by: forger), try certificate(other, for: lee),
            Certificate(
                server: own.server, person: other, publicKey: try maya.identity().publicKey,
                serial: 1, signature: own.signature),
        ]
        // Her device is known here, with her own verdict.
        try judge(.passed)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "good"))
        #expect(try authors(lee) == [me, other])
        try pull(on: maya, [certificate(other)])
        try judge(.failed(.minor, .app))
        let path = try meeting.bundle(of: maya, "true")
        for (index, one) in forged.enumerated() {
            let file = try altered(path, "forged-\(index)") { $0.device.others = [one.wire] }
            let taken = try lee.bundles.importBundle(from: file).taken
            #expect(taken.changes == 0 && taken.misnamed.count == 1)
            #expect(try authors(lee) == [me, other])
            // Who does not know the device keeps it apart.
            let noor = try meeting.laptop("noor-\(index)")
            try meeting.enrol(noor, at: server)
            try pull(on: noor)
            let apart = try noor.bundles.importBundle(from: file).taken
            #expect(apart.people.isEmpty && apart.apart.count == 1)
            #expect(try authors(noor) == [other])
            // The true one helps.
            try noor.bundles.importBundle(from: path)
            #expect(try authors(noor) == [me])
        }
        #expect(try lee.store.reconcile.verify(Meeting.audit)?.damaged == [])
        // What a carrier adds to a file of one name changes nothing of what is known.
        try lee.bundles.importBundle(from: path)
        #expect(try authors(lee) == [me])
    }

    @Test func `a device that was accepted brings nothing under further ids`() throws {
        let noor = try meeting.laptop("noor")
        try judge(.passed)
        try noor.bundles.importBundle(from: meeting.bundle(of: maya, "good"))
        _ = try noor.store.devices.accept(maya.identity().keyFingerprint, at: Meeting.now)
        #expect(try authors(noor) == [me])
        let taken = try noor.bundles.importBundle(from: speak()).taken
        #expect(taken.changes == 0 && taken.misnamed.count == 1)
        #expect(try authors(noor) == [me])
    }

    @Test func `what a lost device was told of another id proves nothing any more`() throws {
        let path = try speak()
        try maya.rekey(after: maya.identity(), because: .copied, at: Meeting.now)
        try meeting.enrol(maya, at: server)
        let later = try meeting.bundle(of: maya, "later")
        let lost = try chain(in: path).end.replica
        let trusting = try #require(ServerKey(server.publicKey.rawRepresentation))
        let level = try lee.store.file.write { database in
            let row = try ClientStore.ensureAudit(Meeting.audit, database)
            try database.run("insert into ended_device values (?, ?, 1)", row.number, lost)
            return try DeviceTrust(trusting, in: row, database).level(of: chain(in: later), by: me)
        }
        #expect(level == .unknown)
    }

    @Test func `what cannot be shown to be hers is written into no file`() throws {
        try pull(on: maya, [certificate(other)])
        try judge(.passed)
        try maya.store.file.write { try $0.run("delete from own_id") }
        #expect(throws: BundleError.unproved) { try meeting.bundle(of: maya, "1") }
        let told = trouble { _ = try meeting.bundle(of: maya, "1") }
        #expect(told?.message.contains("accord sync") == true)
        let names = try FileManager.default.contentsOfDirectory(atPath: meeting.folder.url.path)
        #expect(!names.contains { $0.hasSuffix(".bundle") || $0.hasPrefix(".accord-draft-") })
    }

    // MARK: Laptops

    /// A file in which she takes back what she said under the other id.
    private func speak() throws -> String {
        try pull(on: maya, [certificate(other)])
        try judge(.failed(.minor, .app))
        return try meeting.bundle(of: maya, "spoken")
    }

    /// The server's word that a laptop's device may write in a name.
    private func certificate(
        _ person: PersonID, for client: AuditClient? = nil,
        by key: Curve25519.Signing.PrivateKey? = nil
    ) throws -> Certificate {
        let signer = key ?? server
        let server = try #require(ServerKey(self.server.publicKey.rawRepresentation)).id
        let publicKey = try (client ?? maya).identity().publicKey
        let bytes = Certificate.bytes(
            server: server, person: person, publicKey: publicKey, serial: 1)
        return Certificate(
            server: server, person: person, publicKey: publicKey, serial: 1,
            signature: [UInt8](try signer.signature(for: Data(bytes))))
    }

    /// Lets a pull bring what she said on her other laptop, and words of the server.
    private func pull(on client: AuditClient, _ ids: [Certificate] = []) throws {
        let write = Write(field: field, value: .judgement(.cantTell), replaces: [])
        let body = ChangeBody(
            author: other, act: .edit, writes: [write], sees: VersionVector(), wallTime: 0)
        let dot = Dot(replica: ReplicaID(high: 66, low: 66), n: 1)
        let record = Record(key: key).applying(Change(key: key, dot: dot, body: body))
        let epoch = EpochID(high: 0, low: 1)
        var opening = PullOpening(
            epoch: epoch, sequence: 1, root: .zero,
            acknowledgement: Acknowledgement(
                epoch: epoch, end: .start(of: try client.whoami().replica, in: Meeting.audit),
                seal: [], answers: []))
        opening.ids = ids
        let piece = PullPiece(
            opening: opening, records: [PulledRecord(record: record, bytes: record.encoded())],
            end: .more(cursor: [1]))
        _ = try client.store.pull.store(piece, of: Meeting.audit, at: Meeting.now)
    }

    private func judge(_ judgement: Judgement?, _ field: FieldID? = nil) throws {
        let edit = FieldEdit(field ?? self.field, judgement.map { .judgement($0) })
        try maya.save([RecordDraft(key: key, edits: [edit])], in: Meeting.audit)
    }

    private func authors(_ client: AuditClient) throws -> Set<PersonID> {
        Set(try client.store.record(key)?.siblings(of: field).map(\.author) ?? [])
    }

    private func chain(in path: String) throws -> SignedChain {
        var found: [SignedChain] = []
        var reader = try BundleReader(path: path)
        _ = try reader.read { if case .chain(let chain, _) = $0 { found.append(chain) } }
        return try #require(found.first)
    }

    private func altered(
        _ path: String, _ name: String, _ alter: (inout WireBundleChain) -> Void
    ) throws -> String {
        try meeting.altered(path, name) { item in
            guard case .chain(var chain) = item.item else { return }
            alter(&chain)
            item.item = .chain(chain)
        }
    }
}
