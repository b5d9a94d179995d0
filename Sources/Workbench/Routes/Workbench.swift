package import Client
import Foundation
import Hummingbird
import Logging
import NIOCore
import Reading
package import Shared

/// The tester's pages, served from her own laptop to her own browser.
///
/// Everything it shows and saves goes through `AuditClient`, as for the commands; a page that is
/// open outlives the program, because nothing that it needs is kept in memory alone.
package struct Workbench: Sendable {
    private let site: Site
    private let log: Logger

    package init(client: AuditClient, catalogue: Catalogue, settings: WorkbenchSettings) {
        site = Site(client: client, catalogue: catalogue, settings: settings)
        var log = Logger(label: "accord") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .error
        self.log = log
    }

    /// Listens until SIGTERM or SIGINT, then answers what was begun; throws for a taken port.
    ///
    /// - Parameter started: Called once with the address that opens it, with its one-time token.
    package func run(started: @escaping @Sendable (String) -> Void) async throws {
        let (host, port) = (site.settings.host, site.settings.port)
        let signIn = SignIn(host: host, person: try site.client.whoami().person)
        let application = Application(
            router: Self.router(site, signIn, log: log),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                signIn.listens(on: port)
                let name = host.contains(":") ? "[\(host)]" : host
                started("http://\(name):\(port)\(Address.entry(signIn.token))")
            },
            logger: log)
        do {
            try await serve(application)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw AuditError.invalid(
                "port \(port) is in use; leave --port out to take one that is free")
        }
    }

    /// Runs the pages, and beside them what keeps audits in step and open pages told.
    private func serve(_ application: some ApplicationProtocol) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [site] group in
            group.addTask { await site.backgroundSync.run() }
            group.addTask {
                while true {
                    try await ContinuousClock().sleep(for: .seconds(15))
                    site.broadcast.post(EventBroadcast.Event(.pulse))
                }
            }
            defer {
                site.backgroundSync.stop()
                group.cancelAll()
            }
            try await application.runService()
        }
    }

    static func router(_ site: Site, _ signIn: SignIn, log: Logger) -> Router<WorkbenchContext> {
        let routes = Routes(site, signIn).all
        let router = Router(context: WorkbenchContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            ErrorMiddleware(log: log)
            SignInMiddleware(
                signIn: signIn, openPaths: routes.filter { $0.right == .nothing }.map(\.path))
        }
        for route in routes {
            router.on(RouterPath(route.path.rawValue), method: route.method, use: route.answer)
        }
        return router
    }
}
