import Foundation
import Shared
import Testing

@testable import Server

/// What each person may use of the server's disk in one audit, and how she is told.
struct QuotaTests {
    private static func limits(log: UInt64) -> Limits {
        var limits = Limits.standard
        limits.logBytesPerPersonMax = log
        return limits
    }

    @Test func `a pull's opening tells what is used of what is granted`() async throws {
        var team = try await TestServer(limits: Self.limits(log: 10_000)).team()
        let before = try #require(try await team.opening(of: team.tester))
        #expect(before.log.used == 0 && before.log.most == 10_000)
        #expect(before.evidence.most == Limits.standard.evidenceBytesPerPersonMax)
        let change = team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let after = try #require(try await team.opening(of: team.tester))
        #expect(after.log.used == UInt64(change.key.bytes.count + change.bytes.count))
        #expect(try await team.opening(of: team.other)?.log.used == 0)
    }

    @Test func `a chain is taken until twice the quota, and then the whole push waits`()
        async throws
    {
        var team = try await TestServer(limits: Self.limits(log: 1_000)).team()
        var refused: Problem?
        for number in UInt64(1)...40 where refused == nil {
            team.tester.judge(team.state(number), .passed)
            do throws(Problem) {
                let answer = try await team.server.core.push(
                    team.tester.request(), to: team.audit, by: team.tester.bearer,
                    at: TestServer.now)
                team.tester.acknowledge(through: answer.acknowledged)
            } catch {
                refused = error
            }
        }
        let problem = try #require(refused)
        #expect(problem.code == .storageFull && problem.retryAfter == 3600)
        #expect(problem.detail?.contains("log_bytes_per_person_max") == true)
        let used = try #require(try await team.opening(of: team.tester)).log.used
        #expect(used > 1_500 && used <= 2_000)
        // What is known already is answered, and others have room of their own.
        team.other.judge(team.state(), .passed)
        try await team.server.push(&team.other, to: team.audit)
    }

    @Test func `a seal that this server never made gives no room and no other chain`()
        async throws
    {
        var team = try await TestServer(limits: Self.limits(log: 1_000)).team()
        let text = String(repeating: "x", count: 3_000)
        team.tester.record(
            team.state(), [Write(field: .note, value: .text(text), replaces: [])])
        var proof = WireAcknowledgement()
        proof.epoch = team.server.core.epoch.data
        proof.replica = team.tester.replica.data
        proof.n = 1
        proof.receipt = Data(count: 48)
        proof.chain = try #require(team.tester.pending.first).chain(of: team.tester, team.audit)
        var request = team.tester.request()
        request.proof = proof
        func refusal(by device: TestDevice) async -> ProblemCode? {
            do throws(Problem) {
                _ = try await team.server.core.push(
                    request, to: team.audit, by: device.bearer, at: TestServer.now)
                return nil
            } catch { return error.code }
        }
        #expect(await refusal(by: team.tester) == .storageFull)
        // Nor is it a word for another device's chain.
        let second = try await team.server.device("Maya", person: 2, replica: 22)
        #expect(await refusal(by: second) == .notAllowed)
    }

    @Test func `a rejected body that is kept by its hash takes no room`() async throws {
        var team = try await TestServer().team()
        let text = String(repeating: "x", count: 200_000)
        let note = Write(field: .note, value: .text(text), replaces: [])
        team.tester.record(team.state(), [note])
        try await team.server.push(&team.tester, to: team.audit)
        let used = try #require(try await team.opening(of: team.tester)).log.used
        #expect(used == UInt64(team.state().bytes.count))
    }
}

extension Change {
    /// The hash of a chain that it begins.
    fileprivate func chain(of device: TestDevice, _ audit: AuditID) -> Data {
        ChainEnd.start(of: device.replica, in: audit).after(hash).chain.data
    }
}

extension TestTeam {
    fileprivate func opening(of device: TestDevice) async throws -> WirePullOpening? {
        try await server.pull(audit, by: device).opening
    }
}
