import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

struct EvidenceUpkeepTests {
    private static let day = 24.0 * 3600
    private static let monthAgo = TestServer.now.addingTimeInterval(-30 * day)

    @Test func `what no finding refers to goes, everything else stays`() async throws {
        var team = try await TestServer().team()
        let used = try await team.store(1, at: Self.monthAgo)
        let unused = try await team.store(2, at: Self.monthAgo)
        let young = try await team.store(3, at: TestServer.now.addingTimeInterval(-6 * Self.day))
        try await team.attach(used)
        let care = EvidenceUpkeep(core: team.server.core)
        let rehearsal = try await care.removeUnused(rehearsing: true, at: TestServer.now)
        #expect(rehearsal.removed == [unused])
        #expect(try await team.blobs() == [used, unused, young])
        let collection = try await care.removeUnused(rehearsing: false, at: TestServer.now)
        #expect(collection.removed == [unused])
        #expect(collection.kept == 2)
        #expect(collection.bytes == 300_000)
        #expect(try await team.blobs() == [used, young])
        #expect(try await care.removeUnused(rehearsing: false, at: TestServer.now).removed == [])
    }

    @Test func `what waits for a lead keeps its files, in whatever form it came`() async throws {
        var team = try await TestServer().team()
        let reader = team.reader
        let key = TestKey(6)
        let names = { (file: Hash256) in
            Write(
                field: FieldID(criterion: "menu.ios.trigger-name", .evidence, file.hex),
                value: .present, replaces: [])
        }
        var hashes: Set<Hash256> = []
        for seed in 1...3 as ClosedRange<UInt8> {
            hashes.insert(try await team.store(seed, at: Self.monthAgo))
        }
        let files = hashes.sorted()
        // A reader's, hers in a wrapper, and one by a device that nobody knows.
        team.reader.record(team.state(), [names(files[0])])
        var before = TestDevice(
            person: reader.person, replica: TestKey(5).replica, token: "",
            epoch: team.server.core.epoch)
        team.reader.reissue(before.record(team.state(), [names(files[1])]))
        try await team.server.push(&team.reader, to: team.audit)
        var stranger = TestDevice(
            person: key.person, replica: key.replica, token: "", epoch: team.server.core.epoch)
        stranger.record(team.state(), [names(files[2])])
        _ = try await team.server.core.push(
            stranger.carried(in: team.audit, by: key), to: team.audit, by: team.tester.bearer,
            at: TestServer.now)
        let kept = try await team.server.core.quarantine(of: team.audit, by: team.lead.bearer)
        #expect(kept.items.count == 3)
        #expect(try await team.collect(days: nil).removed == [])
        #expect(try await team.blobs() == hashes)
    }

    @Test func `after a restore nothing goes until laptops had their time to bring it back`()
        async throws
    {
        var team = try await TestServer().team()
        let hash = try await team.store(1, at: Self.monthAgo)
        try team.backUp()
        #expect(try await !team.server.core.noticeRestore())
        try await team.attach(hash)
        let records = try await team.sealedRecords(by: team.other)
        try team.putBack()
        // The finding that refers to the file is not there now.
        await #expect(throws: ReconcileWait.unnoticed) { try await team.collect(days: 30) }
        #expect(try await team.server.core.noticeRestore())
        let end = TestServer.now.addingTimeInterval(30 * Self.day)
        for now in [TestServer.now, end.addingTimeInterval(-1)] {
            await #expect(throws: ReconcileWait.until(end)) {
                try await team.collect(days: 30, at: now)
            }
        }
        #expect(try await team.blobs() == [hash])
        _ = try await team.heal(by: team.other, records: records)
        #expect(try await team.collect(days: 30, at: end).removed == [])
        #expect(try await team.blobs() == [hash])
    }

    @Test func `whoever says so collects despite a restore, and nobody waits without one`()
        async throws
    {
        var team = try await TestServer().team()
        let hash = try await team.store(1, at: Self.monthAgo)
        _ = try await team.store(2, at: TestServer.now)
        #expect(try await team.collect(days: 30, rehearsing: true).removed == [hash])
        try team.backUp()
        try await team.server.core.declareRestore()
        await #expect(throws: ReconcileWait.self) { try await team.collect(days: 1) }
        #expect(try await team.collect(days: nil).removed == [hash])
    }

    @Test func `a file of two audits stays while one of them refers to it`() async throws {
        var team = try await TestServer().team()
        let hash = try await team.store(1, at: Self.monthAgo)
        let elsewhere = AuditID(high: 8, low: 8)
        try await team.server.core.found(
            elsewhere, lead: team.other.person, at: TestServer.now)
        try await team.server.core.store(
            team.evidence(1).bytes, in: elsewhere, by: team.other, at: Self.monthAgo)
        try await team.attach(hash)
        let care = EvidenceUpkeep(core: team.server.core)
        #expect(try await care.removeUnused(rehearsing: false, at: TestServer.now).removed == [])
        #expect(try await team.blobs() == [hash])
        // The other audit does not have it any more.
        await #expect(throws: Problem.self) {
            _ = try await team.server.core.blob(hash, of: elsewhere, by: team.other.bearer)
        }
    }

    @Test func `uploads that nobody goes on with end after their time`() async throws {
        let team = try await TestServer().team()
        let core = team.server.core
        let folder = core.evidence.blobs
        let file = team.evidence()
        let begun = try await core.beginUpload(
            file.hash, size: UInt64(file.bytes.count), to: team.audit, by: team.tester.bearer,
            at: Self.monthAgo)
        #expect(folder.uploads() == [begun.id])
        await #expect(throws: Problem.self) {
            _ = try await core.upload(
                begun.id, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        }
        let collection = try await EvidenceUpkeep(core: core)
            .removeUnused(rehearsing: false, at: TestServer.now)
        #expect(collection.expiredUploads == 1)
        #expect(folder.uploads() == [])
    }

    @Test func `a damaged file is set aside and can be uploaded again`() async throws {
        let team = try await TestServer().team()
        let sound = try await team.store(1, at: Self.monthAgo)
        let damaged = try await team.store(2, at: Self.monthAgo)
        let gone = try await team.store(3, at: Self.monthAgo)
        let folder = team.server.core.evidence.blobs
        try Data([1, 2, 3]).write(to: URL(filePath: folder.path(of: damaged)))
        try folder.remove(gone)
        let scrub = try await EvidenceUpkeep(core: team.server.core).scrub()
        #expect(scrub.sound == 1)
        #expect(scrub.damaged == [damaged])
        #expect(scrub.missing == [gone])
        #expect(try await team.blobs() == [sound])
        #expect(try await team.store(2, at: TestServer.now) == damaged)
        #expect(try await team.blobs() == [sound, damaged])
    }
}

extension TestTeam {
    /// Uploads a file of the tester's.
    fileprivate func store(_ seed: UInt8, at now: Date) async throws -> Hash256 {
        try await server.core.store(
            evidence(seed).bytes, in: audit, by: tester, at: now)
    }

    /// What `accord-server evidence gc` does, beside the server.
    @discardableResult
    fileprivate func collect(
        days: Int?, rehearsing: Bool = false, at now: Date = TestServer.now
    ) async throws -> EvidenceCollection {
        var generator = SeededGenerator(seed: 1)
        let administration = try Administration(
            dataFolder: server.folder.url, at: now, using: &generator)
        defer { try? administration.close() }
        return try await administration.collectEvidence(
            rehearsing: rehearsing, healingDays: days, at: now)
    }

    /// The tester refers to a file.
    fileprivate mutating func attach(_ hash: Hash256) async throws {
        let field = FieldID(criterion: "menu.ios.trigger-name", .evidence, hash.hex)
        tester.record(state(), [Write(field: field, value: .present, replaces: [])])
        try await server.push(&tester, to: audit)
    }

    /// What the audit has and what is on the disk, which is the same.
    fileprivate func blobs() async throws -> Set<Hash256> {
        let rows = try await server.store.read { try Set(EvidenceIndex(db: $0).hashes()) }
        let files = Set(server.core.evidence.blobs.blobs())
        #expect(rows == files)
        return files
    }
}

extension ServerCore {
    /// The whole way of a file without HTTP.
    @discardableResult
    fileprivate func store(
        _ bytes: [UInt8], in audit: AuditID, by device: TestDevice, at now: Date
    ) async throws -> Hash256 {
        let hash = Hash256(of: bytes)
        let begun = try await beginUpload(
            hash, size: UInt64(bytes.count), to: audit, by: device.bearer, at: now)
        guard !begun.isComplete else { return hash }
        let turn = try await takeTurn(begun.id, at: 0, in: audit, by: device.bearer, at: now)
        try await append(bytes, to: turn)
        let end = try await endTurn(turn, in: audit, by: device.bearer, at: now)
        #expect(end.isComplete)
        return hash
    }
}
