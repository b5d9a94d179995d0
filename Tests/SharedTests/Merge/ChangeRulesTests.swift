import Shared
import TestSupport
import Testing

struct ChangeRulesTests {
    private let plan = RecordKey.plan(Sample.audit)
    private let component = RecordKey.component(Sample.audit, ComponentID(high: 1, low: 1))

    private func write(_ field: FieldID, _ value: FieldValue?, _ names: [EditID] = []) -> Write {
        Write(field: field, value: value, replaces: names)
    }

    private func text(_ count: Int) -> FieldValue {
        .text(Text(normalizing: String(repeating: "x", count: count)))
    }

    /// The reason for which a change is refused, nil when it is not.
    private func refusal(
        _ writes: [Write], _ key: RecordKey = Sample.state, act: Act = .edit,
        sees: VersionVector = VersionVector(), limits: Limits = .standard
    ) -> String? {
        refusal(.sample(1, 1, writes, key: key, act: act, sees: sees), limits)
    }

    private func refusal(_ change: Change, _ limits: Limits = .standard) -> String? {
        do {
            try change.check(limits)
            return nil
        } catch { return error.reason }
    }

    @Test func `an ordinary change of every kind of record is allowed`() {
        #expect(refusal([write(Sample.judgement, .judgement(.passed))]) == nil)
        #expect(refusal([write(FieldID(.label), text(10))], component) == nil)
        #expect(refusal([write(FieldID(.title), text(10))], plan, act: .plan) == nil)
        #expect(refusal([write(FieldID(.note), text(10))]) == nil)
        #expect(refusal([write(Sample.note, nil, [Sample.edit(1)])]) == nil)
    }

    @Test func `a change writes at least one field, each at most once`() {
        let twice = [write(Sample.note, text(1)), write(Sample.note, text(2))]
        #expect(refusal([])?.contains("at least one field") == true)
        #expect(refusal(twice)?.contains("at most once") == true)
    }

    @Test func `a removal names something`() {
        #expect(refusal([write(Sample.note, nil)])?.contains("names nothing") == true)
    }

    @Test func `numbers of writes, names, bytes and entries are bounded`() {
        var limits = Limits()
        limits.writesPerChangeMax = 1
        let two = [write(Sample.judgement, .judgement(.passed)), write(Sample.note, text(1))]
        #expect(refusal(two, limits: limits)?.contains("2 writes") == true)
        #expect(refusal(Array(two.prefix(1)), limits: limits) == nil)

        limits = Limits()
        limits.replacesPerWriteMax = 1
        let names = [Sample.edit(1), Sample.edit(2)]
        #expect(
            refusal([write(Sample.note, nil, names)], limits: limits)?
                .contains("more than 1 edits") == true)

        limits = Limits()
        limits.bodyBytesMax = 100
        #expect(refusal([write(Sample.note, text(100))], limits: limits)?.contains("body") == true)

        limits = Limits()
        limits.seesEntriesMax = 1
        let sees = VersionVector((1...2).map { Dot(replica: Sample.replica($0), n: 1) })
        #expect(
            refusal([write(Sample.note, text(1))], sees: sees, limits: limits)?
                .contains("`sees`") == true)
    }

    @Test func `texts, labels and elements are bounded`() {
        let limits = Limits.standard
        #expect(refusal([write(Sample.note, text(limits.textBytesMax))]) == nil)
        #expect(
            refusal([write(Sample.note, text(limits.textBytesMax + 1))])?.contains("above") == true)
        #expect(
            refusal([write(FieldID(.label), text(limits.labelBytesMax + 1))], component)?
                .contains("above") == true)
        for name in ["a\nb", "a\u{1B}[31m", "a\u{2028}b"] {
            let value = FieldValue.text(Text(normalizing: name))
            #expect(
                refusal([write(FieldID(.label), value)], component)?.contains("line break") == true)
            #expect(refusal([write(Sample.note, value)]) == nil)
        }
        let tag = String(repeating: "x", count: limits.elementBytesMax + limits.labelBytesMax)
        #expect(
            refusal([write(FieldID(criterion: Sample.criterion, .tag, tag), .present)])?
                .contains("element") == true)
        #expect(refusal([withdrawal(text: limits.textBytesMax + 1, covers: 0)]) != nil)
    }

    private func withdrawal(text: Int, covers: Int) -> Write {
        let reason = Text(normalizing: String(repeating: "x", count: text))
        return write(
            FieldID(.withdrawn),
            .withdrawal(Withdrawal(reason: reason, covers: (0..<covers).map { Sample.edit($0) })))
    }

    @Test func `what a withdrawal covers and what a judgement knew are bounded`() {
        let limits = Limits.standard
        #expect(refusal([withdrawal(text: 1, covers: limits.coversPerChangeMax)]) == nil)
        #expect(
            refusal([withdrawal(text: 1, covers: limits.coversPerChangeMax + 1)])?
                .contains("covers more") == true)
        func judgement(_ knew: Int) -> Write {
            Write(
                field: Sample.judgement, value: .judgement(.passed), replaces: [],
                knew: (0..<knew).map { Sample.edit($0) })
        }
        #expect(refusal([judgement(limits.replacesPerWriteMax)]) == nil)
        #expect(
            refusal([judgement(limits.replacesPerWriteMax + 1)])?.contains("knew more") == true)
    }

    @Test func `only a judgement says what its form showed beside it`() {
        let write = Write(
            field: Sample.note, value: text(1), replaces: [], knew: [Sample.edit(1)])
        #expect(refusal([write])?.contains("only a judgement") == true)
    }

    @Test func `a register belongs to its kind of record`() {
        #expect(refusal([write(FieldID(.title), text(1))])?.contains("kind of record") == true)
        #expect(refusal([write(FieldID(.judgement), .judgement(.passed))]) != nil)
        #expect(refusal([write(Sample.judgement, .judgement(.passed))], component) != nil)
        #expect(refusal([write(FieldID(.label), text(1))], plan, act: .plan) != nil)
    }

    @Test func `a plain register has no element, and a set's has one`() {
        let finding = FieldID(criterion: Sample.criterion, .judgement, "again")
        #expect(refusal([write(finding, .judgement(.passed))])?.contains("segments") == true)
        #expect(refusal([write(FieldID(criterion: Sample.criterion, .tag), .present)]) != nil)
        #expect(refusal([write(FieldID(criterion: Sample.criterion, .tag, "a"), .present)]) == nil)
    }

    @Test func `a fact is a component state's, a suggestion a finding's`() {
        let fact = FieldID(.fact, "label")
        let suggestion = FieldID(criterion: Sample.criterion, .suggestion)
        #expect(refusal([write(fact, text(1))]) == nil)
        #expect(refusal([write(suggestion, text(1))]) == nil)
        #expect(refusal([write(fact, text(1))], component)?.contains("kind of record") == true)
        #expect(refusal([write(FieldID(.suggestion), text(1))])?.contains("kind of") == true)
        #expect(refusal([write(FieldID(.fact), text(1))])?.contains("segments") == true)
        #expect(refusal([write(fact, .present)])?.contains("this type") == true)
        #expect(refusal([write(suggestion, .judgement(.passed))])?.contains("this type") == true)
        let long = text(Limits.standard.textBytesMax + 1)
        #expect(refusal([write(fact, long)])?.contains("above") == true)
    }

    @Test func `a register takes values of its own type only`() {
        #expect(refusal([write(Sample.judgement, text(1))])?.contains("this type") == true)
        #expect(refusal([write(Sample.note, .judgement(.passed))]) != nil)
        #expect(refusal([write(FieldID(.title), .number(1))], plan, act: .plan) != nil)
    }

    @Test func `only the act decision writes decisions, and beside them withdrawals alone`() {
        let decision = Change.decided(1, 1, .passed, settled: [])
        #expect(refusal(decision) == nil)
        #expect(refusal(decision.body.writes, act: .edit)?.contains("decision") == true)
        #expect(
            refusal([write(Sample.judgement, .judgement(.passed))], act: .decision)?
                .contains("decision") == true)
        #expect(refusal(.withdrawn(1, 1, covers: [], act: .decision)) == nil)
        #expect(refusal(.withdrawn(1, 1, covers: [])) == nil)
    }

    @Test func `an adoption is measured and checked by its first body`() {
        let good = Change.judged(1, 1, .passed)
        let bad = Change.sample(1, 1, [write(Sample.judgement, text(1))])
        let dot = Dot(replica: Sample.replica(2), n: 1)
        #expect(refusal(good.issuedAgain(at: dot, adoptedBy: Sample.person(2))) == nil)
        #expect(refusal(bad.issuedAgain(at: dot, adoptedBy: Sample.person(2))) == refusal(bad))
        var limits = Limits()
        limits.bodyBytesMax = good.bytes.count
        #expect(refusal(good.issuedAgain(at: dot), limits) == nil)
    }

    @Test func `a record of a later kind holds whatever it likes`() {
        let key = RecordKey.other(Sample.audit, kind: 9, id: [1])
        #expect(refusal([write(Sample.judgement, text(1))], key) == nil)
    }

    @Test func `a signature stands in the plan, and has an end`() {
        let plan = RecordKey.plan(Sample.audit)
        func refusal(_ signOff: SignOff, _ key: RecordKey = plan) -> String? {
            self.refusal([write(.signOff(Sample.edit(1)), .signOff(signOff))], key, act: .plan)
        }
        #expect(refusal(Sample.signOff()) == nil)
        #expect(refusal(Sample.signOff(), Sample.state)?.contains("does not belong") == true)
        #expect(refusal(Sample.signOff(statement: 17_000))?.contains("17000 bytes") == true)
        #expect(refusal(Sample.signOff(exceptions: 100)) == nil)
        #expect(refusal(Sample.signOff(exceptions: 101))?.contains("more than 100") == true)
    }

    @Test func `registers and values of a later version are kept`() throws {
        let later = try #require(FieldID(path: "menu.ios.name/sentiment"))
        #expect(refusal([write(later, text(1))]) == nil)
        #expect(refusal([write(Sample.judgement, .opaque([0xFA, 0x01, 0x01, 0x78]))]) == nil)
    }
}
