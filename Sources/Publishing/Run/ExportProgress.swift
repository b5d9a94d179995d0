import Presentation
import Shared
import Synchronization

/// Says how far an export is to whoever watches: at most four times a second, and at once.
package final class ExportProgress: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)
    private let now: @Sendable () -> ContinuousClock.Instant
    private let show: @Sendable (String) -> Void

    private static let pause = Duration.milliseconds(250)

    /// - Parameter show: Takes a line in place of the one before; an empty one in the end.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        show: @escaping @Sendable (String) -> Void
    ) {
        self.now = now
        self.show = show
    }

    /// Nothing of the file is there yet: some formats see all rows before the first is written.
    func looked(at count: Int) { say { "Read \(counted(count, "finding"))" } }

    func wrote(_ count: Int) { say { "Wrote \(counted(count, "finding"))" } }

    /// Takes away what was shown.
    package func end() {
        if last.withLock({ $0.take() }) != nil { show("") }
    }

    private func say(_ line: () -> String) {
        let time = now()
        let isDue = last.withLock { last in
            if let last, time - last < Self.pause { return false }
            last = time
            return true
        }
        if isDue { show(line()) }
    }
}
