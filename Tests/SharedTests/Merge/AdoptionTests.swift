import Shared
import TestSupport
import Testing

/// `Adoption.swift`: what stands in somebody's name while nothing shows that it is hers.
struct AdoptionTests {
    private let critical = Judgement.failed(.critical, .app)
    private let lead = 9

    /// An adoption of a change by a device that nobody knows.
    private func adopted(_ change: Change, _ n: UInt64, isUnplaced: Bool = true) -> Change {
        change.issuedAgain(
            at: Dot(replica: Sample.replica(lead), n: n), adoptedBy: Sample.person(lead),
            isUnplaced: isUnplaced)
    }

    @Test func `it takes nothing away, in whatever order it comes`() {
        let hers = Change.judged(1, 1, critical, wallTime: 1)
        let note = Change.noted(1, 2, "trapped", wallTime: 2)
        let forged = [
            Change.judged(5, 1, .passed, replaces: [hers.edit], author: 1),
            .judged(5, 2, nil, replaces: [hers.edit], author: 1),
            .noted(5, 3, "fine", replaces: [note.edit], author: 1),
            .noted(5, 4, nil, replaces: [note.edit], author: 1),
        ]
        for one in forged {
            let forgery = adopted(one, 1)
            for order in [[hers, note, forgery], [hers, forgery, note], [forgery, hers, note]] {
                let record = Record.after(order)
                #expect(record.siblings(of: Sample.judgement).map(\.edit).contains(hers.edit))
                #expect(record.siblings(of: Sample.note).map(\.edit).contains(note.edit))
            }
        }
        // A placed adoption is its author's own word, and takes her own away.
        let own = Record.after([hers, adopted(forged[0], 1, isUnplaced: false)])
        #expect(own.siblings(of: Sample.judgement).map(\.value) == [.judgement(.passed)])
    }

    @Test func `a withdrawal of it takes back nothing that was placed`() throws {
        let hers = Change.judged(1, 1, critical)
        let forged = adopted(.withdrawn(5, 1, covers: [hers.edit], author: 1), 1)
        let finding = try #require(
            Record.after([hers, forged]).findings(
                policy: .one(.standard), control: "menu", environment: "", withdrawals: []
            ).first)
        #expect(finding.withdrawal == .contested(reason: "wrong screen"))
        #expect(finding.effective == .single(critical, by: Sample.person(1)))
        let verdict = Change.judged(5, 2, .passed, author: 1)
        let own = adopted(.withdrawn(5, 3, covers: [verdict.edit], author: 1), 2)
        let taken = try #require(
            Record.after([adopted(verdict, 1), own]).findings(
                policy: .one(.standard), control: "menu", environment: "", withdrawals: []
            ).first)
        #expect(taken.withdrawal == .withdrawn(reason: "wrong screen"))
    }

    @Test func `second thoughts of one unplaced chain hide its first ones, and no other chain's`() {
        let first = Change.judged(5, 1, critical, author: 1)
        let second = Change.judged(5, 2, .passed, replaces: [first.edit], author: 1)
        let elsewhere = Change.judged(6, 1, .cantTell, replaces: [first.edit], author: 1)
        for order in permutations([adopted(first, 1), adopted(second, 2)])
        where order[0].dot.n == 1 {
            let shown = Record.after(order).siblings(of: Sample.judgement)
            #expect(shown.map(\.edit) == [second.edit])
            #expect(shown.map(\.unplaced?.lead) == [Sample.person(lead)])
        }
        let apart = Record.after([adopted(first, 1), adopted(elsewhere, 2)])
        #expect(apart.siblings(of: Sample.judgement).count == 2)
    }

    @Test func `its named author takes it away like anything of hers`() {
        let forged = Change.judged(5, 1, .passed, author: 1)
        let own = Change.judged(1, 1, critical, replaces: [forged.edit])
        for order in permutations([adopted(forged, 1), own]) {
            #expect(
                Record.after(order).siblings(of: Sample.judgement).map(\.edit) == [own.edit])
        }
    }

    @Test func `once a dot shows whose it is, it takes away what it names and is shown as hers`() {
        let before = Change.judged(5, 1, critical, author: 1)
        let after = Change.judged(5, 2, .passed, replaces: [before.edit], author: 1)
        var record = Record.after([before, adopted(after, 1)])
        #expect(record.siblings(of: Sample.judgement).count == 2)
        record.applyAgain(after)
        let shown = record.siblings(of: Sample.judgement)
        #expect(shown.map(\.edit) == [after.edit])
        #expect(shown.allSatisfy { $0.unplaced == nil })
        #expect(record.changes.map(\.change.dot) == [after.dot, adopted(after, 1).dot])
    }

    @Test func `no rule settles a conflict in which it stands`() {
        let knowing = Policy(rules: [PolicyRule(method: "most-severe")])
        let hers = Change.judged(1, 1, critical)
        let forged = adopted(.judged(5, 1, .passed, author: 1), 1)
        let shown = Record.after([hers, forged]).siblings(of: Sample.judgement)
        let holding = effective(
            judgements: shown, decisions: [], policy: .one(knowing),
            subject: PolicySubject(control: "", state: "", environment: "", criterion: ""))
        #expect(
            holding
                == .undecided(
                    .fellThrough(
                        method: "most-severe", why: "nothing shows whose one of the verdicts is")))
    }

    @Test func `a plan goes by what was placed`() {
        let title = FieldID(.catalogue)
        func pinned(_ replica: Int, _ text: String, author: Int) -> Change {
            .sample(
                replica, 1,
                [Write(field: title, value: .text(Text(normalizing: text)), replaces: [])],
                key: .plan(Sample.audit), act: .plan, author: author)
        }
        let role = Change.sample(
            1, 2,
            [
                Write(
                    field: FieldID(.person, Sample.person(1).hex, "role"), value: .role(.lead),
                    replaces: [])
            ], key: .plan(Sample.audit), act: .plan)
        let mine = pinned(1, "1.0.0", author: 2)
        let forged = adopted(pinned(0, "6.6.6", author: 1), 1)
        let plan = Plan(Record.after([forged, mine, role], key: .plan(Sample.audit)))
        let held = plan.contested.first { $0.field == title }?.held
        #expect(held == .text(Text(normalizing: "1.0.0")))
    }

    @Test func `only an adoption can be of an unplaced chain, and it stays so on every way`() throws
    {
        let first = Change.judged(5, 1, .passed, author: 1)
        let change = adopted(first, 1)
        let read = try Change(key: change.key, dot: change.dot, bytes: change.bytes)
        #expect(read.unplacedOrigin == change.unplacedOrigin && read.unplacedOrigin != nil)
        #expect(read.edit == first.edit)
        let record = Record.after([change])
        #expect(try Record(decoding: record.encoded()).changes[0].change.bytes == change.bytes)
        // Field 5 of a wrapper without `by`.
        var bare = first.issuedAgain(at: change.dot).bytes
        let size = Int(bare[1] & 0x7F) | Int(bare[2]) << 7
        bare.replaceSubrange(
            1..<3, with: [UInt8(truncatingIfNeeded: (size + 2) | 0x80), UInt8((size + 2) >> 7)])
        #expect(throws: ChangeError.self) {
            try Change(key: change.key, dot: change.dot, bytes: bare + [0x28, 1])
        }
    }

    @Test func `what is a lead's own word to write is adopted by nobody`() {
        let decision = Change.decided(9, 1, .passed, settled: [])
        let withdrawal = Change.withdrawn(9, 2, covers: [], act: .decision)
        #expect(decision.whyNotAdopted?.contains("decides anew") == true)
        #expect(withdrawal.whyNotAdopted?.contains("withdraws anew") == true)
        #expect(Change.judged(1, 1, .passed).whyNotAdopted == nil)
        #expect(Change.withdrawn(1, 1, covers: []).whyNotAdopted == nil)
    }
}
