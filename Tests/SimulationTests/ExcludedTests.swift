import Client
import Foundation
import Server
import Shared
import TestSupport
import Testing

/// Laptops that a restored server lets in no more: what it had told them is safe comes back.
@Suite(.serialized)
struct ExcludedTests {
    @Test(arguments: [true, false], [true, false])
    func `a device that is retired before it could heal the server deposits all that it has`(
        isDeclared: Bool, savesLate: Bool
    ) async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        let (known, late) = try await world.loseWork(
            of: 1, savesLate: savesLate, isDeclared: isDeclared)
        guard case .device(_, let replica) = world.laptops[1].bearer else { return }
        _ = try await world.core.retire(
            replica, as: .retired, by: world.laptops[1].bearer, at: world.now)
        world.retired[replica] = .retired

        try await world.syncToEnd(1)
        #expect(try world.laptops[1].store.push.queue(world.audits[0]).count == 0)
        try await world.expectBack(known, without: late)
        let kept = try await world.core.quarantine(
            of: world.audits[0], by: world.laptops[0].bearer
        ).items
        #expect(kept.map { $0.reason.prefix(15) } == (savesLate ? ["retired-device:"] : []))
        // Once more changes nothing, and ends with the same word.
        try await world.syncToEnd(1)
        try await world.expectBack(known, without: late)
    }

    @Test func `a retired device deposits on a server that was put back twice, to its own epoch`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        world.calm()
        let late = try world.judge(1, .cantTell, world.criteria[1])
        try await world.backUpServer()
        // Nothing was lost, so that no seal tells the server of it.
        try await world.putBackServer()
        try await world.core.declareRestore()
        world.calm()
        guard case .device(_, let replica) = world.laptops[1].bearer else { return }
        _ = try await world.core.retire(
            replica, as: .retired, by: world.laptops[1].bearer, at: world.now)
        world.retired[replica] = .retired
        // It hears of the new epoch, and no more before the server is back in the one before.
        world.laptops[1].beginSync(world.audits[0], seed: 1)
        while try world.laptops[1].store.reconcile.stage(world.audits[0]) == .none {
            _ = try await world.laptops[1].stepSync()
        }
        try await world.putBackServer()
        world.calm()

        try await world.syncToEnd(1)
        #expect(try world.laptops[1].store.push.queue(world.audits[0]).count == 0)
        #expect(try world.laptops[1].ownEdits().contains(late))
    }

    @Test func `a device that is retired before it ever met the server deposits all that it has`()
        async throws
    {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 2)
        world.calm()
        try await world.addLaptop("again", of: world.laptops[1].person)
        world.calm()
        _ = try world.judge(2, .passed, world.criteria[0])
        let replica = world.laptops[2].identity.replica
        _ = try await world.core.retire(
            replica, as: .retired, by: world.laptops[2].bearer, at: world.now)
        world.retired[replica] = .retired
        #expect(try await world.heal() == [])
        #expect(try await world.items(of: world.audits[0]).map(\.device) == [replica.hex])
    }

    @Test(arguments: [true, false])
    func `work that was acknowledged to a member comes back although she was removed`(
        isDeclared: Bool
    ) async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: 7, folder: folder.url, team: 3)
        let (known, late) = try await world.loseWork(
            of: 1, savesLate: false, isDeclared: isDeclared)
        let role = FieldID(.person, world.laptops[1].person.hex, "role")
        for _ in 1...2 { try await world.syncToEnd(0) }
        try world.save(
            RecordDraft(
                key: .plan(world.audits[0]), act: .plan, edits: [FieldEdit(role, nil)]), laptop: 0)
        try await world.syncToEnd(0)

        #expect(try await world.refusal(of: 1)?.code == .notAMember)
        try await world.expectBack(known, without: late)
    }
}

extension World {
    private var quarrel: RecordKey { state("expanded", of: audits[0]) }

    fileprivate mutating func calm() {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    /// A laptop is told that its work is safe, and the server is put back to before it.
    ///
    /// - Returns: The edit that was acknowledged, and one that nobody has heard of.
    fileprivate mutating func loseWork(
        of index: Int, savesLate: Bool, isDeclared: Bool
    ) async throws -> (known: Deed, late: Deed?) {
        calm()
        try await backUpServer()
        let known = try judge(index, .passed, criteria[0])
        try await syncToEnd(index)
        let late = savesLate ? try judge(index, .cantTell, criteria[1]) : nil
        try await putBackServer()
        if isDeclared { try await core.declareRestore() }
        return (known, late)
    }

    fileprivate mutating func judge(
        _ index: Int, _ outcome: Judgement, _ criterion: String
    ) throws -> Deed {
        let field = FieldID(criterion: criterion, .judgement)
        let draft = RecordDraft(key: quarrel, edits: [FieldEdit(field, .judgement(outcome))])
        guard let change = try save(draft, laptop: index) else {
            throw Violation(text: "a judgement was not saved")
        }
        return change.deed
    }

    /// The others are shown what was acknowledged, and nothing else.
    fileprivate mutating func expectBack(_ known: Deed, without late: Deed?) async throws {
        for index in [0, 2, 0] { try await syncToEnd(index) }
        for laptop in [laptops[0], laptops[2]] {
            let edits = try laptop.store.record(quarrel)?.changes.map(\.change.deed)
            #expect(edits == [known])
            #expect(try check(laptop).isEmpty)
        }
        #expect(try laptops[1].ownEdits().isSuperset(of: [known, late].compactMap(\.self)))
    }

    /// Why a sync is refused, after all that has to be done before; nil when it is not.
    fileprivate mutating func refusal(of index: Int) async throws -> Problem? {
        for _ in 1...4 {
            guard try await enrolRekeyed(index) else { return nil }
            laptops[index].beginSync(audits[0], seed: 1)
            var end: SyncEnd?
            while laptops[index].session != nil { end = try await laptops[index].stepSync() }
            guard case .blocked(let block) = end else { return nil }
            if case .refused(let problem) = block { return problem }
            try await goOn(index, after: block)
        }
        return nil
    }
}
