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
    private let client: AuditClient
    private let catalogue: Catalogue
    private let settings: WorkbenchSettings
    private let log: Logger

    /// - Parameter client: Open for as long as the workbench runs.
    package init(client: AuditClient, catalogue: Catalogue, settings: WorkbenchSettings) {
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
        let signIn = SignIn(host: settings.host)
        let desk = Desk(client: client, catalogue: catalogue, settings: settings)
        let host = settings.host
        let application = Application(
            router: Self.router(desk, signIn, log: log),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: settings.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                signIn.listens(on: port)
                let name = host.contains(":") ? "[\(host)]" : host
                started("http://\(name):\(port)\(Address.entry(signIn.token))")
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
            group.addTask { await desk.backgroundSync.run() }
            group.addTask {
                while true {
                    try await ContinuousClock().sleep(for: .seconds(15))
                    desk.broadcast.post(News(.pulse))
                }
            }
            defer {
                desk.backgroundSync.stop()
                group.cancelAll()
            }
            try await application.runService()
        }
    }

    /// All pages behind the gate.
    static func router(_ desk: Desk, _ signIn: SignIn, log: Logger) -> Router<WorkbenchContext> {
        let router = Router(context: WorkbenchContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            ErrorMiddleware(desk: desk, log: log)
            SignInMiddleware(signIn: signIn)
        }
        EntryRoutes(desk: desk, signIn: signIn).add(to: router)
        JoinRoutes(desk: desk).add(to: router)
        AuditRoutes(desk: desk).add(to: router)
        StateRoutes(desk: desk).add(to: router)
        ConflictRoutes(desk: desk).add(to: router)
        LookupRoutes(desk: desk).add(to: router)
        UnsavedRoutes(desk: desk).add(to: router)
        EvidenceRoutes(desk: desk).add(to: router)
        JumpRoutes(desk: desk).add(to: router)
        SimilarStateRoutes(desk: desk).add(to: router)
        SyncRoutes(desk: desk).add(to: router)
        EventRoutes(desk: desk).add(to: router)
        return router
    }
}
