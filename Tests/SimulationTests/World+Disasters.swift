import Client
import Foundation
import Server
import Shared
import TestSupport

/// Laptops that are cloned, copied and put back to an older state.
extension World {
    private static let laptopsMax = 8

    /// Copies a laptop; sometimes the copy is noticed when it is opened, sometimes nobody can.
    mutating func clone(_ index: Int) async throws {
        guard laptops.count < Self.laptopsMax, !isOut(laptops[index]) else { return }
        let name = "clone-\(laptops.count)"
        let network = laptops[index].network.clone(seed: generator.next())
        let clone = try laptops[index].cloned(as: name, in: folder, network: network)
        if laptops[index].isCopy { goals[.cloneOfClone, default: 0] += 1 }
        laptops.append(clone)
        laptops[index].hasTwin = true
        laptops[laptops.count - 1].hasTwin = true
        guard generator.chance(50) else { return }
        goals[.copyNoticedAtOpen, default: 0] += 1
        try await rekey(laptops.count - 1, because: .copied)
    }

    /// Keeps a copy of a laptop's database, as a backup would.
    mutating func backUp(_ index: Int) throws {
        try laptops[index].backUp()
        laptops[index].savedSinceBackup = []
    }

    /// Puts the backup back in place of the database, alone or with the whole home; sometimes that
    /// is noticed when it is opened, as another file.
    mutating func putBack(_ index: Int) async throws {
        guard !isOut(laptops[index]) else { return }
        let fate: Laptop.JournalFate = generator.chance(50) ? .stays : .isPutBack
        try await putBack(index, fate, isNoticed: generator.chance(30))
    }

    /// Puts a backup back; where other replicas tell of it, it is noticed in any case.
    mutating func putBack(
        _ index: Int, _ fate: Laptop.JournalFate, isNoticed: Bool
    ) async throws {
        let unanswered = try laptops[index].unansweredEdits()
        guard let (replayed, orphans) = try laptops[index].putBack(fate, at: now) else { return }
        goals[.putBack, default: 0] += 1
        if restoring.count > 0 { goals[.putBackBesideRestore, default: 0] += 1 }
        if replayed > 0 { goals[.journalReplayed, default: 0] += 1 }
        let missing = unanswered.subtracting(try laptops[index].ownEdits())
        guard fate == .isPutBack || missing.count <= orphans else {
            throw Violation(text: "the journal lost \(missing.count - orphans) changes")
        }
        // What was never sent is gone with the database, unless the journal had it; what the
        // server has comes back with its records.
        let gone = laptops[index].savedSinceBackup.subtracting(try laptops[index].ownEdits())
        mayBeLost.formUnion(gone)
        laptops[index].saved.subtract(gone)
        laptops[index].savedSinceBackup.subtract(gone)
        try noteHalfSaves(index)
        laptops[index].hasTwin = true
        forgetWitness(index)
        try await forgetWhatNobodyHas()
        if fate == .isPutBack { restoring.blind.formUnion(laptops[index].replicas) }
        let writer = try laptops[index].store.home()?.replica
        if writer != laptops[index].identity.replica || isNoticed {
            try await rekey(index, because: .copied)
        }
    }

    /// What `AuditClient` does when a sync ends blocked by another history of this replica.
    mutating func goOn(_ index: Int, after block: SyncBlock) async throws {
        switch block {
        case .forked:
            goals[.forkNoticed, default: 0] += 1
            try await rekey(index, because: .forked)
        case .rolledBack:
            goals[.rollbackNoticed, default: 0] += 1
            try await rekey(index, because: .rolledBack)
        case .epochEnded:
            goals[.serverHealed, default: 0] += 1
            try await rekey(index, because: .serverRestored)
        case .refused where block.isOfTheWay && faults != .none:
            goals[.waitedForTheWay, default: 0] += 1
        case .refusedOnTheWay: goals[.waitedForTheWay, default: 0] += 1
        case .refused(let problem): try noteRefusal(index, problem)
        case .serverRestored:
            throw Violation(text: "a sync is blocked: \(block)")
        }
    }

    mutating func rekey(_ index: Int, because reason: RekeyReason) async throws {
        let identity = laptops[index].identity.succeeded(using: &generator)
        let reissued = try laptops[index].store.recovery.rekey(
            with: identity.replica, pullsAfresh: reason != .copied, at: now)
        if reissued > 0 { goals[.reissued, default: 0] += 1 }
        laptops[index].write(under: identity)
        _ = try await enrolRekeyed(index)
    }

    /// Tells the server of the replica under which a laptop goes on; tried before every sync.
    ///
    /// - Returns: Whether the server knows it, so that a sync can begin.
    mutating func enrolRekeyed(_ index: Int) async throws -> Bool {
        let laptop = laptops[index]
        guard laptop.awaitsEnrolment else { return true }
        if generator.chance(faults.requestLost) { return false }
        try await retireWhileEnrolling(index)
        let request = try laptop.identity.enrolment(
            of: laptop.person, named: "", invite: nil, ids: laptop.store.reconcile.idCertificates())
        let answer: WireEnrolResponse
        do throws(Problem) {
            answer = try await laptop.network.enrol(request)
        } catch {
            // A server whose disk is full or busy is asked again with the next sync.
            if error.code != .storageFull, error.code != .overloaded {
                try noteRefusal(index, error)
            }
            return false
        }
        if generator.chance(faults.answerLost) {
            goals[.enrolmentRepeated, default: 0] += 1
            if retirement(of: laptop) == nil {
                enrolledBefore[laptop.identity.replica] = core.epoch
                try await retireWhileEnrolling(index)
            } else {
                noteEnrolled(laptop.identity.replica, by: laptop.bearer)
            }
            return false
        }
        noteEnrolled(laptop.identity.replica, by: laptop.bearer)
        if let epoch = EpochID(bytes: answer.epoch) {
            try laptop.store.pull.remember(epoch: epoch)
        }
        laptops[index].enrolled(answer)
        return true
    }
}
