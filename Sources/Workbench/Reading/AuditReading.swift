import Client
import Foundation
import Presentation
import Shared

extension Desk {
    /// The audits of this laptop.
    func auditsPage() throws -> AuditsPage {
        AuditsPage(
            frame: try frame("Audits"), audits: try client.store.audits().map(row(of:)))
    }

    private func row(of audit: AuditID) throws -> AuditsPage.Row {
        let coverage = try self.coverage.read(audit, in: self)
        let states = coverage.states
        let conflicts = states.count(where: \.tally.isDisputed)
        return AuditsPage.Row(
            href: Address.audit(audit), title: coverage.view.plan.title,
            builds: coverage.view.plan.buildList,
            bar: Bar(states.counts.all, of: states.total), progress: try progress(coverage),
            conflicts: conflicts == 0
                ? nil : .conflict(conflicts == 1 ? "1 state" : "\(conflicts) states"),
            conflictsHref: Address.conflicts(audit), sync: try syncMark(of: audit))
    }

    /// How much is judged, of what this laptop can tell.
    private func progress(_ coverage: AuditCoverage) throws -> String {
        let knowsAll =
            try client.catalogue(of: coverage.view, besides: catalogue).gap == nil
            && coverage.unknown.isEmpty
        return coverage.states.progress + (knowsAll ? "" : ", of what is known on this laptop")
    }

    private func syncMark(of audit: AuditID) throws -> Mark {
        let waiting = try client.store.push.queue(audit).count
        guard try client.store.pull.standing(audit)?.isOnServer == true else {
            return .laptop("Never synced. Only on this laptop.")
        }
        return waiting == 0 ? .server("On the server") : .laptop("\(waiting) to send")
    }

    /// One audit's plan and coverage, as far as the query lets through.
    ///
    /// - Throws: `PageError.notFound` when this laptop does not have it.
    func page(of audit: AuditID, showing query: AuditQuery) throws -> AuditPage {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let coverage = try self.coverage.read(audit, in: self)
        let mine = coverage.states.filter(\.isMine)
        let work = mine.isEmpty ? coverage.states : mine
        let open = work.filter(\.tally.isOpen)
        let listing = AuditListing(coverage, query)
        var frame = try frame(coverage.view.plan.title, .work, of: coverage.view)
        if frame.notice == nil, !coverage.unknown.isEmpty {
            frame.notice = Notice(
                .warn, "Not everything is counted", coverage.unknown.untestedWords)
        }
        return AuditPage(
            frame: frame,
            heading: coverage.view.plan.title, lede: coverage.view.plan.lede,
            address: Address.audit(audit), next: open.first.map(Self.link),
            summary: try summary(of: work, isMine: !mine.isEmpty, in: coverage.view),
            filters: listing.filters, screens: listing.screens, empty: listing.empty,
            pager: listing.pager,
            upcoming: upcoming(open, isMine: !mine.isEmpty, in: coverage.view))
    }

    private static func link(to state: AuditCoverage.CoveredState) -> PageFrame.Link {
        PageFrame.Link(state.place.title, state.place.address)
    }

    private func summary(
        of states: [AuditCoverage.CoveredState], isMine: Bool, in view: AuditView
    ) throws -> AuditPage.Summary {
        let counts = states.counts
        let open = states.count(where: \.tally.isOpen)
        let conflicts = states.count(where: \.tally.isDisputed)
        let unsent = try client.store.push.queue(view.audit).count
        let total = states.total
        let share = total == 0 ? 0 : states.judged * 100 / total
        var figures = [
            AuditPage.Figure("\(states.judged) of \(total)", "findings judged, \(share) %"),
            AuditPage.Figure("\(open)", "component states open, of \(states.count)"),
            AuditPage.Figure("\(counts[.failed])", "failed"),
            AuditPage.Figure(
                "\(conflicts)", conflicts == 1 ? "conflict" : "conflicts",
                href: conflicts == 0 ? nil : Address.conflicts(view.audit)),
        ]
        figures.append(
            AuditPage.Figure(
                "\(unsent)",
                unsent == 1 ? "change not on the server yet" : "changes not on the server yet",
                href: Address.sync(view.audit)))
        return AuditPage.Summary(
            title: isMine ? "Your work" : "All work", figures: figures,
            bar: Bar(counts.all, of: total),
            legend: Outcome.allCases.map { Mark($0, "\(counts[$0]) \($0.countedWord)") })
    }

    private func upcoming(
        _ open: [AuditCoverage.CoveredState], isMine: Bool, in view: AuditView
    ) -> AuditPage.Upcoming? {
        guard !open.isEmpty else { return nil }
        let items = open.prefix(5).map { state in
            let left = state.tally.total - state.tally.judged
            return AuditPage.Item(
                href: state.place.address, title: state.place.title,
                about: "\(state.place.environment.platformWord), \(left) of \(state.tally.total) "
                    + "untested")
        }
        let text = open.count == 1 ? "The open state" : "All \(open.count) open states"
        return AuditPage.Upcoming(
            title: isMine ? "Next for you" : "Next", items: items,
            allHref: "\(Address.audit(view.audit))?show=open" + (isMine ? "&who=me" : ""),
            allText: text)
    }
}

extension Plan {
    /// Such as `Android 8.4.0, iOS 8.4.0`.
    var buildList: String {
        builds.sorted { $0.key < $1.key }
            .map { "\(Environment.platformWord(of: $0.key)) \($0.value)" }.joined(separator: ", ")
    }

    /// Builds and environments in a sentence.
    var lede: String {
        let names = environments.values.map(\.sentence)
        let tested = Set(names).sorted().joined(separator: " and ")
        let parts = [
            buildList, tested.isEmpty ? "no environment yet" : "tested on \(tested)",
            currentRound > 1 ? "round \(currentRound)" : "",
        ].filter { !$0.isEmpty }
        return parts.joined(separator: ", ") + "."
    }
}
