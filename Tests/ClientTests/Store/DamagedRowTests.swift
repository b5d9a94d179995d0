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
        Reading("names") { _ = try $0.names($1, besides: []) { _ in } },
        Reading("summaries") { try $0.stateIndex.summaries($1) { _, _ in } },
        Reading("verify") { _ = try $0.reconcile.verify($1) },
        Reading("base digests") { store, audit in
            _ = try store.reconcile.baseDigests(audit, buckets: Set(0..<256))
        },
        Reading("bucket sums") { _ = try $0.reconcile.bucketSums($1) },
        Reading("compose anew") { _ = try $0.recovery.rebuild($1) },
        Reading("journal") { store, _ in _ = try store.recovery.replayJournal(at: .distantPast) },
        Reading("rekeying") { store, _ in
            try store.recovery.rekey(
                with: ReplicaID(high: 9, low: 9), pullsAfresh: false, at: .distantPast)
        },
    ]

    private static let byReplica = [
        Reading("overlay") { _ = try $0.recovery.rebuild($1) },
        Reading("own changes") { try $0.log.ownChanges($1) { _ in } },
        Reading("chains") { _ = try $0.reconcile.verify($1) },
    ]

    private static let byShown = [
        Reading("plan") { _ = try $0.plan($1) },
        Reading("records") { try $0.records($1, kind: .state) { _ in } },
        Reading("names") { _ = try $0.names($1, besides: []) { _ in } },
        Reading("evidence") { _ = try $0.evidence.references($1) },
        Reading("recording") { store, audit in
            _ = try store.record(audit, at: .distantPast) { _ = try $0.record(.plan(audit)) }
        },
    ]

    private static let byBody = [
        Reading("unsent") { _ = try $0.log.unsent($1, countMax: 100) },
        Reading("own changes") { try $0.log.ownChanges($1) { _ in } },
        Reading("overlay") { _ = try $0.recovery.rebuild($1) },
        refresh,
        Reading("not applied") { store, audit in
            _ = try store.record(audit, at: .distantPast) { _ = try $0.notApplied(.plan(audit)) }
        },
    ]

    private static let refresh = Reading("refresh") { store, audit in
        try store.write(audit) { row, database in
            let records = try database.numbers("select number from record")
            try RecordRefresh.refresh(records, of: row, database)
        }
    }

    /// Files are looked for in no other record.
    private static let allNameFiles = "update summary set has_evidence = 1;"
    /// No record and no change.
    private static let garbage = "x'ff00'"

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

    @Test(arguments: byShown)
    func `a record as shown that cannot be read is told as damage`(reading: Reading) throws {
        try expectWords("\(Self.allNameFiles) update record set shown = \(Self.garbage)", reading)
    }

    @Test(arguments: byShown + [refresh])
    func `a record as pulled that cannot be read is told as damage`(reading: Reading) throws {
        try expectWords(
            "\(Self.allNameFiles) update record set shown = null, pulled = \(Self.garbage)", reading
        )
    }

    @Test func `a summary that cannot be read is told as damage`() throws {
        let summaries = Reading("summaries") { try $0.stateIndex.summaries($1) { _, _ in } }
        try expectWords("update summary set bytes = x'00'", summaries)
    }

    @Test(arguments: byBody)
    func `a change that cannot be read is told as damage`(reading: Reading) throws {
        try expectWords("update change set body = \(Self.garbage)", reading)
    }

    @Test func `a search that meets damaged work leaves the index as it is`() throws {
        let query = SearchQuery("menu")
        let view = try desk.view()
        _ = try desk.client.queries.search(query, in: view, desk.catalogue)
        let path = desk.client.home.searchPath
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
        try damage("update record set shown = \(Self.garbage), shown_digest = zeroblob(32)")
        #expect(throws: StorageError.self) {
            try desk.client.queries.search(query, in: view, desk.catalogue)
        }
        let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
        #expect(before as? Int == after as? Int && before as? Int != nil)
    }

    @Test func `a lead's verdict that cannot be read is told as damage`() throws {
        let verdicts = Reading("verdicts") { _ = try $0.pull.resolutions($1) }
        try expectWords(
            """
            pragma ignore_check_constraints = on;
            insert into lead_verdict
            select number, zeroblob(16), 1, 3, zeroblob(16), 0, '' from audit
            """, verdicts)
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

    /// What a person is told: that the disk is to blame and not what she gave, and who helps.
    private func expectWords(_ sql: String, _ reading: Reading) throws {
        try damage(sql)
        let found = trouble { try reading.read(store, desk.audit) }
        let told = try #require(found, "\(reading.testDescription)")
        let file = URL(filePath: store.path).lastPathComponent
        #expect(told.kind == .disk)
        #expect(told.message.contains("\(file) is damaged ("))
        #expect(told.message.contains("accord doctor"))
    }

    private func damage(_ sql: String) throws {
        let queue = try DatabaseQueue(path: store.path)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}
