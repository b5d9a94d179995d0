import Shared
import TestSupport
import Testing

/// `Record+Wire.swift`: only what some `apply` could have made is taken for a record.
struct RecordWireTests {
    private typealias Bytes = ProtobufBytes
    private let one = Change.judged(1, 1, .passed)
    private let two = Change.judged(2, 1, .cantTell)

    private func entry(_ change: Change, live: [UInt64] = [0]) -> [UInt8] {
        Bytes.field(1, change.dot.replica.bytes) + Bytes.field(2, change.dot.n)
            + Bytes.field(3, change.bytes) + live.flatMap { Bytes.field(4, $0) }
    }

    private func record(_ entries: [[UInt8]], context: [Dot]) -> [UInt8] {
        Bytes.field(1, Sample.state.bytes) + Bytes.field(2, VersionVector(context).bytes)
            + entries.flatMap { Bytes.field(3, $0) }
    }

    private func isRefused(_ bytes: [UInt8]) -> Bool {
        (try? Record(decoding: bytes)) == nil
    }

    @Test func `a record comes back with its live writes`() throws {
        let bytes = record([entry(one), entry(two)], context: [one.dot, two.dot])
        #expect(try Record(decoding: bytes) == .after([one, two]))
    }

    @Test func `hashes are computed on receipt`() throws {
        let bytes = record([entry(one)], context: [one.dot])
        #expect(try Record(decoding: bytes).changes[0].change.hash == one.hash)
    }

    @Test func `a change outside the context is refused`() {
        #expect(isRefused(record([entry(one)], context: [two.dot])))
    }

    @Test func `changes out of order or twice are refused`() {
        let context = [one.dot, two.dot]
        #expect(isRefused(record([entry(two), entry(one)], context: context)))
        #expect(isRefused(record([entry(one), entry(one)], context: context)))
    }

    @Test(arguments: [[], [1], [0, 0], [1, 0], [UInt64.max]])
    func `live indexes ascend and name writes with a value`(live: [UInt64]) {
        #expect(isRefused(record([entry(one, live: live)], context: [one.dot])))
    }

    @Test func `a removal cannot live`() {
        let removal = Change.judged(1, 1, nil, replaces: [Sample.edit(1)])
        #expect(isRefused(record([entry(removal)], context: [removal.dot])))
    }

    // MARK: Edits with several dots

    private func taking(_ again: [Change], _ record: Record) -> Record {
        again.reduce(into: record) { $0.applyAgain($1) }
    }

    private func issuedAgain(_ change: Change, _ replica: Int, by lead: PersonID? = nil) -> Change {
        change.issuedAgain(at: Dot(replica: Sample.replica(replica), n: 1), adoptedBy: lead)
    }

    @Test func `of an edit with several dots the first body travels once, and all returns`() throws
    {
        let long = Change.noted(1, 1, String(repeating: "the name is not spoken, ", count: 100))
        let again = (5...9).map { issuedAgain(long, $0, by: $0 == 9 ? Sample.person(9) : nil) }
        let record = taking(again, .after([long, two]))
        #expect(record.changes.count == 7)
        let bytes = record.encoded()
        #expect(bytes.count < long.bytes.count + 1_000)
        let read = try Record(decoding: bytes)
        #expect(read == record)
        #expect(read.digest == record.digest)
        #expect(read.changes.map(\.change.bytes) == record.changes.map(\.change.bytes))
        #expect(read.encoded() == bytes)
        #expect(read.siblings(of: Sample.note).map(\.dot) == [long.dot])
    }

    @Test func `where the first writing is not live the lowest wrapper carries its body`() throws {
        // A server that never had the first writing took two re-issues of it.
        let again = [issuedAgain(one, 5), issuedAgain(one, 6)]
        let record = taking([again[1]], .after([again[0]]))
        #expect(record.changes.count == 2)
        let read = try Record(decoding: record.encoded())
        #expect(read == record)
        #expect(read.encoded() == record.encoded())
    }

    @Test func `of two edits with one first dot both return, and one still travels once`() throws {
        // A copied laptop has written another change under the same number.
        let long = Change.noted(1, 1, String(repeating: "the name is not spoken, ", count: 100))
        let other = Change.judged(2, 1, .passed)
            .claiming(long.dot, at: Dot(replica: Sample.replica(3), n: 1))
        let again = [issuedAgain(long, 5), issuedAgain(long, 6)]
        for first in [[long, other], [other, long]] {
            let record = taking(again, .after(first))
            let bytes = record.encoded()
            #expect(bytes.count < long.bytes.count + other.bytes.count + 500)
            let read = try Record(decoding: bytes)
            #expect(read == record && read.encoded() == bytes)
            #expect(Set(read.changes.map(\.change.edit)) == [long.edit, other.edit])
        }
    }

    @Test func `the lowest wrapper decides whose body is referred to where no writing is live`()
        throws
    {
        let other = Change.judged(2, 1, .passed)
            .claiming(one.dot, at: Dot(replica: Sample.replica(5), n: 1))
        let wrappers = [other] + [6, 7].map { issuedAgain(one, $0) }
        let record = taking(Array(wrappers.dropFirst()), .after([wrappers[0]]))
        let read = try Record(decoding: record.encoded())
        #expect(read == record && read.encoded() == record.encoded())
    }

    private func reference(_ change: Change, to dot: Dot, body: [UInt8] = []) -> [UInt8] {
        Bytes.field(1, change.dot.replica.bytes) + Bytes.field(2, change.dot.n)
            + Bytes.field(4, 0)
            + Bytes.field(
                5,
                Bytes.field(1, dot.replica.bytes) + Bytes.field(2, dot.n)
                    + (body.isEmpty ? [] : Bytes.field(3, body)))
    }

    @Test func `a wrapper that refers to a body which is not there is undecodable`() throws {
        let again = issuedAgain(one, 5)
        let context = [one.dot, again.dot]
        let whole = record([entry(one), reference(again, to: one.dot)], context: context)
        #expect(try Record(decoding: whole) == taking([again], .after([one])))
        #expect(isRefused(record([entry(one), reference(again, to: two.dot)], context: context)))
        #expect(isRefused(record([reference(again, to: one.dot)], context: context)))
        // One that refers to itself, or brings its body twice over, is none either.
        #expect(isRefused(record([reference(again, to: again.dot)], context: context)))
        let twice = reference(again, to: one.dot, body: one.bytes)
        #expect(isRefused(record([entry(one), twice], context: context)))
    }

    @Test func `a record needs a key and a context`() {
        #expect(isRefused([]))
        #expect(isRefused(Bytes.field(1, [1, 2])))
        #expect(isRefused([0xFF, 0xFF]))
    }
}
