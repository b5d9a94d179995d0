import HTTPTypes
import Hummingbird
import NIOCore
import Presentation
import Shared

/// Audits, their heads, and their history in hashes for members who hold the server to it.
extension RouteEnvironment {
    /// An id, a nonce and a cursor have some 200.
    private static let foundingBytesMax = 4 * 1024

    func addAudits(to router: Router<Context>) {
        let one = RouterPath(ProtocolNames.audits + "/{audit}")
        router.get(RouterPath(ProtocolNames.audits)) { request, _ in
            try request.answer(try await core.audits(by: try bearer(of: request)))
        }
        router.get(one) { request, context in
            let bearer = try bearer(of: request)
            return try request.answer(try await core.audit(try context.audit(), by: bearer))
        }
        router.put(one) { request, context in
            let bearer = try bearer(of: request)
            let founding = try await request.message(
                WireCreateAuditRequest.self, bytesMax: Self.foundingBytesMax)
            return try request.answer(
                try await core.createAudit(try context.audit(), founding, by: bearer, at: now()))
        }
        router.get(RouterPath(ProtocolNames.audits + "/{audit}/trail")) { request, context in
            let bearer = try bearer(of: request)
            let from = try request.number("from") ?? 1
            let lines = try await core.trail(of: try context.audit(), from: from, by: bearer)
            return Response("application/x-ndjson", lines)
        }
    }
}

/// An audit as rows for scripts and spreadsheets (docs/formats.md).
extension RouteEnvironment {
    func addExports(to router: Router<Context>) {
        router.get(RouterPath(ProtocolNames.audits + "/{audit}/export"), use: export)
    }

    @Sendable private func export(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let audit = try context.audit()
        let format = try Self.format(of: request)
        var pieces = try await core.export(audit, as: format, by: bearer)
        // What goes wrong before the first byte can still be told.
        let first = try await core.next(of: &pieces) ?? []
        let body = ResponseBody { [pieces] writer in
            try await send(first, then: pieces, to: &writer, over: context.channel)
        }
        let file = "\(audit.hex).\(format.fileExtension)"
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType,
                .contentDisposition: "attachment; filename=\"\(file)\"",
            ], body: body)
    }

    private static func format(of request: Request) throws(Problem) -> Export {
        let name = request.uri.queryParameters["format"].map { String($0) } ?? ""
        guard let export = Export.named(name) else {
            let known = Export.all.map { "format=\($0.id)" }.joined(separator: " or ")
            throw Problem(.malformed, expected: known, actual: name)
        }
        return export
    }

    /// Sends one piece after the other, each read when the one before has left.
    @concurrent private func send(
        _ first: [UInt8], then rest: ExportPieces, to writer: inout any ResponseBodyWriter,
        over channel: any Channel
    ) async throws {
        // A reader that takes nothing is cut off, or its snapshot would keep the write-ahead log
        // growing. What fails here breaks the connection off: an export that just ended would look
        // whole.
        var rest = rest
        var piece: [UInt8]? = first
        while let bytes = piece {
            try await send(bytes, to: &writer, over: channel)
            piece = try await core.next(of: &rest)
        }
        try await writer.finish(nil)
    }
}
