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

    @Test func `a server that was put back is healed over a way that takes little at a time`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        try await world.settle()
        try await world.backUpServer()
        let lost = try world.notes(of: 9_000, laptop: 1)
        try await world.settle()
        try await world.putBackServer()

        var faults = SimulatedNetwork.Faults.none
        faults.bodyBytesMax = 30_000
        let new = try world.note("recorded afterwards", laptop: 1, criterion: 1)
        guard case .complete? = try await world.heal(1, under: faults) else {
            Issue.record("it is not healed")
            return
        }
        #expect(try world.laptops[1].store.reconcile.left(world.audits[0]).isEmpty)
        try await world.settle()
        try world.expectEverywhere(lost.union([new]))
    }

    @Test
    func `a record that fits no request is kept and told, new work goes, and it comes at last`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        try await world.settle()
        try await world.backUpServer()
        // Only laptop 1 has it later: the other one never comes again.
        let others = try world.note(String(repeating: "x", count: 12_000), laptop: 0)
        try await world.settle()
        try await world.putBackServer()

        var faults = SimulatedNetwork.Faults.none
        faults.bodyBytesMax = 10_000
        let new = try world.note("recorded afterwards", laptop: 1, criterion: 1)
        for _ in 1...2 {
            guard
                case .blocked(.refusedOnTheWay(let words))? = try await world.heal(1, under: faults)
            else {
                Issue.record("nothing is told")
                return
            }
            #expect(words.contains("1 record that a server which was put back lacks"))
        }
        let store = world.laptops[1].store
        #expect(try store.push.queue(world.audits[0]).count == 0, "new work waits for it")
        #expect(try store.reconcile.left(world.audits[0]).count == 1)
        #expect(try store.reconcile.lackingThere(world.audits[0])?.hasPrefix("1 record") == true)

        guard case .complete? = try await world.heal(1, under: .none) else {
            Issue.record("it does not come at last")
            return
        }
        #expect(try store.reconcile.lackingThere(world.audits[0]) == nil)
        let record = try #require(try store.record(world.place))
        #expect(record.changes.map(\.change.deed).contains(others))
        #expect(record.changes.map(\.change.deed).contains(new))
    }
}

extension World {
    fileprivate var place: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func note(
        _ text: String, laptop index: Int, criterion: Int = 0, state: String = "expanded"
    ) throws -> Deed {
        let edit = FieldEdit(FieldID(criterion: criteria[criterion], .note), Drafts.text(text))
        let key = self.state(state, of: audits[0])
        return try #require(try save(RecordDraft(key: key, edits: [edit]), laptop: index)).deed
    }

    /// Notes of so many bytes, each on a component state of its own.
    fileprivate mutating func notes(of bytes: Int, laptop index: Int) throws -> Set<Deed> {
        let text = String(repeating: "x", count: bytes)
        return try ["expanded", "collapsed", "disabled", "focused"].reduce(into: []) {
            deeds, state in
            deeds.insert(try note(text, laptop: index, state: state))
        }
    }

    /// Syncs as a program does: what a server that was put back asks for is done.
    fileprivate mutating func heal(
        _ index: Int, under faults: SimulatedNetwork.Faults
    ) async throws -> SyncEnd? {
        for _ in 1...4 {
            let end = try await sync(index, under: faults)
            guard case .blocked(.epochEnded)? = end else { return end }
            try await goOn(index, after: .epochEnded)
            _ = try await enrolRekeyed(index)
        }
        return nil
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
            let records = try ["expanded", "collapsed", "disabled", "focused"].compactMap {
                try laptop.store.record(state($0, of: audits[0]))
            }
            #expect(edits.isSubset(of: records.flatMap { $0.changes.map(\.change.deed) }))
            #expect(try check(laptop).isEmpty)
            #expect(try laptop.store.push.notAccepted(audits[0]).isEmpty)
        }
    }
}
