import TestSupport
import Testing

@testable import Shared

/// Nothing is believed that can be computed: wrappers that lie, nest, or say two things.
struct ForgeryTests {
    private typealias Bytes = ProtobufBytes
    private let first = Change.judged(1, 1, .failed(.critical, .app))
    private let dot = Dot(replica: Sample.replica(2), n: 1)

    private func change(_ bytes: [UInt8]) throws -> Change {
        try Change(key: Sample.state, dot: dot, bytes: bytes)
    }

    private func isUndecodable(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try change(bytes)
            return false
        } catch ChangeError.undecodable { return true } catch { return false }
    }

    private func wrapper(_ body: [UInt8], by: [UInt8] = []) -> [UInt8] {
        Bytes.field(
            2,
            Bytes.field(1, first.dot.replica.bytes) + Bytes.field(2, first.dot.n)
                + Bytes.field(3, body) + (by.isEmpty ? [] : Bytes.field(4, by)))
    }

    @Test func `a colleague's hash cannot turn her failed critical into the forger's passed`() {
        #expect(!ForgedWrap.harms(under: Rules()))
        // Her own bytes under the forger's dot are her word still, said once.
        let copied = first.issuedAgain(at: dot)
        #expect(copied.edit == first.edit)
        var server = SmallServer(rules: Rules())
        #expect(server.take(first) == .applied)
        #expect(server.take(copied) == .again)
        let shown = server.record.siblings(of: Sample.judgement)
        #expect(shown.map(\.value) == [.judgement(.failed(.critical, .app))])
        #expect(shown.map(\.author) == [Sample.person(1)])
    }

    @Test func `an edit id follows from the bytes, whatever dot is claimed`() {
        let lie = Change.judged(2, 1, .passed).claiming(first.dot, at: dot)
        #expect(lie.firstDot == first.dot)
        #expect(lie.edit != first.edit)
        let moved = Change.judged(1, 1, .failed(.critical, .app))
            .claiming(Dot(replica: Sample.replica(3), n: 9), at: dot)
        #expect(moved.firstBytes == first.bytes)
        #expect(moved.edit != first.edit)
    }

    @Test func `a wrapper comes back with the first body's bytes and its adopter`() throws {
        let adopted = first.issuedAgain(at: dot, adoptedBy: Sample.person(9))
        let read = try change(adopted.bytes)
        #expect(read == adopted)
        #expect(read.edit == first.edit)
        #expect(read.first?.bytes == first.bytes)
        #expect(read.first?.hash == first.hash)
        #expect(read.body == first.body)
        #expect(read.by == Sample.person(9))
        #expect(read.actingPerson == Sample.person(9))
        #expect(read.hash != first.hash)
        #expect(adopted.bytes == wrapper(first.bytes, by: Sample.person(9).bytes))
    }

    @Test func `what is issued again twice wraps the same first body`() {
        let twice = first.issuedAgain(at: dot)
            .issuedAgain(at: Dot(replica: Sample.replica(3), n: 4))
        #expect(twice.first == first.writing)
        #expect(twice.edit == first.edit)
    }

    @Test func `a wrapper in a wrapper is undecodable`() {
        #expect(!isUndecodable(wrapper(first.bytes)))
        #expect(isUndecodable(wrapper(wrapper(first.bytes))))
        #expect(isUndecodable(wrapper([])))
    }

    @Test func `a body is one field and nothing else`() throws {
        let again = wrapper(first.bytes)
        #expect(isUndecodable([]))
        #expect(isUndecodable(first.bytes + again))
        #expect(isUndecodable(again + first.bytes))
        #expect(isUndecodable(again + again))
        #expect(isUndecodable(first.bytes + first.bytes))
        #expect(isUndecodable(first.bytes + Bytes.field(3, [1])))
        #expect(isUndecodable(again + Bytes.field(200, 1)))
        #expect(isUndecodable(Bytes.field(3, [1])))
        // Two first bodies, each alone a body, are none together, wrapped or not.
        let other = Change.judged(2, 1, .passed).bytes
        #expect(isUndecodable(first.bytes + other))
        #expect(isUndecodable(wrapper(first.bytes + other)))
    }

    @Test func `a wrapper has a first dot within bounds, and an adopter of sixteen bytes`() {
        func again(_ replica: [UInt8], _ n: UInt64) -> [UInt8] {
            Bytes.field(
                2, Bytes.field(1, replica) + Bytes.field(2, n) + Bytes.field(3, first.bytes))
        }
        let replica = Sample.replica(1).bytes
        #expect(!isUndecodable(again(replica, 1)))
        #expect(isUndecodable(again(replica, 0)))
        #expect(isUndecodable(again(replica, 1 << 63)))
        #expect(isUndecodable(again(Array(replica.dropLast()), 1)))
        #expect(isUndecodable(wrapper(first.bytes, by: [1, 2])))
    }

    @Test func `wrappers five thousand deep are refused at once`() {
        var bytes = first.bytes
        for _ in 0..<5_000 { bytes = wrapper(bytes) }
        let clock = ContinuousClock()
        let time = clock.measure { #expect(isUndecodable(bytes)) }
        #expect(time < Patience.second)
    }

    @Test func `unknown groups five thousand deep are read or refused, and hurt nobody`() {
        // A group needs no length, so it nests in a few bytes: start and end of field 300.
        let start: [UInt8] = [0xE3, 0x12]
        let end: [UInt8] = [0xE4, 0x12]
        let groups =
            Array(repeating: start, count: 5_000).flatMap(\.self)
            + Array(repeating: end, count: 5_000).flatMap(\.self)
        let inner = content(1, of: first.bytes)
        _ = try? change(Bytes.field(1, inner + groups))
        _ = try? change(wrapper(Bytes.field(1, inner + groups)))
    }

    /// What stands in a body's only field.
    private func content(_ field: UInt8, of bytes: [UInt8]) -> [UInt8] {
        Array(Framing.onlyField(field, in: bytes[...]) ?? [])
    }

    @Test func `a wrapper of a later version keeps what it says beside`() throws {
        let later = Bytes.field(200, Array("later".utf8))
        let again = Bytes.field(2, content(2, of: wrapper(first.bytes)) + later)
        let read = try change(again)
        #expect(read.bytes == again)
        #expect(read.edit == first.edit)
        let record = Record.after([first]).taking(read)
        #expect(try Record(decoding: record.encoded()) == record)
    }

    @Test func `a wrapper may add four kilobytes to a first body and no more`() throws {
        let padded = { (count: Int) in
            Bytes.field(
                2,
                content(2, of: wrapper(first.bytes))
                    + Bytes.field(200, [UInt8](repeating: 0, count: count)))
        }
        try change(padded(3_000)).check(.standard)
        #expect(throws: ChangeError.self) { try change(padded(5_000)).check(.standard) }
    }
}

extension Record {
    /// The record after a change whose edit it knows.
    fileprivate func taking(_ again: Change) -> Record {
        var record = self
        record.applyAgain(again)
        return record
    }
}
