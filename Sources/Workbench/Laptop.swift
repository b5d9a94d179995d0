import Client
import HTTPTypes
import Hummingbird
import Reading
import Shared
import Site

/// One home on this laptop as it is served: its site, and what runs beside that.
struct Laptop: Sendable {
    let site: Site
    let sync: BackgroundSync
    /// Nil where no phones are let in.
    let phones: PhonePasses?
    /// The way to a server that it is about to join; nil where pages do not join.
    let reach: WorkbenchSettings.Reach?

    init(
        _ client: AuditClient, _ catalogue: Catalogue, _ settings: WorkbenchSettings,
        copy: CopyNote? = nil
    ) {
        let broadcast = EventBroadcast()
        sync = BackgroundSync(client, broadcast, settings)
        site = Site(client, catalogue, SiteHost(settings, copy: copy), sync, broadcast)
        phones = settings.phoneHost.map { PhonePasses(host: $0, now: settings.now) }
        reach = settings.reach
    }

    /// The site's, and those of a laptop: coming in, joining, and letting phones in.
    func routes(_ signIn: SignIn) -> [Routes.Route] {
        var routes = Routes(site)
        let joining = Joining(laptop: self)
        routes.on(.get, .welcome) { _ in .seeOther(Address.audits) }
        routes.on(.post, .welcome) { try await joining.showWelcomed($0) }
        routes.page(.join) { try JoinPage(in: $1) }
        routes.on(.post, .join) { try await joining.joinOrBegin($0) }
        routes.on(.post, .bundle) { try await joining.takeBundle($0) }
        routes.page(.phone) { [phones] in
            try PhonePairPage(
                StatePlace($0, in: $1), criterion: $0.query.get("criterion"), phones, in: $1)
        }
        routes.on(.post, .phone, .tester) { [phones] in try await $0.pairPhone(with: phones) }
        return [signIn.route] + routes.all
    }
}
