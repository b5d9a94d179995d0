import Client
import Foundation
import Reading
import Shared

/// What was said of one finding, by whom, when and where, and what they had seen.
struct HistoryPage: Page {
    static let template = "history"
    let frame: PageFrame
    let component: String
    /// What follows the component's name: state, environment, statement.
    let lede: String
    let back: PageFrame.Link
    /// What each person says now, then the decisions.
    let standing: [ShownJudgement]
    /// How it came to what holds, a sentence a step.
    let story: [String]
    /// Newest first.
    let steps: [HistoryStep]
    /// Leads to more of them; nil where all are shown.
    let earlier: PageFrame.Link?
    /// Others' earlier words may lie on the server alone.
    let isPartial: Bool
    let versions: VersionsTable?
    /// The part of the address behind `#c-`.
    let anchor: String
    /// The address to hand on.
    let permalink: String

    static let stepsMax = 50
    private static let stepsAllowed = 1000

    /// - Parameter name: The end of the criterion's anchor.
    init(
        _ place: StatePlace, _ name: String, stepsMax wanted: Int?, in context: PageContext
    ) throws {
        let view = place.view
        let item = try view.item(place.id)
        let known = place.possible.first { $0.lastingShortID == name || $0.id == name }
        let old = item.findings.first { $0.shortCriterion == name || $0.criterion == name }
        guard let criterion = known?.id ?? old?.criterion else { throw PageError.notFound }
        let finding = item.findings.first { $0.criterion == criterion }
        anchor = known?.lastingShortID ?? name
        let most = min(max(wanted ?? Self.stepsMax, 1), Self.stepsAllowed)
        let logged = try context.client.queries.logged(item.record.key, countMax: most + 1) {
            FindingHistory.tells($0, of: criterion)
        }
        let history = FindingHistory(of: criterion, in: item.record, beside: logged.map(\.change))
        component = place.component.label
        lede =
            "\(place.state.title.lowercased()), \(place.environment.sentence). "
            + (known?.statement ?? criterion)
        permalink = "\(place.address)#c-\(anchor)"
        back = PageFrame.Link("Back to the finding", permalink)
        frame = try PageFrame(
            "History of a finding", .work, of: view,
            behind: [PageFrame.Link(place.title, place.address)], in: context)
        standing = (finding?.judgements ?? []).map {
            ShownJudgement($0.value.judgement, who: view.whose($0))
        }
        story =
            finding.map {
                let why = view.explanation(of: $0, on: item)
                return ExplanationStory(why, in: view, time: context.time.dated).why
            } ?? ["Nobody has judged it."]
        versions = finding.map { VersionsTable(FindingVersions($0, on: item, in: view)) }
        let reader = try HistoryReader(history, logged, in: view, context)
        steps = history.steps.suffix(most).reversed().map(reader.step)
        isPartial = history.steps.contains { history.unknown(replacedBy: $0) > 0 }
        let isMore = history.steps.count > most && most < Self.stepsAllowed
        let address = Address.history(anchor, of: place.id, in: view)
        earlier =
            isMore
            ? PageFrame.Link(
                "Show earlier ones",
                address + (address.contains("?") ? "&" : "?") + "steps=\(most + Self.stepsMax)")
            : nil
    }
}

/// One change of a finding's history.
struct HistoryStep: Sendable {
    let isLive: Bool
    let who: String
    /// What was judged; nil for a change that does something else.
    let verdict: ShownJudgement?
    /// The same in words, with everything else that the change did.
    let did: String
    let when: String
    /// On which device, and whether the server has it.
    let device: String
    let words: [HistoryWords]
    /// What the writer had seen, and what became of it.
    let notes: [String]
}

struct HistoryWords: Sendable {
    let name: String
    let text: String
}

/// Says steps of a history in words.
private struct HistoryReader {
    private let history: FindingHistory
    private let view: AuditView
    private let outcomes: [Dot: Trail.Outcome]
    private let own: Set<ReplicaID>
    private let notation: VersionNotation
    private let unsent: Set<Dot>
    private let context: PageContext

    private static let textMax = 2000

    init(
        _ history: FindingHistory, _ logged: [(change: Change, outcome: Trail.Outcome?)],
        in view: AuditView, _ context: PageContext
    ) throws {
        self.history = history
        self.view = view
        self.context = context
        own = try context.client.queries.replicas()
        outcomes = Dictionary(
            logged.compactMap { one in one.outcome.map { (one.change.dot, $0) } }
        ) { $1 }
        let here = own
        unsent = Set(
            logged.filter { $0.outcome == nil && here.contains($0.change.dot.replica) }
                .map(\.change.dot))
        notation = VersionNotation(telling: history.steps.map(\.change.dot.replica))
    }

    func step(_ step: FindingHistory.Step) -> HistoryStep {
        let body = step.change.body
        let deeds = step.writes.filter { step.judgement == nil || $0.field.name != .judgement }
            .compactMap(\.deed)
        let verdict = step.judgement.map { ShownJudgement($0) }
        return HistoryStep(
            isLive: step.isLive, who: name(step), verdict: verdict,
            did: AuditView.list(deeds.unique()),
            when: context.time.dated(Date(unixMilliseconds: body.wallTime)),
            device: device(of: step.change),
            words: step.writes.compactMap { write in
                write.text.map { HistoryWords(name: write.title, text: Self.front(of: $0)) }
            }, notes: notes(on: step))
    }

    private func notes(on step: FindingHistory.Step) -> [String] {
        var notes: [String] = []
        if step.isWord {
            let seen = history.seen(by: step)
            let unseen = history.unseen(by: step)
            if !seen.isEmpty { notes.append("Had seen: \(owned(seen)).") }
            if !unseen.isEmpty { notes.append("Had not seen: \(owned(unseen)).") }
        }
        let replaced = history.replaced(by: step)
        if !replaced.isEmpty { notes.append("It replaced \(owned(replaced)).") }
        if history.unknown(replacedBy: step) > 0 {
            notes.append("It replaced earlier words that are not on this \(context.place).")
        }
        if let by = history.replacement(of: step), !step.isLive {
            let moment = context.time.dated(Date(unixMilliseconds: by.change.body.wallTime))
            notes.append("Replaced by \(name(by)) on \(moment).")
        }
        return notes
    }

    /// Such as `Lee Okafor’s passed of 17 Nov 2026, 16:20`.
    private func owned(_ steps: [FindingHistory.Step]) -> String {
        AuditView.list(
            steps.suffix(5).map {
                let moment = context.time.dated(Date(unixMilliseconds: $0.change.body.wallTime))
                guard let what = $0.writes.compactMap(\.said).first else {
                    return "\(name($0))’s words of \(moment)"
                }
                return what == FieldName.heard.register.title.lowercased()
                    ? "what \(name($0)) heard, of \(moment)" : "\(name($0))’s \(what) of \(moment)"
            })
    }

    private func name(_ step: FindingHistory.Step) -> String { view.plan.name(of: step.author) }

    private func device(of change: Change) -> String {
        let place =
            own.contains(change.dot.replica)
            ? "on this \(context.place)"
            : "on device \(change.dot.replica.hex.prefix(notation.digits))"
        let isHers =
            change.unplacedOrigin == nil ? "" : ", by a device that is not known to be hers"
        let carried =
            change.by.map { ", adopted by \(view.plan.name(of: $0))" + isHers } ?? ""
        return place + carried + standing(of: change)
    }

    private func standing(of change: Change) -> String {
        if unsent.contains(change.dot) { return ", not on the server yet" }
        switch outcomes[change.dot] {
        case .quarantined: return ", set aside by the server"
        case .rejected: return ", not taken by the server"
        case .applied, .again, nil: return ""
        }
    }

    private static func front(of text: String) -> String {
        text.count > textMax ? text.prefix(textMax) + " …" : text
    }
}

extension Write {
    /// What people call the field.
    fileprivate var title: String { field.name?.register.title ?? "Other" }

    /// What it said, to be named in a sentence about another; nil where it said nothing.
    fileprivate var said: String? {
        guard value != nil else { return nil }
        switch field.name {
        case .judgement: return value?.judgement?.words ?? "verdict"
        case .decision: return "decision"
        default: return title.lowercased()  // open set: all other fields go by their names
        }
    }
}

extension [String] {
    /// Each once, in their order.
    fileprivate func unique() -> [String] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
