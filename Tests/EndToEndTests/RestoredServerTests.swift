import Foundation
import TestSupport
import Testing

/// A server whose database is put back to an older state or lost, with the built programs: after a
/// sync of each laptop everything is there again, and nobody was asked anything.
@Suite(.serialized)
struct RestoredServerTests {
    private let team: Team
    private let database: URL
    private let backup: URL

    init() throws {
        team = try Team()
        database = team.server.data.appending(path: "accord-server.sqlite")
        backup = team.folder.url.appending(path: "backup")
    }

    // MARK: Put back

    @Test func `a declared restore is healed by one sync of each laptop`() throws {
        let root = try workBehindABackup()
        try restore()
        let said = try Program.server.succeed("declare-restore", "--data", team.server.data.path)
        #expect(said.out.contains("bring back"))
        let collection = ["evidence", "gc", "--data", team.server.data.path]
        let refused = try Program.server.run(collection)
        #expect(refused.status == 75 && refused.errors.contains("--despite-restore"))
        try Program.server.succeed(collection + ["--despite-restore", "--dry-run"])
        try team.server.start()
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try expectAllWork(root: root)
    }

    @Test func `a restore that nobody declared is noticed at start by what was told`() throws {
        let root = try workBehindABackup()
        try restore()
        let refused = try Program.server.run("evidence", "gc", "--data", team.server.data.path)
        #expect(refused.status == 75 && refused.errors.contains("Start the server"))
        try team.server.start()
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        try expectAllWork(root: root)
    }

    @Test func `a restore of the whole folder is noticed by the laptops`() throws {
        let root = try workBehindABackup()
        try restore()
        try FileManager.default.removeItem(at: team.server.data.appending(path: "keep/heads"))
        try team.server.start()
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try expectAllWork(root: root)
    }

    @Test func `a restore that new work has overtaken loses neither the old nor the new`() throws {
        let latecomer = try newcomer("Lee Park")
        try workBehindABackup()
        try restore()
        try FileManager.default.removeItem(at: team.server.data.appending(path: "keep/heads"))
        try team.server.start()
        // She was offline since before the backup: nothing that she knows contradicts it.
        try latecomer.succeed(Team.verdict("cantTell", criterion: "confined"))
        try latecomer.succeed("sync")
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        for program in [latecomer, team.tester] { try program.succeed("sync") }
        try expectAllWork(also: [latecomer])
        #expect(try team.lead.succeed("list").out.contains("confined"))
    }

    @Test func `work of a laptop that is dead comes back from whoever had pulled it`() throws {
        try workBehindABackup()
        let before = try Set(findings(team.lead))
        try restore()
        try FileManager.default.removeItem(at: team.folder.url.appending(path: "maya"))
        try team.server.start()
        try team.lead.succeed("sync")
        let fresh = try newcomer("Lee Park")
        #expect(try Set(findings(fresh)) == before)
        #expect(before.contains { $0.contains("state-open") })
    }

    @Test func `a device that is retired since brings back what was safe, and is told its end`()
        throws
    {
        #expect(team.server.stop() == 0)
        try FileManager.default.copyItem(at: database, to: backup)
        try team.server.start()
        try team.tester.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try restore()
        try team.server.start()
        try Program.server.succeed(
            "device", "retire", device(of: "Maya Lindqvist"), "--data", team.server.data.path)
        try team.tester.succeed(Team.verdict("cantTell", criterion: "confined"))

        for _ in 1...2 {
            let sync = try team.tester.run("sync")
            #expect(sync.status == 77)
            #expect(sync.errors.contains("was retired"), "\(sync.errors)")
        }
        #expect(try Team.queue(of: team.tester) == 0)
        try team.lead.succeed("sync")
        let list = try team.lead.succeed("list").out
        #expect(list.contains("state-open") && !list.contains("confined"), "\(list)")
    }

    @Test func `what was recorded since and never sent goes out under a new device`() throws {
        try workBehindABackup()
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try restore()
        try team.server.start()
        #expect(try team.tester.succeed("sync").out.contains("the server was put back"))
        try team.lead.succeed("sync")
        try expectAllWork()
        #expect(try team.lead.succeed("list").out.contains("confined"))
    }

    @Test func `several audits are healed by one sync, under one new device`() throws {
        try workBehindABackup()
        for title in ["Second", "Third"] {
            try team.lead.succeed("audit", "new", title, "--environment", Team.environment)
        }
        try team.lead.succeed("sync", "--all")
        try restore()
        try team.server.start()
        try team.lead.succeed("sync", "--all")
        for title in ["Second", "Third"] {
            #expect(try team.lead.succeed("verify", "--audit", title).out.contains("root "))
        }
        let devices = try Program.server.succeed(
            "device", "list", "--data", team.server.data.path
        ).out.split(separator: "\n").filter { $0.contains("Tomas") }
        #expect(devices.count == 2, "\(devices)")
    }

    // MARK: Lost

    @Test func `a server that lost all but its keep folder gets everything back`() throws {
        let root = try workBehindABackup()
        _ = team.server.stop()
        try removeDatabase()
        try team.server.start()
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try expectAllWork(root: root)
    }

    // MARK: Steps

    /// Work of both before a backup, and of both after it, all of it sent and pulled.
    ///
    /// - Returns: The root that both laptops and the server have.
    @discardableResult
    private func workBehindABackup() throws -> String {
        try team.tester.succeed(
            Team.verdict("failed", criterion: "trigger-name", state: "collapsed"))
        try team.tester.succeed("sync")
        #expect(team.server.stop() == 0)
        try FileManager.default.copyItem(at: database, to: backup)
        try team.server.start()
        try team.tester.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try team.lead.succeed(Team.verdict("failed", criterion: "not-trapped"))
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        let root = try Self.root(of: team.lead)
        #expect(try Self.root(of: team.tester) == root)
        return root
    }

    private func restore() throws {
        #expect(team.server.stop() == 0)
        try removeDatabase()
        try FileManager.default.copyItem(at: backup, to: database)
    }

    private func removeDatabase() throws {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database.path + suffix)
        }
    }

    private func device(of person: String) throws -> String {
        let listed = try Program.server.succeed(
            "device", "list", "--json", "--data", team.server.data.path
        ).out
        let devices = try listed.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        let found = devices.first { $0["personName"] as? String == person }
        return try #require(found?["replica"] as? String)
    }

    /// Somebody who joins the audit and has all of it.
    private func newcomer(_ name: String) throws -> Program {
        let home = name.lowercased().split(separator: " ").joined(separator: "-")
        let program = Program.accord(home: team.folder.url.appending(path: home))
        try program.succeed("init", "--name", name)
        try program.succeed("join", team.server.address, team.server.invite(name))
        try team.lead.succeed("sync")
        try team.lead.succeed("audit", "people", "add", name, "--role", "tester")
        try team.lead.succeed("sync")
        try program.succeed("sync")
        return program
    }

    private func expectAllWork(root: String? = nil, also others: [Program] = []) throws {
        let programs = [team.lead, team.tester] + others
        // What one brought after another had pulled comes with that one's next sync.
        for program in programs { try program.succeed("sync") }
        var roots: Set<String> = []
        for program in programs {
            let list = try program.succeed("list").out
            for words in ["trigger-name", "state-open", "not-trapped"] {
                #expect(list.contains(words), "\(list)")
            }
            #expect(try Team.queue(of: program) == 0)
            roots.insert(try Self.root(of: program))
        }
        #expect(roots.count == 1, "\(roots)")
        if let root { #expect(roots == [root]) }
    }

    private func findings(_ program: Program) throws -> [String] {
        try program.succeed("list").out.split(separator: "\n").map(String.init)
    }

    private static func root(of program: Program) throws -> String {
        let lines = try program.succeed("verify").out.split(separator: "\n")
        return try #require(lines.first { $0.hasPrefix("root ") }.map(String.init))
    }
}
