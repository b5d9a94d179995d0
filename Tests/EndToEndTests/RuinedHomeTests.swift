import Foundation
import TestSupport
import Testing

/// A home whose database is gone or is none any more: what is left of it is kept, and named.
@Suite(.serialized)
struct RuinedHomeTests {
    private let team: Team
    private var home: URL { team.folder.url.appending(path: "maya") }
    private var identity: URL { team.folder.url.appending(path: ".maya.accord-identity") }
    private var database: URL { home.appending(path: "accord.sqlite") }

    /// How a home loses its database.
    enum Ruin: CaseIterable {
        case deleted, deletedWithItsLog, emptied, overwritten, damagedInside
    }

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("failed", "--note", "sent"))
        try team.tester.succeed("sync")
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
    }

    @Test(arguments: Ruin.allCases)
    func `init touches nothing where a home was, and names rebuild`(_ ruin: Ruin) throws {
        try make(ruin)
        let before = try contents()
        let output = try team.tester.run("init", "--name", "Maya Lindqvist")
        #expect(output.status != 0)
        expectAdvice(output)
        for (path, bytes) in before {
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "\(path)")
        }
    }

    @Test(arguments: Ruin.allCases)
    func `every command names rebuild where a home was, and writes nothing`(_ ruin: Ruin) throws {
        try make(ruin)
        let before = try contents()
        let commands = [["status"], ["list"], ["sync"], ["log"], ["verify"], ["rebuild"]]
        for words in commands + [Team.verdict("failed")] {
            let output = try team.tester.run(words)
            #expect(output.status == 74, "\(words): \(output.errors)")
            expectAdvice(output)
        }
        let doctor = try team.tester.run("doctor")
        #expect(doctor.status == 1 && doctor.out.contains("accord rebuild --from-server"))
        #expect(!doctor.out.contains("accord init"), "\(doctor.out)")
        for (path, bytes) in before {
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "\(path)")
        }
    }

    @Test(arguments: [Ruin.deleted, .emptied])
    func `rebuild makes such a home whole again`(_ ruin: Ruin) throws {
        try make(ruin)
        try team.tester.succeed("rebuild", "--from-server")
        try team.tester.succeed("sync")
        let list = try team.tester.succeed("list").out
        #expect(list.contains("state-open") && list.contains("confined"), "\(list)")
    }

    @Test func `init keeps a key whose home is gone`() throws {
        let file = identity.appending(path: "identity.json")
        let key = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: home)
        let output = try team.tester.run("init", "--name", "Maya Lindqvist")
        #expect(output.status == 74)
        expectAdvice(output)
        #expect(output.errors.contains(file.path))
        #expect(try Data(contentsOf: file) == key)
        #expect(!FileManager.default.fileExists(atPath: home.path))
    }

    @Test func `a home without its database and its identity is told what to put back`() throws {
        try make(.deleted)
        try FileManager.default.removeItem(at: identity)
        for words in [["init", "--name", "Maya"], ["status"], ["rebuild", "--from-server"]] {
            let output = try team.tester.run(words)
            #expect(output.status == 74, "\(output.errors)")
            #expect(output.errors.contains("accord rebuild --from-server"), "\(output.errors)")
            #expect(output.errors.contains(identity.path), "\(output.errors)")
            #expect(!FileManager.default.fileExists(atPath: identity.path))
        }
    }

    @Test func `a home that has joined no server is told to put a backup back`() throws {
        let other = team.folder.url.appending(path: "solo")
        let program = Program.accord(home: other)
        try program.succeed("init", "--name", "Noor Haddad")
        try program.succeed("audit", "new", "Harbour", "--environment", Team.environment)
        try program.succeed("backup", team.folder.url.appending(path: "solo.sqlite").path)
        try FileManager.default.removeItem(at: other.appending(path: "accord.sqlite"))
        let status = try program.run("status")
        #expect(status.status == 74 && status.errors.contains("put a backup"), "\(status.errors)")
        #expect(try program.run("doctor").out.contains("→ put a backup"))
        try FileManager.default.copyItem(
            at: team.folder.url.appending(path: "solo.sqlite"),
            to: other.appending(path: "accord.sqlite"))
        #expect(try program.succeed("status").out.contains("Harbour"))
    }

    @Test func `a making that was cut off is begun once more`() throws {
        let other = team.folder.url.appending(path: "other")
        let program = Program.accord(home: other)
        // A file that a program has opened and nothing was written to.
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data().write(to: other.appending(path: "accord.sqlite"))
        try program.succeed("init", "--name", "Maya")
        try program.succeed("status")
        #expect(try program.run("init", "--name", "Maya").errors.contains("in use already"))
    }

    @Test func `a home that cannot be looked into is told as that`() throws {
        let folder = team.folder.url
        try Data("text".utf8).write(to: folder.appending(path: "file"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "loop").path, withDestinationPath: "loop")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "taken/accord.sqlite"), withIntermediateDirectories: true)
        for (name, words) in [
            ("file", "is a file and no folder"), ("loop", "lead in a circle"),
            ("taken", "is a folder and no file"),
        ] {
            let program = Program.accord(home: folder.appending(path: name))
            for arguments in [["status"], ["init", "--name", "Maya"]] {
                let output = try program.run(arguments)
                #expect(output.status == 74, "\(name): \(output.errors)")
                #expect(output.errors.contains(words), "\(name): \(output.errors)")
                #expect(!output.errors.contains("accord init"), "\(name): \(output.errors)")
                #expect(!output.errors.contains("rebuild"), "\(name): \(output.errors)")
            }
        }
    }

    // MARK: Steps

    private func expectAdvice(
        _ output: Program.Output, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let errors = output.errors
        #expect(
            errors.contains("accord rebuild --from-server") && !errors.contains("accord init"),
            "\(errors)", sourceLocation: sourceLocation)
    }

    private func make(_ ruin: Ruin) throws {
        let log = database.path + "-wal"
        switch ruin {
        case .deleted: try FileManager.default.removeItem(at: database)
        case .deletedWithItsLog:
            try FileManager.default.removeItem(at: database)
            try FileManager.default.removeItem(atPath: log)
        case .emptied: try Data().write(to: database)
        case .overwritten, .damagedInside:
            try? FileManager.default.removeItem(atPath: log)
            var bytes = Data(repeating: 0xA5, count: 40_960)
            if ruin == .damagedInside {
                bytes.replaceSubrange(0..<100, with: try Data(contentsOf: database).prefix(100))
            }
            try bytes.write(to: database)
        }
        try? FileManager.default.removeItem(atPath: database.path + "-shm")
    }

    /// Every file of home and identity that holds something of hers, by path.
    private func contents() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for folder in [home, identity] {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let path = folder.appending(path: name).path
                // Whoever opens a database says so there.
                guard !name.hasSuffix(".lock") else { continue }
                guard let bytes = FileManager.default.contents(atPath: path) else { continue }
                found[path] = bytes
            }
        }
        return found
    }
}
