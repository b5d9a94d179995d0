import Client
import Hummingbird
import Logging
import NIOCore
import Shared
import Site
import Synchronization

/// What stands behind the addresses: a welcome while there is no home, her work, or the example.
///
/// What comes later takes the place of what was, under the same addresses and without a restart.
final class Workplace: HTTPResponder {
    typealias Context = SiteContext

    let catalogue: Catalogue
    let settings: WorkbenchSettings
    let signIn: SignIn
    private let log: Logger
    private let shown: Mutex<Shown>
    /// Each laptop from when it is shown.
    private let laptops: AsyncStream<Laptop>
    private let noteShown: AsyncStream<Laptop>.Continuation

    private struct Shown {
        let responder: RouterResponder<SiteContext>
        /// Nil for the welcome.
        var laptop: Laptop?
        /// Nil for work of her own.
        var example: ExampleAudit?
    }

    init(
        _ opening: Workbench.Opening, _ catalogue: Catalogue, _ settings: WorkbenchSettings,
        _ signIn: SignIn, log: Logger
    ) throws {
        self.catalogue = catalogue
        self.settings = settings
        self.signIn = signIn
        self.log = log
        (laptops, noteShown) = AsyncStream.makeStream()
        shown = Mutex(Shown(responder: Router(context: SiteContext.self).buildResponder()))
        switch opening {
        case .home(let client): try show(client)
        case .vacant(let home, let settings): showWelcome(for: home, settings)
        case .example: try showExample(endingIn: nil)
        }
    }

    func respond(to request: Request, context: SiteContext) async throws -> Response {
        let responder = shown.withLock(\.responder)
        return try await responder.respond(to: request, context: context)
    }

    /// Shows a home, from now on.
    @discardableResult
    func show(_ client: AuditClient) throws -> Laptop {
        if settings.forgetsBrowsers {
            try signIn.remember(in: client.home, forgetting: true)
        } else {
            // A disk that is full must not keep her from her pages: then browsers come in anew.
            try? signIn.remember(in: client.home)
        }
        let laptop = Laptop(client, catalogue, settings)
        put(laptop.routes(signIn), laptop)
        return laptop
    }

    func showWelcome(for home: ClientHome, _ settings: ClientSettings) {
        put(WelcomeRoutes(workplace: self, home: home, settings: settings).routes)
    }

    /// Shows a fresh copy of the example.
    ///
    /// - Parameter welcome: Where it was opened and is ended; nil where it ends with the program.
    @discardableResult
    func showExample(endingIn welcome: WelcomeRoutes?) throws -> AuditID {
        let example = try ExampleAudit()
        var settings = settings
        settings.connect = nil
        settings.reach = nil
        let laptop = Laptop(
            example.client, example.catalogue, settings, copy: CopyNote(canEnd: welcome != nil))
        let own = laptop.routes(signIn)
        if let welcome {
            // The first page that is still open begins her own work, and not in the example.
            let others = own.filter { $0.method != .post || $0.path != .welcome }
            put(others + welcome.routesOfExample, laptop, example)
        } else {
            put(own, laptop, example)
        }
        return example.audit
    }

    private func put(
        _ routes: [Routes.Route], _ laptop: Laptop? = nil, _ example: ExampleAudit? = nil
    ) {
        let router = Workbench.router(routes, signIn, of: laptop?.site, log: log)
        let now = Shown(responder: router.buildResponder(), laptop: laptop, example: example)
        let before = shown.withLock { shown in
            defer { shown = now }
            return shown
        }
        before.laptop?.sync.stop()
        before.example?.remove()
        if let laptop { noteShown.yield(laptop) }
    }

    /// Keeps what is shown in step with its server, until it is cancelled.
    func runBesidePages() async {
        await withDiscardingTaskGroup { group in
            for await laptop in laptops {
                group.addTask { await laptop.sync.run() }
                guard let passes = laptop.phones else { continue }
                // It is the phone that is told of what goes wrong there.
                group.addTask { [log] in try? await Self.phones(laptop.site, passes, log).run() }
            }
        }
    }

    /// Lets phones in, on an address and with a router of its own.
    private static func phones(
        _ site: Site, _ passes: PhonePasses, _ log: Logger
    ) -> some ApplicationProtocol {
        Application(
            router: PhoneRoutes(site: site, passes: passes, log: log).router(),
            configuration: ApplicationConfiguration(address: .hostname(passes.host, port: 0)),
            onServerRunning: { passes.listens(on: $0.localAddress?.port ?? 0) }, logger: log)
    }

    /// Lets open pages know that the program is still there.
    func pulse() {
        shown.withLock(\.laptop)?.site.broadcast.post(EventBroadcast.Event(.pulse))
    }

    /// Ends what runs beside the pages, and removes a copy of the example.
    func close() {
        let (laptop, example) = shown.withLock { ($0.laptop, $0.example) }
        laptop?.sync.stop()
        example?.remove()
    }
}
