import SwiftProtobuf
import TestSupport
import Testing

@testable import Shared

/// `ChangeBody+Canonical.swift`, `Record+Wire.swift`: the short way and the generated code have
/// one meaning.
struct CanonicalFormTests {
    /// A field that no version has: whatever ends with it goes the long way.
    private static let unknown = ProtobufBytes.field(200, Array("later".utf8))

    private static let values: [FieldValue] =
        Judgement.every.map(FieldValue.judgement) + [
            .text(Text(normalizing: "")), .text(Text(normalizing: "Grüße, 世界")), .present,
            .text(Text(normalizing: String(repeating: "long ", count: 4_000))),
            .withdrawal(
                Withdrawal(reason: Text(normalizing: "twice"), covers: [Sample.edit(1)])),
            .number(0), .number(-1), .role(.lead),
            .policy(.standard), .round(number: 2, build: Text(normalizing: "8.5")),
            .decision(
                Decision(
                    judgement: .failed(.minor, .app), settled: [Sample.edit(1), Sample.edit(2)],
                    reason: Text(normalizing: ""), rule: nil)),
        ]

    private func body(_ generator: inout SeededGenerator) -> ChangeBody {
        let writes = (0...generator.below(12)).map { index in
            let value = Self.values[generator.below(Self.values.count)]
            return Write(
                field: FieldID(criterion: "sheet.ios.\(index)", .tag, "é/~\(index)"),
                value: generator.below(8) == 0 ? nil : value,
                replaces: (0..<generator.below(4)).map { Sample.edit($0 + 1) },
                knew: (0..<generator.below(3)).map { Sample.edit($0 + 7) })
        }
        let seen = (0..<generator.below(5)).map {
            Dot(replica: Sample.replica($0 + 1), n: UInt64(generator.below(1 << 40)) + 1)
        }
        return ChangeBody(
            author: Sample.person(1), act: Act.allCases[generator.below(Act.allCases.count)],
            writes: writes, sees: VersionVector(seen),
            wallTime: Int64(generator.below(1 << 50)) - (1 << 20),
            salt: generator.below(2) == 0 ? [] : [1, 2, 3, 4, 5, 6, 7, 8])
    }

    /// The same body with a field more, which only the generated code reads.
    private func longer(_ bytes: [UInt8]) -> [UInt8] {
        ProtobufBytes.field(
            1, Array(Framing.onlyField(1, in: bytes[...]) ?? []) + Self.unknown)
    }

    private func read(_ bytes: [UInt8]) -> ChangeBody? {
        guard case .first(let body) = try? Body(decoding: bytes) else { return nil }
        return body
    }

    @Test func `a body is written as the generated code writes it`() throws {
        for seed in Seeds.first(500) {
            var generator = SeededGenerator(seed: seed)
            let bytes = body(&generator).encoded()
            #expect(try WireBody(serializedBytes: bytes).canonicalBytes() == bytes)
        }
    }

    @Test func `a wrapper is written as the generated code writes it`() throws {
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            let first = Change(
                key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 1 << 40),
                body: body(&generator))
            let again = first.issuedAgain(
                at: Dot(replica: Sample.replica(2), n: 1),
                adoptedBy: seed % 2 == 0 ? nil : Sample.person(2))
            #expect(try WireBody(serializedBytes: again.bytes).canonicalBytes() == again.bytes)
            #expect(again.bytes.count - again.firstBytes.count <= 64)
        }
    }

    @Test func `a body is read alike on both ways`() throws {
        for seed in Seeds.first(500) {
            var generator = SeededGenerator(seed: seed)
            let written = body(&generator)
            let bytes = written.encoded()
            // A time before 1970 takes ten bytes, which only the generated code reads.
            #expect(ChangeBody(canonical: bytes) == (written.wallTime >= 0 ? written : nil))
            #expect(read(bytes) == written)
            #expect(ChangeBody(canonical: longer(bytes)) == nil)
            #expect(read(longer(bytes)) == written)
        }
    }

    @Test func `damaged bytes are refused on both ways, or read alike`() {
        for seed in Seeds.first(3_000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = body(&generator).encoded()
            for _ in 0...generator.below(3) {
                bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            }
            guard let short = ChangeBody(canonical: bytes) else { continue }
            #expect(read(longer(bytes)) == short)
        }
    }

    @Test func `a record is written and read alike on both ways`() throws {
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            var record = Record(key: Sample.state)
            for replica in 1...(1 + generator.below(4)) {
                let dot = Dot(replica: Sample.replica(replica), n: 1 + UInt64(generator.below(300)))
                record.apply(Change(key: Sample.state, dot: dot, body: body(&generator)))
            }
            let bytes = record.encoded()
            #expect(try WireRecord(serializedBytes: bytes).canonicalBytes() == bytes)
            #expect(try Record(decoding: bytes) == record)
            #expect(try Record(decoding: bytes + Self.unknown) == record)
            let seal = ProtobufBytes.field(4, [UInt8](repeating: 7, count: 16))
            #expect(try Record(decoding: bytes + seal) == record)
        }
    }

    @Test func `a record is damaged on both ways, or read alike`() {
        for seed in Seeds.first(2_000) {
            var generator = SeededGenerator(seed: seed)
            let change = Change(
                key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 1),
                body: body(&generator))
            var bytes = Record.after([change]).encoded()
            bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            guard let short = Record(canonical: bytes) else { continue }
            #expect((try? Record(decoding: bytes + Self.unknown)) == short)
        }
    }
}
