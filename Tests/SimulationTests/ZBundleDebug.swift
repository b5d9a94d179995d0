import Client
import Shared
import Foundation
import Testing
import TestSupport
struct ZBundleDebug {
    @Test func dbg() async throws {
        let rebuild = ProcessInfo.processInfo.environment["DBG_STEPS"].flatMap(Int.init) ?? 80
        for seed in Seeds.first(1) {
            let folder = try TemporaryFolder(preferMemory: true)
            var world = try await World(seed: seed, folder: folder.url)
            try await world.chaos(steps: rebuild)
            let violations = try await world.heal()
            print("DBG", seed, violations, world.restoring.count, world.goals)
            for (i, l) in world.laptops.enumerated() {
                print("DBG laptop", i, l.isDead, l.replicas.map { $0.hex.prefix(4) }, try l.store.carriedCount(world.audit), try l.store.carriedTroubles(world.audit))
                try FileManager.default.copyItem(atPath: l.store.path, toPath: "/tmp/bdbg-\(i).sqlite")
            }
        }
    }
}
