import Foundation
import Shared
import Synchronization

/// A line between clients and a server on this machine that behaves as badly as it is told.
///
/// Slow, late, cut off by time, by bytes or at one request; it swallows answers, sends requests
/// twice and answers in the server's place. Every byte that passes is counted: what is lost behind
/// the line counts, because it was paid for. It ends with its connections when it is released.
///
///     let line = FaultProxy(to: server.port, profile: .lteEdge.faster(by: 4))
///     // ... a client syncs with line.url ...
///     #expect(line.traffic.count <= 100_000)
package final class FaultProxy: Sendable {
    private let line: FaultyLine

    /// A line to a port of this machine, open at once.
    ///
    /// - Parameters:
    ///   - seed: Of the jitter, and of when the first cut comes.
    ///   - fault: What happens to each exchange; asked when its first byte comes.
    package init(
        to port: UInt16, profile: LineProfile = .clear, seed: UInt64 = 0,
        fault: @escaping @Sendable (LineExchange) -> LineFault = { _ in .none }
    ) {
        line = FaultyLine(to: port, profile, SeededGenerator(seed: seed), fault)
        line.start()
    }

    deinit { line.stop() }

    /// Where the near end listens, such as `http://127.0.0.1:41234`.
    package var url: String { "http://127.0.0.1:\(line.port)" }

    /// What has passed since the start or the last `behave`.
    package var traffic: LineTraffic { line.state.withLock(\.traffic) }

    /// Behaves differently from now on: open connections are cut and counts start again.
    package func behave(
        _ profile: LineProfile = .clear,
        fault: @escaping @Sendable (LineExchange) -> LineFault = { _ in .none }
    ) {
        line.behave(profile, fault)
    }
}

/// One request with its answer, as a line sees it: bytes that way, then bytes back.
package struct LineExchange: Sendable {
    /// From 1, counted since the line took its present behaviour.
    package let number: Int
    /// The request's first line, such as `GET /health HTTP/1.1`, as far as it has come.
    package let requestLine: String
}

/// What a line does to one exchange.
package enum LineFault: Sendable {
    case none
    /// So many bytes of the request pass, then the connection is reset.
    case cutRequest(after: Int)
    /// So many bytes of the answer pass, then the connection is reset.
    case cutAnswer(after: Int)
    /// The server gets a second copy of the request before the client gets the first answer.
    case replay
    /// The request never reaches the server; this is answered in its place.
    case answer(ScriptedAnswer)

    /// The server does what it was asked, and the client never hears of it.
    package static let swallowAnswer = LineFault.cutAnswer(after: 0)
}

/// What has passed a line.
package struct LineTraffic: Sendable {
    /// How many connections were opened.
    package internal(set) var connections = 0
    /// How many exchanges were begun.
    package internal(set) var exchanges = 0
    /// How many connections the line has reset.
    package internal(set) var cuts = 0
    /// Bytes from clients.
    package internal(set) var sent = 0
    /// Bytes from the server.
    package internal(set) var received = 0

    /// Bytes both ways together, without what TCP adds.
    package var count: Int { sent + received }
}

extension ScriptedAnswer {
    /// What an Accord server says that has too much to do.
    package static func overloaded(seconds: Int) -> ScriptedAnswer {
        later(.overloaded, seconds: seconds)
    }

    /// What it says to a client that asks too often.
    package static func rateLimited(seconds: Int) -> ScriptedAnswer {
        later(.rateLimited, seconds: seconds)
    }

    private static func later(_ code: ProblemCode, seconds: Int) -> ScriptedAnswer {
        let problem = Problem(code, retryAfter: seconds)
        return .status(
            problem.status, "Later",
            headers: [
                ("Content-Type", Problem.mediaType), ("Retry-After", "\(seconds)"),
                (ProtocolNames.versionHeader, "\(ProtocolNames.version)"),
            ], body: problem.json)
    }
}
