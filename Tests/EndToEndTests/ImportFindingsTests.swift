import Foundation
import TestSupport
import Testing

/// Findings of another audit through the programs.
@Suite(.serialized, .timeLimit(.usual))
struct ImportFindingsTests {
    @Test func `an export of one audit is imported into another, by a map, once`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("failed", "--note", "No state is spoken."))
        let files = team.folder.url
        try team.lead.succeed(
            "audit", "new", "Second app", "--build", "android=1.0", "--environment",
            Team.environment)
        try team.lead.succeed(
            "component", "add", "--audit", "Second app", "--screen", "Start", "--control", "menu",
            "--label", "Account options")
        let map = files.appending(path: "names.yaml")
        try Data("screens: {Accounts: Start}\n".utf8).write(to: map)
        for format in ["ndjson", "csv"] {
            let file = files.appending(path: "findings.\(format)").path
            try team.tester.succeed("export", format, "--output", file)
            let lead = ["import", format, file, "--audit", "Second app"]
            let unmapped = try team.lead.run(lead)
            #expect(unmapped.status == 65)
            #expect(
                unmapped.errors.contains("the plan has no component “Accounts/Account options”"))
            let mapped = lead + ["--map", map.path]
            let rehearsed = try team.lead.succeed(mapped + ["--dry-run"]).out
            #expect(rehearsed.contains("Nothing was saved."), "\(rehearsed)")
            let first = try team.lead.succeed(mapped).out
            #expect(first.contains("saved on this laptop") || format == "csv", "\(first)")
            let again = try team.lead.succeed(mapped + ["--json"]).out
            #expect(again.contains(#""changes":0"#) || again.contains(#""changes": 0"#), "\(again)")
        }
        let shown = try team.lead.succeed(
            "show", "--audit", "Second app",
            "Start/Account options@\(Team.environment):expanded"
        ).out
        #expect(shown.contains("No state is spoken."))
        #expect(
            shown.contains("ndjson, Maya Lindqvist, ") || shown.contains("csv, Maya Lindqvist, "))
        let capture = try team.lead.run("import", "ndjson.xml")
        #expect(capture.status == 64)
    }

    @Test func `a map that cannot be read is told, and a pipe is imported`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
        let export = try team.tester.succeed("export", "ndjson").out
        let folder = team.folder.url
        for (text, words) in [("screens: [", "names.yaml:"), ("x: {a: b}", "unknown key")] {
            let map = folder.appending(path: "names.yaml")
            try Data(text.utf8).write(to: map)
            let found = try team.tester.run(
                "import", "ndjson", "-", "--map", map.path, input: export)
            #expect(found.status == 65)
            #expect(found.errors.contains(words), "\(found.errors)")
            #expect(found.errors.contains("Nothing was imported."))
        }
        let missing = try team.tester.run("import", "csv", folder.appending(path: "no").path)
        #expect(missing.status == 66)
        let piped = try team.lead.succeed("import", "ndjson", "-", input: export).out
        #expect(piped.contains("saved on this laptop"), "\(piped)")
    }

    @Test func `an endless pipe ends with what is wrong with its first rows`() throws {
        let team = try Team()
        let home = team.folder.url.appending(path: "maya").path
        let before = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
        let rows = String(repeating: "y\n", count: 2_000_000)
        let found = try team.tester.run("import", "ndjson", "-", input: rows)
        #expect(found.status == 65)
        #expect(found.errors.contains("lines 1-10000"), "\(found.errors.prefix(300))")
        #expect(found.errors.contains("what follows was not looked at"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == before)
    }

    @Test func `an export writes over nothing that Accord keeps`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
        let home = team.folder.url.appending(path: "maya").path
        for name in try FileManager.default.contentsOfDirectory(atPath: home) {
            let path = "\(home)/\(name)"
            let before = FileManager.default.contents(atPath: path)
            let found = try team.tester.run("export", "csv", "--output", path)
            #expect(found.status == 64, "\(name): \(found.errors)")
            #expect(FileManager.default.contents(atPath: path) == before, "\(name)")
        }
        // Her own files beside them are hers.
        try team.tester.succeed("export", "csv", "--output", "\(home)/findings.csv")
        try team.tester.succeed("export", "csv", "--output", "\(home)/findings.csv")
    }
}
