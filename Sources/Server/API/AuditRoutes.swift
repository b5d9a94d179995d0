import HTTPTypes
import Hummingbird
import Publishing
import Shared
import Storage

/// Audits, their heads, and their history in hashes for members who hold the server to it.
extension Call {
    /// An id, a nonce and a cursor have some 200.
    static let foundingBytesMax = 4 * 1024

    func trail() async throws -> Response {
        let from = request.number("from") ?? 1
        let lines = try await core.trail(of: audit, from: from, by: bearer)
        return Response("application/x-ndjson", lines)
    }
}

/// An audit's findings in others' formats (docs/formats.md).
extension Call {
    /// The whole file or a range of it, or that it is the one that the client has.
    func export() async throws -> Response {
        let audit = try audit
        let bearer = try bearer
        let query = try Self.query(of: request)
        let reading = ServerReading(core: core)
        var key = try await reading.exportKey(
            of: query, audit, by: bearer,
            coding: StreamCoding(accepted: request.headers[.acceptEncoding]))
        if let tag = request.headers[.ifRange], request.headers[.range] != nil {
            // Whatever was written since: what was begun is gone on with.
            key = core.spool.begun(tag, insteadOf: key, at: now)
        }
        if isKnown(key.tag, by: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: key.tag])
        }
        let (export, share) = try await reading.export(query, key, by: bearer, at: now)
        // A range of another file than this would be put together with bytes of this one.
        let isSame = request.headers[.ifRange].map { $0 == export.tag } ?? true
        let range = try ByteRange(isSame ? request.headers[.range] : nil, size: export.size)
        var response = Response(
            status: .ok, headers: Self.headers(of: audit, as: query.export, export.tag))
        if let coding = key.coding { response.headers[.contentEncoding] = coding.rawValue }
        let bounds = range.bounds(of: export.size)
        if case .part = range {
            response.status = .partialContent
            response.headers[.contentRange] =
                "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(export.size)"
        }
        response.body = body(of: export, bounds, share)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static func headers(
        of audit: AuditID, as export: Export, _ tag: String
    ) -> HTTPFields {
        [
            .contentType: export.mediaType, .eTag: tag, .acceptRanges: "bytes",
            .vary: "Accept-Encoding",
            .contentDisposition:
                "attachment; filename=\"\(audit.hex).\(export.fileExtension)\"",
            .xContentTypeOptions: "nosniff",
        ]
    }

    /// A file of findings in HTML is somebody's page, and no page of this server.
    private static func query(of request: Request) throws(Problem) -> ExportQuery {
        let given = request.uri.queryParameters.map {
            (name: String($0.key), value: String($0.value))
        }
        do { return try ExportQuery(given) } catch { throw Problem(ofQuery: error) }
    }

    private func body(
        of export: SpooledExport, _ bounds: Range<UInt64>, _ share: AskerShare
    ) -> ResponseBody {
        ResponseBody(contentLength: bounds.count) { writer in
            var offset = bounds.lowerBound
            while offset < bounds.upperBound {
                let count = min(Self.pieceBytes, Int(bounds.upperBound - offset))
                let piece = try await core.evidence.onDisk { [offset] in
                    try export.file.read(count, at: offset)
                }
                guard piece.count == count else { throw Problem(.bug) }
                try await send(piece, to: &writer)
                offset += UInt64(count)
            }
            try await writer.finish(nil)
            withExtendedLifetime(share) {}
        }
    }

    private static let pieceBytes = 256 * 1024
}
