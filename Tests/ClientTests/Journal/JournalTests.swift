@testable import Client
import Foundation
import Presentation
import Shared
import Storage
import TestSupport
import Testing

/// Unsent changes a second time, and a database that is put back to an older state.
struct JournalTests {
    private let desk: Desk
    private var home: ClientHome { desk.client.home }
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        desk = try Desk()
        try desk.client.store.checkpoint()
    }

    @Test func `a database put back to an older state is whole again at the next command`() throws {
        let old = try databaseBytes()
        try desk.record(.failed, note: "Silent.")
        try desk.record(.passed, criterion: "confined")
        let root = try shownDigests(desk.client)
        try putBack(old)
        let (client, replay, rekeying) = try AuditClient.open(home)
        let told = try #require(replay)
        #expect(told.replayed > 0 && told.orphans == 0)
        #expect(rekeying == nil)
        #expect(try shownDigests(client) == root)
        #expect(try client.store.reconcile.verify(desk.audit)?.isSound == true)
        try client.store.close()
        #expect(try AuditClient.open(home).replay == nil)
    }

    @Test func `a torn tail is passed over and what stands before it is replayed`() throws {
        let old = try databaseBytes()
        try desk.record(.failed)
        let whole = try journalBytes().count
        try desk.record(.passed, criterion: "confined")
        try Data(journalBytes().prefix(whole + 9)).write(to: journal)
        try putBack(old)
        let replay = try #require(try AuditClient.open(home).replay)
        #expect(replay.replayed == 1 && replay.orphans == 0)
    }

    @Test func `changes that contradict the database are kept aside and told once`() throws {
        let old = try databaseBytes()
        let few = try journalBytes()
        try desk.record(.failed, note: "First.")
        let other = try journalBytes()
        try putBack(old)
        try few.write(to: journal)
        let client = try AuditClient.open(home).client
        var finding = FindingEntry(
            environment: Desk.android, state: "expanded", criterion: "state-open")
        finding.outcome = .passed
        _ = try client.recording.record(
            finding, of: Desk.menu, in: try client.view(desk.audit), catalogue: desk.catalogue)
        try client.store.close()
        try other.write(to: journal)
        let replay = try #require(try AuditClient.open(home).replay)
        #expect(replay.replayed == 0 && replay.orphans == 1)
        let path = try #require(replay.orphansPath)
        let kept = try Journal(path: path).entries()
        #expect(kept.count == 1)
        #expect(try AuditClient.open(home).replay == nil)
        #expect(try Journal(path: home.journalPath).entries().count == queue())
    }

    @Test func `what did not fit twice within one second is in two files, and both are kept`()
        throws
    {
        try desk.record(.failed)
        let journal = Journal(path: home.journalPath)
        let entries = try journal.entries()
        for _ in 1...2 {
            let paths = try [entries.prefix(1), entries.prefix(2)].map {
                try journal.keepOrphans(Array($0), at: now)
            }
            #expect(journal.orphanFiles == paths.sorted() && Set(paths).count == 2)
            #expect(try Journal(path: paths[0]).entries() == Array(entries.prefix(1)))
            try journal.retireOrphans()
        }
        let kept = DurableFolder.names(in: home.folder.path).filter { $0.contains("-kept-") }
        #expect(kept.count == 4)
    }

    @Test func `a journal that got lost is written anew`() throws {
        try desk.record(.failed)
        let entries = try Journal(path: home.journalPath).entries()
        #expect(entries.count == (try queue()))
        try FileManager.default.removeItem(at: journal)
        #expect(try AuditClient.open(home).replay == nil)
        #expect(try Journal(path: home.journalPath).entries() == entries)
    }

    @Test func `a change that a killed program did not note is noted by the next`() throws {
        let before = try journalBytes()
        try desk.record(.failed)
        let entries = try Journal(path: home.journalPath).entries()
        try before.write(to: journal)
        #expect(try AuditClient.open(home).replay == nil)
        #expect(try Journal(path: home.journalPath).entries() == entries)
    }

    @Test func `the journal is empty once everything in it is answered`() throws {
        try desk.record(.failed)
        let store = desk.client.store
        let batch = try #require(
            try store.push.nextBatch(desk.audit, countMax: 1_000, bytesMax: 1_000_000))
        let chain = batch.changes.reduce(batch.before.chain) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        let part = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(
                dot: Dot(replica: batch.replica, n: 1),
                chain: ChangeHash.chain(after: batch.before.chain, batch.changes[0].hash)),
            seal: [1],
            answers: [])
        #expect(try store.push.settle(desk.audit, part) == .settled)
        #expect(try !journalBytes().isEmpty)
        let all = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: batch.last), chain: chain), seal: [1],
            answers: [])
        #expect(try store.push.settle(desk.audit, all) == .settled)
        #expect(try journalBytes().isEmpty)
    }

    @Test func `what a restored server has otherwise waits again, and is in the journal again`()
        throws
    {
        try desk.record(.failed)
        let store = desk.client.store
        let entries = try Journal(path: home.journalPath).entries()
        let batch = try #require(
            try store.push.nextBatch(desk.audit, countMax: 1_000, bytesMax: 1_000_000))
        let chain = batch.changes.reduce(batch.before.chain) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        let all = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: batch.last), chain: chain), seal: [1],
            answers: [])
        #expect(try store.push.settle(desk.audit, all) == .settled)
        #expect(try journalBytes().isEmpty)
        try store.reconcile.reclaim(batch.replica, above: 0, in: desk.audit)
        #expect(try Journal(path: home.journalPath).entries() == entries)
    }

    @Test func `entries survive their bytes, and any damaged byte ends the reading`() throws {
        try desk.record(.failed, note: "Silent.")
        let entries = try Journal(path: home.journalPath).entries()
        let bytes = entries.flatMap(\.bytes)
        #expect(JournalEntry.all(in: bytes) == entries)
        let last = JournalEntry.last(fileBytes: UInt64(bytes.count)) { count, offset in
            Array(bytes[Int(offset)..<Int(offset) + count])
        }
        #expect(last == entries.last)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 1
            let read = JournalEntry.all(in: damaged)
            #expect(read.count < entries.count && read == Array(entries.prefix(read.count)))
        }
        #expect(CRC32.of([UInt8]("123456789".utf8)) == 0xCBF4_3926)
    }

    // MARK: Steps

    private var journal: URL { URL(filePath: home.journalPath) }

    private func journalBytes() throws -> Data { try Data(contentsOf: journal) }

    private func databaseBytes() throws -> Data {
        try desk.client.store.checkpoint()
        return try Data(contentsOf: URL(filePath: home.databasePath))
    }

    /// In place, so that the file keeps its identity.
    private func putBack(_ bytes: Data) throws {
        try desk.client.store.close()
        let handle = try FileHandle(forWritingTo: URL(filePath: home.databasePath))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: home.databasePath + suffix)
        }
    }

    private func queue() throws -> Int {
        let client = try AuditClient(home: home)
        return try client.store.push.queue(desk.audit).count
    }

    private func shownDigests(_ client: AuditClient) throws -> [Hash256] {
        var digests: [Hash256] = []
        for kind in [RecordKind.plan, .component, .state] {
            try client.store.records(desk.audit, kind: kind) { digests.append($0.digest) }
        }
        return digests
    }
}
