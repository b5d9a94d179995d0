import Foundation
import Server
import Shared
import TestSupport
import Testing

@testable import Client

/// What a server once told proves no restore of another of its lives, however often it is shown.
@Suite(.serialized)
struct OldCheckpointTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    @Test func `a checkpoint of an earlier life begins none, beside whatever stands now`()
        async throws
    {
        var world = try await World(seed: 7, folder: folder.url, team: 3, hasLiar: true)
        world.calm()
        let rolledBack = 1
        let witness = 2
        let audit = world.audits[0]
        try world.backUp(rolledBack)
        try await world.backUpServer()
        _ = try world.judge(rolledBack, .passed)
        for index in [rolledBack, witness] { try await world.syncToEnd(index) }
        try world.keepCheckpoint(of: witness, audit)
        // She writes first under a number that she had used, on the server that forgot it.
        try await world.putBackServer()
        world.calm()
        try await world.putBack(rolledBack, .isPutBack, isNoticed: false)
        _ = try world.judge(rolledBack, .cantTell)
        for index in [rolledBack, witness, rolledBack, 0, witness] {
            try await world.syncToEnd(index)
        }
        let epoch = world.core.epoch
        #expect(world.epochs.all == [epoch])
        let old = try #require(world.liar?.told[audit]?.first)
        #expect(old.checkpoint?.epoch != epoch)
        for _ in 1...3 { try await world.show(old, of: audit, besideRecordsOf: 0) }
        #expect(world.core.epoch == epoch)
    }

    @Test func `a life that nothing began is noticed`() async throws {
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        try await world.core.declareRestore()
        #expect(try await world.heal().contains { $0.hasSuffix("times began 1 lives") })
    }
}

extension World {
    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    fileprivate mutating func judge(_ index: Int, _ outcome: Judgement) throws -> Deed {
        let field = FieldID(criterion: criteria[0], .judgement)
        let draft = RecordDraft(
            key: state("expanded", of: audits[0]), edits: [FieldEdit(field, .judgement(outcome))])
        return try #require(try save(draft, laptop: index)).deed
    }
}
