import Foundation
import HTTPClient
import Shared
import Synchronization

@testable import Client

/// A server of evidence in memory that fails as it is told.
final class EvidenceServer: Transport {
    struct State {
        var files: [Hash256: [UInt8]] = [:]
        /// By place: what is announced, and what has come.
        var uploads: [String: (hash: Hash256, size: Int, bytes: [UInt8])] = [:]
        /// How many bytes each part brought.
        var parts: [Int] = []
        var requests = 0
        /// Of the next parts only so many bytes arrive, and no answer leaves.
        var cuts: [Int] = []
        /// How many uploads are forgotten when their second part comes.
        var forgets = 0
        /// Whether no file ever has its hash.
        var damages = false
        /// The answer to every upload.
        var refusal: Problem?
        /// Which requests something on the way refuses, and with which status.
        var refusesOnTheWay: (@Sendable (TransportRequest) -> Bool)?
        var refusalOnTheWay = 403
        /// The answers to the next requests, whatever these are.
        var later: [Problem] = []
    }

    private let state = Mutex(State())
    private let audit: AuditID

    init(_ audit: AuditID) { self.audit = audit }

    var files: Set<[UInt8]> { state.withLock { Set($0.files.values) } }
    var parts: [Int] { state.withLock(\.parts) }
    var requests: Int { state.withLock(\.requests) }

    func script(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let answer = state.withLock { state in
            state.requests += 1
            return Result { () throws(TransportError) in try state.answer(request, audit) }
        }
        return try answer.get()
    }
}

extension EvidenceServer.State {
    fileprivate mutating func answer(
        _ request: TransportRequest, _ audit: AuditID
    ) throws(TransportError) -> TransportResponse {
        if refusesOnTheWay?(request) == true { return TransportResponse(status: refusalOnTheWay) }
        if !later.isEmpty { return problem(later.removeFirst(), to: request.method) }
        return switch request.method {
        case .get: read(request)
        case .head: uploads[request.path].map { standing($0.bytes.count) } ?? problem(.notFound)
        case .post: begin(request, audit)
        case .patch: try append(request)
        case .put: problem(.notFound)
        }
    }

    private func read(_ request: TransportRequest) -> TransportResponse {
        let hash = [UInt8](hex: String(request.path.suffix(64))).flatMap { Hash256(bytes: $0) }
        guard let file = hash.flatMap({ files[$0] }) else { return problem(.evidenceMissing) }
        let bounds = (request.header("Range") ?? "").dropFirst("bytes=".count).split(separator: "-")
        let first = Int(bounds[0]) ?? 0
        let last = Int(bounds[1]) ?? 0
        guard first < file.count else { return problem(.rangeUnsatisfiable) }
        let part = file[first..<min(last + 1, file.count)]
        let range = "bytes \(first)-\(part.endIndex - 1)/\(file.count)"
        return response(206, [HeaderField("Content-Range", range)], Array(part))
    }

    private mutating func begin(
        _ request: TransportRequest, _ audit: AuditID
    ) -> TransportResponse {
        if let refusal { return problem(refusal) }
        let digest = (request.header(ProtocolNames.digest) ?? "")
            .dropFirst("sha-256=:".count).dropLast()
        guard let bytes = Data(base64Encoded: String(digest)),
            let hash = Hash256(bytes: [UInt8](bytes)),
            let size = request.header(ProtocolNames.uploadLength).flatMap(Int.init)
        else { return problem(.malformed) }
        let place = "\(ProtocolNames.uploads(audit))/\(hash.hex.prefix(32))"
        let upload = uploads[place] ?? (hash: hash, size: size, bytes: [])
        uploads[place] = upload
        return standing(upload.bytes.count, at: place)
    }

    private mutating func append(
        _ request: TransportRequest
    ) throws(TransportError) -> TransportResponse {
        guard var upload = uploads[request.path] else { return problem(.notFound) }
        if !upload.bytes.isEmpty, forgets > 0 {
            forgets -= 1
            uploads[request.path] = nil
            return problem(.notFound)
        }
        guard request.header(ProtocolNames.uploadOffset) == "\(upload.bytes.count)" else {
            return problem(.uploadOffset)
        }
        let cut = cuts.isEmpty ? nil : cuts.removeFirst()
        let part = (request.body ?? []).prefix(cut ?? .max)
        upload.bytes += part
        parts.append(part.count)
        uploads[request.path] = upload
        if cut != nil { throw .cut(receivedBytes: 0) }
        guard upload.bytes.count == upload.size else { return standing(upload.bytes.count) }
        uploads[request.path] = nil
        guard !damages, Hash256(of: upload.bytes) == upload.hash else {
            return problem(.evidenceDiffers)
        }
        files[upload.hash] = upload.bytes
        return standing(upload.size, isComplete: true)
    }

    // MARK: Answers

    private func standing(
        _ offset: Int, at place: String? = nil, isComplete: Bool = false
    ) -> TransportResponse {
        var headers = [
            HeaderField(ProtocolNames.uploadOffset, "\(offset)"),
            HeaderField(ProtocolNames.uploadComplete, isComplete ? "?1" : "?0"),
        ]
        if let place { headers.append(HeaderField("Location", place)) }
        return response(204, headers)
    }

    private func problem(_ code: ProblemCode) -> TransportResponse { problem(Problem(code)) }

    private func problem(
        _ problem: Problem, to method: TransportRequest.Method = .get
    ) -> TransportResponse {
        let wait = problem.retryAfter.map { HeaderField("Retry-After", "\($0)") }
        return response(
            problem.code.status, wait.map { [$0] } ?? [], method == .head ? [] : problem.json)
    }

    private func response(
        _ status: Int, _ headers: [HeaderField], _ body: [UInt8] = []
    ) -> TransportResponse {
        TransportResponse(
            status: status,
            headers: headers + [
                HeaderField(ProtocolNames.versionHeader, "\(ProtocolNames.version)")
            ],
            body: body, end: .complete, bytesSent: 0, bytesReceived: 0)
    }
}
