import Client
import Foundation
import Shared
import TestSupport

/// Laptops that meet without a server, and hand each other files.
extension World {
    /// Anybody's laptop; now and then one that writes under the same name, to find that out.
    private mutating func anyOther(than index: Int) -> Int {
        let replica = laptops[index].identity.replica
        let twins = laptops.indices.filter {
            $0 != index && laptops[$0].replicas.contains(replica)
        }
        return !twins.isEmpty && generator.chance(40)
            ? generator.pick(twins) : generator.below(laptops.count)
    }

    /// One laptop writes down what it has, and another takes it over.
    mutating func meet(_ index: Int) throws {
        try handOver(from: index, to: anyOther(than: index), isAltered: false)
    }

    /// The same by way of somebody who alters what no signature covers.
    mutating func meetThroughLiar(_ index: Int) throws {
        try handOver(from: index, to: anyOther(than: index), isAltered: true)
    }

    /// A home that was put back in place goes on without a server, hands its work to a colleague,
    /// and now and then is never seen again.
    mutating func goOnPutBack(_ index: Int) async throws {
        guard index > 0, laptops[index].hasBackup, !isOut(laptops[index]) else { return }
        try await putBack(index, .isPutBack, isNoticed: false)
        for _ in 0...generator.below(3) { try edit(index) }
        try handOver(from: index, to: generator.below(laptops.count), isAltered: false)
        goals[.handedOverPutBack, default: 0] += 1
        guard generator.chance(30) else { return }
        laptops[index].isDead = true
        laptops[index].session = nil
        goals[.laptopDied, default: 0] += 1
        try await forgetWhatIsLost(of: laptops[index])
        try await forgetWhatNobodyHas()
    }

    mutating func handOver(
        from index: Int, to other: Int, isAltered: Bool, of one: AuditID? = nil
    ) throws {
        guard other != index, !laptops[other].isDown else { return }
        let path = freshFile()
        let audit = one ?? generator.pick(audits)
        do {
            let laptop = laptops[index]
            _ = try laptop.store.bundles.exportBundle(
                audit, to: path, signedBy: laptop.identity, program: "simulation", at: now)
        } catch let error as BundleError {
            // What was put back may have forgotten that an id is hers, until the next sync.
            guard [.nothingToCarry, .unproved].contains(error) else { throw error }
            return
        }
        if isAltered {
            try LyingBundle.alter(path)
            goals[.bundleLied, default: 0] += 1
        }
        try takeOver(path, of: audit, by: other)
    }

    /// A path at which nothing lies.
    func freshFile() -> String {
        let path = folder.appending(path: "meeting.bundle").path
        try? FileManager.default.removeItem(atPath: path)
        return path
    }

    /// A laptop takes over what a file has, and notes what it says that it took.
    mutating func takeOver(_ path: String, of audit: AuditID, by other: Int) throws {
        let before = try laptops[other].carried(of: audit)
        let taken = try laptops[other].store.bundles.importBundle(
            from: path, trusting: laptops[other].identity.serverKey
        ).taken
        if taken.changes > 0 { goals[.bundleTaken, default: 0] += 1 }
        if !taken.forks.isEmpty { goals[.bundleContradicted, default: 0] += 1 }
        let new = try laptops[other].carried(of: audit).filter { before[$0.key] == nil }
        laptops[other].takenOver.merge(new) { first, _ in first }
    }
}
