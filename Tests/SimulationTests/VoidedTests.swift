import Client
import Foundation
import Shared
import TestSupport
import Testing

/// A change that something on the way finds too large, after the server took it unheard.
@Suite(.serialized)
struct VoidedTests {
    @Test func `what was applied before it was found too large is in effect on its laptop too`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        let edit = try world.note("too large", laptop: 1)
        var faults = SimulatedNetwork.Faults.none
        faults.answerLost = 100
        try await world.sync(1, under: faults)
        faults = .none
        faults.tooLarge = 100
        try await world.sync(1, under: faults)

        world.faults = .none
        for laptop in world.laptops { laptop.network.connect(to: world.core, faults: .none) }
        for index in [1, 0, 1] { try await world.syncToEnd(index) }
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.place))
            #expect(record.changes.contains { $0.change.edit == edit })
            #expect(try world.check(laptop).isEmpty)
        }
        #expect(try world.laptops[1].store.notAccepted(world.audits[0]).isEmpty)
    }
}

extension World {
    fileprivate var place: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func note(_ text: String, laptop index: Int) throws -> EditID {
        let edit = FieldEdit(FieldID(criterion: criteria[0], .note), Drafts.text(text))
        return try #require(try save(RecordDraft(key: place, edits: [edit]), laptop: index)).edit
    }

    /// Syncs until the run ends, however that is.
    fileprivate mutating func sync(
        _ index: Int, under faults: SimulatedNetwork.Faults
    ) async throws {
        laptops[index].network.connect(to: core, faults: faults)
        laptops[index].beginSync(audits[0], seed: 3)
        while laptops[index].session != nil { _ = try await laptops[index].stepSync() }
    }
}
