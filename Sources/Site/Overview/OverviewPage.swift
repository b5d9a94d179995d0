import Client
import Foundation
import Hummingbird
import Presentation
import Reading
import Shared

/// What of the coverage is shown, as the page's address says.
struct OverviewQuery: Sendable {
    let given: [(name: String, value: String)]
    let show: AuditFilter.Show
    /// From 1.
    let page: Int

    init(_ request: Request) {
        given = ["screen", "control", "environment", "tester"].map { ($0, request.typed($0)) }
            .filter { !$0.1.isEmpty }
        // An address may say anything.
        show = .init(rawValue: request.typed("show")) ?? .all
        page = max(1, request.uri.queryParameters.get("page", as: Int.self) ?? 1)
    }

    func value(_ name: String) -> String { given.first { $0.name == name }?.value ?? "" }

    func address(of audit: AuditID, page: Int) -> String {
        let fields = given + [("show", show.value), ("page", page == 1 ? "" : "\(page)")]
        return "\(Address.overview(audit))\(Address.query(fields))#\(OverviewPage.coverageAnchor)"
    }
}

/// How far an audit is: in numbers, as a table a kind of control, and for whom.
struct OverviewPage: Page {
    static let template = "overview"
    static let coverageAnchor = "coverage"
    let frame: PageFrame
    let heading: String
    let lede: String
    let paperHref: String
    /// Nil where nothing waits for a decision.
    let conflictsHref: String?
    let figures: [AuditPage.Figure]
    let bar: Bar
    let legend: [Badge]
    let blocks: [Block]
    let gravest: [LinkLine]
    /// Nil where there is nothing to test.
    let coverage: Coverage?
    let progress: ProgressTables?

    /// What stands before a signature.
    struct Block: Sendable {
        let words: String
        /// Where something can be done about it.
        let href: String
    }

    /// The tables of one page, and the filters that chose them.
    struct Coverage: Sendable {
        let address: String
        let filters: [Filter]
        /// How much the filters let through.
        let extent: String
        /// Empty where the filters let nothing through.
        let tables: [MatrixTable]
        let pager: Pager?
    }

    init(_ audit: AuditID, _ asked: OverviewQuery, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        let team = try context.client.queries.team(of: view, known)
        let overview = team.overview
        let whole = overview.whole
        frame = try PageFrame("Overview", .overview, of: view, in: context)
        heading = view.plan.title
        lede = view.plan.lede
        paperHref = Address.paper(audit)
        conflictsHref = overview.disputes == 0 ? nil : Address.conflicts(audit)
        figures = Self.figures(overview)
        bar = Bar(whole.counts.all, of: whole.total)
        legend = Self.legend(whole)
        blocks = overview.blocks.map { Block(words: $0.words, href: $0.address(in: audit)) }
        gravest = overview.gravest.map(Self.line)
        guard whole.states > 0 else {
            coverage = nil
            progress = nil
            return
        }
        var filter = AuditFilter()
        filter.show = asked.show
        try filter.put(asked.given, in: view, known, zone: .gmt)
        let counted = try context.client.queries.coverage(of: view, known.catalogue)
        coverage = Coverage(counted, asked, matching: filter)
        progress = ProgressTables(team, at: context.time)
    }

    private static func figures(_ overview: TeamOverview) -> [AuditPage.Figure] {
        let audit = overview.view.audit
        let whole = overview.whole
        let gravest = whole.severities.gravest.map {
            ", \(whole.severities[$0]) of them \($0.rawValue)"
        }
        let challenged = whole.challenges == 0 ? "" : ", \(whole.challenges) challenged"
        let open = overview.blocks.count
        return [
            .init(
                figure: "\(whole.share) %", meaning: "\(whole.judgedWords) findings judged"),
            .init(
                figure: "\(whole.complete) of \(whole.states)",
                meaning: "component states complete"),
            .init(
                figure: "\(whole.counts[.failed])", meaning: "failed\(gravest ?? "")",
                href: whole.counts[.failed] == 0 ? nil : "#gravest"),
            .init(
                figure: "\(overview.disputes)",
                meaning: (overview.disputes == 1 ? "conflict" : "conflicts") + challenged,
                href: overview.disputes == 0 ? nil : Address.conflicts(audit)),
            .init(
                figure: open == 0 ? "Yes" : "Not yet",
                meaning: open == 0 ? "ready to sign" : "ready to sign: \(open) open",
                href: open == 0 ? nil : "#signing"),
        ]
    }

    private static func legend(_ whole: AuditProgress) -> [Badge] {
        let outcomes = Outcome.allCases.map { Badge($0, "\(whole.counts[$0]) \($0.countedWord)") }
        let undecided =
            whole.conflicts == 0 ? [] : [Badge.conflict("\(whole.conflicts) undecided")]
        return outcomes + undecided
    }

    private static func line(_ state: AuditCoverage.CoveredState) -> LinkLine {
        let place = state.place
        let words = place.view.plan.environmentWords[place.id.environment] ?? ""
        let severity = state.tally.severities.gravest?.rawValue ?? ""
        let failed = "\(state.tally.counts[.failed]) failed"
        return LinkLine(
            href: place.address, title: place.title, about: "\(words), \(failed), \(severity)")
    }
}

extension OverviewPage.Coverage {
    fileprivate init(
        _ coverage: AuditCoverage, _ asked: OverviewQuery, matching filter: AuditFilter
    ) {
        let view = coverage.view
        let audit = view.audit
        let matrices = CoverageMatrices(of: coverage, matching: filter)
        let rows = Pager.rows(on: asked.page, of: matrices.count)
        address = Address.overview(audit)
        filters = [
            .screens(chosen: asked.value("screen"), in: view),
            .controls(chosen: asked.value("control"), coverage.controls),
            .environments(chosen: asked.value("environment"), in: view.plan),
            .testers(chosen: asked.value("tester"), in: view),
            .show(chosen: asked.show),
        ]
        let all = coverage.components.count
        extent =
            matrices.count == all
            ? counted(all, "component") : "\(matrices.count) of \(counted(all, "component"))"
        tables = matrices.tables(of: rows).map { MatrixTable($0, in: view) }
        pager = Pager("Components", rows, of: matrices.count) {
            asked.address(of: audit, page: $0)
        }
    }
}

extension SigningBlock {
    /// Where whoever may can do something about it.
    func address(in audit: AuditID) -> String {
        switch self {
        case .nothingPlanned, .unknownControls: Address.plan(audit)
        case .catalogueMissing: Address.sync(audit)
        case .conflicts, .challenges, .withdrawals, .choices: Address.conflicts(audit)
        case .untested:
            "\(Address.overview(audit))?show=open#\(OverviewPage.coverageAnchor)"
        }
    }
}
