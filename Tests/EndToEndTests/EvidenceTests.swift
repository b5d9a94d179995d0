import Foundation
import TestSupport
import Testing

/// Attached files on their way through the built programs (docs/protocol.md, "Evidence").
@Suite(.serialized, .timeLimit(.long))
struct EvidenceTests {
    private let team: Team
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("failed"))
    }

    @Test func `a file that one attaches is what the other fetches`() throws {
        let bytes = Self.png + Self.noise(3_000_000)
        try attach(bytes, as: "menu.png")
        #expect(try status(of: team.tester) == [1, 0])
        let sent = try team.tester.succeed("sync").out
        #expect(sent.contains("Evidence: 1 sent."))
        #expect(try status(of: team.tester) == [0, 0])
        try team.lead.succeed("sync")
        let file = try #require(try evidence(of: team.lead).first)
        #expect(file["place"] as? String == "here")
        #expect(file["name"] as? String == "menu.png")
        #expect(file["type"] as? String == "image/png")
        #expect(file["bytes"] as? Int == bytes.count)
        #expect(try team.lead.succeed("show", Team.state).out.contains("menu.png (image/png"))
        let desk = team.folder.url.appending(path: "desk").path
        let copies = try team.lead.succeed("evidence", "fetch", "--to", desk, "--json").json()
        let copy = try #require((copies["copies"] as? [String])?.first)
        #expect(copy.hasSuffix("/menu.png"))
        #expect([UInt8](try Data(contentsOf: URL(filePath: copy))) == bytes)
        try team.lead.succeed("evidence", "scrub")
    }

    @Test func `findings travel without files, which are pending from the laptop that has them`()
        throws
    {
        try attach(Self.png + Self.noise(1000), as: "menu.png")
        try team.tester.succeed("sync", "--no-evidence")
        try team.lead.succeed("sync")
        #expect(try status(of: team.lead) == [0, 1])
        let listed = try team.lead.succeed("evidence", "list", "--pending").out
        #expect(listed.contains("pending from Maya Lindqvist (device "))
        let rows = try team.lead.succeed("list", "--json").out
        let row = try #require(
            (try JSONSerialization.jsonObject(with: Data(rows.utf8)) as? [[String: Any]])?.first)
        #expect((row["files"] as? [[String: Any]])?.first?["place"] as? String == "pending")
        // Nobody has sent it: that is told, and is no success.
        #expect(try team.lead.run("evidence", "fetch", "menu.png").status == 1)
        try team.tester.succeed("sync")
        try team.lead.succeed("evidence", "fetch", "menu.png")
        #expect(try status(of: team.lead) == [0, 0])
    }

    @Test func `a damaged file is set aside and fetched again`() throws {
        try attach(Self.png + Self.noise(1000), as: "menu.png")
        try team.tester.succeed("sync")
        let hash = try #require(try evidence(of: team.tester).first?["sha256"] as? String)
        let path = team.folder.url.appending(path: "maya/evidence/\(hash)")
        try Data("damaged".utf8).write(to: path)
        #expect(try team.tester.run("evidence", "scrub").status == 1)
        #expect(try status(of: team.tester) == [0, 1])
        try team.tester.succeed("sync")
        #expect(try team.tester.run("evidence", "scrub").status == 0)
        // The same on the server: the laptop that has it sends it again.
        let blob = team.server.data.appending(path: "blobs/\(hash.prefix(2))/\(hash)")
        try Data("damaged".utf8).write(to: blob)
        let data = team.server.data.path
        let scrub = try Program.server.run("evidence", "scrub", "--data", data)
        #expect(scrub.status == 1 && scrub.out.contains(hash))
        let again = try Program.server.succeed("evidence", "gc", "--data", data, "--dry-run")
        #expect(again.out.contains("0 files"))
    }

    @Test func `what cannot be attached is refused before anything is saved`() throws {
        let empty = team.folder.url.appending(path: "empty.png")
        try Data().write(to: empty)
        for (path, status) in [(empty.path, 65), ("/nowhere.png", 66), ("/tmp", 66)] {
            let output = try team.tester.run(
                "attach", Team.state, "--criterion", "state-open", path)
            #expect(output.status == Int32(status), "\(path): \(output.errors)")
        }
        let text = try team.tester.run(
            "attach", Team.state, "--criterion", "state-open", "--strip-location", "-",
            input: "no photograph")
        #expect(text.status == 65)
        #expect(try evidence(of: team.tester).isEmpty)
        #expect(try team.tester.succeed("evidence", "scrub").out == "0 files sound\n")
    }

    /// `ACCORD_EVIDENCE_MIB=200` sends 200 MiB, with a reset every 5 MiB as in issue 3.
    @Test func `a large file over a line that breaks costs 1.05 times its bytes, findings first`()
        throws
    {
        let mebibytes =
            ProcessInfo.processInfo.environment["ACCORD_EVIDENCE_MIB"].flatMap(Int.init) ?? 20
        let size = mebibytes * 1024 * 1024
        let line = try team.faultyLine(seed: 1)
        let laptop = try team.laptop("Lee Park", over: line)
        try laptop.program.succeed(Team.verdict("failed"))
        let file = team.folder.url.appending(path: "session.mov")
        try Data(Self.noise(size)).write(to: file)
        try laptop.program.succeed(
            "attach", Team.state, "--criterion", "state-open", file.path)
        var profile = LineProfile("resets")
        profile.cutEveryBytes = size / 40
        profile.bytesPerSecond = 8 * 1024 * 1024
        line.behave(profile)
        let sync = laptop.program.process(["sync"])
        sync.standardOutput = FileHandle.nullDevice
        sync.standardError = FileHandle.nullDevice
        try sync.run()
        while line.traffic.sent < size / 4, sync.isRunning { sched_yield() }
        try laptop.program.succeed(Team.verdict("failed", "--note", "Recorded meanwhile."))
        var isHeard = false
        while !isHeard, sync.isRunning {
            try team.lead.succeed("sync", "--no-evidence")
            isHeard = try team.lead.succeed("show", Team.state).out.contains("meanwhile")
        }
        #expect(isHeard && sync.isRunning, "the finding came after the file")
        sync.waitUntilExit()
        let syncs = sync.terminationStatus == 0 ? 1 : 1 + (try laptop.syncThrough())
        let traffic = line.traffic
        line.behave()
        let ratio = Double(traffic.sent) / Double(size)
        print(
            "tally: \(mebibytes) MiB, \(traffic.cuts) cuts, \(syncs) syncs: \(ratio) of the bytes")
        #expect(traffic.cuts >= 35)
        #expect(ratio <= 1.05)
        try team.lead.succeed("evidence", "fetch", "--to", team.folder.url.path + "/desk")
        let copy = team.folder.url.appending(path: "desk/session.mov")
        #expect(FileManager.default.contentsEqual(atPath: copy.path, andPath: file.path))
    }

    @Test func `a sync that is killed goes on where it was`() throws {
        let line = try team.faultyLine()
        let laptop = try team.laptop("Lee Park", over: line)
        try laptop.program.succeed(Team.verdict("failed"))
        let size = 8 * 1024 * 1024
        let file = team.folder.url.appending(path: "session.mov")
        try Data(Self.noise(size)).write(to: file)
        try laptop.program.succeed(
            "attach", Team.state, "--criterion", "state-open", file.path)
        var profile = LineProfile("slow")
        profile.bytesPerSecond = 16 * 1024 * 1024
        line.behave(profile)
        let sync = laptop.program.process(["sync"])
        sync.standardOutput = FileHandle.nullDevice
        try sync.run()
        while line.traffic.sent < size / 2, sync.isRunning { sched_yield() }
        kill(sync.processIdentifier, SIGKILL)
        sync.waitUntilExit()
        try laptop.program.succeed("sync")
        // The part that was on its way may be there or not.
        #expect(line.traffic.sent < size * 5 / 4)
        #expect(try status(of: laptop.program) == [0, 0])
    }

    // MARK: Doing

    private func attach(_ bytes: [UInt8], as name: String) throws {
        let file = team.folder.url.appending(path: name)
        try Data(bytes).write(to: file)
        try team.tester.succeed("attach", Team.state, "--criterion", "state-open", file.path)
        // The copy is what counts from now on.
        try FileManager.default.removeItem(at: file)
    }

    private func evidence(of program: Program) throws -> [[String: Any]] {
        let listed = try program.succeed("evidence", "list", "--json").out
        return try #require(
            try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
    }

    /// How many files are to be sent, and how many are pending.
    private func status(of program: Program) throws -> [Int?] {
        let status = try program.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        let evidence = try #require(audits.first?["evidence"] as? [String: Int])
        return [evidence["toSend"], evidence["pending"]]
    }

    /// Bytes that nothing compresses.
    private static func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }
}
