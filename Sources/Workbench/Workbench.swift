package import Client
import Foundation
import Hummingbird
import Logging
import NIOCore
import Reading
package import Shared
import Site
import UnixSignals

/// The tester's pages, served from her own laptop to her own browser.
///
/// Everything it shows and saves goes through `AuditClient`, as for the commands; a page that is
/// open outlives the program, because nothing that it needs is kept in memory alone.
package struct Workbench: Sendable {
    private let opening: Opening
    private let catalogue: Catalogue
    private let settings: WorkbenchSettings
    private let log: Logger

    /// What a workbench begins with.
    package enum Opening: Sendable {
        case home(AuditClient)
        /// A place without a home, and the settings to open it with; the first page makes one.
        case vacant(ClientHome, ClientSettings)
        /// A copy of the example, until the program ends.
        case example
    }

    package init(_ opening: Opening, catalogue: Catalogue, settings: WorkbenchSettings) {
        self.opening = opening
        self.catalogue = catalogue
        self.settings = settings
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
        let signIn = SignIn(host: settings.host, now: { AuditClient.now })
        let workplace = try Workplace(opening, catalogue, settings, signIn, log: log)
        defer { workplace.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await workplace.runBesidePages() }
            group.addTask {
                while true {
                    try await ContinuousClock().sleep(for: .seconds(15))
                    workplace.pulse()
                }
            }
            defer { group.cancelAll() }
            try await listen(workplace, started)
        }
    }

    /// Takes the port that is wanted, else where that may be another one.
    private func listen(
        _ workplace: Workplace, _ started: @escaping @Sendable (Listening) -> Void
    ) async throws {
        let port = settings.port
        do {
            try await serve(workplace, on: port) {
                started(Listening(takenPort: nil, newAddress: $0))
            }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            guard settings.mayMove else {
                throw ReportedError(
                    .badInput, "Port \(port) is in use. Leave --port out to take one that is free.")
            }
            try await serve(workplace, on: 0) {
                started(Listening(takenPort: port, newAddress: $0))
            }
        }
    }

    private func serve(
        _ workplace: Workplace, on port: Int,
        started: @escaping @Sendable (@escaping @Sendable () -> String) -> Void
    ) async throws {
        let host = settings.host
        let signIn = workplace.signIn
        let application = Application(
            responder: workplace,
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                signIn.listens(on: port)
                let name = host.contains(":") ? "[\(host)]" : host
                started { "http://\(name):\(port)\(Address.entry(signIn.newToken()))" }
            },
            logger: log)
        // A copy goes with the terminal that it was opened from; her work may outlive one (nohup).
        let hangUp: [UnixSignal] = if case .example = opening { [.sighup] } else { [] }
        try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint] + hangUp)
    }

    /// - Parameter site: Nil for the welcome.
    static func router(
        _ routes: [Routes.Route], _ signIn: SignIn, of site: Site?, log: Logger
    ) -> Router<SiteContext> {
        let router = Router(context: SiteContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            ErrorMiddleware(of: site, log: log) { signIn.knows($0) }
            SignInMiddleware(
                signIn: signIn, openPaths: routes.filter(\.isForAnybody).map(\.path))
        }
        for route in routes {
            let group = site.map {
                router.group().add(middleware: RightMiddleware(route.right, of: $0))
            }
            (group ?? router.group())
                .on(RouterPath(route.path.rawValue), method: route.method, use: route.answer)
        }
        return router
    }
}
