import Client
import Foundation
import Shared
import TestSupport

/// Laptops that meet without a server, and hand each other files.
extension World {
    /// One laptop writes down what it has, and another takes it over.
    mutating func meet(_ index: Int) throws {
        let other = generator.below(laptops.count)
        guard other != index, !laptops[other].isDead else { return }
        let path = folder.appending(path: "meeting.bundle").path
        try? FileManager.default.removeItem(atPath: path)
        do {
            let laptop = laptops[index]
            _ = try laptop.store.exportBundle(
                generator.pick(audits), to: path, signedBy: laptop.identity, program: "simulation",
                at: now)
            let taken = try laptops[other].store.importBundle(from: path).taken
            if taken.changes > 0 { goals[.bundleTaken, default: 0] += 1 }
        } catch BundleError.nothingToCarry {
            return
        } catch BundleError.contradicts {
            goals[.bundleContradicted, default: 0] += 1
        }
    }
}
