import Client
import Foundation
import HTTPClient
import Server
import Shared
import SwiftProtobuf

extension SimulatedNetwork {
    /// Lets the server answer, as its routes do, to whoever shows a token.
    func serve(
        _ request: TransportRequest, token: String
    ) async throws(TransportError) -> TransportResponse {
        let answer = try await server.answer(request, token: token, accepting: drawAccepted())
        if answer.requestCoding != nil { note(.requestCompressed) }
        switch answer.coding {
        case "zstd": note(.answerInZstd)
        case "gzip": note(.answerInGzip)
        default: break  // open set: what was not encoded
        }
        noteMeaning(of: answer.response, to: request)
        return answer.response
    }

    /// Counts what the run has to have met, by what the two sides said to each other.
    private func noteMeaning(of response: TransportResponse, to request: TransportRequest) {
        if request.path.contains("&wait=") { note(.pullHeld) }
        if response.status == 304 { note(.unchanged) }
        guard request.method == .post else { return }
        if request.path.hasSuffix("/changes"),
            let push = try? WirePushRequest(serializedBytes: request.body ?? []), push.hasSigned
        {
            note(.chainCarried)
            if response.status == 200,
                let answer = try? WirePushResponse(serializedBytes: response.body)
            {
                note(answer.unplaced > 0 ? .chainUnplaced : .chainTaken)
            }
        }
        if request.path.hasSuffix("/reconcile"), response.status == 200,
            let answer = try? WireReconcileResponse(serializedBytes: response.body)
        {
            if answer.joined > 0 { note(.recordBroughtBack) }
            if answer.quarantined > 0 { note(.recordSetAside) }
        }
    }

    /// Tells the server of a replica, over a line that holds.
    func enrol(_ request: WireEnrolRequest) async throws(Problem) -> WireEnrolResponse {
        let body = try await ask(
            ProtocolNames.replicas, ProtocolNames.protobuf, request.canonicalBytes())
        guard let answer = try? WireEnrolResponse(serializedBytes: body) else {
            throw Problem(.bug, detail: "an enrolment was answered without a message")
        }
        return answer
    }

    /// Pushes over a line that holds what no laptop of ours would push.
    func push(
        _ request: WirePushRequest, to audit: AuditID
    ) async throws(Problem) -> WirePushResponse {
        let body = try await ask(
            ProtocolNames.changes(audit), ProtocolNames.protobuf, request.canonicalBytes())
        guard let answer = try? WirePushResponse(serializedBytes: body) else {
            throw Problem(.bug, detail: "a push was answered without a message")
        }
        return answer
    }

    /// Gives the server an order as a script does, in JSON.
    func tell(_ path: String, _ order: String) async throws(Problem) {
        _ = try await ask(path, ProtocolNames.json, [UInt8](order.utf8))
    }

    private func ask(
        _ path: String, _ mediaType: String, _ body: [UInt8]
    ) async throws(Problem) -> [UInt8] {
        let request = TransportRequest(
            .post, path, headers: [HeaderField("Content-Type", mediaType)], body: body)
        let response: TransportResponse
        do throws(TransportError) { response = try await serve(request, token: token) } catch {
            throw Problem(.bug, detail: error.message)
        }
        guard response.status >= 400 else { return response.body }
        throw Problem(json: response.body) ?? Problem(.bug, detail: "status \(response.status)")
    }

    static func answer(_ problem: Problem) -> TransportResponse {
        TransportResponse(
            status: problem.status,
            headers: [
                HeaderField("Content-Type", Problem.mediaType),
                HeaderField(ProtocolNames.versionHeader, "1"),
            ], body: problem.json)
    }
}
