import Foundation
import Shared
import Storage
import Testing

@testable import Server

/// A body above its bound is kept by its hash alone: nobody fills a disk with what nobody reads.
struct OversizedBodyTests {
    fileprivate struct Kept: Equatable {
        let bytes: Int?
        let told: Int64
        let hash: Hash256
    }

    @Test(arguments: [false, true])
    func `a body above its bound is rejected and kept by its hash`(isReadable: Bool) async throws {
        var team = try await TestServer().team()
        let request = Self.request(&team.tester, team.state(), bytes: 140_000, isReadable)
        let body = [UInt8](request.changes[0].body)
        #expect(body.count > 132 * 1024)
        let answer = try await team.push(request)
        let outcome = try #require(answer.outcomes.first)
        #expect(outcome.outcome == .rejected)
        #expect(outcome.reason.hasSuffix("the server keeps its hash, not its bytes"))

        let hash = ChangeHash.hash(
            keyBytes: team.state().bytes, dot: Dot(replica: team.tester.replica, n: 1), body: body)
        #expect(
            try await team.kept() == Kept(bytes: nil, told: Int64(body.count), hash: hash))
        // It is shown as such to its author and to leads, and its number counts.
        for reader in [team.tester, team.lead] {
            let chain = try await team.server.core.chain(
                of: team.tester.replica, from: 1, in: team.audit, by: reader.bearer)
            let item = try #require(chain.changes.first)
            #expect(item.body.isEmpty && item.bodyBytes == UInt64(body.count))
            #expect(item.hash == hash.data && item.reason == outcome.reason)
        }
        #expect(try await team.server.core.verify(team.audit).faults.isEmpty)
        let again = try await team.push(request)
        #expect(again.outcomes.map(\.reason) == [outcome.reason] && again.chain == answer.chain)
    }

    @Test func `a rejected body within its bound is kept whole`() async throws {
        var team = try await TestServer().team()
        let request = Self.request(&team.tester, team.state(), bytes: 100_000, true)
        let answer = try await team.push(request)
        #expect(answer.outcomes.map(\.outcome) == [.rejected])
        let count = request.changes[0].body.count
        #expect(try await team.kept().bytes == count)
    }

    private static func request(
        _ device: inout TestDevice, _ state: RecordKey, bytes: Int, _ isReadable: Bool
    ) -> WirePushRequest {
        let text = String(repeating: "x", count: bytes)
        device.record(state, [Write(field: .note, value: .text(text), replaces: [])])
        var request = device.request()
        if !isReadable { request.changes[0].body = Data(repeating: 0xFF, count: bytes) }
        return request
    }
}

extension TestTeam {
    fileprivate func push(_ request: WirePushRequest) async throws -> WirePushResponse {
        try await server.core.push(request, to: audit, by: tester.bearer, at: TestServer.now)
    }

    /// The log's one row of the tester.
    fileprivate func kept() async throws -> OversizedBodyTests.Kept {
        try await server.store.read { [tester] db in
            let row = try db.first(
                """
                select length(body), body_bytes, hash from change
                where replica = (select number from replica where id = ?)
                """, tester.replica
            ) {
                OversizedBodyTests.Kept(
                    bytes: $0.isNull(0) ? nil : Int($0.int(0)), told: $0.int(1),
                    hash: try $0.hash(2))
            }
            return try #require(row)
        }
    }
}
