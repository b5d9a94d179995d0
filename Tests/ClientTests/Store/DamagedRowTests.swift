@testable import Client
import Foundation
import GRDB
import Shared
import Storage
import TestSupport
import Testing

/// A row that cannot be read is told, and never passed over as if it had not been there.
struct DamagedRowTests {
    private let desk: Desk
    private var store: ClientStore { desk.client.store }

    /// One way to read rows of the database.
    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let read: @Sendable (ClientStore, AuditID) throws -> Void

        init(_ name: String, _ read: @escaping @Sendable (ClientStore, AuditID) throws -> Void) {
            testDescription = name
            self.read = read
        }
    }

    private static let byKey = [
        Reading("unsent") { _ = try $0.log.unsent($1, countMax: 100) },
        Reading("own changes") { try $0.log.ownChanges($1) { _ in } },
        Reading("names") { _ = try $0.names($1, besides: [:]) },
        Reading("standings") { try $0.stateIndex.standings($1) { _, _ in } },
        Reading("verify") { _ = try $0.reconcile.verify($1) },
        Reading("base digests") { store, audit in
            _ = try store.reconcile.baseDigests(audit, buckets: Set(0..<256))
        },
        Reading("bucket sums") { _ = try $0.reconcile.bucketSums($1) },
        Reading("compose anew") { _ = try $0.recovery.rebuild($1) },
        Reading("journal") { store, _ in _ = try store.recovery.replayJournal(at: .distantPast) },
        Reading("succession") { store, _ in
            try store.recovery.succeed(
                with: ReplicaID(high: 9, low: 9), pullsAfresh: false, at: .distantPast)
        },
    ]

    private static let byReplica = [
        Reading("overlay") { _ = try $0.recovery.rebuild($1) },
        Reading("own changes") { try $0.log.ownChanges($1) { _ in } },
        Reading("chains") { _ = try $0.reconcile.verify($1) },
    ]

    init() throws {
        desk = try Desk()
        try desk.record(.failed, severity: .minor, note: "Silent.")
        try desk.hear(from: desk.maya, .passed)
        try FileManager.default.removeItem(atPath: desk.client.home.journalPath)
    }

    @Test(arguments: byKey)
    func `a record's key that cannot be read is told`(reading: Reading) throws {
        // Still in the range of its kind.
        try expectDamage("update record set key = substr(key, 1, 17)", reading)
    }

    @Test(arguments: byReplica)
    func `a replica's id that cannot be read is told`(reading: Reading) throws {
        try expectDamage("update chain set replica = x'00'", reading)
    }

    @Test func `an own replica's id that cannot be read is told`() throws {
        let home = Reading("home") { store, _ in _ = try store.home() }
        try expectDamage("update replica set id = x'00'", home)
    }

    @Test(arguments: [2, 3])
    func `a change whose hash cannot be read leaves no gap in a batch`(n: Int) throws {
        let batch = Reading("batch") {
            _ = try $0.push.nextBatch($1, countMax: 100, bytesMax: 1_000_000)
        }
        try expectDamage("update change set hash = x'00' where n = \(n)", batch)
    }

    @Test func `a chain's end that cannot be read begins no second chain`() throws {
        try damage("update chain set hash = x'00'")
        let error = #expect(throws: (any Error).self) { try desk.record(.passed) }
        #expect(ReportedError(try #require(error)).message.contains("accord doctor"))
    }

    @Test func `salvage for a new database takes what can be read, and passes over the rest`()
        throws
    {
        let all = try store.recovery.unanswered().count
        try damage("update record set key = substr(key, 1, 17)")
        let left = try store.recovery.unanswered()
        #expect(!left.isEmpty && left.count < all)
    }

    private func expectDamage(_ sql: String, _ reading: Reading) throws {
        try damage(sql)
        let error = #expect(throws: (any Error).self, "\(reading)") {
            try reading.read(store, desk.audit)
        }
        guard case StorageError.damaged = try #require(error) else {
            Issue.record("\(reading.testDescription) tells \(String(describing: error))")
            return
        }
    }

    private func damage(_ sql: String) throws {
        let queue = try DatabaseQueue(path: store.path)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}
