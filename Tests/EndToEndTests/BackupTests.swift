import Foundation
import TestSupport
import Testing

/// `accord-server backup`, `verify-backup` and `restore`, with the built programs.
@Suite(.serialized)
struct BackupTests {
    private let team: Team
    private let data: URL
    private let backup: URL

    init() throws {
        team = try Team()
        data = team.server.data
        backup = team.folder.url.appending(path: "backup")
    }

    @Test func `a backup under load, restored elsewhere, is healed by the laptops`() async throws {
        let image = team.folder.url.appending(path: "menu.png")
        try Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 999)
        )
        .write(to: image)
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("attach", Team.state, "--criterion", "state-open", image.path)
        try team.tester.succeed("sync")

        let tester = team.tester
        async let load: Void = Self.work(tester)
        let made = try server("backup", backup.path)
        #expect(made.status == 0 && made.out.contains("2 files"), "\(made.out) \(made.errors)")
        try await load
        let verified = try server("verify-backup", backup.path)
        #expect(verified.status == 0 && verified.out.contains("is sound"), "\(verified.out)")
        #expect(!FileManager.default.fileExists(atPath: backup.appending(path: "keep").path))
        let root = try Self.root(of: team.tester)

        #expect(team.server.stop() == 0)
        let lost = team.folder.url.appending(path: "lost")
        try FileManager.default.moveItem(at: data, to: lost)
        let refused = try server("restore", backup.path)
        #expect(refused.status == 78 && refused.errors.contains("--escrow"), "\(refused.errors)")
        try FileManager.default.createDirectory(
            at: data.appending(path: "keep"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: lost.appending(path: "keep/seal-key"), to: data.appending(path: "keep/seal-key"))
        let restored = try server("restore", backup.path)
        #expect(restored.status == 0 && restored.out.contains("bring back"), "\(restored.errors)")
        try team.server.start()
        for program in [team.tester, team.lead, team.tester] { try program.succeed("sync") }
        #expect(try Self.root(of: team.tester) == root)
        #expect(try Self.root(of: team.lead) == root)
        try team.lead.succeed("evidence", "fetch")
    }

    @Test func `nothing is written over, and what is damaged is not put back`() throws {
        let first = try server("backup", backup.path)
        #expect(first.status == 0, "\(first.errors)")
        let again = try server("backup", backup.path)
        #expect(again.status == 65 && again.errors.contains("was not touched"))
        #expect(team.server.stop() == 0)
        let present = try server("restore", backup.path)
        #expect(present.status == 65 && present.errors.contains("is there already"))

        let copy = backup.appending(path: "accord-server.sqlite")
        let file = try FileHandle(forUpdating: copy)
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 60_000))
        try file.close()
        #expect(try server("verify-backup", backup.path).status != 0)
        for name in ["", "-wal", "-shm"] {
            let path = data.appending(path: "accord-server.sqlite").path + name
            try? FileManager.default.removeItem(atPath: path)
        }
        let damaged = try server("restore", backup.path)
        #expect(damaged.status == 74 && damaged.errors.contains("Nothing was changed"))
        #expect(try server("verify-backup", data.path).status == 66)
    }

    @Test func `whatever the folder was, database and keys are their owner's alone`() throws {
        #expect(team.server.stop() == 0)
        let database = data.appending(path: "accord-server.sqlite").path
        chmod(data.path, 0o755)
        chmod(database, 0o644)
        try team.server.start()
        try team.tester.succeed("sync")
        #expect(Self.mode(data.path) == 0o700)
        for name in ["accord-server.sqlite", "accord-server.sqlite-wal", "keep/seal-key"] {
            #expect(Self.mode(data.appending(path: name).path) == 0o600, "\(name)")
        }
        let home = team.folder.url.appending(path: "open")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        chmod(home.path, 0o755)
        try Program.accord(home: home).succeed("init", "--name", "Lee Park")
        #expect(Self.mode(home.path) == 0o700)
        #expect(Self.mode(home.appending(path: "accord.sqlite").path) == 0o600)
    }

    @Test func `an invite names the address at which the folder is served`() throws {
        let said = try server("invite", "--name", "Lee Park").out
        #expect(said.contains(team.server.address), "\(said)")
    }

    private func server(_ arguments: String...) throws -> Program.Output {
        let folder = arguments[0] == "verify-backup" ? [] : ["--data", data.path]
        return try Program.server.run(arguments + folder)
    }

    /// A tester who saves and syncs while the backup is made.
    private static func work(_ program: Program) async throws {
        for index in 1...12 {
            let outcome = index.isMultiple(of: 2) ? "passed" : "cantTell"
            try program.succeed(Team.verdict(outcome, "--note", "try \(index)"))
            try program.succeed("sync")
        }
    }

    private static func root(of program: Program) throws -> String {
        let lines = try program.succeed("verify").out.split(separator: "\n")
        return try #require(lines.first { $0.hasPrefix("root ") }.map(String.init))
    }

    private static func mode(_ path: String) -> UInt16 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.posixPermissions] as? UInt16 ?? 0
    }
}
