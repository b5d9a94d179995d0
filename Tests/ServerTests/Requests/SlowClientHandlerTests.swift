import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Server

/// A connection whose time the test moves on.
struct SlowClientHandlerTests {
    private let channel = EmbeddedChannel(
        handler: SlowClientHandler(stall: .seconds(60), whole: .seconds(900)))

    init() throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    @Test func `a request may rest between pieces, not within one`() throws {
        try begin()
        for _ in 0..<10 {
            advance(59)
            try receive(SlowClientHandler.pieceBytes)
            #expect(channel.isActive)
        }
        // A byte now and then is no piece.
        for _ in 0..<59 {
            advance(1)
            try receive(1)
        }
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive)
    }

    @Test func `a whole request has a time, however steadily its pieces come`() throws {
        try begin()
        for _ in 0..<17 {
            advance(52)
            try receive(SlowClientHandler.pieceBytes)
            #expect(channel.isActive)
        }
        advance(17)
        #expect(!channel.isActive)
    }

    @Test func `a request that has come is not timed, however long its answer takes`() throws {
        try begin()
        try channel.writeInbound(HTTPRequestPart.end(nil))
        advance(10_000)
        #expect(channel.isActive)
        try begin()
        advance(61)
        #expect(!channel.isActive)
    }

    @Test func `an answer may take the time for each piece of it`() throws {
        let holding = Holding()
        try channel.pipeline.syncOperations.addHandler(holding, position: .first)
        send(2 * SlowClientHandler.pieceBytes + 1)
        #expect(holding.promises.count == 3)
        for _ in 0..<2 {
            advance(59)
            holding.promises.removeFirst()?.succeed()
        }
        advance(59)
        #expect(channel.isActive)
        advance(2)
        #expect(!channel.isActive)
        for promise in holding.promises { promise?.succeed() }
    }

    @Test func `an answer that has left leaves no deadline`() throws {
        let holding = Holding()
        try channel.pipeline.syncOperations.addHandler(holding, position: .first)
        send(1)
        for promise in holding.promises { promise?.succeed() }
        advance(10_000)
        #expect(channel.isActive)
    }

    private func begin() throws {
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
    }

    private func receive(_ count: Int) throws {
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: count)))
    }

    private func send(_ count: Int) {
        channel.write(
            HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count)), promise: nil)
    }

    private func advance(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }
}

/// A line that takes nothing until the test says so.
private final class Holding: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    var promises: [EventLoopPromise<Void>?] = []

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        promises.append(promise)
    }
}
