import Client
import Hummingbird
import Reading
import Shared

/// Which rounds are compared, and what of it is shown, as the page's address says.
struct RoundsQuery: Sendable {
    var round = ""
    var against = ""
    /// Nil for all that failed in one of them, or of which nobody can say.
    var change: RoundComparison.Change?
    /// From 1.
    var page = 1

    init() {}

    init(_ request: Request) {
        round = request.typed("round")
        against = request.typed("against")
        change = RoundComparison.Change(rawValue: request.typed("show"))
        page = max(1, Int(request.typed("page")) ?? 1)
    }

    fileprivate func address(of page: Int, in audit: AuditID) -> String {
        Address.rounds(audit)
            + "?round=\(round)&against=\(against)&show=\(change?.rawValue ?? "")&page=\(page)"
    }
}

/// Two rounds finding by finding, and the form that begins the next.
struct RoundsPage: Page {
    static let template = "rounds"
    let frame: PageFrame
    let lede: String
    let leadPages: [PageFrame.Tab]
    let address: String
    let filters: [Filter]
    /// Empty while there is one round.
    let counts: [Count]
    let rows: [Row]
    let pager: Pager?
    /// What the later column is headed by, then the earlier one.
    let later: UInt32
    let earlier: UInt32
    let next: NextRound

    init(
        _ audit: AuditID, _ asked: RoundsQuery, _ form: Form = Form(), in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        frame = try PageFrame("Rounds", .lead, of: view, in: context)
        leadPages = LeadPage.rounds.links(of: audit)
        address = Address.rounds(audit)
        next = try NextRound(form, in: view, context)
        let rounds = AuditRounds(view.plan)
        guard rounds.all.count > 1 else {
            lede = "Round 1\(rounds.builds(of: 1))."
            later = 1
            earlier = 1
            filters = []
            counts = []
            rows = []
            pager = nil
            return
        }
        let pair = try rounds.pair(
            of: asked.round.isEmpty ? nil : asked.round,
            against: asked.against.isEmpty ? nil : asked.against)
        later = pair.later
        earlier = pair.earlier
        let comparison = try RoundComparison(of: later, against: earlier, in: view)
        lede =
            "Round \(later)\(rounds.builds(of: later)), against round \(earlier)"
            + "\(rounds.builds(of: earlier))."
        filters = Self.filters(asked, pair, of: rounds)
        counts = RoundComparison.Change.allCases.map { Count(comparison.count(of: $0), $0) }
        let shown = comparison.lines.filter { asked.change == nil || $0.change == asked.change }
        let range = Pager.rows(on: asked.page, of: shown.count)
        let catalogue = context.catalogue(of: view)
        rows = shown[range].map { Row($0, in: view, catalogue) }
        pager = Pager("Finding", range, of: shown.count) { asked.address(of: $0, in: audit) }
    }

    private static func filters(
        _ asked: RoundsQuery, _ pair: (later: UInt32, earlier: UInt32), of rounds: AuditRounds
    ) -> [Filter] {
        let numbers = rounds.all.map { ("\($0.number)", "\($0.number)") }
        return [
            Filter(
                "round", "Round", chosen: "\(pair.later)", numbers.dropFirst().reversed()),
            Filter(
                "against", "Against", chosen: "\(pair.earlier)", numbers.dropLast().reversed()),
            Filter(
                "show", "Show", chosen: asked.change?.rawValue ?? "",
                [("", "All that differs or failed")]
                    + RoundComparison.Change.allCases.map { ($0.rawValue, $0.title) }),
        ]
    }

    struct Count: Sendable {
        let figure: Int
        let meaning: String

        fileprivate init(_ figure: Int, _ change: RoundComparison.Change) {
            self.figure = figure
            meaning =
                change == .notRetested ? "failed then, not retested" : change.title.lowercased()
        }
    }

    struct Row: Sendable {
        let href: String
        let state: String
        let statement: String
        let change: Badge
        let then: ShownJudgement
        let now: ShownJudgement

        fileprivate init(
            _ line: RoundComparison.Line, in view: AuditView, _ catalogue: Catalogue
        ) {
            let known = catalogue.criterion(line.criterion)
            let short = known?.lastingShortID ?? Criterion.short(line.criterion)
            href = "\(Address.state(line.state, in: view))#c-\(short)"
            state = view.name(of: line.state)
            statement = known?.statement ?? short
            change = line.change.badge
            then = ShownJudgement(line.then, untested: "Not judged then")
            now = ShownJudgement(line.now, untested: "Untested")
        }
    }
}

/// The form that begins the round after the current one.
struct NextRound: Sendable {
    let refusal: Notice?
    let number: UInt64
    let current: UInt32
    let builds: [Build]
    /// Devices that may hold work of the current round; nil for none.
    let heldBack: String?

    struct Build: Sendable {
        let platform: String
        let title: String
        let value: String
        let now: String?
    }

    init(_ form: Form, in view: AuditView, _ context: PageContext) throws {
        refusal = form.refusal
        current = view.plan.currentRound
        number = UInt64(current) + 1
        builds = view.plan.platforms.map { platform in
            Build(
                platform: platform,
                title: "\(Environment.platformWord(of: platform)) build",
                value: form.values.text("\(platform).build") ?? "",
                now: view.plan.builds[platform])
        }
        let queues = try context.client.queries.overview(of: view).queues
        let devices = queues.map {
            $0.device.isEmpty ? "one of \(view.plan.name(of: $0.person))" : $0.device
        }
        heldBack =
            devices.isEmpty
            ? nil
            : "\(counted(devices.count, "device")) may hold work of round \(current): "
                + "\(AuditView.list(devices)). What it brings stays in round \(current)."
    }

    /// Begins it, unless somebody has since the page was opened.
    static func begin(
        _ form: SubmittedForm, in view: AuditView, _ context: PageContext
    ) throws -> String {
        let current = view.plan.currentRound
        guard form.text("round") == "\(current)" else {
            throw AuditError.invalid(
                "round \(current) was begun since this page was opened, and no other was begun now")
        }
        let builds = view.plan.platforms.map { ($0, form.trimmed("\($0).build")) }
            .filter { !$0.1.isEmpty }
        _ = try context.client.decisions.beginRound(
            of: Dictionary(uniqueKeysWithValues: builds), in: view)
        return Address.rounds(view.audit)
    }
}

extension AuditRounds {
    /// Such as `, ios 8.5.0`; empty where nobody named one.
    fileprivate func builds(of round: UInt32) -> String {
        let builds = all.first { $0.number == round }?.builds ?? ""
        return builds.isEmpty ? "" : ", \(builds)"
    }
}

extension RoundComparison.Change {
    fileprivate var badge: Badge {
        switch self {
        case .fixed: Badge(.passed, title)
        case .stillFailing, .regressed, .new: Badge(.failed, title)
        case .notRetested: Badge(.untested, title)
        case .notComparable: .conflict(title)
        }
    }
}

extension ShownJudgement {
    fileprivate init(_ outcome: RoundOutcome, untested: String) {
        switch outcome {
        case .untested: self.init(mark: Badge(.untested, untested))
        case .judged(let judgement): self.init(judgement)
        case .undecided: self.init(mark: .conflict())
        }
    }
}
