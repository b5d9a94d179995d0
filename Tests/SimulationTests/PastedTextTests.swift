import Client
import Foundation
import Shared
import TestSupport
import Testing

/// Texts that repeat each other, or nothing at all: what a laptop keeps comes to all others.
@Suite(.serialized)
struct PastedTextTests {
    @Test func `a team of three whose findings all share one pasted text of 16 kB syncs`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        for index in world.laptops.indices {
            for state in 1...8 {
                try world.paste(World.guideline, on: state, laptop: index)
            }
        }
        try await world.expectAgreement()
        // 16 states times 12 notes of 16 kB travel as a few, and no answer is refused for that.
        #expect(world.laptops.allSatisfy { ($0.network.goals[.answerInZstd] ?? 0) > 0 })
    }

    /// Bodies, records, batches and pieces near every bound, of texts that compress to nothing and
    /// of such that do not compress at all: what is sent is what is read.
    @Test(arguments: Seeds.first(2))
    func `what a laptop writes near the bounds is read by all others as it was written`(
        seed: UInt64
    ) async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: seed * 8, folder: folder.url, team: 2)
        world.calm()
        for _ in 0..<4 {
            let index = world.generator.below(2)
            try world.recordPage(index)
            try world.recordMany(index)
            if world.generator.chance(30) { try await world.syncToEnd(index) }
        }
        try await world.expectAgreement()
        for laptop in world.laptops {
            for audit in world.audits {
                #expect(try laptop.store.push.notAccepted(audit).isEmpty)
                var kept: [UInt64: Data] = [:]
                try laptop.store.log.ownChanges(audit) {
                    kept[$0.change.dot.n] = Data($0.change.bytes)
                }
                let replica = laptop.identity.replica
                let chain = try await world.chain(of: replica, in: audit, by: laptop)
                for sent in chain.changes {
                    #expect(kept[sent.n] == sent.body, "\(Seeds.replay(seed))")
                }
            }
        }
    }
}

extension World {
    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    /// Pastes a text into several findings of one component state.
    fileprivate mutating func paste(_ text: String, on place: Int, laptop index: Int) throws {
        let key = state("expanded", of: audits[0], round: UInt32(place))
        let names: [FieldName] = [.note, .heard, .steps, .recommendation]
        let edits = names.map { FieldEdit(FieldID(criterion: criteria[0], $0), Drafts.text(text)) }
        try save(RecordDraft(key: key, edits: edits), laptop: index)
    }

    /// Syncs everybody, and wants nothing to be violated.
    fileprivate mutating func expectAgreement() async throws {
        let violations = try await heal()
        #expect(violations.isEmpty)
    }
}
