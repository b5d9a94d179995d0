import Client
import Foundation
import Reading
import Shared

/// What concerns whoever looks, since she last said that she has seen it.
struct WorkEventsPage: Page {
    static let template = "news"
    let frame: PageFrame
    let heading: String
    let lede: String
    let address: String
    let title: String
    let count: Int
    let items: [WorkEventLine]
    /// Names exactly what the page shows as new; nil where there is nothing to say about it.
    let seen: Seen?
    let more: [PageFrame.Link]

    struct Seen: Sendable {
        let act: String
        let facts: String
    }

    static let itemsMax = 100

    /// - Parameter showsSeen: Shows what she has seen, instead of what she has not.
    init(_ audit: AuditID, showsSeen: Bool, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let queries = context.client.queries
        let (unseen, looked) = try queries.unseenNews(of: audit)
        let shown = try queries.latestNews(of: audit, seen: showsSeen, countMax: Self.itemsMax)
        heading = showsSeen ? "What concerned you before" : "Since you last looked"
        frame = try PageFrame(heading, .news, of: view, in: context)
        address = Address.news(audit)
        let since =
            looked.map { "\(context.time.dated($0)) until now" } ?? "You have not looked yet"
        let rest = unseen > shown.count ? " The latest \(shown.count) of \(unseen)." : ""
        lede =
            showsSeen
            ? "The latest \(Self.itemsMax) at most; nothing of it waits for you here."
            : "\(since). Only what concerns you.\(rest)"
        title = showsSeen ? "Seen" : "For you"
        count = shown.count
        items = WorkEventLine.all(shown, in: view, context)
        seen =
            showsSeen || shown.isEmpty
            ? nil
            : Seen(
                act: unseen > shown.count ? "I have seen these" : "I have seen all",
                facts: shown.map(\.fact.hex).joined(separator: ","))
        more =
            [
                showsSeen
                    ? PageFrame.Link("Since you last looked", address)
                    : PageFrame.Link("What concerned you before", "\(address)?show=seen"),
                PageFrame.Link("Your changes of this session", Address.session(audit)),
                PageFrame.Link("Conflicts that wait", Address.conflicts(audit)),
                PageFrame.Link("Changes that were set aside", Address.sync(audit) + "#aside"),
            ]
            + (view.role == .lead
                ? [PageFrame.Link("Set aside for the leads", Address.quarantine(audit))] : [])
    }
}

/// One line of the news; what one person gave to test stands in one.
struct WorkEventLine: Sendable {
    let symbol: String
    /// The end of its class.
    let tone: String
    /// Nil where the heading needs nobody's name before it.
    let who: String?
    let title: String
    /// Whole sentences; nil where the places say it all.
    let words: String?
    let places: [PageFrame.Link]
    /// How many places there are besides; nil for none.
    let rest: String?
    /// Nil where nobody tells.
    let when: String?

    private static let placesMax = 10

    static func all(
        _ events: [WorkEvent], in view: AuditView, _ context: PageContext
    ) -> [WorkEventLine] {
        var given: Set<PersonID?> = []
        return events.gathered().compactMap { event in
            guard event.kind == .assigned else { return WorkEventLine([event], in: view, context) }
            guard given.insert(event.person).inserted else { return nil }
            let same = events.filter { $0.kind == .assigned && $0.person == event.person }
            return WorkEventLine(same, in: view, context)
        }
    }

    /// - Parameter events: At least one, and of one kind and person.
    private init(_ events: [WorkEvent], in view: AuditView, _ context: PageContext) {
        let first = events[0]
        let mark = first.kind.mark
        symbol = mark.symbol
        tone = mark.tone
        who = first.kind.isByServer ? nil : first.person.map(view.plan.name(of:))
        title = first.kind.heading(events.count)
        let named = first.place(in: view, context)
        words = events.count == 1 ? first.words(in: view, at: named) : nil
        places = events.prefix(Self.placesMax).map { event in
            if event.kind == .waiting {
                return PageFrame.Link("Look through it", Address.quarantine(view.audit))
            }
            if event.kind == .signedSince {
                return PageFrame.Link("Look at signatures", Address.signOff(view.audit))
            }
            let (title, address) = view.place(of: event.key)
            let anchor =
                event.criterion.isEmpty ? "" : "#c-\(Criterion.short(event.criterion))"
            let place = event.statePlace(in: view, context)?.title ?? title
            return PageFrame.Link("Look at \(place)", address + anchor)
        }
        let more = events.count - places.count
        rest = more > 0 ? "and \(more) more" : nil
        when = first.happened.map(context.time.dated)
    }
}

extension WorkEvent {
    fileprivate func statePlace(in view: AuditView, _ context: PageContext) -> StatePlace? {
        guard case .state(_, let id) = key else { return nil }
        return try? StatePlace(id, of: view, in: context)
    }

    /// Where it is, as pages call it; nil for what is no component state that is known here.
    fileprivate func place(in view: AuditView, _ context: PageContext) -> String? {
        guard let place = statePlace(in: view, context) else { return nil }
        let state = "\(place.title) (\(place.environment.platformWord))"
        guard !criterion.isEmpty else { return state }
        let known = place.possible.first { $0.isCalled(criterion) }
        return "“\(known?.statement ?? Criterion.short(criterion))” on \(state)"
    }
}

extension WorkEvent.Kind {
    /// What follows a name, or stands alone where nobody's name goes before it.
    fileprivate func heading(_ count: Int) -> String {
        switch self {
        case .withdrawn: "withdrew work of yours"
        case .lifted: "Your withdrawal stands no longer"
        case .replaced: "put another withdrawal in the place of yours"
        case .overruled: "decided otherwise than you"
        case .repinned: "pinned another catalogue"
        case .disagreed: "disagrees with you"
        case .decided: "decided a conflict of yours as you judged"
        case .challenged: "decided otherwise, and your verdict challenges that"
        case .assigned: "asks you to test \(counted(count, "thing"))"
        case .round: "began another round"
        case .mentioned: "mentioned you"
        case .quarantined: "The server set aside work of yours"
        case .rejected: "The server did not take work of yours"
        case .adopted: "adopted work of yours"
        case .discarded: "discarded work of yours"
        case .removed: "took away or replaced what you wrote"
        case .unplaced: "adopted something in your name"
        case .waiting: "Work that was set aside waits for the leads"
        case .renamed: "calls otherwise what you added"
        case .signed: "signed a round"
        case .signedSince: "signed a round in which something was written since"
        }
    }

    fileprivate var isByServer: Bool {
        switch self {
        case .quarantined, .rejected, .lifted, .waiting: true
        case .withdrawn, .replaced, .overruled, .repinned, .disagreed, .decided, .challenged,
            .assigned, .round, .mentioned, .adopted, .discarded, .removed, .unplaced, .renamed,
            .signed, .signedSince:
            false
        }
    }

    fileprivate var mark: (symbol: String, tone: String) {
        switch self {
        case .disagreed: ("m-conflict", "conflict")
        case .challenged: ("m-challenged", "conflict")
        case .assigned, .round: ("m-untested", "untested")
        case .decided, .adopted, .signed: ("m-passed", "passed")
        case .withdrawn, .replaced, .overruled, .quarantined, .rejected, .discarded, .removed,
            .unplaced, .waiting, .signedSince:
            ("i-warn", "warn")
        case .lifted, .repinned, .mentioned, .renamed: ("i-info", "info")
        }
    }
}
