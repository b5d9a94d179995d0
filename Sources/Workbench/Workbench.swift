package import Client
import Foundation
import Hummingbird
import Logging
import NIOCore
import Presentation
package import Shared

/// The tester's pages, served from her own laptop to her own browser.
///
/// Everything it shows and saves goes through `AuditClient`, as for the commands; a page that is
/// open outlives the program, because nothing that it needs is kept in memory alone.
package struct Workbench: Sendable {
    /// How it is served.
    package struct Settings: Sendable {
        /// An address of this machine; only loopback is reached by nobody else.
        package var host = "127.0.0.1"
        /// 0 takes any port that is free.
        package var port = 0
        /// Shown in the foot of every page.
        package var program = "Accord"
        /// The way to the server that this laptop has joined; nil where pages do not sync.
        package var connect: (@Sendable () async throws -> any Transport)?
        /// The way to a server that it is about to join; nil where pages do not join.
        package var reach: Reach?
        /// Whether audits are kept in step without anybody asking.
        package var syncsInBackground = true
        var pace = Courier.Pace()

        package init() {}
    }

    /// Makes the way to a server, by an enrolment that has no token yet.
    package typealias Reach =
        @Sendable (Identity.Enrolment) throws(TransportError) -> any Transport

    private let client: AuditClient
    private let catalogue: Catalogue
    private let settings: Settings
    private let log: Logger

    /// - Parameter client: Open for as long as the workbench runs.
    package init(client: AuditClient, catalogue: Catalogue, settings: Settings) {
        self.client = client
        self.catalogue = catalogue
        self.settings = settings
        var log = Logger(label: "accord") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .error
        self.log = log
    }

    /// Listens until SIGTERM or SIGINT, then answers what was begun.
    ///
    /// - Parameter started: Called once with the address that opens it, with its one-time token.
    /// - Throws: `ClientError.invalid` where the port is taken.
    package func run(started: @escaping @Sendable (String) -> Void) async throws {
        let gate = Gate(host: settings.host)
        let desk = Desk(client: client, catalogue: catalogue, settings: settings)
        let host = settings.host
        let application = Application(
            router: Self.router(desk, gate, log: log),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: settings.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                gate.listens(on: port)
                let name = host.contains(":") ? "[\(host)]" : host
                started("http://\(name):\(port)\(Address.entry(gate.token))")
            },
            logger: log)
        do {
            try await serve(application, beside: desk)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ClientError.invalid(
                "port \(settings.port) is in use; leave --port out to take one that is free")
        }
    }

    /// Runs the pages, and beside them what keeps audits in step and open pages told.
    private func serve(_ application: some ApplicationProtocol, beside desk: Desk) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await desk.courier.run() }
            group.addTask {
                while true {
                    try await ContinuousClock().sleep(for: .seconds(15))
                    desk.bulletin.post(News(.pulse))
                }
            }
            defer {
                desk.courier.stop()
                group.cancelAll()
            }
            try await application.runService()
        }
    }

    /// All pages behind the gate.
    static func router(_ desk: Desk, _ gate: Gate, log: Logger) -> Router<WorkbenchContext> {
        let router = Router(context: WorkbenchContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            TroubleMiddleware(desk: desk, log: log)
            GateMiddleware(gate: gate)
        }
        EntryRoutes(desk: desk, gate: gate).add(to: router)
        JoinRoutes(desk: desk).add(to: router)
        AuditRoutes(desk: desk).add(to: router)
        StateRoutes(desk: desk).add(to: router)
        ConflictRoutes(desk: desk).add(to: router)
        LookupRoutes(desk: desk).add(to: router)
        UnsavedRoutes(desk: desk).add(to: router)
        EvidenceRoutes(desk: desk).add(to: router)
        JumpRoutes(desk: desk).add(to: router)
        SisterRoutes(desk: desk).add(to: router)
        SyncRoutes(desk: desk).add(to: router)
        EventRoutes(desk: desk).add(to: router)
        return router
    }
}

/// What Hummingbird carries along with a request.
typealias WorkbenchContext = BasicRequestContext
