import Client
import Shared
import TestSupport
import Testing

/// What laptops export once all is quiet: the same bytes.
@Suite(.serialized)
struct EqualExportTests {
    @Test func `a component that only a refused change named is none, on its author's laptop too`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        let lead = 0
        let tester = 2
        world.calm()
        let audit = world.audits[0]
        // Demoted, and she has not heard of it yet.
        try world.save(
            RecordDraft(
                key: .plan(audit), act: .plan,
                edits: Drafts.person(world.laptops[tester].person, name: "ida", role: .reader)),
            laptop: lead)
        try await world.syncToEnd(lead)
        let control = World.controls[0]
        try world.save(
            Drafts.component(
                audit, screen: control.screen, control: control.kind, label: control.label,
                ordinal: 1, states: []), laptop: tester)
        let field = FieldID(criterion: world.criteria[0], .judgement)
        try world.save(
            RecordDraft(
                key: world.state("expanded", of: audit),
                edits: [FieldEdit(field, .judgement(.passed))]), laptop: lead)
        for index in [lead, tester, 1, lead, tester] { try await world.syncToEnd(index) }

        let refused = try world.laptops[tester].store.push.notAccepted(audit)
        #expect(refused.count == 1)
        let exports = try Set(world.laptops.map { try $0.export(audit) })
        #expect(exports.count == 1)
        #expect(try await world.differentExports().isEmpty)
    }
}

extension World {
    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }
}
