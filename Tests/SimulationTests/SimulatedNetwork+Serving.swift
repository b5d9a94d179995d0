import Client
import Foundation
import Server
import Shared
import SwiftProtobuf

extension SimulatedNetwork {
    /// Lets the server answer, as its routes do.
    func serve(_ request: TransportRequest, by bearer: Bearer) async -> TransportResponse {
        do throws(Problem) {
            return try await answer(request, core, by: bearer)
        } catch {
            return Self.answer(error)
        }
    }

    static func answer(_ problem: Problem) -> TransportResponse {
        TransportResponse(
            status: problem.status, headers: headers(Problem.mediaType), body: problem.json)
    }

    private func answer(
        _ request: TransportRequest, _ core: ServerCore, by bearer: Bearer
    ) async throws(Problem) -> TransportResponse {
        let address = URLComponents(string: request.path)
        let parts = (address?.path ?? "").split(separator: "/").map(String.init)
        if parts == ["v1", "replicas"] || parts == ["v1", "audits"] {
            return try await admit(request, core, by: bearer)
        }
        guard parts.count >= 3, let audit = AuditID(hex: parts[2]) else {
            throw Problem(.notFound)
        }
        switch (request.method, parts.count > 3 ? parts[3] : "") {
        case (.put, ""):
            guard let founding = try? WireCreateAuditRequest(serializedBytes: request.body ?? [])
            else { throw Problem(.malformed) }
            let answer = try await core.createAudit(audit, founding, by: bearer, at: clock.now)
            return message(answer.canonicalBytes())
        case (.post, "changes"):
            guard let push = try? WirePushRequest(serializedBytes: request.body ?? []) else {
                throw Problem(.malformed)
            }
            if push.hasSigned { note(.chainCarried) }
            let answer = try await core.push(push, to: audit, by: bearer, at: clock.now)
            if push.hasSigned { note(answer.unplaced > 0 ? .chainUnplaced : .chainTaken) }
            return message(answer.canonicalBytes())
        case (.get, "changes"):
            let query = address?.queryItems ?? []
            guard
                let replica = query.first(where: { $0.name == "replica" })?.value
                    .flatMap({ ReplicaID(hex: $0) }),
                let from = query.first(where: { $0.name == "from" })?.value.flatMap(UInt64.init)
            else { throw Problem(.malformed) }
            let answer = try await core.chain(of: replica, from: from, in: audit, by: bearer)
            return message(answer.canonicalBytes())
        case (.get, "records"):
            let query = address?.queryItems ?? []
            return try await pull(audit, request, query: query, core, by: bearer)
        case (.post, "reconcile"):
            guard let heal = try? WireReconcileRequest(serializedBytes: request.body ?? []) else {
                throw Problem(.malformed)
            }
            let answer = try await core.heal(heal, in: audit, by: bearer, at: clock.now)
            if answer.joined > 0 { note(.recordBroughtBack) }
            if answer.quarantined > 0 { note(.recordSetAside) }
            return message(answer.canonicalBytes())
        case (.get, "digest"):
            let list = address?.queryItems?.first { $0.name == "bucket" }?.value
            guard let list else {
                return message(try await core.digest(of: audit, by: bearer).canonicalBytes())
            }
            let buckets = Set(list.split(separator: ",").compactMap { UInt8($0) })
            return message(
                try await core.buckets(buckets, of: audit, by: bearer).canonicalBytes())
        default:
            throw Problem(.notFound)
        }
    }

    /// What a laptop asks before it can sync anything.
    private func admit(
        _ request: TransportRequest, _ core: ServerCore, by bearer: Bearer
    ) async throws(Problem) -> TransportResponse {
        guard request.method == .post else {
            return message(try await core.audits(by: bearer).canonicalBytes())
        }
        guard let enrolment = try? WireEnrolRequest(serializedBytes: request.body ?? []) else {
            throw Problem(.malformed)
        }
        return message(
            try await core.enrol(enrolment, by: bearer, at: clock.now).canonicalBytes())
    }

    private func pull(
        _ audit: AuditID, _ request: TransportRequest, query: [URLQueryItem], _ core: ServerCore,
        by bearer: Bearer
    ) async throws(Problem) -> TransportResponse {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let answer = try await core.pull(
            PullRequest(
                audit: audit, since: value("since").flatMap([UInt8].init(base64URL:)),
                acked: value("ack").flatMap(UInt64.init) ?? 0,
                settled: value("resolved").flatMap(UInt64.init), limit: 2,
                known: request.headers.first { $0.name == "If-None-Match" }?.value
                    .replacing("\"", with: "")),
            by: bearer)
        switch answer {
        case .unchanged:
            note(.unchanged)
            return TransportResponse(
                status: 304, headers: [HeaderField(ProtocolNames.versionHeader, "1")])
        case .stream(let bytes, _):
            return TransportResponse(
                status: 200, headers: Self.headers(ProtocolNames.pullStream), body: bytes)
        }
    }

    private func message(_ bytes: [UInt8]) -> TransportResponse {
        TransportResponse(status: 200, headers: Self.headers(ProtocolNames.protobuf), body: bytes)
    }

    private static func headers(_ type: String) -> [HeaderField] {
        [HeaderField("Content-Type", type), HeaderField(ProtocolNames.versionHeader, "1")]
    }
}
