import Foundation
import HTTPClient
import Shared
import Storage
import TestSupport
import Testing

@testable import Client
@testable import Server

/// What a laptop has again once its database was made anew, in the cases that are easy to forget.
@Suite(.serialized)
struct HomeRebuildingTests {
    @Test func `what a line finds too large comes back, with all that waits behind it`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        let refused = try world.judge(1, .passed)
        let unsent = try await world.waitAndJudge(1)
        #expect(try world.laptops[1].store.push.queue(world.audits[0]).count == 2)

        try await world.ruinAndRebuild(1)
        #expect(try world.laptops[1].ownEdits().isSuperset(of: [refused, unsent]))
    }

    @Test func `what did not fit the database comes back, whatever replica has gone on since`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        try world.laptops[1].backUp()
        let pushedOut = try world.judge(1, .passed)
        let journal = try Data(contentsOf: URL(filePath: world.laptops[1].home.journalPath))
        _ = try world.laptops[1].putBack(.isPutBack, at: world.now)
        _ = try world.judge(1, .cantTell)
        try await world.syncToEnd(1)
        try journal.write(to: URL(filePath: world.laptops[1].home.journalPath))
        #expect(try world.laptops[1].store.recovery.replayJournal(at: world.now)?.orphans == 1)
        try await world.goOn(1, after: .forked)

        // The old file tells which replica goes on, so that the other's entries are strays.
        try await world.ruinAndRebuild(1, .none)
        #expect(try world.laptops[1].ownEdits().contains(pushedOut))
        try await world.syncToEnd(1)
        #expect(try world.laptops[1].store.push.notAccepted(world.audits[0]).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a laptop that a restored server has forgotten is made anew, and its work is taken`(
        isDeclared: Bool
    ) async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        try await world.backUpServer()
        try await world.goOn(1, after: .forked)
        let edit = try world.judge(1, .passed)
        try await world.putBackServer()
        if isDeclared { try await world.core.declareRestore() }
        world.calm()

        try await world.ruinAndRebuild(1)
        for index in [1, 2, 0] { try await world.syncToEnd(index) }
        let record = try #require(try world.laptops[2].store.record(world.place))
        #expect(record.changes.map(\.change.deed) == [edit])
        for laptop in world.laptops { #expect(try world.check(laptop).isEmpty) }
    }

    @Test
    func `over a line that breaks behind the enrolment one device is enrolled, not one a try`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        let edit = try world.judge(1, .passed)
        let home = world.laptops[1].home
        let network = world.laptops[1].network
        let now = world.now
        try world.laptops[1].identity.write(home)
        let before = try await world.devices()
        for _ in 1...20 {
            let rebuilding = HomeRebuilding(
                of: home,
                connect: { server throws(TransportError) in
                    network.show(token: server.token)
                    return EnrolmentAlone(network: network)
                }, pause: { _ in }, asksAhead: .never)
            var generator = SystemRandomNumberGenerator()
            await #expect(throws: ClientError.self) {
                try await rebuilding.run(at: now, using: &generator)
            }
        }
        #expect(try await world.devices() == before + 1)
        // Once the line is good that very device goes on.
        try await world.ruinAndRebuild(1)
        #expect(try await world.devices() == before + 1)
        #expect(try world.laptops[1].ownEdits().contains(edit))
    }

    @Test func `a server that was put back since a try in vain enrols another device`() async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        let edit = try world.judge(1, .passed)
        try world.laptops[1].identity.write(world.laptops[1].home)
        let home = world.laptops[1].home
        let network = world.laptops[1].network
        let now = world.now
        let rebuilding = HomeRebuilding(
            of: home,
            connect: { server throws(TransportError) in
                network.show(token: server.token)
                return EnrolmentAlone(network: network)
            }, pause: { _ in }, asksAhead: .never)
        var generator = SystemRandomNumberGenerator()
        await #expect(throws: ClientError.self) {
            try await rebuilding.run(at: now, using: &generator)
        }
        try await world.core.declareRestore()
        try await world.ruinAndRebuild(1)
        for index in [1, 0] { try await world.syncToEnd(index) }
        let record = try #require(try world.laptops[0].store.record(world.place))
        #expect(record.changes.map(\.change.deed) == [edit])
    }

    @Test func `an own change that rotted in the old database is not issued again`() async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        let edit = try world.judge(1, .passed)
        let laptop = world.laptops[1]
        try laptop.store.file.write {
            try $0.run(
                "update change set body = cast(body || x'7a00' as blob) where outcome is null")
        }
        #expect(try laptop.store.recovery.unanswered().isEmpty)

        // The journal has it as it was written.
        try await world.ruinAndRebuild(1, .none)
        try await world.syncToEnd(1)
        let record = try #require(try world.laptops[1].store.record(world.place))
        #expect(record.changes.map(\.change.deed) == [edit])
    }
}

/// A line that lets an enrolment through, and nothing else.
private struct EnrolmentAlone: Transport {
    let network: SimulatedNetwork

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.path == "/v1/replicas" else { throw .cut(receivedBytes: 0) }
        return try await network.send(request)
    }
}

extension World {
    fileprivate func devices() async throws -> Int {
        try await serverStore.read { try $0.count("select count(*) from replica") }
    }

    fileprivate var place: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    fileprivate mutating func judge(_ index: Int, _ outcome: Judgement) throws -> Deed {
        let field = FieldID(criterion: criteria[0], .judgement)
        let draft = RecordDraft(key: place, edits: [FieldEdit(field, .judgement(outcome))])
        return try #require(try save(draft, laptop: index)).deed
    }

    /// Syncs on a line that takes nothing of what waits, and records something else behind it.
    ///
    /// - Returns: That.
    fileprivate mutating func waitAndJudge(_ index: Int) async throws -> Deed {
        var faults = SimulatedNetwork.Faults.none
        faults.tooLarge = 100
        laptops[index].network.connect(to: server, faults: faults)
        laptops[index].beginSync(audits[0], seed: 3)
        while laptops[index].session != nil { _ = try await laptops[index].stepSync() }
        return try judge(index, .cantTell)
    }

    /// Loses a laptop's database, and makes it anew from the journal and the server.
    fileprivate mutating func ruinAndRebuild(
        _ index: Int, _ damage: Ruins.Damage = .deleted
    ) async throws {
        calm()
        var ruins = Ruins(
            journalFate: .stays, own: [], restores: restoring.count)
        try laptops[index].damage(damage, at: 500)
        ruins.journal = try laptops[index].journalledEdits()
        laptops[index].ruins = ruins
        try await rebuild(index)
        #expect(laptops[index].ruins == nil)
    }
}
