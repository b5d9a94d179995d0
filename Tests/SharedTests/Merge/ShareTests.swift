import Shared
import Testing

/// What an author may have live in one record, however little else is in it.
struct ShareTests {
    private static let key = RecordKey.state(
        AuditID(high: 9, low: 9),
        StateID(
            component: ComponentID(high: 5, low: 1), environment: EnvironmentID(high: 6, low: 1),
            round: 1, state: "expanded"))
    private static let note = FieldID(criterion: "menu.ios.trigger-name", .note)
    private static let heard = FieldID(criterion: "menu.ios.trigger-name", .heard)

    private static func change(
        _ n: UInt64, _ writes: [Write], author: UInt64 = 1, replica: UInt64 = 1
    ) -> Change {
        Change(
            key: key, dot: Dot(replica: ReplicaID(high: 2, low: replica), n: n),
            body: ChangeBody(
                author: PersonID(high: 1, low: author), act: .edit, writes: writes,
                sees: VersionVector(), wallTime: 0))
    }

    private static func text(_ n: UInt64, in field: FieldID, replaces: [EditID] = []) -> Change {
        change(
            n, [Write(field: field, value: .text(Text(normalizing: "\(n)")), replaces: replaces)])
    }

    /// A record with so many notes of one author, none of which replaced another.
    private static func notes(_ count: UInt64) -> Record {
        (1...count).reduce(Record(key: key)) { $0.applying(text($1, in: note)) }
    }

    @Test func `a register of a small record holds eight of one author and no more`() {
        #expect(Self.notes(7).excess(of: Self.text(8, in: Self.note), limits: .standard) == nil)
        let full = Self.notes(8)
        let ninth = full.excess(of: Self.text(9, in: Self.note), limits: .standard)
        #expect(ninth == "9 versions of one value, above 8 of one author")
        #expect(full.excess(of: Self.text(9, in: Self.heard), limits: .standard) == nil)
    }

    @Test func `another author has room of her own in the register`() {
        let hers = Self.change(
            1, [Write(field: Self.note, value: .text(Text(normalizing: "x")), replaces: [])],
            author: 2, replica: 2)
        #expect(Self.notes(8).excess(of: hers, limits: .standard) == nil)
    }

    @Test func `what replaces one of eight fits, and so does taking one away`() {
        let full = Self.notes(8)
        let first = Self.text(1, in: Self.note).edit
        let replacing = Self.text(9, in: Self.note, replaces: [first])
        #expect(full.excess(of: replacing, limits: .standard) == nil)
        let removing = Self.change(9, [Write(field: Self.note, value: nil, replaces: [first])])
        #expect(full.excess(of: removing, limits: .standard) == nil)
    }

    @Test func `a register that is over its bound gives no other one room`() {
        var record = Self.notes(9)
        for n in UInt64(10)...17 { record.apply(Self.text(n, in: Self.heard)) }
        #expect(record.excess(of: Self.text(18, in: Self.heard), limits: .standard) != nil)
    }

    @Test func `a set that is over its bound gives no other one room`() {
        var limits = Limits.standard
        limits.elementsPerFieldMax = 2
        func elements(_ n: UInt64, _ name: FieldName, _ elements: [String]) -> Change {
            Self.change(
                n,
                elements.map {
                    Write(
                        field: FieldID(criterion: "menu.ios.trigger-name", name, $0),
                        value: .present, replaces: [])
                })
        }
        let record = Record(key: Self.key)
            .applying(elements(1, .tag, ["a", "b", "c"])).applying(elements(2, .link, ["d", "e"]))
        #expect(
            record.excess(of: elements(3, .link, ["f"]), limits: limits)
                == "3 elements of one kind, above 2 of one author")
        #expect(record.excess(of: Self.text(3, in: Self.note), limits: limits) == nil)
    }

    @Test func `an edit with two dots counts once`() {
        var record = Self.notes(8)
        record.applyAgain(
            Self.text(1, in: Self.note).issuedAgain(
                at: Dot(replica: ReplicaID(high: 2, low: 3), n: 1)))
        let first = Self.text(1, in: Self.note).edit
        let replacing = Self.text(9, in: Self.note, replaces: [first])
        #expect(record.excess(of: replacing, limits: .standard) == nil)
        #expect(record.excess(of: Self.text(9, in: Self.note), limits: .standard) != nil)
    }

    @Test func `an author is warned at four fifths of any bound`() {
        let sixth = Self.notes(6), seventh = Self.notes(7)
        #expect(
            sixth.nearlyFull(around: Self.text(6, in: Self.note), limits: .standard).isEmpty)
        #expect(
            seventh.nearlyFull(around: Self.text(7, in: Self.note), limits: .standard)
                == ["7 of 8 versions of one value"])
        var limits = Limits.standard
        limits.shareWritesMax = 8
        #expect(
            seventh.nearlyFull(around: Self.text(7, in: Self.note), limits: limits)
                == ["7 of 8 values", "7 of 8 versions of one value"])
    }
}
