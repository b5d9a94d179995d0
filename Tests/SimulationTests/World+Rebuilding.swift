import Client
import Foundation
import Server
import Shared
import TestSupport

/// Laptops whose database is lost, and made anew from the journal and what the server has.
extension World {
    /// A laptop's database is lost or damaged, sometimes with its journal.
    mutating func loseDatabase(_ index: Int) async throws {
        guard !isOut(laptops[index]) else { return }
        let damage = generator.pick(Ruins.Damage.allCases)
        let fate = damage == .none ? .stays : generator.pick(Ruins.JournalFate.allCases)
        laptops[index].forms = []
        laptops[index].session = nil
        laptops[index].held = nil
        laptops[index].takenOver = [:]
        laptops[index].hasLostDatabase = true
        var ruins = Ruins(
            journalFate: fate, own: try laptops[index].ownChanges(), restores: restoring.count)
        try laptops[index].damage(damage, at: generator.below(1_000))
        switch fate {
        case .stays: break
        case .isTorn: try laptops[index].tearJournal(1 + generator.below(2_000))
        case .isLost: try? FileManager.default.removeItem(atPath: laptops[index].home.journalPath)
        }
        ruins.journal = try laptops[index].journalledEdits()
        laptops[index].ruins = ruins
        forgetWitness(index)
        switch damage {
        case .none: goals[.rebuiltInVain, default: 0] += 1
        case .deleted: goals[.databaseDeleted, default: 0] += 1
        case .overwritten: goals[.databaseOverwritten, default: 0] += 1
        case .truncated: goals[.databaseTruncated, default: 0] += 1
        }
        try await forgetWhatIsLost(of: laptops[index])
        try await forgetWhatNobodyHas()
        if generator.chance(60) { try await rebuild(index) }
    }

    /// Makes a database anew; in bad weather that comes to nothing, and is tried again later.
    mutating func rebuild(_ index: Int) async throws {
        guard laptops[index].ruins != nil, !laptops[index].isDead else { return }
        let isHealing = faults == .none
        var weather = generator.chance(60) ? .none : faults
        if !isHealing, generator.chance(20) { weather.requestLost = 100 }
        laptops[index].network.connect(to: server, faults: weather)
        defer { laptops[index].network.connect(to: server, faults: faults) }
        let before = laptops[index].bytesOnDisk()
        var foreseen = generator
        try laptops[index].identity.write(laptops[index].home)
        // A try goes on with the successor of the one before.
        let waiting = try HomeRebuilding.successor(
            of: laptops[index].identity, in: laptops[index].home)
        let replica =
            waiting?.replica
            ?? laptops[index].identity.succeeded(using: &foreseen).replica
        // Sooner or later it may have brought something, even if it was cut off.
        if !laptops[index].replicas.contains(replica) { laptops[index].replicas.append(replica) }
        if let retirement = retirement(of: laptops[index]) { retired[replica] = retirement }
        let outcome: HomeRebuilding.Outcome
        do {
            outcome = try await laptops[index].rebuildHome(at: now, using: &generator)
        } catch {
            guard laptops[index].bytesOnDisk() == before else {
                throw Violation(text: "a rebuilding that failed left something behind: \(error)")
            }
            return try await note(error, ofRebuilding: index, isHealing: isHealing)
        }
        try await moveIn(index, outcome)
    }

    /// What a rebuilding says that came to nothing: the laptop is as it was.
    private mutating func note(
        _ error: any Error, ofRebuilding index: Int, isHealing: Bool
    ) async throws {
        try laptops[index].readIdentity()
        laptops[index].ruins?.attempts += 1
        goals[.rebuildingCutOff, default: 0] += 1
        switch error {
        case ClientError.transport where !isHealing: break
        case ClientError.problem(let problem) where problem.code == .replicaRetired:
            // Nothing comes to a device that has ended; what it had not sent is in its journal.
            laptops[index].isDead = true
            try await forgetWhatIsLost(of: laptops[index])
        case let trouble as ReportedError where !isHealing && trouble.kind != .bug: break
        default: throw Violation(text: "a database cannot be made anew: \(error)")
        }
    }

    /// Goes on with a database that was made anew, once it has all that it must have.
    private mutating func moveIn(_ index: Int, _ outcome: HomeRebuilding.Outcome) async throws {
        guard let ruins = laptops[index].ruins else { return }
        laptops[index].ruins = nil
        try laptops[index].readIdentity()
        guard try laptops[index].open(at: now) == nil else {
            throw Violation(text: "a database that was made anew does not fit its journal")
        }
        let laptop = laptops[index]
        let own = try laptop.ownEdits()
        let onServer = try await editsOnServer(under: try laptop.store.replicas(), of: laptop)
        let missing = laptop.saved.intersection(onServer.union(ruins.journal)).subtracting(own)
        guard missing.isEmpty else {
            throw Violation(
                text: "\(missing.count) changes are not back: \(missing.sorted()), "
                    + "of them on the server \(missing.intersection(onServer).count)")
        }
        try noteHalfSaves(index)
        laptops[index].saved.formIntersection(own)
        laptops[index].savedSinceBackup.formIntersection(own)
        countGoals(ruins, outcome)
    }

    /// Of what a torn journal kept the word alone, what she said under another id stands as well.
    mutating func noteHalfSaves(_ index: Int) throws {
        let own = try laptops[index].ownChanges().map(\.change)
        let whole = Set(own.filter { $0.body.author != laptops[index].person }.map(\.deed))
        for deed in oracle.ofTwoChanges.intersection(own.map(\.deed)).subtracting(whole) {
            oracle.noteHalf(deed)
        }
    }

    private mutating func countGoals(_ ruins: Ruins, _ outcome: HomeRebuilding.Outcome) {
        goals[.rebuilt, default: 0] += 1
        if outcome.replayed > 0 { goals[.rebuiltFromJournal, default: 0] += 1 }
        switch ruins.journalFate {
        case .stays: break
        case .isTorn: goals[.rebuiltFromTornJournal, default: 0] += 1
        case .isLost: goals[.rebuiltWithoutJournal, default: 0] += 1
        }
        if ruins.attempts > 0 { goals[.rebuiltLater, default: 0] += 1 }
        if restoring.count > ruins.restores { goals[.rebuiltAfterRestore, default: 0] += 1 }
    }
}
