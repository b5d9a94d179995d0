import Synchronization
import TestSupport
import Testing

/// Nobody begins all tests at once.
struct WidthTests {
    private static let running = Mutex(0)

    @Test(arguments: 0..<200)
    func `no more tests run at once than were allowed, however they were started`(
        _ number: Int
    ) async throws {
        let allowed = try #require(Width.present)
        let now = Self.running.withLock {
            $0 += 1
            return $0
        }
        #expect(now <= allowed)
        // Lets whoever may run begin.
        for _ in 0..<100 { await Task.yield() }
        Self.running.withLock { $0 -= 1 }
    }
}
