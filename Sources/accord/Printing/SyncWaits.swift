import Client

/// Says why a sync waits before it tries again: each reason once in a run, at once.
struct SyncWaits {
    private var told: Set<String> = []
    /// Whoever waits longer than this wonders whether anything happens.
    private static let quietMax = Duration.seconds(2)

    /// A line for a wait that somebody would notice; nil for everything else.
    mutating func line(before next: SyncAction?) -> String? {
        guard case .wait(let duration, let failure) = next, duration > Self.quietMax else {
            return nil
        }
        return line(of: ReportedError(failure), in: duration)
    }

    /// The same for a trouble that was put into words already.
    mutating func line(of trouble: ReportedError, in duration: Duration) -> String? {
        guard duration > Self.quietMax, told.insert(trouble.message).inserted else { return nil }
        return "\(trouble.message) Trying again by itself in \(duration.components.seconds) s; "
            + "you may stop this at any time."
    }
}
