import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import Server

struct PieceWriterTests {
    @Test func `no piece that waits in a connection holds the whole answer`() async throws {
        let written = Written()
        var writer = PieceWriter(writer: written)
        let answer = ByteBuffer(bytes: (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
        try await writer.write(answer)
        try await writer.finish(nil)
        let pieces = written.pieces.withLock(\.self)
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0.storageCapacity <= 128 * 1024 })
        #expect(pieces.flatMap { $0.readableBytesView } == Array(answer.readableBytesView))
    }
}

/// Keeps what is written to it, as a connection does that nobody reads.
private final class Written: ResponseBodyWriter, Sendable {
    let pieces = Mutex<[ByteBuffer]>([])

    func write(_ buffer: ByteBuffer) async throws {
        pieces.withLock { $0.append(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
