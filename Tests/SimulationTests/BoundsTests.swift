import Foundation
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Server

/// What the product can build at its limits, and whether the other side takes it.
struct BoundsTests {
    /// The fullest record that shares allow: 64 authors with 512 KiB each, and 8 MiB adopted.
    @Test(arguments: [true, false])
    func `the fullest record is read from a pull's answer`(repeats: Bool) throws {
        var generator = SeededGenerator(seed: 5)
        var changes: [LiveChange] = []
        var context = VersionVector()
        let limits = Limits.standard
        let bodies = limits.shareBytesMax / (112 * 1024)
        let adopted = limits.adoptedBytesMax / (112 * 1024)
        for author in 1...limits.authorsMax + 1 {
            for n in 1...(author > limits.authorsMax ? adopted : bodies) {
                let change = Self.page(author, UInt64(n), repeats, &generator)
                changes.append(
                    LiveChange(change: change, live: Array(change.body.writes.indices)))
                context.raise(to: change.dot)
            }
        }
        let record = Record(key: Sample.state, context: context, changes: changes)
        let bytes = record.encoded()
        #expect(bytes.count > 28 << 20)
        #expect(bytes.count < limits.decodedBytesMax)
        let travelled = try Zstd.decompressed(
            Zstd.compressed(bytes, level: 1), limit: limits.decodedBytesMax)
        #expect(try Record(decoding: travelled).encoded() == bytes)
        #expect(record.excess(of: Self.page(1, 99, repeats, &generator), limits: limits) != nil)
    }

    /// Whatever batch a laptop makes is below what its server reads, with keys, hashes and proofs.
    @Test func `the largest batch is read by the server that told the limits`() throws {
        let limits = Limits.standard
        var generator = SeededGenerator(seed: 6)
        var push = WirePushRequest()
        push.replica = Data(Sample.replica(1).bytes)
        push.epoch = Data(Sample.replica(2).bytes)
        push.first = 1
        push.chainBefore = Data(count: 32)
        var bytes = 0
        // As `nextBatch` fills one: up to half of a push in bodies, and the first in any case.
        for n in 1... {
            let change = Self.page(1, UInt64(n), false, &generator)
            bytes += change.bytes.count
            guard n == 1 || bytes <= limits.pushBytesMax / 2 else { break }
            var item = WirePushedChange()
            item.key = Data(change.key.bytes)
            item.body = Data(change.bytes)
            push.changes.append(item)
        }
        let sent = push.canonicalBytes()
        #expect(push.changes.count > 15)
        #expect(sent.count <= limits.requestBytesMax)
        let read = try Zstd.decompressed(
            Zstd.compressed(sent, level: 2), limit: limits.requestBytesMax)
        #expect(try WirePushRequest(serializedBytes: read) == push)
    }

    /// A change of seven texts of 16 kB, whose body is near its bound.
    private static func page(
        _ author: Int, _ n: UInt64, _ repeats: Bool, _ generator: inout SeededGenerator
    ) -> Change {
        let writes = (0..<7).map { place in
            let text = repeats ? World.guideline : World.noise(&generator)
            return Write(
                field: FieldID(criterion: Sample.criterion, .comment, "\(author)-\(n)-\(place)"),
                value: .text(Text(normalizing: text)), replaces: [])
        }
        return Change.sample(author, n, writes)
    }
}
