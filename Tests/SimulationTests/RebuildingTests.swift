import Client
import Foundation
import TestSupport
import Testing

/// In every state that chaos leads to, what is derived is what composing anew gives.
struct RebuildingTests {
    @Test func `composing anew gives every derived column as it is, at any moment`() async throws {
        var composed = 0
        // Under 514 a bundle brings the chain of a device that a restored server knows by its
        // token alone, and whose key goes on for an enrolled one's.
        for seed in Seeds.first(10) + [514] {
            do {
                composed += try await composeAnew(seed)
            } catch {
                Issue.record("seed \(seed): \(error). \(Seeds.replay(seed))")
            }
        }
        #expect(composed > 100)
    }

    /// Chaos under one seed, and how many records were composed anew in it.
    private func composeAnew(_ seed: UInt64) async throws -> Int {
        var composed = 0
        let folder = try TemporaryFolder(preferMemory: true)
        var world = try await World(seed: seed, folder: folder.url)
        for _ in 0..<12 {
            try await world.chaos(steps: 8)
            for laptop in world.laptops where !laptop.isDown {
                for audit in world.audits {
                    let result = try laptop.store.recovery.rebuild(audit)
                    #expect(result.isClean, "seed \(seed): \(result). \(Seeds.replay(seed))")
                    composed += result.records
                }
            }
        }
        let violations = try await world.heal()
        #expect(violations.isEmpty, "seed \(seed): \(violations). \(Seeds.replay(seed))")
        return composed
    }
}
