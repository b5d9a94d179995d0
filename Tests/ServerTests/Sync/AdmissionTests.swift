import Shared
import struct Shared.Record
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
        by: PersonID? = nil, origin: ChangeOrigin? = nil, n: UInt64 = 1
    ) -> Change {
        Change(
            key: key, dot: Dot(replica: ReplicaID(high: 2, low: 1), n: n),
            body: ChangeBody(
                author: author, by: by, act: act, writes: writes, sees: VersionVector(),
                wallTime: 0, origin: origin))
    }

    private static func outcome(
        _ change: Change, role: Role?, origin: Admission.Origin = .none, isKnown: Bool = false,
        isDeposit: Bool = false, record: Record? = nil, limits: Limits = .standard
    ) -> Trail.Outcome {
        let circumstances = Admission.Circumstances(
            record: record ?? Record(key: change.key), role: role, origin: origin,
            isKnown: isKnown, isDeposit: isDeposit)
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

    @Test func `a re-issue counts only when its first writing can be believed`() {
        let origin = ChangeOrigin(
            dot: Dot(replica: ReplicaID(high: 2, low: 7), n: 3), hash: .zero)
        let reissue = Self.change(Self.state, Self.judgement.body.writes, origin: origin)
        #expect(Self.outcome(reissue, role: .tester, origin: .ownDevice) == .applied)
        #expect(Self.outcome(reissue, role: .tester, origin: .unknown) == .rejected)
        let held = Admission.Origin.held(Self.judgement.body)
        #expect(Self.outcome(reissue, role: .lead, origin: held) == .rejected)
    }

    @Test func `an adoption keeps author and values, and is a lead's`() {
        let origin = ChangeOrigin(
            dot: Dot(replica: ReplicaID(high: 2, low: 7), n: 3), hash: .zero)
        let held = Admission.Origin.held(
            ChangeBody(
                author: Self.her, act: .edit, writes: Self.judgement.body.writes,
                sees: VersionVector(), wallTime: 0))
        func adoption(_ author: PersonID, _ judgement: Judgement) -> Change {
            Self.change(
                Self.state,
                [Write(field: .judgement, value: .judgement(judgement), replaces: [])],
                act: .adoption, author: author, by: Self.me, origin: origin)
        }
        let faithful = adoption(Self.her, .passed)
        #expect(Self.outcome(faithful, role: .lead, origin: held) == .applied)
        #expect(Self.outcome(faithful, role: .tester, origin: held) == .quarantined)
        #expect(Self.outcome(faithful, role: .lead, origin: .unknown) == .rejected)
        #expect(Self.outcome(faithful, role: .lead, origin: .none) == .rejected)
        #expect(
            Self.outcome(adoption(Self.me, .passed), role: .lead, origin: held) == .rejected)
        #expect(
            Self.outcome(adoption(Self.her, .cantTell), role: .lead, origin: held) == .rejected)
    }

    @Test func `only a decision settles what two people see differently`() {
        let mine = Self.change(
            Self.state, [Write(field: .judgement, value: .judgement(.passed), replaces: [])])
        let hers = Change(
            key: Self.state, dot: Dot(replica: ReplicaID(high: 2, low: 2), n: 1),
            body: ChangeBody(
                author: Self.her, act: .edit,
                writes: [Write(field: .judgement, value: .judgement(.cantTell), replaces: [])],
                sees: VersionVector(), wallTime: 0))
        let record = Record(key: Self.state).applying(mine).applying(hers)
        let both = Self.change(
            Self.state,
            [
                Write(
                    field: .judgement, value: .judgement(.passed),
                    replaces: [mine.edit, hers.edit])
            ], n: 2)
        #expect(Self.outcome(both, role: .lead, record: record) == .rejected)
        let own = Self.change(
            Self.state,
            [Write(field: .judgement, value: .judgement(.passed), replaces: [mine.edit])], n: 2)
        #expect(Self.outcome(own, role: .tester, record: record) == .applied)
    }

    @Test func `a record with too many replicas takes no more of them, but loses none`() {
        var limits = Limits.standard
        limits.contextEntriesMax = 3
        var record = Record(key: Self.state)
        for replica in 10..<13 {
            record.apply(
                Change(
                    key: Self.state,
                    dot: Dot(replica: ReplicaID(high: 2, low: UInt64(replica)), n: 1),
                    body: Self.judgement.body))
        }
        #expect(
            Self.outcome(Self.judgement, role: .tester, record: record, limits: limits)
                == .quarantined)
    }

    @Test func `a set takes so many elements and no more`() {
        var limits = Limits.standard
        limits.elementsPerFieldMax = 2
        func tagged(_ tags: [String]) -> Change {
            Self.change(
                Self.state,
                tags.map {
                    Write(
                        field: FieldID(criterion: "menu.ios.trigger-name", .tag, $0),
                        value: .present, replaces: [])
                })
        }
        #expect(Self.outcome(tagged(["a", "b"]), role: .tester, limits: limits) == .applied)
        #expect(Self.outcome(tagged(["a", "b", "c"]), role: .tester, limits: limits) == .rejected)
        let full = Record(key: Self.state).applying(tagged(["a", "b"]))
        let third = Self.change(Self.state, tagged(["c"]).body.writes, n: 2)
        let known = Self.change(Self.state, tagged(["b"]).body.writes, n: 2)
        #expect(Self.outcome(third, role: .tester, record: full, limits: limits) == .rejected)
        #expect(Self.outcome(known, role: .tester, record: full, limits: limits) == .applied)
    }
}
