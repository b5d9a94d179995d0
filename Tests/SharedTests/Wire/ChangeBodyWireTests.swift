import TestSupport
import Testing

@testable import Shared

/// `Change+Wire.swift`: bodies come back, and what no version may write is refused.
struct ChangeBodyWireTests {
    private typealias Bytes = ProtobufBytes

    private func body(
        author: [UInt8] = Sample.person(1).bytes, act: UInt64 = 1, writes: [[UInt8]],
        extra: [UInt8] = []
    ) -> [UInt8] {
        Bytes.field(
            1,
            Bytes.field(1, 1) + Bytes.field(2, author) + Bytes.field(3, act)
                + writes.flatMap { Bytes.field(4, $0) } + extra)
    }

    private func write(_ field: String, _ value: [UInt8]) -> [UInt8] {
        Bytes.field(1, Array(field.utf8)) + Bytes.field(2, value)
    }

    private func note(_ text: String) -> [UInt8] {
        write(Sample.note.path, Bytes.field(1, Array(text.utf8)))
    }

    private func judgement(_ outcome: UInt64, _ rest: [UInt8] = []) -> [UInt8] {
        write(Sample.judgement.path, Bytes.field(2, Bytes.field(1, outcome) + rest))
    }

    /// The reason for which bytes are refused, nil when they are a body.
    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try Body(decoding: bytes)
            return nil
        } catch { return error.reason }
    }

    @Test func `every kind of value comes back`() throws {
        let policy = Policy(rules: [
            PolicyRule(
                control: "menu", state: "disabled", environment: "ios-voiceover-phone-18",
                criterion: Sample.criterion, method: "seniority", ranks: [Sample.person(3)])
        ])
        let decision = Decision(
            judgement: .cantTell, settled: [Sample.edit(2), Sample.edit(1)],
            reason: Text(normalizing: "e\u{301}"), rule: "majority")
        let values: [FieldValue] =
            Judgement.every.map(FieldValue.judgement) + Role.allCases.map(FieldValue.role) + [
                .text(Text(normalizing: "")), .text(Text(normalizing: "name\n\u{1F600}")),
                .decision(decision), .present, .number(.min),
                .withdrawal(Withdrawal(reason: Text(normalizing: ""), covers: [])),
                .withdrawal(
                    Withdrawal(
                        reason: Text(normalizing: "twice"),
                        covers: [Sample.edit(2), Sample.edit(1)])),
                .number(0), .number(.max), .policy(policy), .policy(.standard),
                .round(number: .max, build: Text(normalizing: "8.5")),
                .signOff(Sample.signOff()), .signOff(Sample.signOff(pull: nil)),
            ]
        for value in values {
            let write = Write(field: Sample.note, value: value, replaces: [Sample.edit(1)])
            let written = Change.sample(1, 1, [write])
            let read = try Change(key: written.key, dot: written.dot, bytes: written.bytes)
            #expect(read.body == written.body)
            #expect(read == written)
        }
    }

    @Test func `every part of a body comes back`() throws {
        let written = ChangeBody(
            author: Sample.person(1), act: .edit,
            writes: [
                Write(field: Sample.note, value: nil, replaces: [Sample.edit(2), Sample.edit(1)]),
                Write(
                    field: Sample.judgement, value: .judgement(.passed), replaces: [],
                    knew: [Sample.edit(4), Sample.edit(3)]),
            ],
            sees: VersionVector([Dot(replica: Sample.replica(4), n: (1 << 63) - 1)]),
            wallTime: -62_135_596_800_000, salt: [0, 1, 2, 3, 4, 5, 6, 7])
        let change = Change(
            key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 1), body: written)
        let read = try Change(key: change.key, dot: change.dot, bytes: change.bytes).body
        #expect(read == written)
        #expect(read.writes.map(\.field) == [Sample.judgement, Sample.note])
        #expect(read.writes[1].replaces == [Sample.edit(1), Sample.edit(2)])
        #expect(read.writes[0].knew == [Sample.edit(3), Sample.edit(4)])
        #expect(change.edit == change.hash.edit)
        #expect(change.firstDot == change.dot)
        #expect(change.actingPerson == Sample.person(1))
    }

    @Test func `bytes that are no body are undecodable`() {
        #expect(refusal([0xFF]) != nil)
        #expect(refusal(Array("<html>".utf8)) != nil)
        #expect(refusal([])?.contains("none that this version can read") == true)
        #expect(refusal(Bytes.field(1, []))?.contains("author") == true)
        #expect(refusal(body(author: [1, 2], writes: [judgement(1)]))?.contains("author") == true)
        #expect(refusal(body(act: 0, writes: [judgement(1)]))?.contains("act") == true)
        #expect(refusal(body(act: 77, writes: [judgement(1)]))?.contains("act") == true)
        let sees = Bytes.field(5, [1, 2, 3])
        #expect(refusal(body(writes: [judgement(1)], extra: sees))?.contains("`sees`") == true)
        let knew =
            write(
                Sample.judgement.path, Bytes.field(2, Bytes.field(1, 1))) + Bytes.field(4, [1, 2])
        #expect(refusal(body(writes: [knew]))?.contains("16 bytes") == true)
    }

    @Test func `a body has writes, their fields ascending, each once`() {
        #expect(refusal(body(writes: [judgement(1), note("x")])) == nil)
        #expect(refusal(body(writes: []))?.contains("at least one") == true)
        #expect(refusal(body(writes: [note("x"), judgement(1)]))?.contains("ascend") == true)
        #expect(refusal(body(writes: [note("x"), note("y")]))?.contains("ascend") == true)
        #expect(refusal(body(writes: [write("note", [])]))?.contains("field") == true)
    }

    @Test func `severity and attribution belong to a failure, which needs both`() {
        let severity = Bytes.field(2, 1)
        let attribution = Bytes.field(3, 1)
        #expect(refusal(body(writes: [judgement(2, severity + attribution)])) == nil)
        #expect(refusal(body(writes: [judgement(2, severity)])) != nil)
        #expect(refusal(body(writes: [judgement(2, attribution)])) != nil)
        #expect(refusal(body(writes: [judgement(1, severity)])) != nil)
        #expect(refusal(body(writes: [judgement(0)])) != nil)
    }

    @Test func `text that is not composed is refused wherever it stands`() {
        let decomposed = Array("e\u{301}".utf8)
        #expect(refusal(body(writes: [note("\u{E9}")])) == nil)
        #expect(refusal(body(writes: [note("e\u{301}")]))?.contains("NFC") == true)
        let rule = Bytes.field(1, Bytes.field(1, decomposed))
        #expect(refusal(body(writes: [write("/policy", Bytes.field(8, rule))])) != nil)
        let reason = Bytes.field(5, Bytes.field(1, decomposed))
        #expect(refusal(body(writes: [write("/withdrawn", reason)])) != nil)
        #expect(refusal(body(writes: [write("c/tag/e\u{301}", Bytes.field(4, 1))])) != nil)
    }

    @Test func `a value that says nothing is refused`() {
        #expect(refusal(body(writes: [write(Sample.note.path, [])]))?.contains("nothing") == true)
    }

    @Test func `no bytes whatever crash the decoder`() {
        for seed in Seeds.first(2_000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = body(writes: [judgement(2, Bytes.field(2, 1)), note("name")])
            for _ in 0...generator.below(4) {
                bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            }
            if case .first(let read) = try? Body(decoding: bytes) {
                #expect(!read.writes.isEmpty)
            }
            _ = try? Body(decoding: Array(bytes.prefix(generator.below(bytes.count))))
        }
    }
}
