import Foundation
import Shared
import TestSupport
import Testing

@testable import Client
@testable import Server

/// One lie at a time in calm weather; and each check of the quiet, with the fault planted that it
/// is for: what nothing can fail proves nothing (docs/testing.md, "Planted faults").
@Suite(.serialized)
struct LiarTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    /// A calm world of three: Tomas leads, and somebody lies.
    private func world() async throws -> World {
        var world = try await World(seed: 7, folder: folder.url, team: 3, hasLiar: true)
        world.calm()
        return world
    }

    // MARK: What leads are shown

    @Test func `what nobody can place is listed for the leads by its key`() async throws {
        var world = try await world()
        try await world.depositInOthersName()
        #expect(world.goals[.depositForged] == 1)
        #expect(try await world.heal() == [])
    }

    @Test func `a deposit that no lead is shown is noticed`() async throws {
        var world = try await world()
        try await world.depositInOthersName()
        try world.serverStore.damage("delete from unplaced_change")
        #expect(try await world.heal().contains { $0.hasPrefix("a lead is not shown") })
    }

    // MARK: Whose word it is

    @Test func `a forged verdict that a lead adopts takes nothing from its victim`() async throws {
        var world = try await world()
        let verdict = try world.judge(1, .failed(.critical, .app))
        try await world.syncToEnd(1)
        let forgery = try await world.forgeAgainst(1)
        try await world.adopt(forgery, by: 0)
        #expect(try await world.heal() == [])
        for laptop in world.laptops {
            let record = try #require(try laptop.store.record(world.quarrel))
            #expect(record.registers().flatMap(\.siblings).map(\.deed).contains(verdict))
        }
    }

    @Test func `a device that a server takes for a colleague's is noticed`() async throws {
        var world = try await world()
        _ = try world.judge(1, .failed(.critical, .app))
        try await world.syncToEnd(1)
        try await world.forgeAgainst(1, asIfPlaced: true)
        #expect(try await world.heal().contains { $0.contains("shows otherwise") })
    }

    @Test func `a tester's adoption is rejected, of whatever it is`() async throws {
        var world = try await world()
        _ = try world.judge(1, .failed(.critical, .app))
        try await world.syncToEnd(1)
        try await world.depositInOthersName()
        for _ in 0..<8 { try await world.adoptAsTester() }
        #expect(world.goals[.adoptionByTester, default: 0] > 0)
        #expect(try await world.heal() == [])
    }
}

extension World {
    fileprivate var quarrel: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    fileprivate mutating func judge(_ index: Int, _ outcome: Judgement) throws -> Deed {
        let field = FieldID(criterion: criteria[0], .judgement)
        let draft = RecordDraft(key: quarrel, edits: [FieldEdit(field, .judgement(outcome))])
        return try #require(try save(draft, laptop: index)).deed
    }

    /// Turns a verdict round in its author's name, under a key of nobody's.
    ///
    /// - Parameter asIfPlaced: Plants the fault that the server takes the key for hers.
    @discardableResult
    fileprivate mutating func forgeAgainst(
        _ index: Int, asIfPlaced: Bool = false
    ) async throws -> Change {
        let forger = Identity(using: &generator)
        if asIfPlaced {
            let code = InviteCode.random(using: &generator)
            try await core.invite(
                name: "", person: laptops[index].person, code: code, at: now)
            let request = try forger.enrolment(
                of: laptops[index].person, named: "", invite: code.text)
            _ = try await liar?.network.enrol(request)
        }
        let record = try #require(try laptops[index].store.record(quarrel))
        let forged = try await deposit(
            by: forger, as: laptops[index].person, on: record, criteria[0])
        if !asIfPlaced { liar?.forgeries += forged }
        return try #require(forged.first).change
    }

    /// A lead lets what she was shown take effect.
    fileprivate mutating func adopt(_ change: Change, by index: Int) async throws {
        let item = try #require(
            try await items(of: audits[0]).first { $0.id == change.hash.hex })
        try await adopt(item, in: audits[0], by: index)
    }
}
