import Shared
import TestSupport
import Testing

@testable import Reading

/// What of an audit counts as agreement, and what is left out of it.
struct TesterAgreementTests {
    private static let open = "menu.ios.state-open"
    private static let confined = "menu.ios.confined"
    private static let serious = Judgement.failed(.serious, .app)

    /// One verdict: whose, on what, and which others its form had shown.
    private struct Said {
        let person: Int
        var criterion = TesterAgreementTests.open
        let judgement: Judgement
        var knew: [EditID] = []
        var time: Int64 = 0
        var number: UInt64 = 1

        func change(in key: RecordKey, by replica: Int? = nil) -> Change {
            let field = FieldID(criterion: criterion, .judgement)
            let write = Write(field: field, value: .judgement(judgement), replaces: [], knew: knew)
            // One device writes a change a criterion.
            let n = number + (criterion == TesterAgreementTests.open ? 0 : 10)
            return .sample(
                replica ?? person, n, [write], key: key, author: person, wallTime: time)
        }
    }

    private static func key(_ component: Int, round: UInt32 = 1) -> RecordKey {
        let environment = EnvironmentID(high: 0xE0, low: 1)
        let id = StateID(
            component: ComponentID(high: 0xC0, low: UInt64(component)), environment: environment,
            round: round, state: "expanded")
        return .state(Sample.audit, id)
    }

    private static func record(_ key: RecordKey, _ said: Said...) -> Record {
        .after(said.map { $0.change(in: key) }, key: key)
    }

    /// The first component is a menu, all others are sheets.
    private func view(_ states: [Record]) -> AuditView {
        let ids = Set(
            states.compactMap { record -> ComponentID? in
                if case .state(_, let id) = record.key { id.component } else { nil }
            })
        let components = ids.map { id -> (ComponentID, Component) in
            let key = RecordKey.component(Sample.audit, id)
            let texts = [
                (FieldName.screen, "Accounts"), (.label, "Part \(id.hex.suffix(2))"),
                (.control, id == ComponentID(high: 0xC0, low: 1) ? "menu" : "sheet"),
            ]
            let writes = texts.map {
                Write(
                    field: FieldID($0.0), value: .text(Text(normalizing: $0.1)), replaces: [])
            }
            return (id, Component(.after([.sample(9, 1, writes, key: key, act: .plan)], key: key)))
        }
        let plan = Record(key: .plan(Sample.audit))
        return AuditView(
            names: AuditNames(
                plan: Plan(plan), components: Dictionary(uniqueKeysWithValues: components),
                assignees: [:]),
            records: PlainRecords([plan] + states), person: Sample.person(3))
    }

    @Test func `a finding counts that two judged without knowing of each other`() throws {
        let record = Self.record(
            Self.key(1), Said(person: 1, judgement: Self.serious),
            Said(person: 2, judgement: .passed),
            Said(person: 1, criterion: Self.confined, judgement: .passed),
            Said(person: 2, criterion: Self.confined, judgement: .passed))
        let agreement = try view([record]).agreement()
        #expect(agreement.whole.findings == 2 && agreement.whole.states == 1)
        #expect(agreement.whole.same == 1 && agreement.whole.sameWords == "1 of 2")
        #expect(agreement.whole.failedWords == "0 of 1")
        #expect(agreement.whole.alpha == .notEnough(.few))
        #expect(agreement.leftOut == TesterAgreement.LeftOut())
        #expect(agreement.rounds == [1])
        let pair = try #require(agreement.pairs.first)
        #expect([pair.first, pair.second] == [Sample.person(1), Sample.person(2)])
        #expect(pair.findings == 2 && pair.same == 1 && agreement.pairs.count == 1)
        #expect(agreement.criteria.map(\.criterion) == [Self.open])
        #expect(agreement.criteria.first?.sides == "passed 1, failed 1")
    }

    @Test func `who knew of the other agrees in knowledge, and counts among all`() throws {
        let first = Said(person: 1, judgement: .passed)
        let edit = first.change(in: Self.key(1)).edit
        let other = Said(person: 1, criterion: Self.confined, judgement: .passed)
        let otherEdit = other.change(in: Self.key(1)).edit
        let view = view([
            Self.record(
                Self.key(1), first, Said(person: 2, judgement: .passed, knew: [edit]), other,
                Said(person: 2, criterion: Self.confined, judgement: .cantTell, knew: [otherEdit]))
        ])
        let independent = try view.agreement()
        #expect(independent.whole.findings == 0)
        #expect(independent.leftOut.dependent == 2 && independent.leftOut.agreed == 1)
        let all = try view.agreement(of: .all)
        #expect(all.whole.findings == 2 && all.whole.same == 1)
        #expect(all.leftOut == TesterAgreement.LeftOut() && all.cantTell == 1)
    }

    @Test func `a third verdict that knew the others is left out beside them`() throws {
        let first = Said(person: 1, judgement: .passed)
        let edit = first.change(in: Self.key(1)).edit
        let record = Self.record(
            Self.key(1), first, Said(person: 2, judgement: .passed),
            Said(person: 3, judgement: .cantTell, knew: [edit]))
        let agreement = try view([record]).agreement()
        #expect(agreement.whole.findings == 1 && agreement.whole.same == 1)
        #expect(agreement.leftOut.besides == 1 && agreement.leftOut.dependent == 0)
        let all = try view([record]).agreement(of: .all)
        #expect(all.whole.same == 0 && all.pairs.count == 3)
    }

    @Test func `every judged finding is counted or left out once`() throws {
        let first = Said(person: 1, judgement: .passed)
        let withdrawn = Self.key(2)
        let gone = [first, Said(person: 2, judgement: .passed)].map { $0.change(in: withdrawn) }
        let covering = Change.withdrawn(
            9, 1, covers: gone.map(\.edit), act: .decision,
            field: FieldID(criterion: Self.open, .withdrawn), key: withdrawn)
        let unclear = Self.key(3)
        let later = Change.sample(
            2, 1,
            [
                Write(
                    field: FieldID(criterion: Self.open, .judgement),
                    value: .opaque([0xFA, 0x01, 0x01, 0x78]), replaces: [])
            ], key: unclear)
        let agreement = try view([
            // One alone, told by its summary, and one beside a finding of two.
            Self.record(Self.key(1), first),
            Self.record(
                Self.key(4), first, Said(person: 2, judgement: Self.serious),
                Said(person: 2, criterion: Self.confined, judgement: .passed)),
            .after(gone + [covering], key: withdrawn),
            .after([first.change(in: unclear), later], key: unclear),
        ]).agreement()
        #expect(agreement.whole.findings == 1)
        var wanted = TesterAgreement.LeftOut()
        wanted.single = 2
        wanted.withdrawn = 1
        wanted.unclear = 1
        #expect(agreement.leftOut == wanted)
        #expect(agreement.leftOutWords.map(\.count) == [2, 0, 1, 1])
    }

    @Test func `a person counts once, with the last that she said`() throws {
        let key = Self.key(1)
        let changes = [
            Said(person: 1, judgement: .passed, time: 5).change(in: key),
            Said(person: 1, judgement: Self.serious, time: 7).change(in: key, by: 4),
            Said(person: 2, judgement: Self.serious, time: 1).change(in: key),
        ]
        let agreement = try view([.after(changes, key: key)]).agreement()
        #expect(agreement.whole.findings == 1 && agreement.whole.same == 1)
        #expect(agreement.whole.failedWords == "1 of 1")
    }

    @Test func `where all say failed, severity and whose defect it is are compared`() throws {
        func pair(_ component: Int, _ first: Judgement, _ second: Judgement) -> Record {
            Self.record(
                Self.key(component), Said(person: 1, judgement: first),
                Said(person: 2, judgement: second))
        }
        let agreement = try view([
            pair(1, Self.serious, Self.serious), pair(2, Self.serious, .failed(.moderate, .app)),
            pair(3, Self.serious, .failed(.minor, .platform)), pair(4, Self.serious, .passed),
        ]).agreement()
        #expect(
            agreement.severityWords
                == "3 findings: the same severity on 1, one step apart on 1, more on 1. Whose "
                + "defect: the same on 2.")
        #expect(agreement.controls.map(\.id) == ["menu", "sheet"])
        #expect(agreement.controls.map(\.measure.findings) == [1, 3])
    }

    @Test func `another round, control, criterion or person is counted by itself`() throws {
        func both(_ key: RecordKey, _ first: Int, _ second: Int) -> Record {
            Self.record(
                key, Said(person: first, judgement: .passed),
                Said(person: second, judgement: .passed),
                Said(person: first, criterion: Self.confined, judgement: .passed),
                Said(person: second, criterion: Self.confined, judgement: Self.serious))
        }
        let view = view([
            both(Self.key(1), 1, 2), both(Self.key(2), 2, 3), both(Self.key(2, round: 2), 1, 2),
        ])
        func count(_ set: (inout AuditFilter) -> Void) throws -> Int {
            var filter = AuditFilter()
            set(&filter)
            return try view.agreement(matching: filter).whole.findings
        }
        #expect(try count { _ in } == 4)
        #expect(try count { $0.wanted[.round] = ["2"] } == 2)
        #expect(try count { $0.wanted[.round] = ["1", "2"] } == 6)
        #expect(try count { $0.control = "menu" } == 2)
        #expect(try count { $0.wanted[.criterion] = ["confined"] } == 2)
        #expect(try count { $0.add(tester: Sample.person(3)) } == 2)
        #expect(try count { $0.add(tester: Sample.person(2)) } == 4)
    }

    @Test func `the text of a criterion needs work where most of three findings differ`() throws {
        let views = [2, 3, 5].map { count in
            view(
                (1...count).map { component in
                    Self.record(
                        Self.key(component), Said(person: 1, judgement: .passed),
                        Said(person: 2, judgement: component > 3 ? .passed : Self.serious))
                })
        }
        let needWork = try views.map { try $0.agreement().criteria.map(\.needsWork) }
        #expect(needWork == [[false], [true], [true]])
        #expect(try views[2].agreement().criteria.map(\.differ) == [3])
    }

    @Test func `many findings get a range, a share in hundreds, and kappa a pair`() throws {
        let view = view(
            (1...12).map { component in
                let judgement = component % 3 == 0 ? Self.serious : .passed
                return Self.record(
                    Self.key(component), Said(person: 1, judgement: judgement),
                    Said(person: 2, judgement: component % 4 == 0 ? .passed : judgement),
                    Said(person: 1, criterion: Self.confined, judgement: .passed),
                    Said(
                        person: 2, criterion: Self.confined,
                        judgement: component == 1 ? .cantTell : .passed))
            })
        let agreement = try view.agreement()
        #expect(agreement.whole.findings == 24 && agreement.whole.sameWords == "91.7 %")
        #expect(agreement.whole.alpha.range != nil)
        #expect(agreement.pairs.first?.kappa.value != nil)
        #expect(
            agreement.cantTellWords?.hasPrefix(
                "1 verdict “can’t tell” is counted as a verdict of its own. Without it alpha is")
                == true)
    }
}

extension AuditView {
    fileprivate func agreement(
        matching filter: AuditFilter = AuditFilter(), of basis: TesterAgreement.Basis = .independent
    ) throws -> TesterAgreement {
        try TesterAgreement(in: self, matching: filter, of: basis)
    }
}
