import Client
import Foundation
import HTTPTypes
import Hummingbird
import Reading

/// Every address of the site with the right that it asks for, and the page or action behind it.
///
/// What is no `GET` changes something, and may be asked for by our own pages alone.
struct Routes {
    struct Route {
        let method: HTTPRequest.Method
        let path: SitePath
        let right: Right
        let answer: Answer
    }

    /// What whoever asks has to have.
    enum Right { case nothing, session }

    typealias Answer = @Sendable (Request, WorkbenchContext) async throws -> Response

    private let site: Site
    private(set) var all: [Route] = []

    init(_ site: Site, _ signIn: SignIn) {
        self.site = site
        all = Self.forAnybody(signIn)
        addAudits()
        addStates()
        addPlan()
        addOthersWork()
    }

    /// What is served to whoever has not come in.
    static func forAnybody(_ signIn: SignIn) -> [Route] {
        [
            Route(method: .get, path: .enter, right: .nothing) { request, _ in
                try signIn.enter(request)
            },
            Route(method: .get, path: .asset, right: .nothing) { _, context in
                try Response(asset: context.parameters.get("name"))
            },
        ]
    }

    private mutating func addAudits() {
        for path in [SitePath.start, .welcome] { on(.get, path) { _ in .seeOther(Address.audits) } }
        on(.post, .welcome) { try await $0.showWelcomed() }
        page(.keyboard) { KeyboardPage(frame: PageFrame("Keyboard", in: $1)) }
        on(.get, .snippets) { try await NamedEntriesActions(request: $0).showSnippets() }
        on(.post, .snippets) { try await NamedEntriesActions(request: $0).changeSnippet() }
        page(.audits) { try AuditsPage(in: $1) }
        page(.join) { try JoinPage(in: $1) }
        on(.post, .join) { try await $0.joinOrBegin() }
        on(.post, .bundle) { try await $0.takeBundle() }
        page(.audit) { try AuditPage($0.audit(), showing: AuditQuery($0.request), in: $1) }
        on(.post, .audit) { try await NamedEntriesActions(request: $0).changeFilter() }
        page(.paper) { try PaperPage($0.audit(), showing: AuditQuery($0.request), in: $1) }
        page(.search) { try SearchPage($0.audit(), SearchAsked($0.request), in: $1) }
        page(.catalogue) { try CatalogueListPage($0.audit(), in: $1) }
        page(.control) {
            try CataloguePage(
                $0.audit(), control: $0.segment("control"), platform: $0.segment("platform"),
                in: $1)
        }
        on(.post, .control) { try await $0.switchCriterion() }
        page(.repinning) { try RepinningPage($0.audit(), in: $1) }
        on(.post, .repinning) { try await $0.repin() }
    }

    private mutating func addStates() {
        on(.get, .states) { try await $0.jump() }
        page(.state) {
            try StatePage(StatePlace($0, in: $1), telling: FileNotice.Telling($0.request), in: $1)
        }
        on(.post, .state) { try await $0.save() }
        on(.post, .check) { try await $0.check() }
        on(.put, .unsaved) { try await $0.keep() }
        on(.delete, .unsaved) { try await $0.discard() }
        page(.copy) { try SimilarStatesPage(StatePlace($0, in: $1), in: $1) }
        on(.post, .copy) { try await $0.copy() }
        page(.history) {
            try HistoryPage(
                StatePlace($0, in: $1), $0.segment("criterion"),
                stepsMax: $0.query.get("steps", as: Int.self), in: $1)
        }
        on(.get, .failure) { try await $0.failureElsewhere() }
        on(.post, .failure) { try await $0.recordFailureElsewhere() }
        on(.post, .attach) { try await $0.attachForm() }
        on(.put, .attach) { try await $0.attachFile() }
        page(.phone) {
            try PhonePairPage(
                StatePlace($0, in: $1), criterion: $0.query.get("criterion"), in: $1)
        }
        on(.post, .phone) { try await $0.pairPhone() }
        page(.evidence) { try EvidencePage(EvidencePlace($0), in: $1) }
        on(.post, .evidence) { try await $0.changeEvidence() }
        on(.get, .evidenceBytes) { try await $0.evidenceBytes() }
    }

    private mutating func addPlan() {
        page(.plan) { try PlanPage($0.audit(), showing: PlanQuery($0.query), in: $1) }
        on(.post, .plan) { try await $0.changePlan() }
        page(.planAdding) {
            try PlanAddingPage(
                $1.view(of: $0.audit()), lines: $0.request.typed("lines"), in: $1)
        }
        on(.post, .planAdding) { try await $0.addComponents() }
        on(.post, .planFile) { try await $0.readPlanFile() }
        page(.planComponent) {
            try PlannedComponentPage($0.component(), in: $1.view(of: $0.audit()), $1)
        }
        on(.post, .planComponent) { try await $0.changeComponent() }
        page(.planScreen) {
            try PlannedScreenPage($0.request.typed("screen"), in: $1.view(of: $0.audit()), $1)
        }
        on(.post, .planScreen) { try await $0.changeScreen() }
    }

    private mutating func addOthersWork() {
        page(.conflicts) {
            try ConflictsPage(
                $0.audit(), showsResolved: $0.query.get("show") == "resolved",
                page: max(1, $0.query.get("page", as: Int.self) ?? 1), in: $1)
        }
        on(.post, .conflicts) { try await $0.chooseInPlan() }
        page(.conflict) { try ConflictPage(StatePlace($0, in: $1), in: $1) }
        on(.post, .conflict) { try await $0.decide() }
        page(.withdrawal) { try ConflictPage($0.component(), of: $0.audit(), in: $1) }
        on(.post, .withdrawal) { try await $0.decideWithdrawal() }
        on(.get, .people) { try await PeopleActions($0).show() }
        on(.post, .people) { try await PeopleActions($0).act() }
        page(.sync) { try SyncPage($0.audit(), imported: $0.imported, in: $1) }
        on(.post, .sync) { try await $0.sync() }
        page(.news) {
            try WorkEventsPage($0.audit(), showsSeen: $0.query.get("show") == "seen", in: $1)
        }
        on(.post, .news) { try await $0.markSeen() }
        page(.quarantine) {
            try QuarantinePage(
                $0.audit(), page: $0.query.get("page", as: Int.self) ?? 1, in: $1)
        }
        on(.post, .quarantine) { try await QuarantineActions($0).act() }
        page(.session) { try SessionPage($0.audit(), in: $1) }
        on(.post, .session) { try await $0.undoOfSession() }
        on(.get, .export) { try await $0.export() }
        on(.get, .events) { try await $0.listen() }
    }

    private mutating func page<Content: Page>(
        _ path: SitePath, _ make: @escaping @Sendable (PageRequest, PageContext) throws -> Content
    ) {
        on(.get, path) { request in Response(page: try await request.run { try make(request, $0) })
        }
    }

    private mutating func on(
        _ method: HTTPRequest.Method, _ path: SitePath,
        _ act: @escaping @Sendable (PageRequest) async throws -> Response
    ) {
        all.append(
            Route(method: method, path: path, right: .session) { [site] request, context in
                try await act(PageRequest(request, context, of: site))
            })
    }
}

extension SearchAsked {
    init(_ request: Request) {
        let query = request.uri.queryParameters
        self.init()
        text = request.typed("q")
        place = query.get("in") ?? ""
        outcome = query.get("outcome") ?? ""
        // Beyond the last page there is nothing; a number of pages that overflows is none.
        page = min(max(1, query.get("page", as: Int.self) ?? 1), 1_000_000)
    }
}

extension SignIn {
    /// Spends the token of an address; a browser that is in already may open it again.
    fileprivate func enter(_ request: Request) throws -> Response {
        var response = Response.seeOther(Address.start)
        if let cookie = enter(with: request.uri.queryParameters.get("token") ?? "") {
            response.headers[.setCookie] = cookie
        } else if !knows(cookies: request.headers[.cookie] ?? "") {
            throw PageError.noSession
        }
        return response
    }
}
