import Client
import Foundation
import Server
import Shared
import TestSupport

/// Laptops that are cloned, copied and put back to an older state.
extension World {
    private static let laptopsMax = 12

    /// Copies a laptop; sometimes the copy is noticed when it is opened, sometimes nobody can.
    mutating func clone(_ index: Int) async throws {
        guard laptops.count < Self.laptopsMax, !isOut(laptops[index]) else { return }
        let name = "clone-\(laptops.count)"
        let network = laptops[index].network.clone(seed: generator.next())
        let clone = try laptops[index].cloned(as: name, in: folder, network: network)
        laptops.append(clone)
        laptops[index].hasTwin = true
        laptops[laptops.count - 1].hasTwin = true
        guard generator.chance(50) else { return }
        goals[.copyNoticedAtOpen, default: 0] += 1
        try await succeed(laptops.count - 1, because: .copied)
    }

    /// Keeps a copy of a laptop's database, as a backup would.
    mutating func backUp(_ index: Int) throws {
        try laptops[index].backUp()
        laptops[index].savedSinceBackup = []
    }

    /// Puts the backup back in place of the database; nothing on the laptop can tell.
    mutating func putBack(_ index: Int) throws {
        guard try laptops[index].putBack() else { return }
        goals[.putBack, default: 0] += 1
        // What was never sent is gone with the database; what the server has comes back.
        mayBeLost.formUnion(laptops[index].savedSinceBackup)
        laptops[index].saved.subtract(laptops[index].savedSinceBackup)
        laptops[index].savedSinceBackup = []
        laptops[index].hasTwin = true
    }

    /// What `AuditClient` does when a sync ends blocked by another history of this replica.
    mutating func goOn(_ index: Int, after block: SyncBlock) async throws {
        switch block {
        case .forked:
            goals[.forkNoticed, default: 0] += 1
            try await succeed(index, because: .forked)
        case .rolledBack:
            goals[.rollbackNoticed, default: 0] += 1
            try await succeed(index, because: .rolledBack)
        case .epochEnded:
            goals[.serverHealed, default: 0] += 1
            try await succeed(index, because: .serverRestored)
        case .refused(let problem): try noteRefusal(index, problem)
        case .serverRestored:
            throw Violation(text: "a sync is blocked: \(block)")
        }
    }

    private mutating func succeed(_ index: Int, because reason: Succession) async throws {
        let identity = Identity(replica: .random(using: &generator))
        let replica = identity.replica
        let reissued = try laptops[index].store.succeed(
            with: replica, pullsAfresh: reason != .copied, at: now)
        if reissued > 0 { goals[.reissued, default: 0] += 1 }
        var request = WireEnrolRequest()
        request.replica = Data(replica.bytes)
        request.publicKey = Data(identity.publicKey)
        let answer = try await core.enrol(request, by: laptops[index].bearer, at: now)
        if let epoch = EpochID(bytes: answer.epoch) {
            try laptops[index].store.remember(epoch: epoch)
        }
        laptops[index].write(under: identity)
    }
}
