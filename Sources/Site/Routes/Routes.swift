import Client
import Foundation
package import HTTPTypes
package import Hummingbird
import Reading

/// Every address of the site with the right that it asks for, and the page or action behind it.
///
/// What is no `GET` changes something, and may be asked for by our own pages alone.
package struct Routes {
    /// One row: what is asked for, by whom, and what answers.
    package struct Route: Sendable {
        package let method: HTTPRequest.Method
        package let path: SitePath
        package let right: Right
        package let answer: Answer

        package init(
            _ method: HTTPRequest.Method, _ path: SitePath, _ right: Right,
            _ answer: @escaping Answer
        ) {
            self.method = method
            self.path = path
            self.right = right
            self.answer = answer
        }

        package var isForAnybody: Bool { if case .nothing = right { true } else { false } }
    }

    /// What a request is answered with.
    package typealias Answer = @Sendable (Request, SiteContext) async throws -> Response

    private let site: Site
    package private(set) var all: [Route] = []

    package init(_ site: Site) {
        self.site = site
        all = [Self.assets]
        addAudits()
        addStates()
        addPlan()
        addOthersWork()
        addDevices()
        addLeadPages()
    }

    /// What pages load from beside themselves, for whoever has not come in, too.
    package static let assets = Route(.get, .asset, .nothing) { _, context in
        try Response(asset: context.parameters.get("name"))
    }

    private mutating func addAudits() {
        on(.get, .start) { _ in .seeOther(Address.audits) }
        page(.keyboard) { KeyboardPage(frame: PageFrame("Keyboard", in: $1)) }
        on(.get, .snippets) { try await NamedEntriesActions(request: $0).showSnippets() }
        on(.post, .snippets) { try await NamedEntriesActions(request: $0).changeSnippet() }
        page(.audits) { try AuditsPage(in: $1) }
        page(.audit) { try AuditPage($0.audit(), showing: AuditQuery($0.request), in: $1) }
        on(.get, .overview) { request in
            let asked = OverviewQuery(request.request)
            let page = try await request.run(isAside: true) {
                try OverviewPage(request.audit(), asked, in: $0)
            }
            return Response(page: page)
        }
        on(.post, .audit) { try await NamedEntriesActions(request: $0).changeFilter() }
        page(.paper) { try PaperPage($0.audit(), showing: AuditQuery($0.request), in: $1) }
        page(.search) { try SearchPage($0.audit(), SearchAsked($0.request), in: $1) }
        page(.catalogue) { try CatalogueListPage($0.audit(), in: $1) }
        page(.control) {
            try CataloguePage(
                $0.audit(), control: $0.segment("control"), platform: $0.segment("platform"),
                in: $1)
        }
        on(.post, .control, .lead("switch criteria on and off")) { try await $0.switchCriterion() }
        page(.repinning) { try RepinningPage($0.audit(), in: $1) }
        on(.post, .repinning, .lead("pin another catalogue")) { try await $0.repin() }
    }

    private mutating func addStates() {
        on(.get, .states) { try await $0.jump() }
        page(.state) {
            try StatePage(
                StatePlace($0, in: $1), telling: FileNotice.Telling($0.request),
                opened: $0.query.get("details"), in: $1)
        }
        on(.post, .state, .tester) { try await $0.save() }
        on(.get, .details) { try await $0.details() }
        on(.post, .check) { try await $0.check() }
        on(.put, .unsaved, .tester) { try await $0.keep() }
        on(.delete, .unsaved, .tester) { try await $0.discard() }
        page(.copy) { try SimilarStatesPage(StatePlace($0, in: $1), in: $1) }
        on(.post, .copy, .tester) { try await $0.copy() }
        page(.history) {
            try HistoryPage(
                StatePlace($0, in: $1), $0.segment("criterion"),
                stepsMax: $0.query.get("steps", as: Int.self), in: $1)
        }
        on(.get, .failure) { try await $0.failureElsewhere() }
        on(.post, .failure, .tester) { try await $0.recordFailureElsewhere() }
        on(.post, .attach, .tester) { try await $0.attachForm() }
        on(.put, .attach, .tester) { try await $0.attachFile() }
        page(.evidence) { try EvidencePage(EvidencePlace($0), in: $1) }
        on(.post, .evidence, .tester) { try await $0.changeEvidence() }
        on(.get, .evidenceBytes) { try await $0.evidenceBytes() }
    }

    private mutating func addPlan() {
        page(.plan) { try PlanPage($0.audit(), showing: PlanQuery($0.query), in: $1) }
        on(.post, .plan, .tester) { try await $0.changePlan() }
        page(.planAdding) {
            try PlanAddingPage(
                $1.view(of: $0.audit()), lines: $0.request.typed("lines"), in: $1)
        }
        on(.post, .planAdding, .tester) { try await $0.addComponents() }
        on(.post, .planFile, .tester) { try await $0.readPlanFile() }
        page(.planComponent) {
            try PlannedComponentPage($0.component(), in: $1.view(of: $0.audit()), $1)
        }
        on(.post, .planComponent, .tester) { try await $0.changeComponent() }
        page(.planScreen) {
            try PlannedScreenPage($0.request.typed("screen"), in: $1.view(of: $0.audit()), $1)
        }
        on(.post, .planScreen, .tester) { try await $0.changeScreen() }
    }

    private mutating func addLeadPages() {
        on(.get, .rules, .lead("see and set the rules")) { try await RulesActions($0).show() }
        on(.post, .rules, .lead("set the rules")) { try await RulesActions($0).act() }
        on(.get, .signOff, .lead("sign")) { request in
            Response(
                page: try await request.run(isAside: true) {
                    try SignOffPage(request.audit(), in: $0)
                })
        }
        on(.post, .signOff, .lead("sign")) { try await $0.sign() }
        on(.get, .agreement, .lead("see how testers agree")) { request in
            let asked = AgreementQuery(request.request)
            let page = try await request.run(isAside: true) {
                try AgreementPage(request.audit(), asked, in: $0)
            }
            return Response(page: page)
        }
        on(.get, .secondOpinions, .lead("see and draw second opinions")) { request in
            let asked = OpinionsForm(request.request)
            let page = try await request.run(isAside: true) {
                try SecondOpinionsPage(request.audit(), asked, in: $0)
            }
            return Response(page: page)
        }
        on(.post, .secondOpinions, .lead("draw second opinions")) { try await $0.drawOpinions() }
        on(.get, .rounds, .lead("compare rounds")) { request in
            let asked = RoundsQuery(request.request)
            let page = try await request.run(isAside: true) {
                try RoundsPage(request.audit(), asked, in: $0)
            }
            return Response(page: page)
        }
        on(.post, .rounds, .lead("begin a round")) { try await $0.beginRound() }
        on(.get, .fieldChecks, .lead("see field checks")) { request in
            let page = try await request.run(isAside: true) {
                try FieldChecksPage(request.audit(), in: $0)
            }
            return Response(page: page)
        }
        on(.post, .fieldChecks, .lead("see field checks")) { try await $0.seeFieldChecks() }
    }

    private mutating func addOthersWork() {
        on(.get, .conflicts) { try await ConflictActions($0).show() }
        on(.post, .conflicts, .lead("choose in the plan, and decide or give away conflicts")) {
            try await ConflictActions($0).act()
        }
        page(.conflict) {
            try ConflictPage(StatePlace($0, in: $1), ConflictQuery($0.request), in: $1)
        }
        on(.post, .conflict, .tester) { try await ConflictActions($0).decideState() }
        page(.withdrawal) {
            try ConflictPage(
                $0.component(), of: $0.audit(), ConflictQuery($0.request), in: $1)
        }
        on(.post, .withdrawal, .tester) { try await ConflictActions($0).decideWithdrawal() }
        on(.get, .people) { try await PeopleActions($0).show() }
        on(.post, .people, .lead("change its team")) { try await PeopleActions($0).act() }
        page(.sync) { try SyncPage($0.audit(), imported: $0.imported, in: $1) }
        on(.post, .sync) { try await $0.sync() }
        page(.news) {
            try WorkEventsPage($0.audit(), showsSeen: $0.query.get("show") == "seen", in: $1)
        }
        on(.post, .news) { try await $0.markSeen() }
        on(.get, .quarantine) { try await QuarantineActions($0).show() }
        on(.post, .quarantine, .lead("settle what is set aside")) {
            try await QuarantineActions($0).act()
        }
        page(.session) { try SessionPage($0.audit(), in: $1) }
        on(.post, .session, .tester) { try await $0.undoOfSession() }
        on(.get, .export) { try await $0.export() }
        on(.get, .events) { try await $0.listen() }
    }

    private mutating func addDevices() {
        on(.get, .devices, .lead("see devices")) { request in
            let page = try await request.run(isAside: true) {
                try DevicesPage(request.audit(), in: $0)
            }
            return Response(page: page)
        }
        on(.get, .ownDevices) { request in
            let page = try await request.run(isAside: true) {
                try DevicesPage(request.audit(), isOwn: true, in: $0)
            }
            return Response(page: page)
        }
        on(.get, .device) { try await DeviceActions($0).show() }
        on(.post, .device, .member) { try await DeviceActions($0).end() }
    }

    /// Adds a page, which whoever has come in may read.
    package mutating func page<Content: Page>(
        _ path: SitePath, _ make: @escaping @Sendable (PageRequest, PageContext) throws -> Content
    ) {
        on(.get, path) { request in Response(page: try await request.run { try make(request, $0) })
        }
    }

    /// Adds an action.
    package mutating func on(
        _ method: HTTPRequest.Method, _ path: SitePath, _ right: Right = .member,
        _ act: @escaping @Sendable (PageRequest) async throws -> Response
    ) {
        all.append(
            Route(method, path, right) { [site] request, context in
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
