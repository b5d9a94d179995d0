import Client
import Foundation
import Shared
import TestSupport
import Testing

/// A change that something on the way finds too large, even alone.
@Suite(.serialized)
struct WaitingTests {
    @Test func `what was applied before it was found too large is in effect everywhere`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        let edit = try world.note("too large", laptop: 1)
        var faults = SimulatedNetwork.Faults.none
        faults.answerLost = 100
        _ = try await world.sync(1, under: faults)
        faults = .none
        faults.tooLarge = 100
        _ = try await world.sync(1, under: faults)
        // The pull's opening told that the server has it.
        #expect(try world.laptops[1].store.push.queue(world.audits[0]).count == 0)

        try await world.settle()
        try world.expectEverywhere([edit])
    }

    @Test func `what no size is small enough for waits, all else is pulled, and it goes at last`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        try await world.settle()
        let own = try world.note("too large", laptop: 1)
        let others = try world.note("beside it", laptop: 0)
        try await world.settle([0])
        var faults = SimulatedNetwork.Faults.none
        faults.tooLarge = 100
        let end = try await world.sync(1, under: faults)
        guard case .blocked(.refused(let problem))? = end else {
            Issue.record("the run ended with \(String(describing: end))")
            return
        }
        #expect(problem.code == .tooLarge)
        #expect(problem.detail?.contains("with 413; it stays on this laptop;") == true)
        let laptop = world.laptops[1]
        #expect(try laptop.store.push.queue(world.audits[0]).count == 1)
        #expect(try laptop.store.push.notAccepted(world.audits[0]).isEmpty)
        let shown = try #require(try laptop.store.record(world.place))
        #expect(Set(shown.changes.map(\.change.deed)) == [own, others])

        try await world.settle()
        try world.expectEverywhere([own, others])
    }
}

extension World {
    fileprivate var place: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func note(_ text: String, laptop index: Int) throws -> Deed {
        let edit = FieldEdit(FieldID(criterion: criteria[0], .note), Drafts.text(text))
        return try #require(try save(RecordDraft(key: place, edits: [edit]), laptop: index)).deed
    }

    /// Syncs until the run ends, however that is.
    fileprivate mutating func sync(
        _ index: Int, under faults: SimulatedNetwork.Faults
    ) async throws -> SyncEnd? {
        laptops[index].network.connect(to: server, faults: faults)
        laptops[index].beginSync(audits[0], seed: 3)
        var end: SyncEnd?
        while laptops[index].session != nil { end = try await laptops[index].stepSync() }
        return end
    }

    /// Syncs laptops on a good network.
    fileprivate mutating func settle(_ indices: [Int] = [1, 0, 1]) async throws {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
        for index in indices { try await syncToEnd(index) }
    }

    fileprivate func expectEverywhere(_ edits: Set<Deed>) throws {
        for laptop in laptops {
            let record = try #require(try laptop.store.record(place))
            #expect(edits.isSubset(of: record.changes.map(\.change.deed)))
            #expect(try check(laptop).isEmpty)
            #expect(try laptop.store.push.notAccepted(audits[0]).isEmpty)
        }
    }
}
