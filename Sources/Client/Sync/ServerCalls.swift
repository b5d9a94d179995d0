import Foundation
import HTTPClient
import Shared
import SwiftProtobuf

/// The protocol's requests as functions: messages in, messages out, no decisions.
struct ServerCalls: Sendable {
    private let transport: any Transport
    private let limits: Limits

    init(transport: any Transport, limits: Limits = .standard) {
        self.transport = transport
        self.limits = limits
    }

    func create(
        _ audit: AuditID, showing request: WireCreateAuditRequest
    ) async throws(ServerCallError) -> (cursor: [UInt8], epoch: EpochID) {
        let wire: WireCreateAuditResponse = try await message(
            .carrying(request, .put, ProtocolNames.audit(audit)))
        guard let epoch = EpochID(bytes: wire.epoch) else { throw notOurs("no epoch") }
        return ([UInt8](wire.cursor), epoch)
    }

    func push(
        _ batch: OutgoingBatch, to audit: AuditID, epoch present: EpochID?,
        as compression: TransportRequest.Compression = .zstd
    ) async throws(ServerCallError) -> Acknowledgement {
        var request = WirePushRequest()
        request.epoch = Data(present?.bytes ?? [])
        request.replica = Data(batch.replica.bytes)
        request.first = batch.first
        request.chainBefore = Data(batch.before.chain.bytes)
        request.changes = batch.changes.map(WirePushedChange.init)
        if let proof = batch.proof { request.proof = proof.wire }
        if let signed = batch.signed {
            request.signed = signed.wire
            request.device = signed.device.wire
        }
        request.nonce = Data(batch.nonce)
        request.ids = batch.ids.map(\.wire)
        request.following = Data(batch.following.flatMap { $0.hash.bytes + [$0.outcome] })
        let answer: WirePushResponse = try await message(
            .carrying(request, .post, ProtocolNames.changes(audit), as: compression))
        guard let chain = Hash256(bytes: answer.chain) else { throw notOurs("no chain hash") }
        // A seal is kept under its epoch, by which a restored server knows it.
        guard let epoch = EpochID(bytes: answer.epoch), epoch == present ?? epoch
        else { throw notOurs("another epoch than the one that was asked") }
        let isUnplaced = batch.signed != nil && answer.unplaced > 0
        let n = isUnplaced ? answer.unplaced : answer.acknowledged
        // Else the same batch would be sent without end.
        guard n >= batch.first else { throw notOurs("an answer to nothing of the batch") }
        return Acknowledgement(
            epoch: epoch, end: ChainEnd(dot: Dot(replica: batch.replica, n: n), chain: chain),
            seal: [UInt8](answer.receipt), answers: answer.outcomes.map(ChangeAnswer.init),
            isUnplaced: isUnplaced)
    }

    /// Asks for what is new; nil when the laptop has all there is.
    func pull(
        _ audit: AuditID, from start: PullStart, countMax: Int, replica: ReplicaID
    ) async throws(ServerCallError) -> PullPiece? {
        let response = try await send(start.request(of: audit, countMax: countMax))
        guard response.status != 304 else {
            guard start.known != nil else { throw notOurs("an answer to what was not asked") }
            return nil
        }
        do throws(TransportError) {
            let piece = try PullPiece(
                reading: response.body, of: audit, replica: replica, limits: limits)
            // What came whole before a cut is stored; only then is the cut a failure.
            if case .cut(let error) = response.end, case .nothing = piece.end { throw error }
            return piece
        } catch {
            if case .cut(let cut) = response.end { throw .transport(cut) }
            throw .transport(error)
        }
    }

    func enrol(_ request: WireEnrolRequest) async throws(ServerCallError) -> WireEnrolResponse {
        try await message(.carrying(request, .post, ProtocolNames.replicas))
    }

    func people() async throws(ServerCallError) -> WirePeopleResponse {
        try await message(TransportRequest(.get, ProtocolNames.people))
    }

    func audits() async throws(ServerCallError) -> WireAuditsResponse {
        try await message(TransportRequest(.get, ProtocolNames.audits))
    }

    func digests(_ audit: AuditID) async throws(ServerCallError) -> WireDigestResponse {
        try await message(TransportRequest(.get, ProtocolNames.digest(audit)))
    }

    func heal(
        _ audit: AuditID, to epoch: EpochID, _ seals: ShownReceipts,
        records: [(epoch: EpochID, bytes: [UInt8])] = []
    ) async throws(ServerCallError) -> WireReconcileResponse {
        var request = WireReconcileRequest()
        request.epoch = Data(epoch.bytes)
        request.acknowledgements = seals.acks.map(\.wire)
        if let own = seals.checkpoint, let wire = try? WireCheckpoint(serializedBytes: own.image) {
            request.checkpointEpoch = Data(own.epoch.bytes)
            request.checkpoint = wire
        }
        request.records = records.map { image in
            .with {
                $0.epoch = Data(image.epoch.bytes)
                $0.record = Data(image.bytes)
            }
        }
        return try await message(.carrying(request, .post, ProtocolNames.heal(audit)))
    }

    func chain(
        _ audit: AuditID, _ replica: ReplicaID, from n: UInt64
    ) async throws(ServerCallError) -> WireChainResponse {
        let path = "\(ProtocolNames.changes(audit))?replica=\(replica.hex)&from=\(n)"
        return try await message(TransportRequest(.get, path))
    }

    func digests(
        _ audit: AuditID, buckets: [UInt8]
    ) async throws(ServerCallError) -> [RecordKey: Hash256] {
        let list = buckets.map(String.init).joined(separator: ",")
        let answer: WireBucketResponse = try await message(
            TransportRequest(.get, "\(ProtocolNames.digest(audit))?bucket=\(list)"))
        let asked = Set(buckets.map(Int.init))
        var digests: [RecordKey: Hash256] = [:]
        for entry in answer.entries {
            guard let key = RecordKey(bytes: [UInt8](entry.key)), key.audit == audit,
                asked.contains(digestBucket(of: key)), let digest = Hash256(bytes: entry.digest)
            else { throw notOurs("a digest of what was not asked for") }
            digests[key] = digest
        }
        return digests
    }

    func trail(
        _ audit: AuditID, from sequence: UInt64
    ) async throws(ServerCallError) -> (entries: [TrailEntry], head: TrailHead) {
        let response = try await send(
            TransportRequest(.get, "\(ProtocolNames.trail(audit))?from=\(sequence)"))
        if case .cut(let error) = response.end { throw .transport(error) }
        var lines = response.body.split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        guard let last = lines.popLast(),
            let head = try? decoder.decode(TrailHead.self, from: Data(last))
        else { throw notOurs("a trail without its head") }
        do {
            return (try lines.map { try decoder.decode(TrailEntry.self, from: Data($0)) }, head)
        } catch { throw notOurs("an entry of the trail cannot be read") }
    }

    func message<Answer: SwiftProtobuf.Message>(
        _ request: TransportRequest
    ) async throws(ServerCallError) -> Answer {
        try read(try await send(request))
    }

    func read<Answer: SwiftProtobuf.Message>(
        _ response: TransportResponse
    ) throws(ServerCallError) -> Answer {
        if case .cut(let error) = response.end { throw .transport(error) }
        guard response.header("Content-Type")?.hasPrefix(ProtocolNames.protobuf) == true,
            let answer = try? Answer(serializedBytes: response.body)
        else { throw notOurs("the answer is no message of the protocol") }
        return answer
    }

    /// Sends a request; a problem that is answered is thrown.
    func send(_ request: TransportRequest) async throws(ServerCallError) -> TransportResponse {
        let response = try await exchange(request)
        guard response.status >= 400 else { return response }
        guard let problem = Problem(json: response.body) else {
            // A line that broke says nothing of who answers.
            if case .cut(let error) = response.end { throw .transport(error) }
            throw notOurs("status \(response.status) without a problem")
        }
        throw .problem(problem)
    }

    /// Sends a request; returns whatever one of our servers answers.
    func exchange(_ request: TransportRequest) async throws(ServerCallError) -> TransportResponse {
        var request = request
        request.headers.append(HeaderField(ProtocolNames.versionHeader, "\(ProtocolNames.version)"))
        // A cache on the way that ignores whose token it sees would answer with what was.
        request.headers.append(HeaderField("Cache-Control", "no-cache"))
        let response: TransportResponse
        do { response = try await transport.send(request) } catch { throw .transport(error) }
        // A captive portal answers 200 with a page of its own; only our servers say this header.
        guard response.header(ProtocolNames.versionHeader) != nil else {
            let status = response.status
            // What refuses in a server's place says nothing of what was asked.
            guard status < 400 else { throw .transport(.refusedOnTheWay(status: status)) }
            throw notOurs("status \(status) without the header of an Accord server")
        }
        return response
    }

    /// What answered is no Accord server, or none that keeps to the protocol.
    func notOurs(_ detail: String) -> ServerCallError { .transport(.notOurServer(detail: detail)) }
}

extension TransportRequest {
    fileprivate static func carrying(
        _ message: some SwiftProtobuf.Message, _ method: Method, _ path: String,
        as compression: Compression = .zstd
    ) -> TransportRequest {
        TransportRequest(
            method, path, headers: [HeaderField("Content-Type", ProtocolNames.protobuf)],
            body: message.canonicalBytes(), compression: compression)
    }
}

extension WirePushedChange {
    init(_ change: ChainChange) {
        self.init()
        key = Data(change.key)
        if let answer = change.answer {
            outcome = WireChangeOutcome(rawValue: answer.code) ?? .unspecified
            reason = answer.reason
        }
        body = Data(change.body)
    }
}

extension ServerCalls {
    /// Turns what a call says into what a tester is told.
    static func translated<Answer>(_ call: () async throws -> Answer) async throws -> Answer {
        do {
            return try await call()
        } catch let error as ServerCallError {
            switch error {
            case .transport(let failure): throw ClientError.transport(failure)
            case .problem(let problem): throw ClientError.problem(problem)
            }
        }
    }
}
