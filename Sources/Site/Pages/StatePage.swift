import Client
import Foundation
import Reading
import Shared

/// One component state with the criteria judged in it: the form on which testers work.
struct StatePage: Page {
    static let template = "state"
    let frame: PageFrame
    let heading: String
    let lede: String
    let address: String
    /// What the form is of, whatever is begun while the page is open.
    let round: UInt32
    /// The neighbours in the order of work; nil at the ends.
    let previous: PageFrame.Link?
    let following: PageFrame.Link?
    let notices: [Notice]
    /// What the form had in view, to be sent back with it.
    let context: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    let judged: String
    let position: String
    let canRecord: Bool
    /// What is done to many criteria at once; nil for whoever may not record.
    let many: ManyAtOnce?
    /// How many criteria nobody has judged.
    let remaining: Int
    /// One for each part that is spoken of; none for whoever may not record.
    let phrases: [PartPhrase]
    /// Whether one of them is typed and not saved yet.
    let isPhraseTyped: Bool
    let categories: [CriterionGroup<CriterionForm>]
    /// What can be judged here and is asked somewhere else; nil for nothing.
    let elsewhere: AskedElsewhereList?
    /// An empty form for each that is open, outside of the main one, to attach files without a
    /// script.
    let attachments: [CriterionDetails]
    let bar: StateBar
    /// The component's states in this environment, then in the others.
    let ownList: StateList?
    let otherLists: [StateList]
    /// Each criterion with its mark, in the order of the page.
    let outline: [OutlineLine]
    let facts: [Fact]

    /// - Parameters:
    ///   - typed: A form that could not be saved; it is shown again as it was typed.
    ///   - opened: The full id of the criterion whose details are open; nil for none.
    init(
        _ place: StatePlace, telling: FileNotice.Telling? = nil, typed: TypedForm? = nil,
        opened: String? = nil, in context: PageContext
    ) throws {
        let client = context.client
        let view = place.view
        let item = try view.item(place.id)
        let contents = try StateContents(
            of: item, at: place, telling: telling, typed: typed, opened: opened, in: context)
        let title = "\(place.title), \(place.environment.platformWord)"
        var frame = try PageFrame(
            typed == nil ? title : "Not saved. \(title)", .work, of: view, in: context)
        if typed != nil {
            frame.chip = PageFrame.SyncChip(
                tone: "error", icon: "i-error", text: "Not saved", href: Address.sync(view.audit))
        }
        frame.palette?.addVerdicts()
        heading = place.title
        lede = "\(place.whereabouts), \(place.environment.sentence)"
        address = place.address
        round = place.id.round
        let order = try view.workOrder(context.catalogue(of: view))
        let (previous, following) = order.neighbours(of: place)
        self.previous = previous.map { $0.link(from: place) }
        self.following = following.map { $0.link(from: place) }
        notices = (typed.map { [$0.notice] } ?? []) + Self.notices(item, place)
        // What somebody typed knows what her page showed, and no more.
        self.context = typed?.form.text("context") ?? FormContext(showing: item.record).token
        commentName = client.recording.commentName.hex
        judged = item.tally(at: place).judgedWords
        position = Self.position(of: place, among: order.places(of: place.component))
        canRecord = place.canRecord
        remaining = place.remaining(beside: item.findings).count
        many =
            try place.canRecord
            ? ManyAtOnce(of: item, at: place, remaining: remaining, in: context) : nil
        let shown = contents.criteria
        categories = CriterionGroup.all(shown) { CriterionForm($0, in: contents) }
        phrases = place.canRecord ? PartPhrase.all(in: contents) : []
        isPhraseTyped = phrases.contains { !$0.text.isEmpty }
        elsewhere = AskedElsewhereList(place, without: shown)
        let criteria = categories.flatMap(\.criteria)
        attachments = criteria.compactMap(\.details)
        outline = criteria.compactMap(OutlineLine.init)
        bar = try StateBar(of: item, at: place, in: order, isUnsaved: typed != nil, context)
        let lists = try Self.lists(around: place, in: order, client)
        ownList = lists.first { $0.environment == place.environment.id }?.list
        otherLists = lists.filter { $0.environment != place.environment.id }.map(\.list)
        facts = Self.facts(item, place)
        for list in lists.map(\.list) {
            let others = list.states.filter { !$0.isCurrent }
            frame.palette?.add(
                others.map { PageFrame.Link($0.title, $0.href) }, about: list.title)
        }
        self.frame = frame
    }

    private static func position(of place: StatePlace, among all: [StatePlace]) -> String {
        let own = all.filter { $0.environment == place.environment }
        let platform = place.environment.platformWord
        return own.firstIndex { $0.id == place.id }
            .map { "State \($0 + 1) of \(own.count) on \(platform)" } ?? "On \(platform)"
    }

    private static func notices(_ item: StateItem, _ place: StatePlace) -> [Notice] {
        let view = place.view
        let conflict = Address.conflict(place.id, in: view)
        var notices: [Notice] = []
        if !place.canRecord, view.role != .reader {
            notices.append(
                Notice(
                    .info, "This is round \(place.id.round)",
                    "The audit is in round \(view.plan.currentRound); verdicts of earlier "
                        + "rounds are kept as they are."))
        }
        notices += item.notes(in: view).map {
            Notice(
                .warn, $0.heading, $0.reason + (place.canRecord ? " \($0.consequence)" : ""),
                link: PageFrame.Link("See what is covered", conflict))
        }
        if !item.disputed.isEmpty {
            let others = Set(item.disputed.flatMap(\.judgements).map(\.author))
                .filter { $0 != view.person }
            let names = others.map(view.plan.name(of:)).sorted().joined(separator: " and ")
            let heading =
                names.isEmpty
                ? "Two verdicts of yours stand side by side"
                : "\(names) judged this state differently"
            notices.append(
                Notice(
                    .conflict, heading,
                    "Nothing was lost: both verdicts are kept until the lead decides.",
                    link: PageFrame.Link("See both sides", conflict)))
        }
        return notices
    }

    private static func facts(_ item: StateItem, _ place: StatePlace) -> [Fact] {
        let view = place.view
        let environment = place.environment
        func text(_ name: FieldName) -> String? {
            item.record.siblings(of: FieldID(name)).newest?.value.text
        }
        let tested = [
            environment.sentence, environment.majorVersion, text(.system),
            text(.assistiveTechnologyVersion), text(.device),
        ].compactMap(\.self)
        let settings = [
            text(.assistiveTechnologyHints).map { "hints \($0)" },
            text(.assistiveTechnologyVerbosity).map { "verbosity \($0)" },
            text(.assistiveTechnologyLanguage),
        ].compactMap(\.self)
        let own = item.assignees
        let assignees = (own.isEmpty ? view.assignees(of: place.id.component) : own).map {
            $0 == view.person.hex ? "You" : view.plan.assigneeWord($0)
        }
        let second = view.second(on: place.id, besides: own)
        let day = item.due ?? place.component.due ?? view.plan.due
        let same = view.sameControls(as: place.component.id)
        return Fact.all([
            ("Control", place.control.title), ("Screen", place.component.screen),
            ("Environment", tested.joined(separator: ", ")),
            ("Settings", settings.isEmpty ? nil : settings.joined(separator: ", ")),
            ("Same control", same.isEmpty ? nil : AuditView.list(same)),
            ("Build", text(.build) ?? view.plan.builds[environment.platform]),
            ("Assigned to", assignees.isEmpty ? nil : assignees.joined(separator: ", ")),
            (
                "Second opinion",
                second.map { view.ids.contains($0) ? "You" : view.plan.name(of: $0) }
            ),
            ("Due", DueDay(unixMilliseconds: day)?.words),
        ])
    }

    /// The component's states beside the form, by environment; withdrawn ones too.
    private static func lists(
        around place: StatePlace, in order: WorkOrder, _ client: AuditClient
    ) throws -> [(environment: EnvironmentID, list: StateList)] {
        let places = order.everyPlace(of: place.component)
        return try places.environments.map { environment, title in
            let states = try places.filter { $0.environment == environment }.map { one in
                let item = try one.view.item(one.id)
                let tally = item.tally(at: one)
                return ListedState(
                    href: one.address, title: one.state.title,
                    mark: item.isWithdrawn ? Badge(.untested, "Withdrawn") : tally.countMark,
                    isCurrent: one.id == place.id,
                    meaning: item.isWithdrawn ? "" : "judged, \(tally.mark.text.lowercased())")
            }
            return (environment.id, StateList(title: "States on \(title)", states: states))
        }
    }

    /// A criterion in the list beside the form.
    struct OutlineLine: Sendable {
        let anchor: String
        let tone: String
        let word: String
        let statement: String

        fileprivate init?(_ criterion: CriterionForm) {
            guard let chosen = criterion.chosen else { return nil }
            anchor = criterion.anchor
            statement = criterion.statement
            tone = chosen.tone
            word = chosen.word
        }
    }
}
