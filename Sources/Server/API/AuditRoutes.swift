import HTTPTypes
import Hummingbird
import Presentation
import Shared

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

/// An audit as rows for scripts and spreadsheets (docs/formats.md).
extension Call {
    /// Tells how long an export is, which takes reading all of it.
    func exportHead() async throws -> Response {
        let audit = try audit
        let format = try Self.format(of: request)
        var pieces = try await core.export(audit, as: format, by: bearer)
        var size = 0
        while let piece = try await core.next(of: &pieces) { size += piece.count }
        var headers = Self.headers(of: audit, as: format)
        headers[.contentLength] = "\(size)"
        return Response(status: .ok, headers: headers)
    }

    func export() async throws -> Response {
        let audit = try audit
        let format = try Self.format(of: request)
        var pieces = try await core.export(audit, as: format, by: bearer)
        // What goes wrong before the first byte can still be told.
        let first = try await core.next(of: &pieces) ?? []
        let body = ResponseBody { [pieces] writer in
            try await send(first, then: pieces, to: &writer)
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
        _ first: [UInt8], then rest: ExportPieces, to writer: inout any ResponseBodyWriter
    ) async throws {
        // A reader that takes nothing is cut off, or its snapshot would keep the write-ahead log
        // growing. What fails here breaks the connection off: an export that just ended would look
        // whole.
        var rest = rest
        var piece: [UInt8]? = first
        while let bytes = piece {
            try await send(bytes, to: &writer)
            piece = try await core.next(of: &rest)
        }
        try await writer.finish(nil)
    }
}
