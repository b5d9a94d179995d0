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

    @Test func `a lead whose laptop lists nothing is noticed`() async throws {
        var world = try await world()
        try await world.depositInOthersName()
        #expect(try await world.heal() == [])
        try world.laptops[0].store.damage("delete from quarantined_item")
        #expect(
            try await world.violations().contains { $0.hasPrefix("laptop 0, a lead's, lists 0") })
    }

    @Test(arguments: [true, false])
    func `who brings a colleague's work first hides nobody's`(inFile: Bool) async throws {
        var world = try await world()
        try await world.squatOnLost(1, carriedBy: 2, inFile: inFile)
        #expect(try await world.heal() == [])
        let keys = try await world.items(of: world.audits[0]).map(\.fingerprint)
        #expect(Set(keys).count == 2)
    }

    @Test func `work that another's deposit hides is noticed`() async throws {
        var world = try await world()
        try await world.squatOnLost(1, carriedBy: 2, inFile: false)
        let replica = world.laptops[1].identity.replica
        try world.serverStore.damage(
            """
            delete from unplaced_change where chain in
              (select number from unplaced_chain where replica = x'\(replica.hex)')
            """)
        #expect(try await world.heal().contains { $0.hasSuffix("it is nowhere") })
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

    // MARK: What files bring

    @Test func `a file that is said to be a colleague's has no effect, and leads are shown it`()
        async throws
    {
        var world = try await world()
        _ = try world.judge(1, .failed(.critical, .app))
        try await world.syncToEnd(1)
        try world.handOutForgery()
        #expect(world.goals[.fileForged] == 1)
        #expect(try await world.heal() == [])
        #expect(try await !world.items(of: world.audits[0]).isEmpty)
    }

    @Test func `what lies in a file beside the signed bytes changes nothing`() async throws {
        var world = try await world()
        _ = try world.judge(1, .failed(.critical, .app))
        _ = try world.judge(2, .passed)
        let twin = try world.copy(2)
        try world.handOver(from: 1, to: 2, isAltered: false)
        try world.handOver(from: 1, to: twin, isAltered: true)
        let shown = try [2, twin].map { index in
            try world.laptops[index].shownRecords(of: world.audits).mapValues(\.digest)
        }
        #expect(shown[0] == shown[1])
        #expect(shown[0][world.quarrel] != nil)
    }

    @Test func `what a home that was put back hands on, and is never seen again, is somewhere`()
        async throws
    {
        var world = try await world()
        try world.backUp(1)
        _ = try world.judge(1, .passed)
        for index in [1, 2] { try await world.syncToEnd(index) }
        try await world.putBack(1, .isPutBack, isNoticed: false)
        _ = try world.judge(1, .failed(.critical, .app))
        try world.handOver(from: 1, to: 2, isAltered: false)
        try await world.lose(1)
        #expect(try await world.heal() == [])
    }

    @Test func `a chain that is taken for known by its numbers is noticed`() async throws {
        var world = try await world()
        _ = try world.judge(1, .failed(.critical, .app))
        try world.handOver(from: 1, to: 2, isAltered: false)
        #expect(!world.laptops[2].takenOver.isEmpty)
        try world.laptops[2].store.damage(
            """
            update change set overlay = 0
            where chain in (select number from chain where source = 2);
            update chain set acknowledged = n where source = 2
            """)
        try await world.lose(1)
        #expect(try await world.heal().contains { $0.hasSuffix("it is nowhere") })
    }

    // MARK: Who is told

    @Test func `whose note somebody else replaces is told`() async throws {
        var world = try await world()
        try await world.replaceNote(of: 1, by: 2)
        #expect(try await world.heal() == [])
    }

    @Test func `whose note a colleague's file replaces is told`() async throws {
        var world = try await world()
        try world.note(1, "It is not spoken.")
        for index in [1, 2] { try await world.syncToEnd(index) }
        try world.note(2, "It is spoken twice.")
        try world.handOver(from: 2, to: 1, isAltered: false)
        #expect(try await world.heal() == [])
    }

    @Test func `an author who is not told that her note went is noticed`() async throws {
        var world = try await world()
        try await world.replaceNote(of: 1, by: 2)
        for index in [1, 2, 1] { try await world.syncToEnd(index) }
        try world.laptops[1].store.damage("delete from news; delete from taken_words")
        #expect(try await world.heal().contains { $0.contains("is not told that its") })
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

    fileprivate mutating func note(_ index: Int, _ text: String) throws {
        let edit = FieldEdit(FieldID(criterion: criteria[0], .note), Drafts.text(text))
        try save(RecordDraft(key: quarrel, edits: [edit]), laptop: index)
    }

    /// One writes a note, and another replaces it, who has seen it.
    fileprivate mutating func replaceNote(of author: Int, by other: Int) async throws {
        try note(author, "It is not spoken.")
        for index in [author, other] { try await syncToEnd(index) }
        try note(other, "It is spoken twice.")
        for index in [other, author] { try await syncToEnd(index) }
    }

    /// A copy of a laptop, of which nobody knows.
    fileprivate mutating func copy(_ index: Int) throws -> Int {
        let network = laptops[index].network.clone(seed: 1)
        laptops.append(try laptops[index].cloned(as: "copy", in: folder, network: network))
        return laptops.count - 1
    }

    /// Somebody hands her work on and her device is lost; a liar brings that work before whoever
    /// carries it.
    fileprivate mutating func squatOnLost(
        _ index: Int, carriedBy carrier: Int, inFile: Bool
    ) async throws {
        _ = try judge(index, .failed(.critical, .app))
        try handOver(from: index, to: carrier, isAltered: false)
        try await squat(on: index, inFile: inFile)
        try await retire(laptops[index], as: .lost, by: index)
        for index in [carrier, 0] { try await syncToEnd(index) }
    }

    /// A laptop is lost for ever.
    fileprivate mutating func lose(_ index: Int) async throws {
        laptops[index].isDead = true
        try await forgetWhatIsLost(of: laptops[index])
        try await forgetWhatNobodyHas()
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
