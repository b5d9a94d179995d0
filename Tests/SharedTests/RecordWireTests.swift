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

    @Test func `a record needs a key and a context`() {
        #expect(isRefused([]))
        #expect(isRefused(Bytes.field(1, [1, 2])))
        #expect(isRefused([0xFF, 0xFF]))
    }
}
