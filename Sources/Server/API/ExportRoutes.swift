import HTTPTypes
import Hummingbird
import NIOCore
import Presentation
import Shared

/// An audit as rows for scripts and spreadsheets (docs/formats.md).
struct ExportRoutes {
    let environment: RouteEnvironment

    func add(to router: Router<AccordRequestContext>) {
        router.get(RouterPath(ProtocolNames.audits + "/{audit}/export"), use: export)
    }

    @Sendable private func export(
        _ request: Request, _ context: AccordRequestContext
    ) async throws -> Response {
        let bearer = try environment.bearer(of: request)
        let audit = try context.audit()
        let export = try Self.format(of: request)
        var pieces = try await environment.core.export(audit, as: export, by: bearer)
        // What goes wrong before the first byte can still be told.
        let first = try await environment.core.next(of: &pieces) ?? []
        let body = ResponseBody { [environment, pieces] writer in
            let sender = StallGuard(environment: environment, channel: context.channel)
            try await sender.send(first, then: pieces, to: &writer)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: export.mediaType,
                .contentDisposition:
                    "attachment; filename=\"\(audit.hex).\(export.fileExtension)\"",
            ],
            body: body)
    }

    private static func format(of request: Request) throws(Problem) -> Export {
        let name = request.uri.queryParameters["format"].map { String($0) } ?? ""
        guard let export = Export.named(name) else {
            let known = Export.all.map { "format=\($0.id)" }.joined(separator: " or ")
            throw Problem(.malformed, expected: known, actual: name)
        }
        return export
    }
}

extension StallGuard {
    /// Sends one piece after the other, each read when the one before has left.
    ///
    /// A reader that takes nothing is cut off, or its snapshot would keep the write-ahead log
    /// growing. What fails here breaks the connection off: an export that just ended would look
    /// whole.
    @concurrent fileprivate func send(
        _ first: [UInt8], then rest: ExportPieces, to writer: inout any ResponseBodyWriter
    ) async throws {
        var rest = rest
        var piece: [UInt8]? = first
        while let bytes = piece {
            try await send(bytes, to: &writer)
            piece = try await environment.core.next(of: &rest)
        }
        try await writer.finish(nil)
    }
}
