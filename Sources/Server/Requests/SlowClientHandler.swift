import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Cuts connections that crawl: a request that comes, or an answer that is taken, too slowly.
///
/// Each piece of a body, either way, may take the stall time. So nobody holds a connection with a
/// byte now and then, and the poorest line is served; a whole request has a time as well, so that
/// nobody crawls for hours: of an upload what has arrived stays. A request that is being answered,
/// or held, is not timed: that is the server's own time. Headers without an end are cut by the idle
/// time.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// At a stall time of a minute this is 273 bytes a second, a tenth of GPRS.
    static let pieceBytes = 16 * 1024
    private let stall: TimeAmount
    private let whole: TimeAmount
    /// When the present request began; nil between requests.
    private var requestSince: NIODeadline?
    /// When the present piece of a request began; nil between requests.
    private var readingSince: NIODeadline?
    private var bytesRead = 0
    /// When the last piece of an answer left while others waited to.
    private var writingSince = NIODeadline.uptimeNanoseconds(0)
    private var piecesWaiting = 0
    private var whenAllLeft: EventLoopPromise<Void>?
    private var alarm: Scheduled<Void>?

    init(stall: TimeAmount, whole: TimeAmount) {
        self.stall = stall
        self.whole = whole
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
        alarm = nil
        noteAllLeft()
    }

    /// Returns once all that was written to a connection has left it, or it has ended.
    ///
    /// A task may write faster than the connection tells that it is full, so that an answer is over
    /// for its task while all of it waits in the memory.
    static func waitUntilAllLeft(_ channel: any Channel) async {
        // Submitted behind the writes, so that all of them are counted.
        let left = channel.eventLoop.flatSubmit {
            let handler = try? channel.pipeline.syncOperations.handler(type: SlowClientHandler.self)
            guard let handler, handler.piecesWaiting > 0
            else { return channel.eventLoop.makeSucceededVoidFuture() }
            let promise = handler.whenAllLeft ?? channel.eventLoop.makePromise(of: Void.self)
            handler.whenAllLeft = promise
            return promise.futureResult
        }
        try? await left.get()
    }

    private func noteAllLeft() {
        whenAllLeft?.succeed()
        whenAllLeft = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requestSince = context.eventLoop.now
            beginPiece(context)
        case .body(let bytes):
            bytesRead += bytes.readableBytes
            if bytesRead >= Self.pieceBytes { beginPiece(context) }
        case .end: (readingSince, requestSince) = (nil, nil)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data), bytes.readableBytes > 0
        else { return context.write(data, promise: promise) }
        // In pieces, as of one large write nobody would know how far it is.
        while let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.pieceBytes)) {
            let left = context.eventLoop.makePromise(of: Void.self)
            if bytes.readableBytes == 0 { left.futureResult.cascade(to: promise) }
            noteWaiting(for: left.futureResult, context)
            context.write(wrapOutboundOut(.body(piece)), promise: left)
            if bytes.readableBytes == 0 { return }
        }
    }

    private func beginPiece(_ context: ChannelHandlerContext) {
        readingSince = context.eventLoop.now
        bytesRead = 0
        watch(context)
    }

    private func noteWaiting(for left: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        if piecesWaiting == 0 { writingSince = loop.now }
        piecesWaiting += 1
        watch(context)
        left.assumeIsolated().whenComplete { [self] _ in
            piecesWaiting -= 1
            writingSince = loop.now
            if piecesWaiting == 0 { noteAllLeft() }
        }
    }

    /// The moment at which what moves now has moved too slowly; nil while nothing has to.
    private var deadline: NIODeadline? {
        let writing = piecesWaiting > 0 ? writingSince + stall : nil
        return [readingSince.map { $0 + stall }, requestSince.map { $0 + whole }, writing]
            .compactMap(\.self).min()
    }

    /// Looks again when the deadline is there, which may have moved by then.
    private func watch(_ context: ChannelHandlerContext) {
        guard alarm == nil, let deadline else { return }
        let loop = context.eventLoop.assumeIsolated()
        alarm = loop.scheduleTask(deadline: deadline) { [self] in
            alarm = nil
            guard let deadline = self.deadline else { return }
            if deadline <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                watch(context)
            }
        }
    }
}
