import Shared
import Testing

@testable import Server

struct AdmissionTests {
    private static let audit = AuditID(high: 9, low: 9)
    private static let me = PersonID(high: 1, low: 1)
    private static let her = PersonID(high: 1, low: 2)
    private static let state = RecordKey.state(
        audit,
        StateID(
            component: ComponentID(high: 5, low: 1), environment: EnvironmentID(high: 6, low: 1),
            round: 1, state: "expanded"))

    private static func change(
        _ key: RecordKey, _ writes: [Write], act: Act = .edit, author: PersonID = me,
        n: UInt64 = 1
    ) -> Change {
        Change(
            key: key, dot: Dot(replica: ReplicaID(high: 2, low: 1), n: n),
            body: ChangeBody(
                author: author, act: act, writes: writes, sees: VersionVector(), wallTime: 0))
    }

    private static func outcome(
        _ change: Change, role: Role?, holding: ChainTables.Holding = .placed,
        isKnown: Bool = false,
        isDeposit: Bool = false, leavesALead: Bool = true, record: Record? = nil,
        limits: Limits = .standard
    ) -> Trail.Outcome {
        let circumstances = Admission.Circumstances(
            record: record ?? Record(key: change.key), role: role, holding: holding,
            knowledge: isKnown ? .whole : .none, isDeposit: isDeposit, leavesALead: leavesALead)
        return Admission.verdict(on: change, in: circumstances, limits: limits).outcome
    }

    private static let judgement = change(
        state, [Write(field: .judgement, value: .judgement(.passed), replaces: [])])
    private static let decision = change(
        state,
        [
            Write(
                field: FieldID(criterion: "menu.ios.trigger-name", .decision),
                value: .decision(
                    Decision(
                        judgement: .passed, settled: [],
                        reason: Text(normalizing: "Heard it on two devices"))),
                replaces: [])
        ], act: .decision)
    private static let component = change(
        .component(audit, ComponentID(high: 5, low: 1)),
        [Write(field: FieldID(.label), value: .text("Accounts"), replaces: [])])
    private static let environment = change(
        .plan(audit),
        [Write(field: FieldID(.environment, "0a", "at"), value: .text("none"), replaces: [])],
        act: .plan)
    private static let title = change(
        .plan(audit), [Write(field: FieldID(.title), value: .text("Larkfield"), replaces: [])],
        act: .plan)

    /// Nil is somebody who is no member.
    private static let roles: [(change: Change, role: Role?, outcome: Trail.Outcome)] = [
        (judgement, .lead, .applied), (judgement, .tester, .applied),
        (judgement, .reader, .quarantined), (judgement, nil, .quarantined),
        (decision, .lead, .applied), (decision, .tester, .quarantined),
        (decision, .reader, .quarantined), (component, .tester, .applied),
        (component, .reader, .quarantined), (environment, .lead, .applied),
        (environment, .tester, .applied), (environment, .reader, .quarantined),
        (title, .lead, .applied), (title, .tester, .quarantined), (title, nil, .quarantined),
    ]

    @Test func `a role may do what the table says`() {
        for (change, role, outcome) in Self.roles {
            #expect(
                Self.outcome(change, role: role) == outcome,
                "\(change.body.act) as \(role?.rawValue ?? "nobody")")
        }
    }

    @Test func `an environment beside another plan write is for leads`() {
        let mixed = Self.change(
            .plan(Self.audit), Self.environment.body.writes + Self.title.body.writes, act: .plan)
        #expect(Self.outcome(mixed, role: .tester) == .quarantined)
    }

    @Test func `a known edit has no effect, whatever its bringer's role`() {
        for role in [Role.lead, .tester, .reader] {
            #expect(Self.outcome(Self.judgement, role: role, isKnown: true) == .again)
        }
    }

    @Test func `an edit gains so many dots and no more, however often it is issued again`() {
        var record = Record(key: Self.state).applying(Self.judgement)
        func again(_ n: UInt64, by replica: UInt64) -> Change {
            Self.judgement.issuedAgain(at: Dot(replica: ReplicaID(high: 2, low: replica), n: n))
        }
        for n in 1..<UInt64(Admission.dotsPerEditMax) {
            let change = again(n, by: 2)
            #expect(
                Self.outcome(change, role: .tester, isKnown: true, record: record) == .again)
            record.applyAgain(change)
        }
        let last = again(UInt64(Admission.dotsPerEditMax), by: 2)
        #expect(Self.outcome(last, role: .tester, isKnown: true, record: record) == .quarantined)
    }

    @Test func `what a retired device brings is kept, unless it is known or is no content`() {
        for role in [Role.lead, .tester, .reader] {
            #expect(Self.outcome(Self.judgement, role: role, isDeposit: true) == .quarantined)
            #expect(
                Self.outcome(Self.judgement, role: role, isKnown: true, isDeposit: true) == .again)
        }
        let wrong = Self.change(
            Self.state, [Write(field: FieldID(.title), value: .text("x"), replaces: [])])
        #expect(Self.outcome(wrong, role: .lead, isDeposit: true) == .rejected)
    }

    @Test func `content that no rule allows is rejected before anything else`() {
        let wrong = Self.change(
            Self.state, [Write(field: FieldID(.title), value: .text("x"), replaces: [])])
        #expect(Self.outcome(wrong, role: .reader, isKnown: true) == .rejected)
    }

    @Test func `an adoption is a lead's, of something that the server holds`() {
        let hers = Self.change(Self.state, Self.judgement.body.writes, author: Self.her)
        let adoption = hers.issuedAgain(
            at: Dot(replica: ReplicaID(high: 2, low: 9), n: 1), adoptedBy: Self.me)
        #expect(Self.outcome(adoption, role: .lead) == .applied)
        for role in [Role.tester, .reader, nil] {
            for isKnown in [false, true] {
                #expect(Self.outcome(adoption, role: role, isKnown: isKnown) == .rejected)
            }
        }
        #expect(Self.outcome(adoption, role: .lead, holding: .nowhere) == .rejected)
    }

    @Test func `how what is adopted is held is the server's to say, not the adopter's`() {
        let hers = Self.change(Self.state, Self.judgement.body.writes, author: Self.her)
        let dot = Dot(replica: ReplicaID(high: 2, low: 9), n: 1)
        let marked = hers.issuedAgain(at: dot, adoptedBy: Self.me, isUnplaced: true)
        let plain = hers.issuedAgain(at: dot, adoptedBy: Self.me)
        #expect(Self.outcome(marked, role: .lead, holding: .unplaced) == .applied)
        #expect(Self.outcome(marked, role: .lead, holding: .unplaced, isKnown: true) == .again)
        #expect(Self.outcome(plain, role: .lead, holding: .unplaced) == .rejected)
        #expect(Self.outcome(marked, role: .lead, holding: .placed) == .rejected)
        #expect(Self.outcome(marked, role: .lead, holding: .placed, isKnown: true) == .again)
        #expect(Self.outcome(marked, role: .lead, holding: .nowhere) == .rejected)
    }

    @Test func `a decision, a lead's withdrawal, people and the policy are adopted by nobody`() {
        let withdrawal = Write(
            field: FieldID(.withdrawn),
            value: .withdrawal(Withdrawal(reason: Text(normalizing: "twice"), covers: [])),
            replaces: [])
        let role = Write(field: .role(of: Self.her), value: .role(.lead), replaces: [])
        let name = Write(
            field: FieldID(.person, Self.her.hex, "name"), value: .text("Mallory"), replaces: [])
        let policy = Write(
            field: FieldID(.policy), value: .policy(Policy(rules: [])), replaces: [])
        let plan = [role, name, policy].map {
            Self.change(.plan(Self.audit), [$0], act: .plan, author: Self.her)
        }
        let decisions = [
            Self.change(
                Self.state, Self.decision.body.writes, act: .decision, author: Self.her),
            Self.change(Self.state, [withdrawal], act: .decision, author: Self.her),
        ]
        let dot = Dot(replica: ReplicaID(high: 2, low: 9), n: 1)
        for change in plan + decisions {
            for isUnplaced in [false, true] {
                let adoption = change.issuedAgain(
                    at: dot, adoptedBy: Self.me, isUnplaced: isUnplaced)
                #expect(
                    Self.outcome(
                        adoption, role: .lead, holding: isUnplaced ? .unplaced : .placed)
                        == .rejected)
            }
        }
        // A tester's withdrawal, and the rest of the plan, are.
        let others = [
            Self.change(Self.state, [withdrawal], author: Self.her),
            Self.change(.plan(Self.audit), Self.title.body.writes, act: .plan, author: Self.her),
        ]
        for change in others {
            #expect(
                Self.outcome(change.issuedAgain(at: dot, adoptedBy: Self.me), role: .lead)
                    == .applied)
        }
    }

    @Test func `a number that the record covers already is never called applied`() {
        let record = Record(key: Self.state).applying(Self.judgement)
        let other = Self.change(
            Self.state, [Write(field: .judgement, value: .judgement(.cantTell), replaces: [])])
        #expect(Self.outcome(other, role: .lead, record: record) == .quarantined)
    }

    @Test func `a tester adds to the plan, and changes nothing of others'`() {
        let hers = Self.change(Self.component.key, Self.component.body.writes, author: Self.her)
        let record = Record(key: hers.key).applying(hers)
        let screen = Self.change(
            hers.key, [Write(field: FieldID(.screen), value: .text("Home"), replaces: [])], n: 2)
        let other = Self.change(
            hers.key,
            [Write(field: FieldID(.label), value: .text("Cards"), replaces: [hers.edit])], n: 2)
        let same = Self.change(hers.key, Self.component.body.writes, n: 2)
        #expect(Self.outcome(screen, role: .tester, record: record) == .applied)
        #expect(Self.outcome(same, role: .tester, record: record) == .applied)
        #expect(Self.outcome(other, role: .tester, record: record) == .quarantined)
        #expect(Self.outcome(other, role: .lead, record: record) == .applied)
    }

    /// What a tester writes who makes a component of a name, without knowing of another's.
    private static func making(
        _ screen: String, _ label: String, replaces: [EditID] = [], author: PersonID = me,
        n: UInt64 = 1
    ) -> Change {
        let texts = [(FieldName.screen, screen), (.control, "menu"), (.label, label)]
        let names = texts.map {
            Write(
                field: FieldID($0), value: .text(Text(normalizing: $1)),
                replaces: $0 == .label ? replaces : [])
        }
        return change(
            .component(
                audit, NaturalKey.component(screen: "Basket", control: "menu", label: "Sort by")),
            names + [
                Write(field: FieldID(.ordinal), value: .number(1), replaces: []),
                Write(field: FieldID(.state, "android", label), value: .present, replaces: []),
            ], author: author, n: n)
    }

    @Test func `another spelling says nothing new, and its states join`() {
        let hers = Self.making("Basket", "Sort by", author: Self.her)
        let record = Record(key: hers.key).applying(hers)
        let mine = Self.making("basket", "Sort\u{A0}By", n: 2)
        #expect(Self.outcome(mine, role: .tester, record: record) == .applied)
        // Beside hers and never in its place; and another control is another word.
        let instead = Self.making("Basket", "SORT BY", replaces: [hers.edit], n: 2)
        #expect(Self.outcome(instead, role: .tester, record: record) == .quarantined)
        let control = Self.change(
            hers.key, [Write(field: FieldID(.control), value: .text("Menu"), replaces: [])], n: 2)
        #expect(Self.outcome(control, role: .tester, record: record) == .quarantined)
    }

    @Test func `whoever makes what was renamed meanwhile joins it, and renames nothing`() {
        let made = Self.making("Basket", "Sort by", author: Self.her)
        let renamed = Self.change(
            made.key,
            [Write(field: FieldID(.label), value: .text("Order by"), replaces: [made.edit])],
            author: Self.her, n: 2)
        let record = Record(key: made.key).applying(made).applying(renamed)
        let mine = Change(
            key: made.key, dot: Dot(replica: ReplicaID(high: 2, low: 7), n: 1),
            body: Self.making("basket", "sort by").body)
        #expect(Self.outcome(mine, role: .tester, record: record) == .applied)
        let after = Component(record.applying(mine))
        #expect(after.label == "Order by")
        #expect(after.states["android"] == ["Sort by", "sort by"])
        // Names that the id was not made of are a renaming, and the lead's to decide.
        let other = Change(
            key: made.key, dot: mine.dot, body: Self.making("Basket", "Rank").body)
        #expect(Self.outcome(other, role: .tester, record: record) == .quarantined)
    }

    @Test func `the last lead stays`() {
        #expect(Self.outcome(Self.title, role: .lead, leavesALead: false) == .rejected)
    }

    @Test func `nobody's work takes another's room`() {
        var limits = Limits.standard
        limits.elementsPerFieldMax = 2
        func tagged(_ tags: [String], by author: PersonID = Self.me, n: UInt64 = 1) -> Change {
            Self.change(
                Self.state,
                tags.map {
                    Write(
                        field: FieldID(criterion: "menu.ios.trigger-name", .tag, $0),
                        value: .present, replaces: [])
                }, author: author, n: n)
        }
        func outcome(_ change: Change, _ record: Record? = nil) -> Trail.Outcome {
            Self.outcome(change, role: .tester, record: record, limits: limits)
        }
        #expect(outcome(tagged(["a", "b"])) == .applied)
        #expect(outcome(tagged(["a", "b", "c"])) == .quarantined)
        let full = Record(key: Self.state).applying(tagged(["a", "b"], by: Self.her))
        let mine = Change(
            key: Self.state, dot: Dot(replica: ReplicaID(high: 2, low: 2), n: 1),
            body: tagged(["c", "d"]).body)
        #expect(outcome(mine, full) == .applied)
        #expect(outcome(tagged(["c"], by: Self.her, n: 2), full) == .quarantined)
    }

    @Test func `who is above a bound may still make room`() {
        var limits = Limits.standard
        limits.shareWritesMax = 1
        limits.elementsPerFieldMax = 1
        let field = FieldID(criterion: "menu.ios.trigger-name", .note)
        let two = Self.change(
            Self.state,
            [
                Write(field: field, value: .text("a"), replaces: []),
                Write(field: .judgement, value: .judgement(.passed), replaces: []),
            ])
        let over = Record(key: Self.state).applying(two)
        let less = Self.change(
            Self.state, [Write(field: field, value: nil, replaces: [two.edit])], n: 2)
        let same = Self.change(
            Self.state, [Write(field: field, value: .text("b"), replaces: [two.edit])], n: 2)
        let more = Self.change(
            Self.state,
            [
                Write(
                    field: FieldID(criterion: "menu.ios.trigger-name", .heard), value: .text("c"),
                    replaces: [])
            ], n: 2)
        #expect(Self.outcome(less, role: .tester, record: over, limits: limits) == .applied)
        #expect(Self.outcome(same, role: .tester, record: over, limits: limits) == .applied)
        #expect(Self.outcome(more, role: .tester, record: over, limits: limits) == .quarantined)
    }
}
