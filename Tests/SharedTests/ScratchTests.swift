import TestSupport
import Testing

struct ScratchTests {
    @Test func `scratch run`() {
        var late = 0, found = 0
        for seed in UInt64(0)..<600 {
            var bad = World(
                seed: seed, features: [.tabs, .refusals, .bundles], fault: .foreignAfterOwn)
            bad.run()
            late += bad.lateSiblings
            if let v = bad.violations.first { found += 1; print("seed", seed, v) }
        }
        print("late", late, "found", found)
    }
}
