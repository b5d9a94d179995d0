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
            var answer = try await core.audits(by: try bearer(of: request))
            answer.audits = answer.audits.map(request.told)
            return try request.answer(answer)
        }
        router.get(one) { request, context in
            let bearer = try bearer(of: request)
            let audit = try await core.audit(try context.audit(), by: bearer)
            return try request.answer(request.told(audit))
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

extension Request {
    /// An audit as it is told in an answer: JSON has bytes as base64, and paths want digits.
    fileprivate func told(_ audit: WireAudit) -> WireAudit {
        var audit = audit
        if prefersJSON { audit.id = [UInt8](audit.audit).hex }
        return audit
    }
}

/// An audit as rows for scripts and spreadsheets (docs/formats.md).
extension RouteEnvironment {
    func addExports(to router: Router<Context>) {
        let path = RouterPath(ProtocolNames.audits + "/{audit}/export")
        router.get(path, use: export)
        router.head(path, use: exportHead)
    }

    /// Tells how long an export is, which takes reading all of it.
    @Sendable private func exportHead(
        _ request: Request, _ context: Context
    ) async throws -> Response {
        let bearer = try bearer(of: request)
        let audit = try context.audit()
        let format = try Self.format(of: request)
        var pieces = try await core.export(audit, as: format, by: bearer)
        var size = 0
        while let piece = try await core.next(of: &pieces) { size += piece.count }
        var headers = Self.headers(of: audit, as: format)
        headers[.contentLength] = "\(size)"
        return Response(status: .ok, headers: headers)
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
        return Response(
            status: .ok, headers: Self.headers(of: audit, as: format), body: body)
    }

    private static func headers(of audit: AuditID, as format: Export) -> HTTPFields {
        let file = "\(audit.hex).\(format.fileExtension)"
        return [
            .contentType: format.mediaType,
            .contentDisposition: "attachment; filename=\"\(file)\"",
        ]
    }

    /// Reads the query, in which nothing may stand that is not understood: whoever believes to have
    /// filtered by it would take all rows for some.
    private static func format(of request: Request) throws(Problem) -> Export {
        let given = request.uri.queryParameters
        let names = given.map { String($0.key) }
        let unknown = Set(names).subtracting(["format", "bom"]).sorted()
        guard unknown.isEmpty, Set(names).count == names.count else {
            throw Problem(
                .malformed,
                detail: unknown.isEmpty
                    ? "a parameter stands in the query twice"
                    : "an export has no parameter \(unknown.joined(separator: ", "))",
                expected: "format, bom", actual: names.joined(separator: ", "))
        }
        guard let mark = Bool(given["bom"].map { String($0) } ?? "false")
        else { throw Problem(.malformed, expected: "bom=true or bom=false") }
        let name = given["format"].map { String($0) } ?? ""
        guard let export = Export.named(name, byteOrderMark: mark) else {
            let known = Export.all.filter { !mark || $0.id == Export.csv.id }
            throw Problem(
                .malformed, expected: known.map { "format=\($0.id)" }.joined(separator: " or "),
                actual: name)
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
