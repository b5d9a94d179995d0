import Shared
import TestSupport
import Testing

/// What a later version of Accord writes survives decoding, merging and encoding in this one.
struct LaterVersionTests {
    /// Fields and words that no message of this version has.
    private static let unknown = ProtobufBytes.field(200, Array("later".utf8))

    private static let values: [[UInt8]] = [
        // A kind of value that does not exist yet.
        ProtobufBytes.field(60, Array("sentiment".utf8)),
        // A judgement with a part more.
        ProtobufBytes.field(2, ProtobufBytes.field(1, 1) + unknown),
        // A judgement beside a part more of the value.
        ProtobufBytes.field(2, ProtobufBytes.field(1, 1)) + unknown,
        // An outcome, a severity and a role that do not exist yet.
        ProtobufBytes.field(2, ProtobufBytes.field(1, 77)),
        ProtobufBytes.field(2, ProtobufBytes.field(1, 2) + ProtobufBytes.field(2, 77)),
        ProtobufBytes.field(7, 77),
    ]

    private func change(_ n: UInt64, value: [UInt8]) throws -> Change {
        let write =
            ProtobufBytes.field(1, Array(Sample.judgement.path.utf8))
            + ProtobufBytes.field(2, value) + Self.unknown
        let body =
            ProtobufBytes.field(1, 2) + ProtobufBytes.field(2, Sample.person(1).bytes)
            + ProtobufBytes.field(3, 1) + ProtobufBytes.field(4, write) + Self.unknown
        return try Change(
            key: Sample.state, dot: Dot(replica: Sample.replica(Int(n)), n: n),
            bytes: ProtobufBytes.field(1, body))
    }

    @Test(arguments: values)
    func `it is kept byte for byte through record, merge and wire`(value: [UInt8]) throws {
        let later = try change(1, value: value)
        let one = Record.after([later])
        let two = Record.after([.judged(2, 1, .passed)])
        let merged = try Record(decoding: one.joined(with: two).encoded())
        #expect(merged.changes.map(\.change.bytes).contains(later.bytes))
        #expect(merged.siblings(of: Sample.judgement).count == 2)
        #expect(merged == two.applying(later))
        #expect(merged.digest == two.applying(later).digest)
    }

    @Test(arguments: values)
    func `it is no judgement to this version, and nothing settles it`(value: [UInt8]) throws {
        let siblings = Record.after([try change(1, value: value)]).siblings(of: Sample.judgement)
        #expect(siblings.map(\.value) == [.opaque(value)])
        let holding = effective(
            judgements: siblings, decisions: [], policy: .one(.standard),
            subject: PolicySubject(control: "", state: "", environment: "", criterion: ""))
        #expect(holding == .undecided(.noRule))
    }

    @Test func `a value with unknown fields equals only the same bytes`() throws {
        let plain = ProtobufBytes.field(2, ProtobufBytes.field(1, 1))
        let one = try change(1, value: plain + Self.unknown)
        let two = try change(2, value: plain + Self.unknown)
        let three = try change(3, value: plain)
        let values = Record.after([one, two, three]).siblings(of: Sample.judgement).map(\.value)
        #expect(values[0] == values[1])
        #expect(values[0] != values[2])
    }

    @Test(arguments: [nil, Sample.person(2)])
    func `what it says beside stays with a change that is issued again`(lead: PersonID?) throws {
        let later = try change(1, value: Self.values[0])
        let dot = Dot(replica: Sample.replica(9), n: 1)
        let again = later.issuedAgain(at: dot, adoptedBy: lead)
        let read = try Change(key: later.key, dot: dot, bytes: again.bytes)
        #expect(read == again)
        #expect(read.first?.bytes == later.bytes)
        #expect(read.body == later.body)
        #expect(read.edit == later.edit)
    }

    @Test func `a record of a later kind is kept, joined, digested and never read`() throws {
        let key = RecordKey.other(Sample.audit, kind: 200, id: [1, 2, 3])
        let field = try #require(FieldID(path: "a/b"))
        let one = Change.sample(
            1, 1, [Write(field: field, value: .opaque(Self.values[0]), replaces: [])], key: key)
        let two = Change.sample(
            2, 1, [Write(field: field, value: .present, replaces: [one.edit])], key: key)
        let left = Record.after([one], key: key)
        let both = left.joined(with: .after([two], key: key))
        let read = try Record(decoding: both.encoded())
        #expect(read == both)
        #expect(read.digest == both.digest)
        #expect(read.digest != left.digest)
        #expect(read.siblings(of: field).map(\.edit) == [two.edit])
        #expect(
            read.findings(policy: .one(.standard), control: "", environment: "", withdrawals: [])
                .isEmpty)
    }

    @Test func `a value of a later version can be replaced like any other`() throws {
        let later = try change(1, value: Self.values[0])
        let record = Record.after([
            later, .judged(2, 1, .passed, replaces: [later.edit], author: 1),
        ])
        #expect(record.siblings(of: Sample.judgement).map(\.value) == [.judgement(.passed)])
    }

    @Test func `an own value that was opaque is encoded as the same bytes`() throws {
        for value in Self.values {
            let copy = Change.sample(
                1, 1, [Write(field: Sample.judgement, value: .opaque(value), replaces: [])])
            let read = try Change(key: copy.key, dot: copy.dot, bytes: copy.bytes)
            #expect(read.body.writes[0].value == .opaque(value))
        }
    }
}
