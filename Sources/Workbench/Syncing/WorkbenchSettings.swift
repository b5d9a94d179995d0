package import Client
import Foundation
package import HTTPClient
import Site

/// How a workbench is served.
package struct WorkbenchSettings: Sendable {
    /// An address of this machine; only loopback is reached by nobody else.
    package var host = "127.0.0.1"
    /// The port where nobody asks for another, so that bookmarks stay.
    package static let usualPort = 7423
    /// 0 takes any port that is free.
    package var port = 0
    /// Whether one that is free will do where another program has the port.
    package var mayMove = false
    /// Whether browsers that were let in before have to come in anew.
    package var forgetsBrowsers = false
    /// An address of this machine in its network, for phones that are let in; nil for none.
    package var phoneHost: String?
    var now: @Sendable () -> Date = { AuditClient.now }
    package var program = "Accord"
    /// The way to the server that a laptop has joined; nil where pages do not sync.
    package var connect: (@Sendable (AuditClient) async throws -> any Transport)?
    /// The way to a server that it is about to join; nil where pages do not join.
    package var reach: Reach?
    /// Whether audits are kept in step without anybody asking.
    package var syncsInBackground = true
    var pace = BackgroundSyncSchedule()

    package init() {}

    /// Makes the way to a server, by an enrolment that has no token yet.
    package typealias Reach =
        @Sendable (AuditClient, Identity.Enrolment) throws(TransportError) -> any Transport
}

extension SiteHost {
    /// Where a workbench is, in a word.
    static let laptop = "laptop"

    /// This laptop, for her who sits at it.
    init(_ settings: WorkbenchSettings, copy: CopyNote? = nil) {
        self.init(
            name: "Workbench", program: settings.program, place: Self.laptop, zone: .current,
            copy: copy, letsPhonesIn: settings.phoneHost != nil)
    }
}

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
    var live = LiveSync.Schedule()
}
