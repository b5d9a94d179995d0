import Client
import Foundation
import Server
import Shared
import TestSupport
import Testing

/// A server that was put back without a word and takes other changes under numbers that it had
/// acknowledged, because a laptop was copied: then one dot has two contents, and both must stay.
@Suite(.serialized)
struct OvertakenServerTests {
    @Test(arguments: [1, 2])
    func `what was acknowledged under a number that a copy has taken is issued again`(
        copysChanges: Int
    ) async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let original = 1
        let other = 2
        let copy = try world.copyUnnoticed(original)
        try await world.backUpServer()
        let lost = try world.judge(original, .passed)
        try await world.syncToEnd(original)
        let epoch = world.core.epoch

        try await world.putBackServer()
        world.calm()
        var taken: [Deed] = []
        for outcome in [Judgement.cantTell, .inapplicable].prefix(copysChanges) {
            taken.append(try world.judge(copy, outcome))
        }
        try await world.syncToEnd(copy)
        #expect(world.core.epoch == epoch, "nobody can have noticed by now")

        for index in [original, other, copy, 0, original, copy] {
            try await world.syncToEnd(index)
        }
        #expect(world.core.epoch != epoch)
        let last = try #require(taken.last)
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            let edits = Set(record.changes.map(\.change.deed))
            #expect(edits.isSuperset(of: [lost, last]))
            #expect(try world.check(laptop).isEmpty)
        }
    }

    @Test func `what was acknowledged of a chain that a copy goes on with is looked for`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let original = 1
        let copy = try world.copyUnnoticed(original)
        try await world.backUpServer()
        let lost = try world.judge(original, .passed)
        try await world.pushAlone(original)

        try await world.putBackServer()
        world.calm()
        for outcome in [Judgement.cantTell, .inapplicable] { _ = try world.judge(copy, outcome) }
        try await world.syncToEnd(copy)
        // Her cursor is older than the backup, and no pull speaks of the chain that she left.
        try await world.rekey(original, because: .copied)
        for index in [original, copy, 2, 0, original, copy] { try await world.syncToEnd(index) }
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.changes.map(\.change.deed).contains(lost))
            #expect(try world.check(laptop).isEmpty)
        }
    }

    @Test func `what a laptop that was put back writes over is set aside for the leads`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let rolledBack = 1
        let witness = 2
        try world.backUp(rolledBack)
        try await world.backUpServer()
        let lost = try world.judge(rolledBack, .passed)
        for index in [rolledBack, witness] { try await world.syncToEnd(index) }

        // Both at once, whole and in place: no file, number or hash tells of it.
        try await world.putBackServer()
        world.calm()
        try await world.putBack(rolledBack, .isPutBack, isNoticed: false)
        let taken = try world.judge(rolledBack, .cantTell)
        try await world.syncToEnd(rolledBack)
        for index in [witness, rolledBack, 0, witness] { try await world.syncToEnd(index) }

        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.changes.map(\.change.deed) == [taken])
            #expect(try world.check(laptop).isEmpty)
        }
        let aside = try world.serverStore.recordsSetAside().flatMap(\.changes)
        #expect(aside.map(\.change.deed) == [lost])
        #expect(try await world.hiddenFromLeads().isEmpty)
    }
}

extension World {
    fileprivate var quarrel: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    /// A copy of a laptop, of which nobody knows.
    fileprivate mutating func copyUnnoticed(_ index: Int) throws -> Int {
        let network = laptops[index].network.clone(seed: 1)
        laptops.append(try laptops[index].cloned(as: "copy", in: folder, network: network))
        return laptops.count - 1
    }

    /// Sends what a laptop has, and pulls nothing.
    fileprivate mutating func pushAlone(_ index: Int) async throws {
        laptops[index].beginSync(audits[0], seed: 1)
        while try laptops[index].store.push.queue(audits[0]).count > 0 {
            _ = try await laptops[index].stepSync()
        }
        laptops[index].session = nil
    }

    fileprivate mutating func judge(
        _ index: Int, _ outcome: Judgement
    ) throws -> Deed {
        let field = FieldID(criterion: criteria[0], .judgement)
        let draft = RecordDraft(key: quarrel, edits: [FieldEdit(field, .judgement(outcome))])
        return try #require(try save(draft, laptop: index)).deed
    }
}
