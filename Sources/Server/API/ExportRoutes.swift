import HTTPTypes
import Hummingbird
import NIOCore
import Presentation
import Shared

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
    ///
    /// A reader that takes nothing is cut off, or its snapshot would keep the write-ahead log
    /// growing. What fails here breaks the connection off: an export that just ended would look
    /// whole.
    @concurrent private func send(
        _ first: [UInt8], then rest: ExportPieces, to writer: inout any ResponseBodyWriter,
        over channel: any Channel
    ) async throws {
        var rest = rest
        var piece: [UInt8]? = first
        while let bytes = piece {
            try await send(bytes, to: &writer, over: channel)
            piece = try await core.next(of: &rest)
        }
        try await writer.finish(nil)
    }
}
