package import Foundation

extension Process {
    private static let starting = NSLock()

    /// Runs it, one at a time: Foundation has crashed where a process of tests started two at once.
    package func start() throws {
        try Self.starting.withLock { try run() }
    }
}
