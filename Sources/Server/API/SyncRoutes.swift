import HTTPTypes
import Hummingbird
import Shared
import SwiftProtobuf

/// Push, pull, chains and digests of one audit.
extension Call {
    func push(_ message: WirePushRequest) async throws -> WirePushResponse {
        let answer = try await core.push(message, to: audit, by: bearer, at: now)
        environment.metrics?.note(message, answer)
        return answer
    }

    func pull() async throws -> Response {
        var bearer = try bearer
        let pull = PullRequest(
            audit: try audit, since: request.cursor("since"),
            acked: request.number("ack") ?? 0, settled: request.number("resolved"),
            limit: request.number("limit").map { Int(clamping: $0) },
            known: request.headers[.ifNoneMatch].map { $0.replacing("\"", with: "") },
            queues: request.number("queues"),
            unsent: (request.number("unsent") ?? 0, request.number("unsent_age") ?? 0))
        let wait = request.number("wait").map { Duration.seconds(Int64(clamping: $0)) }
        if let wait, wait > .zero {
            let hold = LongPoll(environment: environment, line: await context.line())
            try await hold.wait(for: pull, by: bearer, atMost: min(wait, core.limits.waitMax))
            // A token may have expired while its pull was held.
            bearer = try environment.bearer(of: request) ?? bearer
        }
        // Only a member is listened to; before the turn, which must not wait for the disk.
        await core.noteQueue(of: pull, by: bearer, at: now)
        try await beginAnswer()
        switch try await core.pull(pull, by: bearer) {
        case .unchanged:
            environment.metrics?.notePull(isNews: false)
            return Response(status: .notModified)
        case .stream(let bytes, let tag):
            environment.metrics?.notePull(isNews: true)
            var response =
                request.prefersJSON
                ? Response("application/x-ndjson", try Self.lines(of: bytes))
                : Response(ProtocolNames.pullStream, bytes)
            response.headers[.eTag] = "\"\(tag)\""
            return response
        }
    }

    func chain() async throws -> WireChainResponse {
        guard let replica = request.parameter("replica").flatMap({ ReplicaID(hex: $0) })
        else { throw Problem(.malformed, detail: "`replica` names whose chain is asked for") }
        let from = request.number("from") ?? 1
        try await beginAnswer()
        return try await core.chain(of: replica, from: from, in: audit, by: bearer)
    }

    func digest() async throws -> Response {
        guard let list = request.parameter("bucket")
        else { return try request.answer(try await core.digest(of: audit, by: bearer)) }
        let names = list.split(separator: ",")
        let buckets = Set(names.compactMap { UInt8($0) })
        guard !buckets.isEmpty, buckets.count == names.count else {
            throw Problem(
                .malformed, expected: "buckets from 0 to 255, each once", actual: list)
        }
        try await beginAnswer()
        return try request.answer(try await core.buckets(buckets, of: audit, by: bearer))
    }

    private static func lines(of stream: [UInt8]) throws -> [UInt8] {
        guard let frames = Framing.ranges(in: stream, bytesMax: stream.count) else {
            preconditionFailure("A stream that was made here consists of frames.")
        }
        var lines: [UInt8] = []
        for frame in frames {
            let item = try WirePullItem(serializedBytes: Array(stream[frame]))
            lines += try MessageJSON.bytes(of: item)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
