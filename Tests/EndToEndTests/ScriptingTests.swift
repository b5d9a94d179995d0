import Foundation
import TestSupport
import Testing

/// What docs/cli.md tells scripts to do, "Scripting an audit", done by one.
struct ScriptingTests {
    @Test func `the lines under "Scripting an audit" work as they are printed`() throws {
        let team = try Team()
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/cli.md").standardized
        let parts = try String(contentsOf: page, encoding: .utf8)
            .components(separatedBy: "\n## Scripting an audit\n")
        try #require(parts.count == 2)
        let lines = parts[1].components(separatedBy: "\n<!--")[0].components(separatedBy: "\n")
            .filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        #expect(lines.count == 6)
        var environment = team.tester.environment
        environment["PATH"] =
            team.tester.executable.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let bash = Program(executable: URL(filePath: "/bin/bash"), environment: environment)
        let folder = team.folder.url.appending(path: "script")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "lines.sh")
        let script = "set -euo pipefail\ncd \(folder.path)\n\(lines.joined(separator: "\n"))\n"
        try Data(script.utf8).write(to: file)
        let run = try bash.run([file.path])
        #expect(run.status == 0, "\(run.out)\n\(run.errors)")
        #expect(
            try team.tester.succeed("list", "--untested").out.contains("Nothing is left to test"))
        let findings = try String(
            contentsOf: folder.appending(path: "findings.ndjson"), encoding: .utf8)
        #expect(findings.contains(#""outcome":"passed""#))
    }

    @Test func `what nobody reads ends with the program, and ends nobody else`() throws {
        let run = try Program.accord(home: nil).run(
            ["--version"], input: String(repeating: "y\n", count: 500_000))
        #expect(run.status == 0)
        #expect(run.out.hasPrefix("accord "))
    }
}
