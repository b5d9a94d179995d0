import Client
import Foundation
import Server
import Shared
import TestSupport
import Testing

/// A person who wrote under an id of her own before she was invited under another.
@Suite(.serialized)
struct TwoIDsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    @Test func `what she said before she was let in goes with what she says after it`()
        async throws
    {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let early = try await world.begin(of: 1) { world, early in
            _ = try world.judge(early, .failed(.critical, .app))
        }
        for index in [early, 0, 1] { try await world.syncToEnd(index) }
        let second = try #require(try world.judge(early, .passed))
        #expect(try await world.heal() == [])
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.registers().flatMap(\.siblings).map(\.deed) == [second])
        }
    }

    @Test func `one save takes back what she said before and says something else`() async throws {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let early = try await world.begin(of: 1) { world, early in
            _ = try world.judge(early, .failed(.critical, .app))
        }
        for index in [early, 0] { try await world.syncToEnd(index) }
        try world.note(early, "Heard again, and well.", judging: .some(nil))
        #expect(try await world.heal() == [])
        let record = try #require(try world.laptops[0].store.record(world.quarrel))
        #expect(record.registers().map(\.field.name) == [.note])
    }

    @Test func `her other laptop takes back what she said before she was let in`() async throws {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let early = try await world.begin(of: 1) { world, early in
            _ = try world.judge(early, .failed(.critical, .app))
        }
        for index in [early, 0, 1] { try await world.syncToEnd(index) }
        let second = try #require(try world.judge(1, .passed))
        #expect(try await world.heal() == [])
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.registers().flatMap(\.siblings).map(\.deed) == [second])
        }
    }

    @Test func `a server that forgot her other id takes what she wrote under it`() async throws {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        try await world.backUpServer()
        let early = try await world.begin(of: 1) { world, early in
            _ = try world.judge(early, .failed(.critical, .app))
        }
        for index in [early, 0] { try await world.syncToEnd(index) }
        try await world.askOutcomes()
        try await world.putBackServer()
        world.restoring.count += 1
        world.calm()
        let found = try await world.heal()
        #expect(found == [])
        // What a receipt tells of goes back as it was, under its number.
        let laptop = world.laptops[early]
        let first = Array(laptop.replicas.prefix(1))
        #expect(try await world.editsOnServer(under: first, of: laptop).count == 1)
        let second = try #require(try world.judge(early, .passed))
        #expect(try await world.heal() == [])
        let record = try #require(try world.laptops[0].store.record(world.quarrel))
        #expect(record.registers().flatMap(\.siblings).map(\.deed) == [second])
    }

    @Test func `a server that forgot her other id hears of it from her other laptop`() async throws
    {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        try await world.backUpServer()
        let early = try await world.begin(of: 1) { world, early in
            _ = try world.judge(early, .failed(.critical, .app))
        }
        for index in [early, 0, 1] { try await world.syncToEnd(index) }
        let second = try #require(try world.judge(1, .passed))
        try await world.askOutcomes()
        try await world.putBackServer()
        world.restoring.count += 1
        world.calm()
        // The laptop whose id it is comes later.
        for index in [0, 1] { try await world.syncToEnd(index) }
        #expect(try world.laptops[1].store.push.queue(world.audits[0]).count == 0)
        #expect(try await world.heal() == [])
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.registers().flatMap(\.siblings).map(\.deed) == [second])
        }
    }

    @Test func `whose note of before she was let in somebody replaces is told`() async throws {
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let early = try await world.begin(of: 1) { world, early in
            try world.note(early, "It is not spoken.")
        }
        for index in [early, 2] { try await world.syncToEnd(index) }
        try world.note(2, "It is spoken twice.")
        #expect(try await world.heal() == [])
        #expect(try !world.laptops[early].news(of: world.audits[0]).isEmpty)
    }
}

extension World {
    fileprivate var quarrel: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    /// Somebody works on a laptop that no server knows, and joins with it.
    fileprivate mutating func begin(
        of index: Int, _ work: (inout World, Int) throws -> Void
    ) async throws -> Int {
        let early = try meetWithoutServer(from: index, of: audits[0])
        try work(&self, early)
        let code = InviteCode.random(using: &generator)
        try await core.invite(name: "", person: laptops[index].person, code: code, at: now)
        try await join(early, as: laptops[index].person, invite: code)
        return early
    }

    fileprivate mutating func judge(_ index: Int, _ outcome: Judgement) throws -> Deed? {
        let edit = FieldEdit(FieldID(criterion: criteria[0], .judgement), .judgement(outcome))
        return try save(RecordDraft(key: quarrel, edits: [edit]), laptop: index)?.deed
    }

    fileprivate mutating func note(
        _ index: Int, _ text: String, judging judgement: FieldValue?? = nil
    ) throws {
        var edits = [FieldEdit(FieldID(criterion: criteria[0], .note), Drafts.text(text))]
        if let judgement {
            edits.append(FieldEdit(FieldID(criterion: criteria[0], .judgement), judgement))
        }
        try save(RecordDraft(key: quarrel, edits: edits), laptop: index)
    }
}
