import Client
import Reading
import Shared

/// An audit's plan and coverage: what is whose, what is open, by screen and component.
struct AuditPage: Page {
    static let template = "audit"
    let frame: PageFrame
    let heading: String
    let lede: String
    let address: String
    /// What to do in an audit of which nothing is planned; nil for any other.
    let firstSteps: FirstSteps?
    /// Where findings are given to other programs.
    let exportHref: String
    /// Where what is shown can be printed, to be taken along.
    let paperHref: String
    /// The state that the tester does next; nil when nothing is open.
    let next: PageFrame.Link?
    let summary: Summary
    let find: String
    let filters: [Filter]
    /// Whether any of them is set.
    let isFiltered: Bool
    /// Choices that are saved under names, ascending.
    let saved: [SavedFilter]
    /// What is shown, to be saved under a name; nil where that is everything or saved already.
    let saving: Saving?
    /// How much of the audit the filters let through.
    let extent: String
    /// Ascending by name; empty when the filters let nothing through.
    let screens: [AuditScreen]
    let pager: Pager?
    /// How many components the page leaves to other pages; nil for none.
    let beyond: String?
    /// What comes after `next`; nil when nothing is open.
    let upcoming: Upcoming?

    init(
        _ audit: AuditID, showing query: AuditQuery, _ form: Form = Form(), in context: PageContext
    ) throws {
        try context.requireHere(audit)
        let coverage = try context.coverage(of: audit)
        let view = coverage.view
        let mine = coverage.states.filter(\.isMine)
        let work = mine.isEmpty ? coverage.states : mine
        let open = work.filter(\.tally.isOpen)
        let filter = query.filter
        let components = coverage.components(matching: filter)
        let rows = Pager.rows(on: query.page, of: components.count)
        var frame = try PageFrame(view.plan.title, .work, of: view, behind: nil, in: context)
        if frame.notice == nil, !coverage.unknown.isEmpty {
            let words = coverage.unknown.untestedWords
            frame.notice = Notice(.warn, "Not everything is counted", words)
        }
        if frame.notice == nil, view.role == .lead {
            let kept = try context.client.queries.quarantine(of: audit).count
            if kept > 0 {
                frame.notice = Notice(
                    .info, "\(counted(kept, "change")) set aside wait for the leads",
                    "They had no effect, and none is lost.",
                    link: PageFrame.Link("Look through them", Address.quarantine(audit)))
            }
        }
        self.frame = frame
        heading = view.plan.title
        address = Address.audit(audit)
        firstSteps = FirstSteps(of: coverage, in: context)
        lede = firstSteps?.lede ?? view.plan.lede
        exportHref = "\(Address.sync(audit))#export-h"
        paperHref = Address.paper(audit) + query.query(page: 1)
        next = open.first.map { PageFrame.Link($0.place.title, $0.place.address) }
        summary = Summary(
            of: work, isMine: !mine.isEmpty, in: view,
            unsent: try context.client.queries.position(of: audit).unsent)
        find = filter.find
        filters = filter.choices(of: coverage)
        isFiltered = !filter.isWhole
        let saved = context.client.savedFilters.all()
        self.saved = saved.map { SavedFilter($0, chosen: filter, of: audit) }
        let isSaved = filter.isWhole || saved.contains { $0.value == filter }
        let fields = filter.fields.map { SavedFilter.Field(field: $0.name, value: $0.value) }
        saving =
            isSaved && form.refusal == nil
            ? nil
            : Saving(
                name: form.values.text("name") ?? "", refusal: form.refusal?.text, chosen: fields)
        extent =
            components.extent(in: view)
            + (filter.isWhole ? "" : ", of \(coverage.components.extent(in: view))")
        screens = AuditScreen.all(of: components[rows], in: view)
        pager = Pager("Components", rows, of: components.count) {
            Address.audit(audit) + query.query(page: $0)
        }
        beyond = pager == nil ? nil : counted(components.count, "component")
        upcoming = Upcoming(open, isMine: !mine.isEmpty, of: view)
    }

    /// A choice that is saved under a name.
    struct SavedFilter: Sendable {
        let name: String
        let href: String
        let isCurrent: Bool

        /// A field of an address, sent along hidden.
        struct Field: Sendable {
            let field: String
            let value: String
        }

        fileprivate init(
            _ entry: NamedEntries<AuditFilter>.Entry, chosen: AuditFilter, of audit: AuditID
        ) {
            name = entry.name
            href = Address.audit(audit, showing: entry.value)
            isCurrent = entry.value == chosen
        }
    }

    /// The form that saves what is shown.
    struct Saving: Sendable {
        let name: String
        /// Why it was not saved; nil before.
        let refusal: String?
        let chosen: [SavedFilter.Field]
    }

    /// The figures of an audit, or of one person's part of it.
    struct Summary: Sendable {
        let title: String
        let figures: [Figure]
        let bar: Bar
        let legend: [Badge]

        fileprivate init(
            of states: [AuditCoverage.CoveredState], isMine: Bool, in view: AuditView, unsent: Int
        ) {
            let counts = states.counts
            let total = states.total
            let open = states.count(where: \.tally.isOpen)
            let conflicts = states.count(where: \.tally.isDisputed)
            let share = total == 0 ? 0 : states.judged * 100 / total
            title = isMine ? "Your work" : "All work"
            figures = [
                Figure(
                    figure: "\(states.judged) of \(total)", meaning: "findings judged, \(share) %"),
                Figure(figure: "\(open)", meaning: "component states open, of \(states.count)"),
                Figure(figure: "\(counts[.failed])", meaning: "failed"),
                Figure(
                    figure: "\(conflicts)", meaning: conflicts == 1 ? "conflict" : "conflicts",
                    href: conflicts == 0 ? nil : Address.conflicts(view.audit)),
                Figure(
                    figure: "\(unsent)",
                    meaning: "\(unsent == 1 ? "change" : "changes") not on the server yet",
                    href: Address.sync(view.audit)),
            ]
            bar = Bar(counts.all, of: total)
            legend = Outcome.allCases.map { Badge($0, "\(counts[$0]) \($0.countedWord)") }
        }
    }

    struct Figure: Sendable {
        let figure: String
        let meaning: String
        /// Nil for a number that leads nowhere.
        var href: String?
    }

    struct Upcoming: Sendable {
        let title: String
        let items: [LinkLine]
        let allHref: String
        let allText: String

        fileprivate init?(_ open: [AuditCoverage.CoveredState], isMine: Bool, of view: AuditView) {
            guard !open.isEmpty else { return nil }
            title = isMine ? "Next for you" : "Next"
            let words = view.plan.environmentWords
            items = open.prefix(5).map { state in
                let place = state.place
                let total = state.tally.total
                let left = "\(total - state.tally.judged) of \(total) untested"
                let environment = words[place.id.environment] ?? ""
                return LinkLine(
                    href: place.address, title: place.title, about: "\(environment), \(left)")
            }
            allHref = "\(Address.audit(view.audit))?show=open" + (isMine ? "&who=me" : "")
            allText = open.count == 1 ? "The open state" : "All \(open.count) open states"
        }
    }
}

extension Plan {
    /// Such as `Android 8.4.0, iOS 8.4.0`.
    var buildList: String {
        builds.sorted { $0.key < $1.key }
            .map { "\(Environment.platformWord(of: $0.key)) \($0.value)" }.joined(separator: ", ")
    }

    var lede: String {
        let tested = Set(environments.values.map(\.sentence)).sorted().joined(separator: " and ")
        let parts = [
            buildList, tested.isEmpty ? "no environment yet" : "tested on \(tested)",
            currentRound > 1 ? "round \(currentRound)" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
    }
}

extension [AuditCoverage.CoveredComponent] {
    /// Such as `5 screens, 87 component states`.
    fileprivate func extent(in view: AuditView) -> String {
        let states = reduce(0) { $0 + $1.states.count }
        let screens = view.byScreen(self, of: \.component).count
        return "\(counted(screens, "screen")), \(counted(states, "component state"))"
    }
}
