import Crypto
import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// What came in a file is compared with what the server has by hash, never by numbers alone.
struct LastCheckpointTests {
    private let meeting: Meeting
    private let maya: AuditClient
    private let twin: AuditClient
    private let lee: AuditClient
    private let server: ServerKey
    private let audit = Meeting.audit
    private let now = Meeting.now

    /// Maya's laptop was copied before its second change, and lee's has the audit from a server.
    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        lee = try meeting.laptop("lee")
        let key = Curve25519.Signing.PrivateKey()
        server = try #require(ServerKey(key.publicKey.rawRepresentation))
        try meeting.enrol(maya, at: key)
        try meeting.pull(
            Drafts.person(maya.whoami().person, name: "Maya", role: .lead), on: lee)
        try meeting.save("one", on: maya)
        twin = try meeting.twin(of: maya)
        try meeting.save("two", on: maya)
        try meeting.save("by the twin", on: twin)
    }

    @Test func `what the server has to its end brings nothing`() throws {
        try tell(lee, of: [end(of: maya)])
        let taken = try take(from: maya, "1")
        #expect(taken.changes == 0 && taken.people.isEmpty && taken.apart.isEmpty)
        #expect(try lee.store.bundles.chains(audit).isEmpty)
    }

    @Test func `what goes on from what the server has is shown and sent from there`() throws {
        try tell(lee, of: [end(of: maya)])
        try meeting.save("three", on: maya)
        let taken = try take(from: maya, "1")
        #expect(taken.changes == 1 && taken.people.map(\.changes) == [1])
        #expect(try meeting.titles(lee).contains("three"))
        #expect(try next()?.first == 3)
    }

    @Test func `other changes under the server's numbers are kept, listed and sent, not shown`()
        throws
    {
        try tell(lee, of: [end(of: maya)])
        let taken = try take(from: twin, "1")
        #expect(taken.people.isEmpty && taken.apart.map(\.standing) == [.contradicted])
        try expectKept(as: .contradicted)
        // A longer one is compared where the server's ends.
        try meeting.save("on and on", on: twin)
        #expect(try take(from: twin, "2").people.isEmpty)
        try expectKept(as: .contradicted)
    }

    @Test func `what may be other than the server's is kept and listed until that has answered`()
        throws
    {
        try meeting.save("three", on: maya)
        try tell(lee, of: [end(of: maya)])
        let taken = try take(from: twin, "1")
        #expect(taken.people.isEmpty && taken.apart.map(\.standing) == [.unchecked])
        try expectKept(as: .unchecked)
    }

    @Test func `once the server has named its hash it is the server's, and gone from here`() throws
    {
        try tell(lee, of: [end(of: maya)])
        let old = try meeting.bundle(of: maya, "1")
        try meeting.save("three", on: maya)
        try tell(lee, of: [end(of: maya)])
        _ = try lee.store.bundles.importBundle(from: old, trusting: server)
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [.unchecked])
        let batch = try #require(try next())
        let chain = batch.changes.reduce(batch.before.chain) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: batch.last), chain: chain),
            seal: [], answers: [])
        #expect(try lee.store.push.settle(audit, answer) == .settled)
        try release([end(of: maya)])
        #expect(try lee.store.bundles.chains(audit).isEmpty)
    }

    /// Kept here through checkpoints until the server has it for its leads, and then as well.
    private func expectKept(as status: ApartChain.Status) throws {
        #expect(try meeting.titles(lee) == [])
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [status])
        try release([end(of: maya)])
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [status])
        let batch = try #require(try next())
        #expect(batch.first == 1)
        #expect(batch.replica == (try maya.whoami().replica))
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: batch.last), chain: .zero),
            seal: [], isUnplaced: true)
        #expect(try lee.store.push.settle(audit, answer) == .settled)
        #expect(try next() == nil)
        try release([end(of: maya)])
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [.unplaced])
        #expect(try meeting.titles(lee) == [])
        // A file that is longer goes on with it.
        try lee.store.reconcile.enterEpoch(audit)
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [status])
    }

    private func take(from client: AuditClient, _ name: String) throws -> BundleTaken {
        let path = try meeting.bundle(of: client, name)
        return try lee.store.bundles.importBundle(from: path, trusting: server).taken
    }

    private func next() throws -> OutgoingBatch? {
        try lee.store.push.nextBatch(audit, countMax: 9, bytesMax: 99_999)
    }

    private func end(of client: AuditClient) throws -> ChainEnd {
        let chains = try client.store.bundles.chains(audit)
        return try #require(chains.first).end
    }

    private func release(_ vector: [ChainEnd]) throws {
        let checkpoint = PullCheckpoint(cursor: [1], vector: vector, root: .zero, sequence: 9)
        try lee.store.file.write { database in
            let row = try ClientStore.ensureAudit(audit, database)
            try PullStore.release(checkpoint, audit: row, database)
        }
    }

    /// Lets a laptop's last checkpoint say how far the server has chains.
    private func tell(_ client: AuditClient, of ends: [ChainEnd]) throws {
        var checkpoint = WireCheckpoint()
        checkpoint.vector = ends.map { end in
            var entry = WireVectorEntry()
            entry.replica = Data(end.replica.bytes)
            entry.n = end.n
            entry.chain = Data(end.chain.bytes)
            return entry
        }
        try client.store.file.write {
            try $0.run("update audit set checkpoint = ?", checkpoint.canonicalBytes())
        }
    }
}
