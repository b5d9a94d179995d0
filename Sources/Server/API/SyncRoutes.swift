import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import SwiftProtobuf

/// Push, pull, chains and digests of one audit.
extension RouteEnvironment {
    func addSync(to router: Router<Context>) {
        let audit = ProtocolNames.audits + "/{audit}"
        router.post(RouterPath(audit + "/changes"), use: push)
        router.get(RouterPath(audit + "/changes"), use: chain)
        router.get(RouterPath(audit + "/records"), use: pull)
        router.get(RouterPath(audit + "/digest"), use: digest)
        router.post(RouterPath(audit + "/reconcile"), use: heal)
    }

    @Sendable private func push(_ request: Request, _ context: Context) async throws -> Response {
        // The token first: nobody without one makes the server read megabytes.
        let bearer = try bearer(of: request)
        let audit = try context.audit()
        let message = try await request.message(
            WirePushRequest.self, bytesMax: core.limits.requestBytesMax)
        return try request.answer(try await core.push(message, to: audit, by: bearer, at: now()))
    }

    @Sendable private func pull(_ request: Request, _ context: Context) async throws -> Response {
        var bearer = try bearer(of: request)
        let pull = PullRequest(
            audit: try context.audit(), since: try request.cursor("since"),
            acked: try request.number("ack") ?? 0, settled: try request.number("resolved"),
            limit: try request.number("limit").map { Int(clamping: $0) },
            known: request.headers[.ifNoneMatch].map { $0.replacing("\"", with: "") },
            queues: try request.number("queues"),
            unsent: (try request.number("unsent") ?? 0, try request.number("unsent_age") ?? 0))
        let wait = try request.number("wait").map { Duration.seconds(Int64(clamping: $0)) }
        if let wait, wait > .zero {
            let hold = LongPoll(environment: self, line: await context.line())
            try await hold.wait(for: pull, by: bearer, atMost: min(wait, core.limits.waitMax))
            // A token may have expired while its pull was held.
            bearer = try self.bearer(of: request)
        }
        // Only a member is listened to; before the turn, which must not wait for the disk.
        await core.noteQueue(of: pull, by: bearer, at: now())
        try await context.turn?.begin(for: bearer.asker)
        switch try await core.pull(pull, by: bearer) {
        case .unchanged: return Response(status: .notModified)
        case .stream(let bytes, let tag):
            var response =
                request.prefersJSON
                ? Response("application/x-ndjson", try Self.lines(of: bytes))
                : Response(ProtocolNames.pullStream, bytes)
            response.headers[.eTag] = "\"\(tag)\""
            return response
        }
    }

    @Sendable private func heal(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let audit = try context.audit()
        let message = try await request.message(
            WireReconcileRequest.self, bytesMax: core.limits.requestBytesMax(of: request))
        return try request.answer(try await core.heal(message, in: audit, by: bearer, at: now()))
    }

    @Sendable private func chain(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        guard let replica = try request.bytes("replica").flatMap({ ReplicaID(bytes: $0) })
        else { throw Problem(.malformed, detail: "`replica` names whose chain is asked for") }
        let from = try request.number("from") ?? 1
        try await context.turn?.begin(for: bearer.asker)
        return try request.answer(
            try await core.chain(of: replica, from: from, in: try context.audit(), by: bearer))
    }

    @Sendable private func digest(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let audit = try context.audit()
        guard let list = request.uri.queryParameters["bucket"]
        else { return try request.answer(try await core.digest(of: audit, by: bearer)) }
        let names = list.split(separator: ",")
        let buckets = Set(names.compactMap { UInt8($0) })
        guard !buckets.isEmpty, buckets.count == names.count else {
            throw Problem(
                .malformed, expected: "buckets from 0 to 255, each once", actual: String(list))
        }
        try await context.turn?.begin(for: bearer.asker)
        return try request.answer(try await core.buckets(buckets, of: audit, by: bearer))
    }

    private static func lines(of stream: [UInt8]) throws -> [UInt8] {
        guard let frames = Framing.ranges(in: stream, bytesMax: stream.count) else {
            preconditionFailure("A stream that was made here consists of frames.")
        }
        var lines: [UInt8] = []
        for frame in frames {
            let item = try WirePullItem(serializedBytes: Array(stream[frame]))
            lines += try item.jsonUTF8Bytes() as [UInt8]
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
