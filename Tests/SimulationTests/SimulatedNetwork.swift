import Client
import Foundation
import Server
import Shared
import SwiftProtobuf
import Synchronization
import TestSupport

/// The network between one laptop and the server: it loses, repeats, delays and cuts by its seed.
///
/// Requests reach the real server's core; only sockets are left out.
final class SimulatedNetwork: Transport {
    /// How often in a hundred each fault strikes; all zero once the run heals.
    struct Faults: Sendable {
        var requestLost = 0
        var answerLost = 0
        var requestRepeated = 0
        var oldRequestReplayed = 0
        var answerCut = 0
        var captivePortal = 0

        static let none = Faults()
    }

    private struct State {
        var generator: SeededGenerator
        var faults: Faults
        var core: ServerCore
        var bearer: Bearer
        /// Pushes that reached the network once; any of them may arrive again, days later.
        var oldPushes: [TransportRequest] = []
        var goals: [Goal: Int] = [:]
    }

    private let state: Mutex<State>
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init(core: ServerCore, bearer: Bearer, faults: Faults, generator: SeededGenerator) {
        state = Mutex(
            State(generator: generator, faults: faults, core: core, bearer: bearer))
    }

    /// The same network for another laptop.
    func clone(seed: UInt64) -> SimulatedNetwork {
        state.withLock {
            SimulatedNetwork(
                core: $0.core, bearer: $0.bearer, faults: $0.faults,
                generator: SeededGenerator(seed: seed))
        }
    }

    /// Sends another token from now on.
    func show(_ bearer: Bearer) {
        state.withLock {
            $0.bearer = bearer
            // What is on its way under the old token has its old token with it.
            $0.oldPushes = []
        }
    }

    /// Puts the server's next process, or the next faults, behind the network.
    func connect(to core: ServerCore, faults: Faults) {
        state.withLock {
            $0.core = core
            $0.faults = faults
        }
    }

    /// How often each fault struck.
    var goals: [Goal: Int] { state.withLock(\.goals) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if strikes(\.requestLost) { throw .cut(receivedBytes: 0) }
        if strikes(\.captivePortal) {
            note(.captivePortal)
            return TransportResponse(
                status: 200, headers: [HeaderField("Content-Type", "text/html")],
                body: [UInt8]("<html>Welcome to Hotel Larkfield".utf8))
        }
        if strikes(\.oldRequestReplayed), let old = anyOldPush() {
            note(.oldRequestReplayed)
            _ = await serve(old)
        }
        if strikes(\.requestRepeated) { _ = await serve(request) }
        let response = await serve(request)
        keep(request)
        if strikes(\.answerLost) {
            note(.answerLost)
            throw .cut(receivedBytes: 0)
        }
        return strikes(\.answerCut) ? cut(response) : response
    }

    // MARK: Faults

    private func strikes(_ fault: KeyPath<Faults, Int>) -> Bool {
        state.withLock { $0.generator.chance($0.faults[keyPath: fault]) }
    }

    private func note(_ goal: Goal) {
        state.withLock { $0.goals[goal, default: 0] += 1 }
    }

    private func keep(_ request: TransportRequest) {
        guard request.method == .post else { return }
        state.withLock { $0.oldPushes.append(request) }
    }

    private func anyOldPush() -> TransportRequest? {
        state.withLock { $0.oldPushes.isEmpty ? nil : $0.generator.pick($0.oldPushes) }
    }

    /// Breaks the connection somewhere within the body.
    private func cut(_ response: TransportResponse) -> TransportResponse {
        guard !response.body.isEmpty else { return response }
        note(.answerCut)
        let kept = state.withLock { $0.generator.below(response.body.count) }
        return TransportResponse(
            status: response.status, headers: response.headers,
            body: Array(response.body.prefix(kept)), end: .cut(.cut(receivedBytes: kept)))
    }

    // MARK: Serving

    private func serve(_ request: TransportRequest) async -> TransportResponse {
        let (core, bearer) = state.withLock { ($0.core, $0.bearer) }
        do throws(Problem) {
            return try await answer(request, core, by: bearer)
        } catch {
            return TransportResponse(
                status: error.status, headers: Self.headers(Problem.mediaType), body: error.json)
        }
    }

    private func answer(
        _ request: TransportRequest, _ core: ServerCore, by bearer: Bearer
    ) async throws(Problem) -> TransportResponse {
        let address = URLComponents(string: request.path)
        let parts = (address?.path ?? "").split(separator: "/").map(String.init)
        guard parts.count >= 3, let audit = AuditID(hex: parts[2]) else {
            throw Problem(.notFound)
        }
        switch (request.method, parts.count > 3 ? parts[3] : "") {
        case (.put, ""):
            let answer = try await core.createAudit(audit, by: bearer, at: now)
            return message(answer.canonicalBytes())
        case (.post, "changes"):
            guard let push = try? WirePushRequest(serializedBytes: request.body ?? []) else {
                throw Problem(.malformed)
            }
            if push.hasSigned { note(.chainCarried) }
            let answer = try await core.push(push, to: audit, by: bearer, at: now)
            if push.hasSigned { note(.chainTaken) }
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
        case (.post, "heal"):
            guard let heal = try? WireHealRequest(serializedBytes: request.body ?? []) else {
                throw Problem(.malformed)
            }
            let answer = try await core.heal(heal, in: audit, by: bearer, at: now)
            if answer.joined > 0 { note(.recordBroughtBack) }
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

    private func pull(
        _ audit: AuditID, _ request: TransportRequest, query: [URLQueryItem], _ core: ServerCore,
        by bearer: Bearer
    ) async throws(Problem) -> TransportResponse {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let answer = try await core.pull(
            PullRequest(
                audit: audit, since: value("since").flatMap([UInt8].init(base64URL:)),
                acked: value("acked").flatMap(UInt64.init) ?? 0, limit: 2,
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

/// What a set of runs has to have met at least once, or it proves less than it seems to.
enum Goal: String, CaseIterable, Sendable {
    case answerLost, answerCut, oldRequestReplayed, captivePortal, unchanged
    case laptopCrashed, serverCrashed, twoFormsOpen
    case conflict, corroboration, decided, challengedLate, challengedInformed, settledByRule
    case policyChanged, policyContested, laterRound, twoAudits
    case rejected, quarantined, withdrawn
    case copyNoticedAtOpen, forkNoticed, putBack, journalReplayed, rollbackNoticed, reissued, again
    case enrolmentRepeated, diskFull, busy, serverDiskFull
    case restoreDeclared, restoreUnnoticed, restoreOvertaken, recordBroughtBack, serverHealed
    case laptopDied, clockJumped
    case retired, revoked, rejoined, quarantineAdopted, quarantineDiscarded, demotedWithDecisions
    case bundleTaken, bundleContradicted, chainCarried, chainTaken
}
