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
        let other = anyOther(than: index)
        guard other != index, !laptops[other].isDown else { return }
        let path = folder.appending(path: "meeting.bundle").path
        try? FileManager.default.removeItem(atPath: path)
        do {
            let laptop = laptops[index]
            _ = try laptop.store.bundles.exportBundle(
                generator.pick(audits), to: path, signedBy: laptop.identity, program: "simulation",
                at: now)
            let taken = try laptops[other].store.bundles.importBundle(
                from: path, trusting: laptops[other].identity.serverKey
            ).taken
            if taken.changes > 0 { goals[.bundleTaken, default: 0] += 1 }
            if !taken.forks.isEmpty { goals[.bundleContradicted, default: 0] += 1 }
        } catch BundleError.nothingToCarry {
            return
        }
    }
}
