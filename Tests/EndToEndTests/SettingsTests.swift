import Foundation
import TestSupport
import Testing

/// Settings files as both programs take them.
struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ yaml: String, _ name: String) throws -> String {
        let file = folder.url.appending(path: name)
        try yaml.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test func `a client's setting that cannot be is told before anything is made`() throws {
        let home = folder.url.appending(path: "maya")
        let file = try write("audit: Larkfield\nstall_seconds: 60\n", "client.yaml")
        let output = try Program.accord(home: home).run(
            "init", "--name", "Maya", "--settings", file)
        #expect(output.status == 78)
        #expect(output.errors.contains("client.yaml:2: stall_seconds: unknown key"))
        #expect(!FileManager.default.fileExists(atPath: home.path))
    }

    @Test func `a client's file names the home, and an option another`() throws {
        let file = try write("home: work\n", "client.yaml")
        let maya = Program.accord(home: nil)
        try maya.succeed("init", "--name", "Maya", "--settings", file)
        #expect(
            FileManager.default.fileExists(
                atPath: folder.url.appending(path: "work/accord.sqlite").path))
        let other = try maya.run(
            "list", "--settings", file, "--home", folder.url.appending(path: "none").path)
        #expect(other.status == 66)
    }

    @Test func `a server's setting that cannot be is told before anything is opened`() throws {
        let file = try write("listen: 127.0.0.1:0\nwait_seconds_max: 3600\n", "server.yaml")
        let output = try Program.server.run("serve", "--data", folder.url.path)
        #expect(output.status == 78)
        #expect(
            output.errors.contains(
                "server.yaml:2: wait_seconds_max: “3600” cannot be: a whole number from 0 to 30"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                == [URL(fileURLWithPath: file).lastPathComponent])
    }

    @Test func `a server's file names the data folder for every command`() throws {
        let file = try write("data: kept\n", "server.yaml")
        try Program.server.succeed("invite", "--name", "Maya", "--settings", file)
        #expect(
            FileManager.default.fileExists(
                atPath: folder.url.appending(path: "kept/accord-server.sqlite").path))
    }
}
