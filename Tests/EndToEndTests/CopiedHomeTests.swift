import Foundation
import TestSupport
import Testing

/// Homes that are copied and put back with the built programs: nothing is lost, nobody is asked.
@Suite(.serialized)
struct CopiedHomeTests {
    /// A home with work that is not sent yet, and a copy of it with work of its own.
    private struct Twins {
        let team: Team
        let original: Program
        let copy: Program

        init() throws {
            team = try Team()
            original = team.tester
            try original.succeed(Team.verdict("failed", "--note", "sent before the copy"))
            try original.succeed("sync")
            try original.succeed(
                Team.verdict("passed", criterion: "state-open", state: "expanded"))
            let home = team.folder.url.appending(path: "maya")
            let twin = team.folder.url.appending(path: "twin")
            try FileManager.default.copyItem(at: home, to: twin)
            copy = Program.accord(home: twin)
            try original.succeed(Team.verdict("cantTell", criterion: "confined"))
            try copy.succeed(Team.verdict("failed", criterion: "trigger-name", state: "collapsed"))
        }

        func expectAllWork() throws {
            for program in [original, copy, team.lead] { try program.succeed("sync") }
            for program in [original, copy, team.lead] { try program.succeed("sync") }
            var roots: Set<String> = []
            for program in [original, copy, team.lead] {
                let list = try program.succeed("list").out
                #expect(list.contains("confined"), "\(list)")
                #expect(list.contains("trigger-name"), "\(list)")
                #expect(list.contains("state-open"), "\(list)")
                let verify = try program.succeed("verify").out
                roots.formUnion(
                    verify.split(separator: "\n").map(String.init).filter {
                        $0.hasPrefix("root ")
                    })
                #expect(try Team.queue(of: program) == 0)
            }
            #expect(roots.count == 1, "\(roots)")
        }
    }

    @Test func `a copied home and its original both keep all work, the original first`() throws {
        let twins = try Twins()
        try twins.original.succeed("sync")
        try twins.copy.succeed("sync")
        try twins.expectAllWork()
    }

    @Test func `a copied home and its original both keep all work, the copy first`() throws {
        let twins = try Twins()
        try twins.copy.succeed("sync")
        try twins.original.succeed("sync")
        try twins.expectAllWork()
    }

    @Test func `the copy says that it goes on as a device of its own, once`() throws {
        let twins = try Twins()
        let home = twins.team.folder.url.appending(path: "third")
        try FileManager.default.copyItem(
            at: twins.team.folder.url.appending(path: "twin"), to: home)
        let third = Program.accord(home: home)
        #expect(try third.succeed("list").errors.contains("device of its own"))
        #expect(try third.succeed("list").errors.isEmpty)
    }

    @Test func `what was issued again is told so, and not as what is to be sent`() throws {
        let twins = try Twins()
        let before = try twins.copy.succeed("log").out.split(separator: "\n")
        #expect(before.count { $0.contains("  issued again  ") } == 1, "\(before)")
        #expect(before.count { $0.contains("  to send ") } == 2, "\(before)")
        try twins.copy.succeed("sync")
        let log = try twins.copy.succeed("log").out
        #expect(!log.contains("to send"), "\(log)")
        let json = try twins.copy.succeed("log", "--json").out
        #expect(json.components(separatedBy: #""issuedAgain":true"#).count == 2)
        #expect(json.components(separatedBy: #""outcome":null"#).count == 2)
    }

    @Test func `a database put back to an older state fetches what the server has of it`() throws {
        let team = try Team()
        let database = team.folder.url.appending(path: "maya/accord.sqlite")
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        try Data(contentsOf: database).write(to: URL(filePath: database.path + ".old"))
        let log = URL(filePath: database.path + "-wal")
        let oldLog = try Data(contentsOf: log)
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed("sync")
        // In place, so that the file's identity is the same and only the server can tell.
        for (url, bytes) in [
            (database, try Data(contentsOf: URL(filePath: database.path + ".old"))), (log, oldLog),
        ] {
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }
        try? FileManager.default.removeItem(atPath: database.path + "-shm")
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed"))
        #expect(try team.tester.succeed("sync").out.contains("device of its own"))
        let list = try team.tester.succeed("list").out
        #expect(list.contains("confined") && list.contains("trigger-name"), "\(list)")
        try team.tester.succeed("sync")
        try team.tester.succeed("verify")
    }

    @Test func `work of a home that moved twice between two syncs is accepted`() throws {
        let team = try Team()
        let homes = ["maya", "second", "third"].map { team.folder.url.appending(path: $0) }
        for (from, to) in zip(homes, homes.dropFirst()) {
            try FileManager.default.moveItem(at: from, to: to)
            try Program.accord(home: to).succeed(
                Team.verdict("failed", criterion: "confined", "--note", to.lastPathComponent))
        }
        let sync = try Program.accord(home: homes[2]).succeed("sync").out
        #expect(!sync.contains("not accepted"), "\(sync)")
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("list").out.contains("confined"))
    }

    @Test func `work of a home that moved before it joined a server is accepted`() throws {
        let team = try Team()
        let before = Program.accord(home: team.folder.url.appending(path: "before"))
        try before.succeed("init", "--name", "Noor Haddad")
        try before.succeed(
            "audit", "new", "Harbour", "--build", "android=1.0", "--environment", Team.environment)
        let home = team.folder.url.appending(path: "after")
        try FileManager.default.moveItem(at: team.folder.url.appending(path: "before"), to: home)
        let after = Program.accord(home: home)
        try after.succeed("join", team.server.address, team.server.invite("Noor Haddad"))
        let sync = try after.succeed("sync").out
        #expect(!sync.contains("not accepted"), "\(sync)")
        try after.succeed("verify", "--online")
        #expect(try after.succeed("status").out.contains("Harbour"))
    }
}
