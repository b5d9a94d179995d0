import Client
import Foundation
import Shared
import TestSupport
import Testing

/// Own work that is issued again, or replayed, beside work of others that already answers it.
@Suite(.serialized)
struct SuccessionTests {
    @Test func `what a carried change took away stays away when it is issued again`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        try await world.answerEachOther()
        try await world.goOn(1, after: .forked)
        try world.expectNothingShown()
    }

    @Test func `what a carried change took away stays away when the journal gives it back`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        try world.backUp(1)
        try await world.answerEachOther()
        let bundle = try world.carry(from: 2)
        _ = try world.laptops[1].putBack(.stays, at: world.now)
        _ = try world.laptops[1].store.bundles.importBundle(
            from: bundle, trusting: world.laptops[1].identity.serverKey)
        try world.expectNothingShown()
    }
}

extension World {
    private var place: RecordKey { state("expanded", of: audits[0]) }

    /// The second laptop writes a note, and the third, to which it is carried, takes it away.
    fileprivate mutating func answerEachOther() async throws {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
        let field = FieldID(criterion: criteria[0], .note)
        let written = RecordDraft(key: place, edits: [FieldEdit(field, Drafts.text("silent"))])
        try save(written, laptop: 1)
        _ = try laptops[2].store.bundles.importBundle(
            from: carry(from: 1), trusting: laptops[2].identity.serverKey)
        try save(RecordDraft(key: place, edits: [FieldEdit(field, nil)]), laptop: 2)
        _ = try laptops[1].store.bundles.importBundle(
            from: carry(from: 2), trusting: laptops[1].identity.serverKey)
    }

    /// A file with all that a laptop has.
    fileprivate func carry(from index: Int) throws -> String {
        let path = folder.appending(path: "carried-\(index).bundle").path
        try? FileManager.default.removeItem(atPath: path)
        _ = try laptops[index].store.bundles.exportBundle(
            audits[0], to: path, signedBy: laptops[index].identity, program: "simulation", at: now)
        return path
    }

    fileprivate func expectNothingShown() throws {
        let store = laptops[1].store
        #expect(try store.record(place)?.changes.isEmpty == true)
        #expect(try store.recovery.derivedFaults(audits[0]).isClean)
    }
}
