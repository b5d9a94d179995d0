import Foundation
import GRDB
import TestSupport
import Testing

/// Everything that can be given wrongly: a clear message, a documented exit code, nothing lost.
@Suite(.serialized)
struct BadInputTests {
    private let team: Team

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
    }

    @Test func `an unknown criterion is refused with near ones named`() throws {
        try expectRefusal(
            Team.verdict("failed", criterion: "state-opne"), status: 66, says: "state-open")
    }

    @Test func `an unknown state is refused`() throws {
        try expectRefusal(
            Team.verdict("failed", state: "sleepy"), status: 66, says: "expanded")
    }

    @Test func `a state that the control does not have is refused`() throws {
        try expectRefusal(
            Team.verdict("failed", state: "half-screen"), status: 66, says: "half-screen")
    }

    @Test func `an unreadable catalogue is named by file, line and key`() throws {
        let folder = team.folder.url.appending(path: "catalogue")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let yaml = """
            format: accord-catalogue/1
            control: menu
            title: Menu
            version: 2026.11.1
            aliases: []
            parts: []
            platfroms: {}
            """
        try yaml.write(
            to: folder.appending(path: "menu.yaml"), atomically: true, encoding: .utf8)
        let output = try team.tester.run("catalogue", "list", "--catalogue", folder.path)
        #expect(output.status == 78)
        #expect(output.errors.contains("menu.yaml:7: platfroms"))
    }

    @Test func `with the server down work goes on and the queue keeps it`() throws {
        team.server.kill()
        let output = try team.tester.run("sync")
        #expect(output.status == 69)
        #expect(output.errors.contains("safe on this laptop"))
        try expectNothingLost()
    }

    @Test func `a captive portal is no server of ours`() throws {
        let portal = ScriptedServer { _ in
            .ok(
                Array("<html>Welcome to the hotel</html>".utf8),
                headers: [("Content-Type", "text/html")])
        }
        let guest = Program.accord(home: team.folder.url.appending(path: "guest"))
        try guest.succeed("init", "--name", "Guest")
        let output = try guest.run("join", portal.url, "ABCDE-ABCDE-ABCDE-ABCDE")
        #expect(output.status == 76)
        #expect(output.errors.contains("not an Accord server"))
    }

    @Test func `half an answer loses nothing`() throws {
        let half = ScriptedServer { _ in
            .raw(
                "HTTP/1.1 200 OK\r\nAccord-Protocol: 1\r\nContent-Length: 500\r\n\r\nhalf",
                then: .close)
        }
        try pointTester(at: half.url)
        let output = try team.tester.run("sync")
        #expect(output.status == 69)
        try expectNothingLost()
    }

    @Test func `a stranger to the audit gets nothing of it`() throws {
        let stranger = Program.accord(home: team.folder.url.appending(path: "stranger"))
        try stranger.succeed("init", "--name", "Stranger")
        try stranger.succeed("join", team.server.address, team.server.invite("Stranger"))
        let status = try team.lead.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        let id = try #require(audits.first?["audit"] as? String)
        let output = try stranger.run("sync", "--audit", id)
        #expect(output.status == 66 || output.status == 77)
        #expect(!output.out.contains("Larkfield"))
    }

    @Test func `a note above its limit is refused before anything is saved`() throws {
        let note = String(repeating: "x", count: 16 * 1024 + 1)
        try expectRefusal(
            Team.verdict("failed", "--note", note), status: 65, says: "16384")
    }

    @Test func `a bad row keeps a whole file out, and each bad row is named`() throws {
        let rows = """
            component,environment,state,criterion,outcome
            Accounts,x,expanded,state-open,failed
            """
        let output = try team.tester.run(
            "record", "--from", "-", "--format", "csv", input: rows)
        #expect(output.status == 65)
        try expectNothingLost()
    }

    @Test func `a database of a newer version is left alone`() throws {
        let database = team.folder.url.appending(path: "maya/accord.sqlite")
        try Self.patchUserVersion(of: database, to: 99)
        let output = try team.tester.run("status")
        #expect(output.status == 79)
        #expect(output.errors.contains("newer version"))
    }

    @Test func `a database of an older version is left alone, and what to do is told`() throws {
        let database = team.folder.url.appending(path: "maya/accord.sqlite")
        try Self.patchUserVersion(of: database, to: 3)
        let output = try team.tester.run("status")
        #expect(output.status == 78)
        #expect(output.errors.contains("older version"))
        #expect(output.errors.contains("Everything in it is safe"))
    }

    @Test func `a second writer waits and is told who writes`() throws {
        let lock = team.folder.url.appending(path: "maya/accord.sqlite.lock").path
        let descriptor = open(lock, O_RDWR)
        try #require(flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        let output = try team.tester.run(Team.verdict("failed"))
        #expect(output.status == 75)
        #expect(output.errors.contains("another process"))
    }

    @Test func `a full disk is told and what was saved before stays`() throws {
        let output = try SmallDisk.run(
            """
            "$ACCORD" init --name Maya >/dev/null
            "$ACCORD" audit new Full --environment \(Team.environment) >/dev/null
            "$ACCORD" component add --screen S --control menu --label L >/dev/null
            left=$(df --output=avail --block-size=1 . | tail -n 1)
            head -c $((left - 300000)) /dev/zero >others
            saved=0
            status=0
            while [ $status = 0 ]; do
              "$ACCORD" component add --screen S --control menu --label "L$saved" \
                >/dev/null 2>"$ERRORS"
              status=$?
              [ $status != 0 ] || saved=$((saved + 1))
            done
            listed=$("$ACCORD" component list --json | grep -o '"label"' | wc -l)
            echo "$status $saved $listed"
            cat "$ERRORS"
            """, folder: team.folder.url.appending(path: "small"))
        let line = output.split(separator: "\n").first.map { $0.split(separator: " ") } ?? []
        #expect(line.count == 3, "\(output)")
        #expect(line.first == "74", "\(output)")
        #expect(
            line.last.flatMap { Int($0) }
                == line.dropFirst().first.flatMap { Int($0) }.map { $0 + 1 })
        #expect(output.contains("disk"))
    }

    // MARK: Checks

    private func expectRefusal(
        _ arguments: [String], status: Int32, says: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let output = try team.tester.run(arguments)
        #expect(output.status == status, "\(output.errors)", sourceLocation: sourceLocation)
        #expect(output.errors.contains(says), "\(output.errors)", sourceLocation: sourceLocation)
        try expectNothingLost()
    }

    /// The one verdict that was saved is there, still to be sent, and nothing else.
    private func expectNothingLost() throws {
        #expect(try Team.queue(of: team.tester) == 1)
        #expect(try team.tester.succeed("list").out.contains("1 finding"))
    }

    /// Lets the tester's laptop believe that the server lives elsewhere.
    private func pointTester(at address: String) throws {
        let file = team.folder.url.appending(path: ".maya.accord-identity/identity.json")
        let identity = try String(contentsOf: file, encoding: .utf8)
        let escaped = team.server.address.replacing("/", with: "\\/")
        try identity.replacing(escaped, with: address.replacing("/", with: "\\/"))
            .replacing(team.server.address, with: address)
            .write(to: file, atomically: true, encoding: .utf8)
    }

    private static func patchUserVersion(of database: URL, to version: Int) throws {
        let queue = try DatabaseQueue(path: database.path)
        try queue.writeWithoutTransaction {
            try $0.execute(sql: "pragma user_version = \(version)")
        }
        try queue.close()
    }
}
