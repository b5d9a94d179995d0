import Client
import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// The bytes of a file of evidence, whole or the part that a player asks for.
struct EvidenceFile: Sendable {
    private let hash: Hash256
    /// What it is called; nil for its hash.
    private let name: String?
    private let type: EvidenceType
    private let size: UInt64
    private static let pieceBytes = 256 * 1024

    /// A file of an audit; throws `PageError.notFound` for what is not here, or of no finding.
    ///
    /// Pictures on a page and pieces of a video ask often, so findings are looked through only
    /// for what is not known to be the audit's, and for the name of a download.
    init(_ hash: Hash256, of audit: AuditID, isDownload: Bool, in context: PageContext) throws {
        let client = context.client
        let isKnown = try !isDownload && client.queries.knowsEvidence(hash, of: audit)
        name = isKnown ? nil : try context.findings(with: hash, of: audit).items[0].name
        guard let size = client.evidence.folder.size(of: hash),
            let type = client.evidence.folder.type(of: hash)
        else { throw PageError.notFound }
        self.hash = hash
        self.type = type
        self.size = size
    }

    func response(to page: PageRequest, isDownload: Bool) -> Response {
        let request = page.request
        let tag = "\"\(hash.hex)\""
        var headers = headers(isDownload: isDownload)
        headers[.eTag] = tag
        if isKnown(tag, by: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        guard let range = try? ByteRange(isSame ? request.headers[.range] : nil, size: size) else {
            return Response(
                status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(size)"])
        }
        let bounds = range.bounds(of: size)
        var status = HTTPResponse.Status.ok
        if case .part = range {
            status = .partialContent
            headers[.contentRange] = "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(size)"
        }
        return Response(status: status, headers: headers, body: body(bounds, for: page))
    }

    /// A browser must neither guess another type nor let what came run as one of our pages.
    private func headers(isDownload: Bool) -> HTTPFields {
        let isShown = EvidencePage.Show(type) != .link || type.mediaType.hasPrefix("text/plain")
        let kind = isShown && !isDownload ? "inline" : "attachment"
        let plain = "\(hash.hex.prefix(12)).\(type.fileExtension)"
        let name = Address.escaped(name ?? plain)
        return [
            .contentType: type.mediaType, .acceptRanges: "bytes", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "sandbox; default-src 'none'",
            .contentDisposition: "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(name)",
            .cacheControl: "private, no-cache",
        ]
    }

    private func body(_ bounds: Range<UInt64>, for page: PageRequest) -> ResponseBody {
        ResponseBody(contentLength: bounds.count) { [hash] writer in
            var offset = bounds.lowerBound
            while offset < bounds.upperBound {
                let start = offset
                let count = min(Self.pieceBytes, Int(bounds.upperBound - offset))
                let piece = try await page.run(isAside: true) {
                    try $0.client.evidence.folder.read(hash, count, at: start)
                }
                // A file that became shorter: the answer breaks off, and the browser sees it.
                guard piece.count == count else { throw PageError.notFound }
                try await writer.write(ByteBuffer(bytes: piece))
                offset += UInt64(count)
            }
            try await writer.finish(nil)
        }
    }
}
