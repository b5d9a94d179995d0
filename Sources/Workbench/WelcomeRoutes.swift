import Client
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import Shared
import Site

/// What there is to do where no home is yet: make one and begin with it, or look at the example.
struct WelcomeRoutes: Sendable {
    let workplace: Workplace
    let home: ClientHome
    let settings: ClientSettings
    /// One at a time: of two homes that are begun at once there is one, and so with the example.
    private let queue = DispatchQueue(label: "accord.welcome")

    init(workplace: Workplace, home: ClientHome, settings: ClientSettings) {
        self.workplace = workplace
        self.home = home
        self.settings = settings
    }

    /// All that is served meanwhile; whatever else is asked for leads to the first page.
    var routes: [Routes.Route] {
        let elsewhere = [SitePath.start, .anyOther].map {
            Routes.Route(.get, $0, .member) { _, _ in
                .seeOther(Address.welcome)
            }
        }
        let first = Routes.Route(.get, .welcome, .member) { _, _ in
            try await isHomeThere() ? .seeOther(Address.audits) : page(WelcomeForm(catalogue))
        }
        return [workplace.signIn.route, Routes.assets, first, beginning] + elsewhere
    }

    private var beginning: Routes.Route {
        Routes.Route(.post, .welcome, .member) { request, context in
            try await begin(request, context)
        }
    }

    /// What the example has besides when it was opened from here.
    var routesOfExample: [Routes.Route] {
        let end = Routes.Route(.post, .endExample, .member) { _, _ in
            try await run { workplace.showWelcome(for: home, settings) }
            return .seeOther(Address.welcome)
        }
        // Somebody may still have the first page open.
        return [end, beginning]
    }

    private var catalogue: Catalogue { workplace.catalogue }

    /// Makes the home and goes the way that was chosen; what is refused comes back as typed.
    private func begin(_ request: Request, _ context: SiteContext) async throws -> Response {
        let submitted = try await SubmittedForm(request)
        let form = WelcomeForm(submitted, catalogue)
        if form.way == .example {
            return .seeOther(
                Address.audit(try await run { try workplace.showExample(endingIn: self) }))
        }
        guard form.refusal == nil else { return page(form, form.refusal) }
        let laptop: Laptop
        do {
            laptop = try await run { try workplace.show(makeHome(of: form.name)) }
        } catch ClientError.homeExists {
            // A second click, or a command meanwhile: what is there is hers.
            return .seeOther(try await isHomeThere() ? Address.audits : Address.welcome)
        } catch {
            return page(form, form.refused(ReportedError(error)))
        }
        let inside = try PageRequest(request, context, of: laptop.site)
        switch form.way {
        case .join: return try await Joining(laptop: laptop).join(form.join, for: inside)
        case .begin: return try await Joining(laptop: laptop).begin(form.start, for: inside)
        case .example, nil: throw PageError.badForm
        }
    }

    private func page(_ form: WelcomeForm, _ refusal: Notice? = nil) -> Response {
        let page = WelcomePage(form, refusal, catalogue, workplace.settings.program)
        return Response(page: page, status: refusal == nil ? .ok : .unprocessableContent)
    }

    private func makeHome(of name: String) throws -> AuditClient {
        try AuditClient.create(home, name: name).store.close()
        return try AuditClient.open(home, settings: settings).client
    }

    /// Whether another program has made the home meanwhile; then it is shown.
    private func isHomeThere() async throws -> Bool {
        guard home.exists else { return false }
        return try await run {
            do {
                try workplace.show(AuditClient.open(home, settings: settings).client)
                return true
            } catch ClientError.noHome {
                return false
            }
        }
    }

    /// Where it may wait for a disk.
    private func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
