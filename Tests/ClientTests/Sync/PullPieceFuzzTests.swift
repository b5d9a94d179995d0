import Foundation
import HTTPClient
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Client

/// A pull's answer over damaged bytes: no crash, and records only up to what can be stored.
struct PullPieceFuzzTests {
    @Test func `a damaged answer brings whole records or nothing`() throws {
        let samples = try [stream(end: .mark), stream(end: .checkpoint)]
        let found = Fuzz.violations(of: "pull stream", samples: samples, count: 4_000) { bytes in
            guard
                let piece = try? PullPiece(
                    reading: bytes, of: Sample.audit, replica: Sample.replica(1),
                    limits: .standard)
            else { return .refused }
            for record in piece.records {
                guard (try? Record(decoding: record.bytes)) == record.record else {
                    return .broken("a record is not its bytes")
                }
            }
            guard case .nothing = piece.end else { return .sound }
            return .claim(piece.records.isEmpty, else: "records without an end")
        }
        #expect(found == [])
    }

    @Test func `a record of another audit than was asked for is in no piece`() throws {
        let bytes = try stream(end: .mark)
        let replica = Sample.replica(1)
        let piece = try PullPiece(
            reading: bytes, of: Sample.audit, replica: replica, limits: .standard)
        #expect(piece.records.count == 2)
        let other = AuditID(high: 9, low: 9)
        #expect(throws: TransportError.self) {
            try PullPiece(reading: bytes, of: other, replica: replica, limits: .standard)
        }
    }

    private static let zero = Data(repeating: 0, count: 32)

    private enum End {
        case mark, checkpoint
    }

    private func stream(end: End) throws -> [UInt8] {
        var opening = WirePullOpening()
        opening.epoch = Data(EpochID(high: 1, low: 1).bytes)
        opening.chain = Self.zero
        opening.head.sequence = 2
        opening.head.root = Self.zero
        var items = [WirePullItem()]
        items[0].opening = opening
        for n in 1...2 {
            var item = WirePullItem()
            item.record = try WireRecord(
                serializedBytes: Record.after([.judged(n, 1, .passed)]).encoded())
            items.append(item)
        }
        var last = WirePullItem()
        switch end {
        case .mark: last.mark = Self.zero
        case .checkpoint:
            last.checkpoint.cursor = Self.zero
            last.checkpoint.root = Self.zero
        }
        items.append(last)
        return items.reduce(into: []) { Framing.append($1.canonicalBytes(), to: &$0) }
    }
}
