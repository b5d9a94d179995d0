@testable import Client
import Reading
import Shared
import TestSupport
import Testing

/// What pages count from summaries, by difference, is what the records say after any act.
struct SummaryLawTests {
    private static let criteria = ["state-open", "confined", "label-in-name"]
    private static let states = ["expanded", "collapsed", "disabled"]
    private static let judgements: [Judgement] = [.passed, .cantTell, .failed(.serious, .app)]
    private static let actsMax = 30

    @Test(arguments: Seeds.first(3))
    func `after each act counts, what waits, news and increments are those of the records`(
        seed: UInt64
    ) throws {
        let desk = try Desk(role: seed % 3 == 0 ? .tester : .lead, seed: seed)
        var generator = SeededGenerator(seed: seed)
        let scripts = [IncrementFollower(), IncrementFollower([("outcome", "failed")])]
        for number in 1...Self.actsMax {
            let act = try act(on: desk, &generator)
            try counts(desk, "\(seed), \(number): \(act)")
            try team(desk, "\(seed), \(number): \(act)")
            try waiting(desk, "\(seed), \(number): \(act)")
            try filter(.random(using: &generator), desk, "\(seed), \(number): \(act)")
            try news(desk, "\(seed), \(number): \(act)")
            for script in scripts {
                try script.follow(desk.client, desk.view(), "\(seed), \(number): \(act)")
            }
        }
        try rename(by: desk.maya, on: desk)
        for script in scripts {
            try script.follow(desk.client, desk.view(), "\(seed): renamed")
            #expect(try script.follow(desk.client, desk.view(), "\(seed): nothing") == 0)
        }
        #expect(try desk.client.store.recovery.derivedFaults(desk.audit).isClean)
    }

    /// Does something that a tester, a lead or a colleague may do; returns what.
    private func act(on desk: Desk, _ generator: inout SeededGenerator) throws -> String {
        let view = try desk.view()
        let state = Self.states.randomElement(using: &generator) ?? ""
        let name = "\(Desk.menu)@\(Desk.android):\(state)"
        let short = Self.criteria.randomElement(using: &generator) ?? ""
        let item = try desk.item(name)
        let criterion = "menu.android.\(short)"
        let other = Bool.random(using: &generator) ? desk.maya : desk.lee
        let judgement = Self.judgements.randomElement(using: &generator) ?? .passed
        switch Int.random(in: 0..<13, using: &generator) {
        case 0, 1:
            try desk.record(
                judgement.outcome, severity: judgement.severity, criterion: short)
            return "own verdict on expanded, \(short)"
        case 2, 3, 4:
            try desk.hear(
                from: other, on: name, criterion: criterion, judgement,
                seen: Bool.random(using: &generator))
            return "another's verdict on \(state), \(short)"
        case 5:
            try hear(.text(Text(normalizing: "Twice.")), in: .note, of: criterion)
            return "another's note on \(state), \(short)"
        case 6 where view.role == .lead:
            guard let finding = item.findings.first else { return "nothing" }
            _ = try desk.client.decisions.decide(
                .decide(judgement, reason: "Heard it."), on: item,
                criteria: [finding.criterion], in: view)
            return "own decision on \(state), \(finding.criterion)"
        case 7:
            let field = FieldID(criterion: criterion, .judgement)
            let decision = Decision(
                judgement: judgement,
                settled: Set(item.record.siblings(of: field).map(\.edit)).sorted(),
                reason: Text(normalizing: "Both hold."))
            try hear(.decision(decision), in: .decision, of: criterion, act: .decision)
            return "another's decision on \(state), \(short)"
        case 8:
            try desk.withdraw(
                by: other, in: item.record,
                criterion: Bool.random(using: &generator) ? "" : criterion,
                act: Bool.random(using: &generator) ? .decision : .edit)
            return "another withdraws \(state), or \(short)"
        case 9: return try turnComponent(of: item, on: desk, by: other)
        case 10 where view.role == .lead:
            let rules = Bool.random(using: &generator) ? [] : [PolicyRule(method: "most-severe")]
            try desk.client.save(
                [Drafts.policy(desk.audit, Policy(rules: rules))], in: desk.audit)
            return "a policy of \(rules.count) rules"
        case 11: return try turnOwn(item, in: view, on: desk)
        case 12 where view.role == .lead:
            try desk.client.planning.assign(
                [item.record.key], to: .set(.person(other)), in: view)
            return "somebody else is to do \(state)"
        default: return "nothing"
        }

        func hear(
            _ value: FieldValue, in name: FieldName, of criterion: String, act: Act = .edit
        ) throws {
            let write = Write(
                field: FieldID(criterion: criterion, name), value: value, replaces: [])
            try desk.hear(from: other, in: item.record, [write], act: act)
        }
    }

    /// Somebody else withdraws the component, where one state is known of it, or lifts that.
    private func turnComponent(
        of item: StateItem, on desk: Desk, by other: PersonID
    ) throws -> String {
        let component = try desk.component()
        if component.withdrawals.isEmpty {
            try desk.withdraw(
                by: other, in: component,
                covers: item.record.registers().flatMap(\.siblings).map(\.edit))
            return "another withdraws the component"
        }
        let lifted = Write(
            field: FieldID(.withdrawn), value: nil, replaces: component.withdrawals.map(\.edit))
        try desk.hear(from: other, in: component, [lifted], act: .decision)
        return "another lifts the component's withdrawal"
    }

    /// The component is called otherwise in every row, and none of its states was written to.
    private func rename(by other: PersonID, on desk: Desk) throws {
        let component = try desk.component()
        let name = Write(
            field: FieldID(.label), value: .text(Text(normalizing: "Options of the account")),
            replaces: component.siblings(of: FieldID(.label)).map(\.edit))
        try desk.hear(from: other, in: component, [name])
    }

    /// Withdraws a state, or lifts her own withdrawal of it.
    private func turnOwn(_ item: StateItem, in view: AuditView, on desk: Desk) throws -> String {
        if item.record.withdrawals.contains(where: { $0.author == view.person }) {
            try desk.client.withdrawals.liftWithdrawal(of: item.record, in: view)
            return "lifts the own withdrawal of \(item.id.state)"
        }
        try desk.client.withdrawals.withdraw(item, criteria: [], reason: "Gone.", in: view)
        return "withdraws \(item.id.state)"
    }

    /// The oracle reads each state's record, and knows neither summaries nor what was before.
    private func counts(_ desk: Desk, _ act: String) throws {
        let view = try desk.view()
        let coverage = try desk.client.queries.coverage(of: view, desk.catalogue)
        let work = try view.workOrder(desk.catalogue).allPlaces().flatMap(\.places)
        #expect(coverage.states.map(\.place.id) == work.map(\.id), "\(act)")
        #expect(
            coverage.components.flatMap(\.states).map(\.place.id) == work.map(\.id), "\(act)")
        for (counted, own) in zip(coverage.states, coverage.components.flatMap(\.states)) {
            let item = try view.item(counted.place.id)
            let expected = item.tally(at: counted.place)
            for tally in [counted.tally, own.tally] {
                #expect(tally.counts == expected.counts, "\(act)")
                #expect(tally.total == expected.total, "\(act)")
                #expect(tally.answers == expected.answers, "\(act)")
                #expect(tally.conflicts == expected.conflicts, "\(act)")
                #expect(tally.challenges == expected.challenges, "\(act)")
                #expect(tally.contested == expected.contested, "\(act)")
            }
            #expect(counted.isMine == view.isAssigned(item.id, to: item.assignees), "\(act)")
        }
    }

    /// What is added up over what was remembered is what is added up over all records, read anew.
    private func team(_ desk: Desk, _ act: String) throws {
        let view = try desk.view()
        let known = desk.client.catalogues.catalogue(of: view, besides: desk.catalogue)
        let found = try desk.client.queries.team(of: view, known).overview
        let anew = try TeamOverview(
            of: try AuditCoverage(of: view, known.catalogue), hasCatalogue: known.gap == nil)
        #expect(found.whole == anew.whole, "\(act)")
        #expect(found.blocks == anew.blocks && found.disputes == anew.disputes, "\(act)")
        #expect(found.nobodys == anew.nobodys, "\(act)")
        #expect(found.gravest.map(\.place.id) == anew.gravest.map(\.place.id), "\(act)")
        #expect("\(found.testers)" == "\(anew.testers)", "\(act)")
        for tester in anew.testers {
            #expect(tester.work == (try TeamWork(of: view))[tester.person], "\(act)")
        }
        #expect("\(found.environments)" == "\(anew.environments)", "\(act)")
        for state in try AuditCoverage(of: view, known.catalogue).states {
            let item = try view.item(state.place.id)
            #expect(state.due == item.due ?? item.component?.due, "\(act)")
        }
    }

    /// The page and the command let through what the records say, whoever made the filter.
    private func filter(_ filter: AuditFilter, _ desk: Desk, _ act: String) throws {
        let view = try desk.view()
        let coverage = try desk.client.queries.coverage(of: view, desk.catalogue)
        var (shown, listed): (Set<StateID>, Set<StateID>) = ([], [])
        for place in try view.workOrder(desk.catalogue).allPlaces().flatMap(\.places) {
            let item = try view.item(place.id)
            let name = "\(place.component.screen) \(place.component.label)".lowercased()
            guard filter.find.isEmpty || name.contains(filter.find.lowercased()),
                filter.control.isEmpty || place.component.control == filter.control,
                filter.environment.isEmpty || place.environment.plain == filter.environment,
                !filter.isMine || view.isAssigned(place.id, to: item.assignees)
            else { continue }
            let known = Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
            // What is asked elsewhere counts where it was judged all the same.
            let counted = place.possibleElsewhere.filter { criterion, elsewhere in
                elsewhere == nil || known[criterion.id].map(\.isJudged) ?? false
            }
            let findings = counted.map { known[$0.0.id] }.filter { $0?.isWithdrawn != true }
            let possible = Set(place.possible.map(\.id))
            let isShown =
                switch filter.show {
                case .all: true
                case .open: findings.contains { $0.map { $0.effective == .untested } ?? true }
                case .failed:
                    findings.contains { $0?.effective.judgement?.outcome == .failed }
                case .conflicts:
                    item.isContestedAsWhole || findings.contains { $0?.isConflict == true }
                }
            guard isShown else { continue }
            shown.insert(place.id)
            let isWritten = item.findings.contains {
                possible.contains($0.criterion) && !$0.isWithdrawn
            }
            if filter.show != .all || isWritten {
                listed.insert(place.id)
            }
        }
        let page = coverage.components(matching: filter).flatMap(\.states).map(\.place.id)
        #expect(Set(page) == shown, "\(act): \(filter)")
        let command =
            try filter.show == .open
            ? view.untested(desk.catalogue, matching: filter).map(\.place.id)
            : view.states(matching: filter, in: coverage).map(\.id)
        #expect(Set(command) == listed, "\(act): \(filter)")
    }

    private func waiting(_ desk: Desk, _ act: String) throws {
        let view = try desk.view()
        let disputes = try view.disputes()
        var conflicts: Set<StateID> = []
        var waiting: Set<StateID> = []
        try view.records.states(.all) { record in
            let item = view.item(record)
            if !item.conflicts.isEmpty || item.isContestedAsWhole { conflicts.insert(item.id) }
            if !item.disputed.isEmpty || !item.contestedWithdrawals.isEmpty {
                waiting.insert(item.id)
            }
        }
        #expect(Set(disputes.states.filter(\.isConflict).map(\.id)) == conflicts, "\(act)")
        let counted = disputes.states.filter { $0.isDisputed || $0.hasContestedWithdrawals }
        #expect(Set(counted.map(\.id)) == waiting, "\(act)")
        // Whoever opens the home anew remembers nothing.
        let anew = try AuditClient(home: desk.home).view(desk.audit)
        #expect(
            try Set(anew.disputes().states.filter(\.isConflict).map(\.id)) == conflicts, "\(act)")
        #expect(try anew.withdrawnWork() == disputes.withdrawn, "\(act)")
    }

    /// What was found in what changed is what is found when all is looked through.
    private func news(_ desk: Desk, _ act: String) throws {
        let events = desk.client.store.events
        try desk.client.store.write(desk.audit) { row, database in
            try EventStore.noteNewsDue(row.number, database)
        }
        try desk.client.queries.noteNews(desk.audit)
        let all = try WorkEventReading(
            of: desk.view(),
            lookingThrough: events.changed(
                desk.audit, since: EventStore.Due(changed: 0, looked: 0)), by: desk.client)
        let expected = Set(all.news.filter { $0.kind.isLookedFor == .inWhatChanged }.map(\.fact))
        let found = try events.news(desk.audit).filter { $0.kind.isLookedFor == .inWhatChanged }
        #expect(Set(found.map(\.fact)) == expected, "\(act)")
        #expect(
            Set(try events.ownWithdrawals(desk.audit)) == Set(all.own), "\(act)")
    }
}

extension AuditFilter {
    fileprivate static func random(using generator: inout SeededGenerator) -> Self {
        var filter = Self()
        filter.show = Show.allCases.randomElement(using: &generator) ?? .all
        filter.isMine = Int.random(in: 0..<4, using: &generator) == 0
        filter.find = ["", "", "OPTIONS", "zebra"].randomElement(using: &generator) ?? ""
        filter.control = ["", "", "menu", "sheet"].randomElement(using: &generator) ?? ""
        filter.environment =
            ["", "", Desk.android, Desk.ios].randomElement(using: &generator) ?? ""
        return filter
    }
}

extension Finding {
    fileprivate var isJudged: Bool { effective != .untested || isConflict }
}
