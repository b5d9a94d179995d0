import Foundation
import HTTPClient
import Shared

/// The requests that move evidence; parts of files in and out, no decisions.
struct EvidenceCalls: Sendable {
    private let server: ServerCalls
    private let audit: AuditID

    init(_ audit: AuditID, over transport: any Transport) {
        self.audit = audit
        server = ServerCalls(transport: transport)
    }

    typealias Progress = (offset: UInt64, isComplete: Bool)

    /// Begins an upload, or finds the one that this device began earlier.
    func begin(
        _ hash: Hash256, size: UInt64
    ) async throws(ServerCallError) -> (path: String, standing: Progress) {
        let digest = Data(hash.bytes).base64EncodedString()
        let headers = [
            HeaderField(ProtocolNames.uploadLength, "\(size)"),
            HeaderField(ProtocolNames.uploadComplete, "?0"),
            HeaderField(ProtocolNames.digest, "sha-256=:\(digest):"),
        ]
        let response = try await server.send(
            TransportRequest(.post, ProtocolNames.uploads(audit), headers: headers))
        guard let path = response.header("Location"), path.hasPrefix("/")
        else { throw server.notOurs("an upload without a place") }
        return (path, try standing(in: response))
    }

    func standing(of path: String) async throws(ServerCallError) -> Progress? {
        let response = try await server.exchange(TransportRequest(.head, path))
        let wait = response.header("Retry-After").flatMap { Int($0) }
        switch response.status {
        case 200..<300: return try standing(in: response)
        case 404: return nil
        // The answer to HEAD has no body that would say more.
        case 401: throw .problem(Problem(.tokenExpired))
        case 403: throw .problem(Problem(.notAMember))
        case 410: throw .problem(Problem(.replicaRetired))
        case 429: throw .problem(Problem(.rateLimited, retryAfter: wait))
        case 507: throw .problem(Problem(.storageFull))
        default: throw .problem(Problem(.overloaded, retryAfter: wait))  // open set: HTTP statuses
        }
    }

    func append(
        _ bytes: [UInt8], at offset: UInt64, isLast: Bool, to path: String
    ) async throws(ServerCallError) -> Progress {
        let headers = [
            HeaderField("Content-Type", ProtocolNames.partialUpload),
            HeaderField(ProtocolNames.uploadOffset, "\(offset)"),
            HeaderField(ProtocolNames.uploadComplete, isLast ? "?1" : "?0"),
        ]
        let request = TransportRequest(
            .patch, path, headers: headers, body: bytes, compression: .none)
        return try standing(in: try await server.send(request))
    }

    private func standing(in response: TransportResponse) throws(ServerCallError) -> Progress {
        // No file is as long as a number may be; nothing is added to one that no file has.
        guard let offset = response.header(ProtocolNames.uploadOffset).flatMap(UInt64.init),
            offset <= UInt64(Int64.max) / 2
        else { throw server.notOurs("an upload without an offset") }
        return (offset: offset, isComplete: response.header(ProtocolNames.uploadComplete) == "?1")
    }

    /// Fewer bytes than asked for when the connection was cut, and the whole blob's size.
    typealias Piece = (bytes: [UInt8], size: UInt64)

    /// - Throws: `evidence-missing` while nobody has uploaded it into the audit.
    func read(
        _ hash: Hash256, from offset: UInt64, count: Int
    ) async throws(ServerCallError) -> Piece {
        let headers = [
            HeaderField("Range", "bytes=\(offset)-\(offset + UInt64(count) - 1)"),
            HeaderField("If-Range", "\"\(hash.hex)\""),
        ]
        let response = try await server.send(
            TransportRequest(.get, ProtocolNames.blob(audit, hash), headers: headers))
        // `bytes 0-99/1234`
        guard response.status == 206, let range = response.header("Content-Range"),
            range.hasPrefix("bytes \(offset)-"),
            let size = range.split(separator: "/").last.flatMap({ UInt64($0) })
        else { throw server.notOurs("a part of a file that was not asked for") }
        if case .cut(let error) = response.end, response.body.isEmpty { throw .transport(error) }
        return (response.body, size)
    }
}
