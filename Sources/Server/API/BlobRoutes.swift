import Foundation
import HTTPTypes
import Hummingbird
import Shared
import Storage

/// Evidence: whole files down, parts of files up (docs/protocol.md, "Evidence").
extension Call {
    func blob() async throws -> Response {
        let blob = try await core.blob(hash, of: audit, by: bearer)
        let tag = "\"\(blob.row.hash.hex)\""
        if isKnown(tag, by: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: tag])
        }
        // A range of another file than this would be put together with bytes of this one.
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        let range = try ByteRange(isSame ? request.headers[.range] : nil, size: blob.row.size)
        var response = Response(status: .ok, headers: Self.headers(of: blob.row, tag: tag))
        let bounds = range.bounds(of: blob.row.size)
        if case .part = range {
            response.status = .partialContent
            response.headers[.contentRange] =
                "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(blob.row.size)"
        }
        response.body = body(of: blob.file, bounds)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// A browser must neither guess another type nor show what came as a page of this server.
    private static func headers(of row: EvidenceRow, tag: String) -> HTTPFields {
        [
            .contentType: row.mediaType, .eTag: tag, .acceptRanges: "bytes",
            .contentDisposition: "attachment; filename=\"\(row.hash.hex)\"",
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "sandbox",
        ]
    }

    private func body(of file: StoredBlob, _ bounds: Range<UInt64>) -> ResponseBody {
        ResponseBody(contentLength: bounds.count) { writer in
            var offset = bounds.lowerBound
            while offset < bounds.upperBound {
                let end = offset + min(Self.pieceBytes, bounds.upperBound - offset)
                let piece = try await core.read(offset..<end, of: file)
                // Shorter than its row says: the answer breaks off, and the client sees it.
                guard piece.count == end - offset else { throw Problem(.bug) }
                try await send(piece, to: &writer)
                offset = end
            }
            try await writer.finish(nil)
        }
    }

    private static let pieceBytes: UInt64 = 256 * 1024

    func beginUpload() async throws -> Response {
        let audit = try audit
        guard let size = request.headers[.uploadLength].flatMap(UInt64.init), size > 0
        else { throw Problem(.malformed, expected: "\(ProtocolNames.uploadLength), in bytes") }
        guard let hash = request.headers[.reprDigest].flatMap(Hash256.init(reprDigest:))
        else { throw Problem(.malformed, expected: "\(ProtocolNames.digest): sha-256=:...:") }
        let state = try await core.beginUpload(hash, size: size, to: audit, by: bearer, at: now)
        var response = Response(status: state.isComplete ? .ok : .created, state)
        response.headers[.location] = "\(ProtocolNames.uploads(audit))/\(state.id.hex)"
        return response
    }

    func uploadState() async throws -> Response {
        let state = try await core.upload(upload, to: audit, by: bearer, at: now)
        return Response(status: .noContent, state)
    }

    func append() async throws -> Response {
        let (audit, bearer) = (try audit, try bearer)
        guard request.headers[.contentType] == ProtocolNames.partialUpload else {
            throw Problem(
                .unsupportedEncoding, expected: ProtocolNames.partialUpload,
                actual: request.headers[.contentType])
        }
        guard let offset = request.headers[.uploadOffset].flatMap(UInt64.init)
        else { throw Problem(.malformed, expected: ProtocolNames.uploadOffset) }
        let turn = try await core.takeTurn(upload, at: offset, in: audit, by: bearer, at: now)
        do {
            for try await piece in request.body {
                try await core.append([UInt8](piece.readableBytesView), to: turn)
            }
        } catch {
            // The connection broke, or the disk is full: what has arrived stays.
            await core.abandonTurn(turn, in: audit, by: bearer)
            throw error
        }
        let state = try await core.endTurn(turn, in: audit, by: bearer, at: now)
        if request.headers[.uploadComplete] == "?1", !state.isComplete {
            throw Problem(.malformed, expected: "\(state.size)", actual: "\(state.offset)")
        }
        return Response(status: .noContent, state)
    }
}

extension Call {
    /// The blob that the path names: exactly 64 digits, so that no name leads elsewhere.
    private var hash: Hash256 {
        get throws(Problem) {
            guard let bytes = context.parameters.get("sha256").flatMap({ [UInt8](hex: $0) }),
                let hash = Hash256(bytes: bytes)
            else { throw Problem(.notFound, detail: "evidence is named by 64 hexadecimal digits") }
            return hash
        }
    }

    private var upload: UploadID {
        get throws(Problem) { try identifier("upload", of: "an upload") }
    }
}

extension Response {
    fileprivate init(status: HTTPResponse.Status, _ state: UploadState) {
        self.init(
            status: status,
            headers: [
                .uploadOffset: "\(state.offset)", .uploadLength: "\(state.size)",
                .uploadComplete: state.isComplete ? "?1" : "?0",
            ])
    }
}

extension Hash256 {
    /// Reads `sha-256=:` base64 `:`, also among other digests; nil when there is none.
    fileprivate init?(reprDigest header: String) {
        let name = "sha-256=:"
        let parts = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let part = parts.first(where: { $0.hasPrefix(name) }), part.hasSuffix(":"),
            let bytes = Data(base64Encoded: String(part.dropFirst(name.count).dropLast()))
        else { return nil }
        self.init(bytes: [UInt8](bytes))
    }
}
