import TestSupport
import Testing

@testable import Shared

/// `FieldValue+Wire.swift`: whatever a lead's program sends, the plan in which it stands is read.
struct SignOffWireTests {
    private typealias Bytes = ProtobufBytes

    private static let good: [(field: UInt64, bytes: [UInt8])] = [
        (4, Array(repeating: 1, count: 32)), (12, Array(repeating: 2, count: 32)),
    ]

    private func value(_ fields: [(field: UInt64, bytes: [UInt8])]) throws -> FieldValue {
        let signOff =
            Bytes.field(1, 1)
            + fields.sorted { $0.field < $1.field }
            .flatMap { Bytes.field($0.field, $0.bytes) }
        return try #require(FieldValue(bytes: Bytes.field(10, signOff)))
    }

    @Test func `what has all its parts is a signature`() throws {
        #expect(try value(Self.good).signOff?.round == 1)
        #expect(try value(Self.good).signOff?.pull == nil)
    }

    @Test func `what is none is kept as it came and read as nothing`() throws {
        let bad: [(UInt64, [UInt8])] = [
            (4, []), (4, Array(repeating: 1, count: 31)), (12, [0]),
            (2, Array("e\u{301}".utf8)), (10, Array("e\u{301}".utf8)),
            (13, [1]), (13, Array(repeating: 0, count: 24)),
            (3, Bytes.field(1, Array("e\u{301}".utf8))),
            (14, [1, 2, 3]), (14, Array(repeating: 7, count: 16)), (16, [9]),
        ]
        for (field, bytes) in bad {
            let read = try value(
                Self.good.filter { $0.field != field } + [(field: field, bytes: bytes)])
            #expect(read.signOff == nil, "field \(field), \(bytes.count) bytes")
            let again = try #require(FieldValue(bytes: read.bytes))
            #expect(again == read)
        }
    }

    @Test func `a plan with one of a later version is read without it`() throws {
        let later = Bytes.field(
            10,
            Bytes.field(1, 1) + Self.good.flatMap { Bytes.field($0.field, $0.bytes) }
                + Bytes.field(200, [1]))
        let value = try #require(FieldValue(bytes: later))
        #expect(value == .opaque(later))
        let key = RecordKey.plan(Sample.audit)
        let field = FieldID.signOff(Sample.edit(1))
        let record = Record.after(
            [
                .sample(
                    1, 1, [Write(field: field, value: value, replaces: [])], key: key, act: .plan),
                .sample(
                    2, 1,
                    [
                        Write(
                            field: .signOff(Sample.edit(2)), value: .signOff(Sample.signOff()),
                            replaces: [])
                    ], key: key, act: .plan),
            ], key: key)
        let plan = Plan(try Record(decoding: record.encoded()))
        #expect(plan.signOffs.map(\.value) == [.signOff(Sample.signOff())])
        #expect(plan.contested.isEmpty)
    }
}
