import Foundation
package import Testing

/// How long tests wait: the only place that names a time-out of theirs.
///
/// `ACCORD_PATIENCE=3` gives three times as long, on a slower or busier machine: so does
/// `scripts/test` with its budgets, and `Tests/Web/patience.py` for tests in Python.
package enum Patience {
    /// How many times as long as usual; 1 or more.
    package static let factor = max(
        1, ProcessInfo.processInfo.environment["ACCORD_PATIENCE"].flatMap { Int($0) } ?? 1)

    /// For anything that has to come: an answer, a program's end, words on a screen, a lock.
    ///
    /// Beside two thousand tests on two slow cores an export has taken more than a minute.
    package static let answer = Duration.seconds(180) * factor
    /// For what comes at once, or after far longer, or never.
    package static let soon = Duration.seconds(15) * factor
    /// For what is promised within a second, and for a server that is told to wait no longer.
    package static let second = Duration.seconds(1) * factor
    /// For a time-out that a test waits for; longer than others need for what is there.
    package static let silence = Duration.milliseconds(400) * factor
}

extension TimeLimitTrait.Duration {
    /// For a test that takes seconds.
    package static var usual: Self { .minutes(5 * Patience.factor) }
    /// For a test over slow lines, or with many programs.
    package static var long: Self { .minutes(10 * Patience.factor) }
    /// For a search that is told how far to go.
    package static var search: Self { .minutes(60 * Patience.factor) }
}

extension Duration {
    /// For `poll`.
    package var milliseconds: Int32 { Int32(self / .milliseconds(1)) }
}
