import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

/// The file beside the database that remembers what was told.
struct HeadWitnessTests {
    private let folder: TemporaryFolder
    private let epoch = EpochID(high: 7, low: 1)
    private let audit = AuditID(high: 9, low: 9)

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    private var file: URL { folder.url.appending(path: "keep/heads") }

    @Test func `the highest head is remembered across a restart`() throws {
        var witness = try HeadWitness(in: folder.url)
        #expect(witness.standing == nil)
        witness.begin(epoch)
        witness.note(audit, head(3))
        witness.note(audit, head(5))
        witness.note(audit, head(4))
        witness = try HeadWitness(in: folder.url)
        #expect(witness.standing?.epoch == epoch)
        #expect(witness.standing?.heads == [audit: head(5)])
    }

    @Test func `what is kept for the leads is remembered too, beside the heads`() throws {
        var witness = try HeadWitness(in: folder.url)
        witness.begin(epoch)
        witness.note(audit, head(3))
        witness.note(audit, kept: 4)
        witness.note(audit, kept: 2)
        witness = try HeadWitness(in: folder.url)
        #expect(witness.standing?.heads == [audit: head(3)])
        #expect(witness.standing?.kept == [audit: 4])
    }

    @Test func `a line that a power cut left unfinished is passed over`() throws {
        let witness = try HeadWitness(in: folder.url)
        witness.begin(epoch)
        witness.note(audit, head(3))
        witness.note(audit, head(5))
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.dropLast(9).write(to: file, atomically: true, encoding: .utf8)
        #expect(try HeadWitness(in: folder.url).standing?.heads == [audit: head(3)])
    }

    @Test func `in a new epoch nothing was told yet, and the same one goes on`() throws {
        let witness = try HeadWitness(in: folder.url)
        witness.begin(epoch)
        witness.note(audit, head(3))
        witness.begin(epoch)
        #expect(witness.standing?.heads.count == 1)
        witness.begin(EpochID(high: 7, low: 2))
        #expect(try HeadWitness(in: folder.url).standing?.heads.isEmpty == true)
    }

    @Test func `the file stays small however much is told`() throws {
        let witness = try HeadWitness(in: folder.url)
        witness.begin(epoch)
        for sequence in 1...UInt64(12_000) { witness.note(audit, head(sequence)) }
        let size = try Data(contentsOf: file).count
        #expect(size < 1_100_000)
        #expect(try HeadWitness(in: folder.url).standing?.heads == [audit: head(12_000)])
    }

    // MARK: At start

    @Test func `a database that has all that was told goes on in its epoch`() async throws {
        var team = try await witnessedTeam()
        let epoch = team.server.core.epoch
        team.server = try team.server.restarted()
        #expect(try await !team.server.core.noticeRestore())
        #expect(team.server.core.epoch == epoch)
    }

    @Test func `a database below what was told begins a new epoch, once`() async throws {
        var team = try await witnessedTeam()
        let epoch = team.server.core.epoch
        try team.putBack()
        #expect(try await team.server.core.noticeRestore())
        #expect(team.server.core.epoch != epoch)
        team.server = try team.server.restarted()
        #expect(try await !team.server.core.noticeRestore())
    }

    @Test func `a database that never had what was told begins a new epoch`() async throws {
        var team = try await witnessedTeam()
        try team.loseEverything()
        #expect(try await team.server.core.noticeRestore())
    }

    @Test func `a database that has lost what is kept for the leads begins a new epoch`()
        async throws
    {
        var team = try await TestServer().team()
        team.server = try team.server.restarted()
        #expect(try await !team.server.core.noticeRestore())
        try team.backUp()
        #expect(try await !team.server.core.noticeRestore())
        let key = TestKey(6)
        var stranger = TestDevice(
            person: key.person, replica: key.replica, token: "", epoch: team.server.core.epoch)
        stranger.judge(team.state(), .passed)
        let kept = try await team.server.core.push(
            stranger.carried(in: team.audit, by: key), to: team.audit, by: team.lead.bearer,
            at: TestServer.now)
        #expect(kept.unplaced == 1)
        team.server = try team.server.restarted()
        #expect(try await !team.server.core.noticeRestore())
        try team.putBack()
        #expect(try await team.server.core.noticeRestore())
    }

    /// A team of whom one change is in the backup and another was told since.
    private func witnessedTeam() async throws -> TestTeam {
        var team = try await TestServer().team()
        team.server = try team.server.restarted()
        #expect(try await !team.server.core.noticeRestore())
        try team.backUp()
        #expect(try await !team.server.core.noticeRestore())
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        return team
    }

    private func head(_ sequence: UInt64) -> HeadWitness.Head {
        HeadWitness.Head(sequence: sequence, trail: Hash256(of: [UInt8(sequence & 0xFF)]))
    }
}
