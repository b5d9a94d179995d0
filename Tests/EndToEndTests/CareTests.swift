import Foundation
import GRDB
import TestSupport
import Testing

/// A laptop's data in the built programs: backed up, damaged, mended, made anew.
@Suite(.serialized)
struct CareTests {
    private let team: Team
    private var home: URL { team.folder.url.appending(path: "maya") }
    private var database: URL { home.appending(path: "accord.sqlite") }

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("failed", "--note", "sent"))
        try team.tester.succeed("sync")
    }

    // MARK: Backup

    @Test func `a backup put back has all work, also what was recorded after it`() throws {
        let backup = team.folder.url.appending(path: "monday.sqlite").path
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed("backup", backup)
        #expect(try team.tester.run("backup", backup).status == 65)
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed"))
        try FileManager.default.removeItem(at: database)
        try FileManager.default.copyItem(atPath: backup, toPath: database.path)
        let list = try team.tester.succeed("list")
        #expect(list.errors.contains("journal"), "\(list.errors)")
        #expect(list.out.contains("trigger-name"), "only the journal has it")
        try expectAgreement(["state-open", "confined", "trigger-name"])
    }

    @Test func `a backup in an empty folder goes on as a device of its own`() throws {
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        let file = team.folder.url.appending(path: "shot.txt")
        try Data("a picture".utf8).write(to: file)
        try team.tester.succeed("attach", Team.state, "--criterion", "state-open", file.path)
        let other = team.folder.url.appending(path: "other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        try team.tester.succeed(
            "backup", other.appending(path: "accord.sqlite").path, "--evidence",
            other.appending(path: "evidence").path)
        let program = Program.accord(home: other)
        #expect(try program.succeed("list").errors.contains("device of its own"))
        try program.succeed("sync")
        try program.succeed("evidence", "scrub")
        try expectAgreement(["state-open", "confined"])
        try program.succeed("sync")
        try program.succeed("verify", "--online")
    }

    @Test func `a backup holds neither the token nor the key`() throws {
        let backup = team.folder.url.appending(path: "monday.sqlite")
        try team.tester.succeed("backup", backup.path)
        let identity = team.folder.url.appending(path: ".maya.accord-identity/identity.json")
        let stored = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: identity)) as? [String: Any])
        let server = try #require(stored["server"] as? [String: Any])
        let token = try #require(server["token"] as? String)
        let key = try #require(
            (stored["signingKey"] as? String).flatMap { Data(base64Encoded: $0) })
        let bytes = try Data(contentsOf: backup)
        #expect(bytes.range(of: Data(token.utf8)) == nil)
        #expect(bytes.range(of: key) == nil)
    }

    // MARK: Mending

    @Test func `doctor finds a damaged sum and rebuild mends it`() throws {
        try team.tester.succeed("doctor")
        try damage("update record set shown_digest = zeroblob(32)")
        let doctor = try team.tester.run("doctor")
        #expect(doctor.status == 1 && doctor.out.contains("accord rebuild"), "\(doctor.out)")
        try team.tester.succeed("rebuild")
        try team.tester.succeed("doctor")
    }

    @Test func `a sync mends records as pulled that rotted, and says so`() throws {
        try rot()
        #expect(try team.tester.run("verify").status == 1)
        let sync = try team.tester.succeed("sync").out
        #expect(sync.contains("fetched again"), "\(sync)")
        try team.tester.succeed("verify", "--online")
        #expect(try !team.tester.succeed("sync").out.contains("fetched again"))
    }

    @Test func `verify mends records as pulled that rotted`() throws {
        try rot()
        let verify = try team.tester.succeed("verify", "--repair").out
        #expect(verify.contains("fetched again"), "\(verify)")
        try team.tester.succeed("verify", "--online")
    }

    // MARK: Anew

    @Test func `a database in ruins is made anew from server and journal`() throws {
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try ruin()
        #expect(try team.tester.run("status").status != 0)
        #expect(try team.tester.run("doctor").status == 1)
        let rebuild = try team.tester.succeed("rebuild", "--from-server", "--json").json()
        #expect(rebuild["replayed"] as? Int == 1)
        #expect((rebuild["restored"] as? Int ?? 0) > 0)
        let aside = try #require(rebuild["setAside"] as? String)
        #expect(FileManager.default.fileExists(atPath: aside))
        let log = try team.tester.succeed("log").out
        #expect(log.contains("confined") && log.contains("state-open"), "\(log)")
        try expectAgreement(["state-open", "confined"])
        try team.tester.succeed("doctor")
    }

    @Test func `a server that cannot be reached leaves a ruined home as it is`() throws {
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try ruin()
        let before = try Data(contentsOf: database)
        team.server.kill()
        #expect(try team.tester.run("rebuild", "--from-server").status == 69)
        #expect(try Data(contentsOf: database) == before)
        try team.server.start()
        try team.tester.succeed("rebuild", "--from-server")
        try expectAgreement(["state-open", "confined"])
    }

    @Test func `a whole database is made anew too, and loses nothing that waits`() throws {
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try FileManager.default.removeItem(at: home.appending(path: "journal"))
        try team.tester.succeed("rebuild", "--from-server")
        try expectAgreement(["state-open", "confined"])
    }

    @Test func `work that another history pushed out of the chain comes back`() throws {
        let journal = home.appending(path: "journal")
        let files = [database, URL(filePath: database.path + "-wal"), journal]
        let before = try files.map { try Data(contentsOf: $0) }
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        let pushedOut = try Data(contentsOf: journal)
        for (file, bytes) in zip(files, before) { try Self.write(bytes, over: file) }
        try FileManager.default.removeItem(atPath: database.path + "-shm")
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed"))
        try team.tester.succeed("sync")
        try Self.write(pushedOut, over: journal)
        let told = try team.tester.succeed("list")
        #expect(told.errors.contains("did not fit") && !told.out.contains("confined"))
        #expect(try team.tester.succeed("list").errors.isEmpty)
        #expect(try team.tester.succeed("doctor").out.contains("journal-orphans"))
        try team.tester.succeed("rebuild", "--from-server")
        try expectAgreement(["state-open", "confined", "trigger-name"])
        #expect(try !team.tester.succeed("doctor").out.contains("journal-orphans"))
    }

    // MARK: Steps

    /// In place, so that the file keeps its identity.
    private static func write(_ bytes: Data, over file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    private func expectAgreement(_ criteria: [String]) throws {
        for program in [team.tester, team.lead, team.tester] { try program.succeed("sync") }
        #expect(try Team.queue(of: team.tester) == 0)
        for program in [team.tester, team.lead] {
            let list = try program.succeed("list").out
            for criterion in criteria {
                #expect(list.contains(criterion), "\(criterion): \(list)")
            }
            try program.succeed("verify", "--online")
        }
    }

    /// Makes a byte of a pulled record another, and everything derived follow from that.
    private func rot() throws {
        try damage(
            """
            update record
            set pulled = cast(replace(cast(pulled as text), 'Larkfield', 'Larkfjeld') as blob)
            where instr(pulled, cast('Larkfield' as blob)) > 0
            """)
        // As if it had been so from the beginning: only the server can tell.
        _ = try team.tester.run("rebuild")
    }

    /// Overwrites the middle of the file, and drops the log of writes.
    private func ruin() throws {
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database.path + suffix)
        }
        try Data(repeating: 0xA5, count: 40_960).write(to: database)
    }

    private func damage(_ sql: String) throws {
        let queue = try DatabaseQueue(path: database.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
