import Foundation
import Server
import Shared
import Synchronization
import TestSupport

@testable import Client

/// What happened to the server's database in one run.
struct Restoring {
    /// How often it was put back.
    var count = 0
    /// The same, by tests that put it back by themselves too.
    var lives = 0
    var hasBackup = false
    /// Changes of which the restored server and their owners know nothing for certain.
    var inDoubt: [Change] = []
    /// Of those, what nobody could bring under its own name any more, and whose laptops had it in a
    /// record then.
    var witnesses: [Deed: Set<Int>] = [:]
    /// What only records have that were set aside for the leads, when all was over.
    var setAside: Set<Deed> = []
    /// Replicas of homes that were put back whole, so that nothing could notice it when they were
    /// opened.
    var blind: Set<ReplicaID> = []
    /// How often an edit stood beside the one that had replaced it, when all was over.
    var siblingsTooMany: Set<Deed> = []
    /// Laptops that show what not all show, by the residue.
    var strange: Set<Int> = []
    /// The epoch and head to which it was put back without a word, until it is noticed.
    var unnoticed: (epoch: EpochID, sequence: UInt64)?
}

/// Names new lives of the server's database by the seed.
final class SeededEpochs: Sendable {
    private let drawn: Mutex<(generator: SeededGenerator, epochs: [EpochID])>

    init(seed: UInt64) { drawn = Mutex((SeededGenerator(seed: seed), [])) }

    func next() -> EpochID {
        drawn.withLock {
            let epoch = EpochID.random(using: &$0.generator)
            $0.epochs.append(epoch)
            return epoch
        }
    }

    /// Every life that has begun but the first, in that order.
    var all: [EpochID] { drawn.withLock(\.epochs) }
}

/// A server whose database is put back to an older state, and laptops that are lost with it.
extension World {
    private static let restoresMax = 2

    var serverPath: String { serverFile.path }
    private var serverFile: URL { folder.appending(path: "server/\(AuditStore.fileName)") }
    private var serverBackup: URL { folder.appending(path: "server.backup") }

    mutating func backUpServer() async throws {
        try serverStore.close()
        try? FileManager.default.removeItem(at: serverBackup)
        try FileManager.default.copyItem(at: serverFile, to: serverBackup)
        restoring.hasBackup = true
        try await openServer()
        // One disk holds them all, or one night's backup does.
        guard mix.hasAllDisasters, generator.chance(80) else { return }
        for index in laptops.indices where !laptops[index].isDown { try backUp(index) }
    }

    /// Puts the backup in place of the database, declared or not.
    mutating func restoreServer() async throws {
        guard restoring.hasBackup, restoring.count < Self.restoresMax,
            !laptops.contains(where: \.isDead)
        else { return }
        try await askOutcomes()
        restoring.count += 1
        if !restoring.blind.isEmpty { goals[.putBackBesideRestore, default: 0] += 1 }
        if Set(laptops.map(\.identity.replica)).count < laptops.count {
            goals[.restoredBesideClones, default: 0] += 1
        }
        let dead = generator.chance(30) ? 1 + generator.below(laptops.count - 1) : nil
        if let dead { kill(dead) }
        try await putBackServer()
        try await forgetWhatIsLost()
        if generator.chance(30) {
            goals[.restoreDeclared, default: 0] += 1
            try await core.declareRestore()
        } else {
            goals[.restoreUnnoticed, default: 0] += 1
            restoring.unnoticed = (core.epoch, try await heads())
            if mix.hasAllDisasters { try await putBackWithServer() }
        }
    }

    /// Puts a laptop's home back as well, as a disk does that holds them all, before anybody else
    /// has told the server anything: what it writes then may have the number of something that was
    /// acknowledged, and that others have seen.
    private mutating func putBackWithServer() async throws {
        var candidates: [Int] = []
        for (index, laptop) in laptops.enumerated()
        where laptop.hasBackup && !laptop.isDown && !isOut(laptop) {
            let writer = laptop.identity.replica
            let kept = try await editsOnServer(under: [writer], of: laptop)
            let hasLost = try laptop.ownChanges().contains {
                $0.change.dot.replica == writer && $0.outcome == .applied
                    && !kept.contains($0.change.deed)
            }
            if hasLost { candidates.append(index) }
        }
        guard !candidates.isEmpty else { return }
        let index = generator.pick(candidates)
        try await putBack(index, .isPutBack, isNoticed: false)
        for _ in 0...1 + generator.below(3) { try edit(index) }
        laptops[index].network.connect(to: server, faults: .none)
        try await syncToEnd(index)
        laptops[index].network.connect(to: server, faults: faults)
    }

    /// Puts the backup in place of the database; nobody is told.
    mutating func putBackServer() async throws {
        restoring.lives += 1
        enrolledBefore = [:]
        try serverStore.close()
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: serverFile.path + suffix)
        }
        try FileManager.default.copyItem(at: serverBackup, to: serverFile)
        try await openServer()
    }

    /// Counts that the server took new work before anybody noticed that it was put back.
    mutating func noteOvertaken() async throws {
        guard let unnoticed = restoring.unnoticed else { return }
        guard core.epoch == unnoticed.epoch else {
            restoring.unnoticed = nil
            return
        }
        if try await heads() > unnoticed.sequence {
            goals[.restoreOvertaken, default: 0] += 1
            restoring.unnoticed = nil
        }
    }

    /// How many changes the server has taken.
    private func heads() async throws -> UInt64 {
        var sum: UInt64 = 0
        for audit in audits { sum += try await core.summary(of: audit)?.sequence ?? 0 }
        return sum
    }

    private mutating func kill(_ index: Int) {
        goals[.laptopDied, default: 0] += 1
        laptops[index].isDead = true
        laptops[index].session = nil
    }

    /// What the backup has not got and no living laptop was told of is decided anew, is lost with a
    /// dead laptop, or comes back with somebody's record.
    private mutating func forgetWhatIsLost() async throws {
        for laptop in laptops { try await forgetWhatIsLost(of: laptop) }
        try await forgetWhatNobodyHas()
        for change in adopted.values {
            oracle.setAside(change.deed)
            restoring.inDoubt.append(change)
        }
    }

    /// What a laptop had been told is safe, and has lost itself, a restored server may lack.
    mutating func forgetWhatNobodyHas() async throws {
        guard restoring.count > 0 else { return }
        var kept: Set<Deed> = []
        for laptop in laptops {
            kept.formUnion(try await editsOnServer(of: laptop))
            guard !isOutOfReach(laptop), laptop.ruins == nil else { continue }
            for entry in try laptop.ownChanges() where entry.outcome != nil {
                kept.insert(entry.change.deed)
            }
        }
        for change in oracle.answered() where !kept.contains(change.deed) {
            oracle.forget(change.deed)
            restoring.inDoubt.append(change)
            restoring.witnesses[change.deed] = try witnesses(of: change)
        }
    }

    /// Whose laptops show a change, and will bring it to a server that was put back.
    private func witnesses(of change: Change) throws -> Set<Int> {
        try Set(
            laptops.indices.filter { index in
                guard !isOut(laptops[index]), laptops[index].ruins == nil else { return false }
                let store = laptops[index].store
                // What it only imported it cannot prove, and a restored server asks its author.
                return try store.reconcile.images([change.key], bytesMax: .max).images.contains {
                    image in
                    try Record(decoding: image.bytes).changes.contains {
                        $0.change.deed == change.deed
                    }
                }
            })
    }

    /// A laptop's past is gone, or was put back: what it had seen it tells nobody.
    mutating func forgetWitness(_ index: Int) {
        for edit in restoring.witnesses.keys { restoring.witnesses[edit]?.remove(index) }
    }

    /// What a living laptop had seen of a chain that was put back, no server has in effect, and no
    /// lead is shown.
    mutating func vanished() throws -> [String] {
        guard restoring.count > 0 else { return [] }
        let aside = Set(
            try serverStore.recordsSetAside().flatMap { $0.changes.map(\.change.deed) })
        let replaced = oracle.replaced()
        restoring.setAside = aside.filter { !oracle.isAccepted($0) && !replaced.contains($0) }
        var found: [String] = []
        for (edit, seen) in restoring.witnesses
        where seen.contains(where: { !isOut(laptops[$0]) }) {
            // What was refused is listed as such.
            guard !oracle.isAccepted(edit), !oracle.isRefused(edit), !replaced.contains(edit),
                !aside.contains(edit)
            else { continue }
            found.append("\(edit) was seen on a laptop and has vanished")
        }
        return found
    }

    mutating func forgetWhatIsLost(of laptop: Laptop) async throws {
        let isOut = isOutOfReach(laptop)
        var settled = try await editsOnServer(of: laptop)
        let own = try laptop.ruins?.own ?? laptop.ownChanges()
        for entry in own {
            let edit = entry.change.deed
            oracle.note(writing: entry.change)
            // What a laptop in ruins had been told is safe it cannot prove any more.
            if isOut || laptop.ruins?.journal.contains(edit) == false { mayBeLost.insert(edit) }
            if entry.outcome != nil, !isOut, laptop.ruins == nil { settled.insert(edit) }
        }
        for entry in own where !settled.contains(entry.change.deed) {
            oracle.forget(entry.change.deed)
            restoring.inDoubt.append(entry.change)
        }
    }

    /// Once all is over: what came back with a record was applied, whatever became of it later.
    ///
    /// Every laptop has it then; one alone may show what she carries and no server takes.
    mutating func noteWhatCameBack() throws {
        for change in restoring.inDoubt {
            let isRefused = oracle.isRefused(change.deed) || !oracle.isAlone(change)
            let isBack = try laptops.filter { !isOut($0) }.allSatisfy { laptop in
                guard let record = try laptop.store.record(change.key) else { return false }
                // A refused number is covered by any later one, and a twin's by the other's
                // change, so that only its writes tell.
                return record.changes.contains { $0.change.deed == change.deed }
                    || record.context.covers(change.dot)
                        && (!isRefused || oracle.isRemoval(change.deed, doneIn: record))
            }
            if isBack { oracle.note(change.deed, .applied) }
        }
    }

    func editsOnServer(of laptop: Laptop) async throws -> Set<Deed> {
        try await editsOnServer(under: laptop.replicas, of: laptop)
    }

    /// What the server has of some of a laptop's chains, whatever became of it.
    func editsOnServer(
        under replicas: [ReplicaID], of laptop: Laptop
    ) async throws -> Set<Deed> {
        var edits: Set<Deed> = []
        for replica in replicas {
            for audit in audits {
                for item in try await chain(of: replica, in: audit, by: laptop).changes {
                    guard let key = RecordKey(bytes: [UInt8](item.key)) else { continue }
                    let dot = Dot(replica: replica, n: item.n)
                    edits.insert(try Change(key: key, dot: dot, bytes: [UInt8](item.body)).deed)
                }
            }
        }
        return edits
    }

    /// One chain of a laptop as the server has it; empty for a replica that it has forgotten.
    func chain(
        of replica: ReplicaID, in audit: AuditID, by laptop: Laptop
    ) async throws -> WireChainResponse {
        // A device that has ended learns nothing.
        if retired[replica] != nil { return try await chainOnServer(of: replica, in: audit) }
        do throws(Problem) {
            return try await core.chain(
                of: replica, from: 1, in: audit,
                by: .device(person: laptop.person, replica: replica))
        } catch {
            guard error.code == .epochChanged else { throw error }
            return WireChainResponse()
        }
    }

    /// What a record does not show as it must: by author and value, whatever the code calls them.
    ///
    /// After a restore or a late adoption a deed that came after the one that replaced it may
    /// stand beside it (docs/merge.md, "The one residue").
    mutating func differences(
        of record: Record, from expected: [FieldID: Set<Deed>]
    ) -> (faults: [String], isResidue: Bool) {
        let shown = Dictionary(
            uniqueKeysWithValues: record.registers().map { ($0.field, $0.siblings) })
        var faults: [String] = []
        var isResidue = false
        for field in Set(shown.keys).union(expected.keys).sorted() {
            let siblings = shown[field] ?? []
            let wanted = expected[field] ?? []
            let words = wanted.compactMap { oracle.word($0, in: field) }
            if Self.counted(siblings.map(\.word)) == Self.counted(words) { continue }
            let deeds = Set(siblings.map(\.deed))
            let missing = wanted.subtracting(deeds)
            let extra = deeds.subtracting(wanted)
            let areTrue = siblings.allSatisfy { oracle.word($0.deed, in: field) == $0.word }
            if missing.isEmpty, areTrue, deeds.count == siblings.count,
                extra.allSatisfy(isAllowedBeside)
            {
                restoring.siblingsTooMany.formUnion(extra)
                isResidue = true
            } else {
                faults.append(
                    "\(field.path): missing \(missing.sorted()), extra \(extra.sorted()), "
                        + "\(siblings.count) shown")
            }
        }
        return (faults, isResidue)
    }

    /// Whether a deed may stand although it was replaced.
    private func isAllowedBeside(_ deed: Deed) -> Bool {
        // Open: what a laptop carries for a lost one, and the restored server had answered before,
        // stays shown on that laptop alone.
        if restoring.count > 0, mayBeLost.contains(deed),
            oracle.unknownToServer().contains(deed)
        {
            return true
        }
        return (restoring.count > 0 || adopted[deed] != nil) && oracle.isAccepted(deed)
    }

    private static func counted(_ words: [Oracle.Word]) -> [Oracle.Word: Int] {
        words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension Sibling {
    /// What it says, as the oracle tells it.
    var word: Oracle.Word { Oracle.Word(author: author, value: value) }
}
