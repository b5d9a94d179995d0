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

    /// Where a workbench is reached, once it is.
    package struct Listening: Sendable {
        /// The port that was to be taken, and that another program has; nil where it was free.
        package let takenPort: Int?
        /// An address that lets one browser in, once; another one each time.
        package let newAddress: @Sendable () -> String
    }

    /// Listens until SIGTERM or SIGINT, then answers what was begun; throws for a taken port.
    ///
    /// - Parameter started: Called once, when the pages can be reached.
    package func run(started: @escaping @Sendable (Listening) -> Void) async throws {
        let signIn = SignIn(host: site.settings.host, now: { AuditClient.now })
        if site.settings.forgetsBrowsers {
            try signIn.remember(in: site.client.home, forgetting: true)
        } else {
            // A disk that is full must not keep her from her pages: then browsers come in anew.
            try? signIn.remember(in: site.client.home)
        }
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
            try await listen(signIn, started)
        }
    }

    /// Takes the port that is wanted, else where that may be another one.
    private func listen(
        _ signIn: SignIn, _ started: @escaping @Sendable (Listening) -> Void
    ) async throws {
        let port = site.settings.port
        do {
            try await serve(on: port, signIn) { started(Listening(takenPort: nil, newAddress: $0)) }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            guard site.settings.mayMove else {
                throw AuditError.invalid(
                    "port \(port) is in use; leave --port out to take one that is free")
            }
            try await serve(on: 0, signIn) { started(Listening(takenPort: port, newAddress: $0)) }
        }
    }

    private func serve(
        on port: Int, _ signIn: SignIn,
        started: @escaping @Sendable (@escaping @Sendable () -> String) -> Void
    ) async throws {
        let host = site.settings.host
        var application = Application(
            router: Self.router(site, signIn, log: log),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                signIn.listens(on: port)
                let name = host.contains(":") ? "[\(host)]" : host
                started { "http://\(name):\(port)\(Address.entry(signIn.newToken()))" }
            },
            logger: log)
        // Begins and ends with the pages, on an address and with a router of its own.
        if let passes = site.phone { application.addServices(phoneApplication(passes)) }
        try await application.runService()
    }

    private func phoneApplication(_ passes: PhonePasses) -> some ApplicationProtocol {
        Application(
            router: PhoneRoutes(site: site, passes: passes, log: log).router(),
            configuration: ApplicationConfiguration(address: .hostname(passes.host, port: 0)),
            onServerRunning: { passes.listens(on: $0.localAddress?.port ?? 0) }, logger: log)
    }

    static func router(_ site: Site, _ signIn: SignIn, log: Logger) -> Router<WorkbenchContext> {
        let routes = Routes(site, signIn).all
        let router = Router(context: WorkbenchContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            ErrorMiddleware(site: site, signIn: signIn, log: log)
            SignInMiddleware(
                signIn: signIn, openPaths: routes.filter { $0.right == .nothing }.map(\.path))
        }
        for route in routes {
            router.on(RouterPath(route.path.rawValue), method: route.method, use: route.answer)
        }
        return router
    }
}
