@testable import Publishing
import Presentation
import Reading
import Shared
import TestSupport
import Testing

struct FindingTableTests {
    private let component = ComponentID(high: 0xC0, low: 1)
    private let environment = EnvironmentID(high: 0xE0, low: 1)

    /// An audit with two testers in the roster, one environment, and perhaps a policy.
    private func plan(_ policy: Policy? = nil, environment: Bool = true) -> Plan {
        var writes = [
            (FieldID(.person, Sample.person(1).hex, "name"), text("Maya Lindqvist")),
            (FieldID(.person, Sample.person(1).hex, "role"), .role(.tester)),
            (FieldID(.person, Sample.person(2).hex, "name"), text("Lee Okafor")),
            (FieldID(.person, Sample.person(2).hex, "role"), .role(.tester)),
        ]
        if environment {
            let parts = ["at": "voiceover", "class": "phone", "major": "18", "platform": "ios"]
            writes += parts.map { (FieldID(.environment, self.environment.hex, $0), text($1)) }
        }
        if let policy { writes.append((FieldID(.policy), .policy(policy))) }
        let key = RecordKey.plan(Sample.audit)
        return Plan(.after([change(7, writes, key: key, act: .plan)], key: key))
    }

    private func menu(withdrawn: Bool = false) -> Component {
        let key = RecordKey.component(Sample.audit, component)
        var writes = [
            (FieldID(.screen), text("Accounts")), (FieldID(.control), text("menu")),
            (FieldID(.label), text("Account options")), (FieldID(.ordinal), .number(2)),
        ]
        if withdrawn { writes.append((FieldID(.withdrawn), .withdrawal(gone()))) }
        return Component(.after([change(7, writes, key: key)], key: key))
    }

    private func gone(_ covered: [Change] = []) -> Withdrawal {
        Withdrawal(reason: Text(normalizing: "gone in 8.4"), covers: covered.map(\.edit))
    }

    private func text(_ string: String) -> FieldValue { .text(Text(normalizing: string)) }

    private func change(
        _ replica: Int, _ writes: [(FieldID, FieldValue)], key: RecordKey = Sample.state,
        act: Act = .edit, sees: VersionVector = VersionVector(), wallTime: Int64 = 0
    ) -> Change {
        .sample(
            replica, 1, writes.map { Write(field: $0.0, value: $0.1, replaces: []) }, key: key,
            act: act, sees: sees, wallTime: wallTime)
    }

    /// Rows of the sample state, with everything around it known.
    private func rows(_ changes: [Change], _ policy: Policy? = nil) -> [FindingRow] {
        FindingTable(plan: plan(policy), components: Components([menu()]))
            .rows(of: .after(changes))
    }

    private let conflict = [
        Change.judged(1, 1, .failed(.serious, .app)), Change.judged(2, 1, .passed),
    ]

    @Test func `a row has the names of its component, environment and people`() throws {
        let row = try #require(rows([.judged(1, 1, .failed(.serious, .platform))]).first)
        #expect(row.entry.screen == "Accounts")
        #expect(row.entry.control == "menu")
        #expect(row.entry.label == "Account options")
        #expect(row.entry.ordinal == 2)
        #expect(row.entry.environment == "ios-voiceover-phone-18")
        #expect(row.entry.state == "expanded")
        #expect(row.entry.criterion == Sample.criterion)
        #expect(row.entry.outcome == .failed)
        #expect(row.entry.severity == .serious)
        #expect(row.entry.attribution == .platform)
        #expect(row.authors == ["Maya Lindqvist"])
        #expect(row.siblings.map(\.author) == ["Maya Lindqvist"])
        #expect(row.entry.round == 1)
    }

    @Test func `a conflict that nobody decided has no verdict but every sibling`() throws {
        let row = try #require(rows(conflict).first)
        #expect(row.entry.outcome == nil)
        #expect(row.entry.severity == nil)
        #expect(row.entry.attribution == nil)
        #expect(row.effective == .undecided(.noRule))
        #expect(row.siblings.map(\.value) == [.failed(.serious, .app), .passed])
    }

    @Test func `the plan's rule for control, state and environment is followed`() throws {
        let rule = PolicyRule(
            control: "menu", state: "expanded", environment: "ios-voiceover-phone-18",
            method: "most-severe")
        let row = try #require(rows(conflict, Policy(rules: [rule])).first)
        #expect(row.entry.outcome == .failed)
        #expect(row.effective.basis == "automatic")
        #expect(row.siblings.count == 2)
    }

    @Test func `a decision is in effect and told with its reason`() throws {
        let decision = Change.decided(3, 1, .passed, settled: conflict.map(\.edit))
        let row = try #require(rows(conflict + [decision]).first)
        #expect(row.entry.outcome == .passed)
        #expect(row.effective.basis == "decided")
        #expect(row.decisions.map { $0.value?.reason.string } == ["heard it myself"])
    }

    @Test func `the newest text is shown and all versions are told`() throws {
        let row = try #require(
            rows([
                change(1, [(Sample.note, text("newer"))], wallTime: 20),
                change(2, [(Sample.note, text("older"))], wallTime: 10),
            ]).first)
        #expect(row.entry.texts[.note] == "newer")
        #expect(row.effective == .untested)
        #expect(row.versions.map(\.column) == [.note])
        #expect(row.versions.first?.texts.map(\.value) == ["newer", "older"])
        #expect(row.changed == 20)
    }

    @Test func `what was tested with is told in every row of the state, with its versions`() throws
    {
        let judged = Change.judged(1, 1, .passed)
        let row = try #require(
            rows([
                judged, change(2, [(FieldID(.device), text("Pixel 8"))], wallTime: 20),
                change(3, [(FieldID(.device), text("Pixel 9"))], wallTime: 10),
                change(4, [(FieldID(.build), text("8.4.0 (17)"))]),
            ]).first)
        #expect(row.entry.texts[.device] == "Pixel 8")
        #expect(row.entry.texts[.build] == "8.4.0 (17)")
        #expect(row.entry.texts[.system] == nil)
        #expect(row.versions.map(\.column) == [.device])
        #expect(row.versions.first?.texts.map(\.value) == ["Pixel 8", "Pixel 9"])
    }

    @Test func `comments are told by time, with who made them`() throws {
        let fields = ["aa", "bb"].map { FieldID(criterion: Sample.criterion, .comment, $0) }
        let row = try #require(
            rows([
                change(1, [(fields[0], text("second"))], wallTime: 20),
                change(2, [(fields[1], text("first"))], wallTime: 10),
            ]).first)
        #expect(row.comments.map(\.value) == ["first", "second"])
        #expect(row.comments.map(\.author) == ["Lee Okafor", "Maya Lindqvist"])
        #expect(row.comments.map(\.at) == [10, 20])
    }

    @Test func `any live write moves the time of the change`() throws {
        let tag = FieldID(criterion: Sample.criterion, .tag, "focus")
        let row = try #require(
            rows([.judged(1, 1, .passed), change(2, [(tag, .present)], wallTime: 30)]).first)
        #expect(row.changed == 30)
        #expect(row.entry.lists[.tag] == ["focus"])
    }

    @Test func `a component still to come is named by the front of its id`() throws {
        let table = FindingTable(plan: plan(environment: false), components: Components([]))
        let row = try #require(table.rows(of: .after([.judged(1, 1, .passed)])).first)
        #expect(row.entry.screen.isEmpty)
        #expect(row.entry.control.isEmpty)
        #expect(row.entry.label == "000000000000")
        #expect(row.entry.environment == String(environment.hex.prefix(12)))
    }

    @Test func `the smallest thing that was withdrawn is told`() throws {
        let judged = Change.judged(1, 1, .passed)
        let finding = FieldID(criterion: Sample.criterion, .withdrawn)
        // Written as a lead's decision, so that it covers somebody else's words.
        let withdrawn = FieldValue.withdrawal(gone([judged]))
        let table = FindingTable(plan: plan(), components: Components([menu(withdrawn: true)]))
        let levels = [[], [FieldID(.withdrawn)], [FieldID(.withdrawn), finding]].map { fields in
            let withdrawal = change(2, fields.map { ($0, withdrawn) }, act: .decision)
            let record = Record.after(fields.isEmpty ? [judged] : [judged, withdrawal])
            return table.rows(of: record).first?.withdrawn
        }
        #expect(levels.map(\.?.level) == [.component, .state, .finding])
        #expect(levels.map(\.?.reason) == Array(repeating: "gone in 8.4", count: 3))
        #expect(levels.map(\.?.isContested) == [true, false, false])
    }

    @Test func `a state withdrawn beside an edit that this does not cover is contested`() throws {
        let withdrawal = change(2, [(FieldID(.withdrawn), .withdrawal(gone()))])
        let row = try #require(rows([.judged(1, 1, .passed), withdrawal]).first)
        #expect(row.withdrawn?.level == .state)
        #expect(row.withdrawn?.isContested == true)
    }

    @Test func `a row has the state's version, and what each writer had seen`() throws {
        let seen = VersionVector([conflict[0].dot])
        let late = Change.judged(3, 1, .cantTell, sees: seen)
        let device = change(5, [(FieldID(.device), text("Pixel"))])
        let row = try #require(rows(conflict + [late, device]).first)
        let version = try #require(row.version)
        #expect(version.context == Record.after(conflict + [late, device]).context)
        #expect(version.judgements.map(\.edit) == row.siblings.map(\.edit))
        #expect(version.judgements.map(\.dot) == (conflict + [late]).map(\.dot))
        #expect(version.judgements.map(\.sees) == [VersionVector(), VersionVector(), seen])
        #expect(version.decisions.isEmpty)
    }

    @Test func `other records and states without findings have no rows`() {
        let table = FindingTable(plan: plan(), components: Components([]))
        #expect(table.rows(of: Record(key: .plan(Sample.audit))).isEmpty)
        #expect(table.rows(of: .after([change(1, [(FieldID(.device), text("Pixel"))])])).isEmpty)
    }
}
