@testable import Client
import Foundation
import GRDB
import Shared
import Storage
import TestSupport
import Testing

/// What is derived can be had again from what is not, whatever became of it.
struct RebuildingTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.record(.failed, severity: .minor, note: "Silent.")
        try desk.hear(from: desk.maya, .passed)
        try desk.hear(from: desk.lee, .failed(.serious, .app), seen: true)
        try desk.record(.passed, criterion: "confined")
    }

    @Test func `composing anew changes no column of a database that is right`() throws {
        let before = try rows()
        let result = try desk.client.store.recovery.rebuild(desk.audit)
        #expect(result.isClean && result.records == before.count - 1)
        #expect(try rows() == before)
    }

    @Test(
        arguments: [
            "update record set base_digest = zeroblob(32)", "update record set base_digest = null",
            "update record set shown = null where pulled is not null",
            "update record set shown_digest = zeroblob(32)", "update record set shown_digest = x''",
            "update record set is_shared = 1 - is_shared", "update audit set root = zeroblob(32)",
        ])
    func `a derived column that was damaged is as it was`(_ damage: String) throws {
        let before = try rows()
        try write(damage)
        #expect(try rows() != before)
        #expect(try !desk.client.store.recovery.derivedFaults(desk.audit).isClean)
        #expect(try !desk.client.store.recovery.rebuild(desk.audit).isClean)
        #expect(try rows() == before)
        #expect(try desk.client.store.recovery.derivedFaults(desk.audit).isClean)
    }

    @Test func `a pulled record that cannot be read is dropped and pulled again`() throws {
        try write("update record set pulled = x'ff00ff' where pulled is not null")
        let result = try desk.client.store.recovery.rebuild(desk.audit)
        #expect(result.unreadable.count == 1)
        #expect(try desk.client.store.pull.pullStart(desk.audit).cursor == nil)
        #expect(try desk.client.store.recovery.derivedFaults(desk.audit).isClean)
        // What was recorded here is not gone with it.
        #expect(try desk.finding(Desk.open, "confined").judgements.count == 1)
    }

    @Test func `what no checkpoint counts goes, and only where the root is right without it`()
        throws
    {
        let store = desk.client.store
        let digests = try store.reconcile.baseDigests(desk.audit, buckets: Set(0...255))
        let (key, digest) = try #require(digests.first)
        let before = try rows()
        try store.recovery.drop([key], of: desk.audit)
        #expect(try rows() == before)
        let root = try #require(try store.pull.standing(desk.audit)).root
        try store.file.write {
            try $0.run("update audit set checkpoint_root = ?", root &- digest)
        }
        try store.recovery.drop([key], of: desk.audit)
        #expect(try store.pull.standing(desk.audit)?.root == root &- digest)
        #expect(try store.recovery.derivedFaults(desk.audit).isClean)
        // What was recorded here is not gone with it.
        #expect(try desk.finding(Desk.open, "confined").judgements.count == 1)
    }

    @Test func `a record under another record's key is as damaged as one of none`() throws {
        try write(
            """
            update record set pulled = (select pulled from record where pulled is not null)
            where pulled is null
            """)
        let result = try desk.client.store.recovery.rebuild(desk.audit)
        #expect(result.unreadable.count == result.records - 1)
    }

    /// Every derived column of every record, and the root.
    private func rows() throws -> [GRDB.Row] {
        try connection { database in
            try GRDB.Row.fetchAll(
                database,
                sql: """
                    select number, base_digest, shown, shown_digest, is_shared from record
                    union all
                    select -number, root, null, null, null from audit
                    order by 1
                    """)
        }
    }

    private func write(_ sql: String) throws {
        try connection { try $0.execute(sql: sql) }
    }

    private func connection<Result>(_ work: (GRDB.Database) throws -> Result) throws -> Result {
        let queue = try DatabaseQueue(path: desk.client.home.databasePath)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(work)
    }
}
