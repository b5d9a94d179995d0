import Client

/// How the background sync waits.
struct BackgroundSyncSchedule: Sendable {
    /// How often it looks whether another program made or fetched an audit.
    var look = Duration.seconds(2)
    /// How often it asks the server for audits that this laptop lacks.
    var ask = Duration.seconds(300)
    /// The first pause where there is no way to the server; it doubles.
    var pauseFirst = Duration.seconds(5)
    /// The longest, also where a person has to do something first.
    var pauseMax = Duration.seconds(300)
    /// How long a page waits for a sync before it is shown without its end.
    var patience = Duration.seconds(15)
    var live = LiveSync.Pace()
}
