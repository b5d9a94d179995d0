import Foundation
import TestSupport
import Testing

/// Each text of a finding goes from the command line to every place that people look at.
@Suite(.serialized, .timeLimit(.usual))
struct FindingTextsTests {
    private static let texts = [
        "note", "heard", "steps", "recommendation", "workaround", "device", "system", "at-version",
        "at-hints", "at-verbosity", "at-language", "build",
    ]

    @Test func `what is typed is exported, shown and read back`() throws {
        let team = try Team()
        let options = Self.texts.flatMap { ["--\($0)", "Said of the \($0)."] }
        try team.tester.succeed(Team.verdict("failed") + options)

        let export = try team.tester.succeed("export", "ndjson").out
        let row = try #require(
            export.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }.first { $0["outcome"] as? String == "failed" })
        for text in Self.texts { #expect(row[text] as? String == "Said of the \(text).") }

        let page = try team.tester.succeed("show", Team.state).out
        for text in Self.texts.prefix(5) {
            #expect(page.contains("Said of the \(text)."), "\(page)")
        }

        let again = try team.tester.succeed(
            "record", "--from", "-", "--format", "ndjson", input: export)
        #expect(again.out.contains("Nothing was saved"), "\(again.out)")
    }

    @Test func `where a finding came from is exported, shown and read back, and has no option`()
        throws
    {
        let team = try Team()
        let row =
            #"{"screen":"Accounts","label":"Account options","environment":"\#(Team.environment)","#
            + #""state":"expanded","criterion":"state-open","outcome":"passed","#
            + #""imported-from":"ndjson, Lee Okafor"}"#
        try team.tester.succeed("record", "--from", "-", "--format", "ndjson", input: row)
        #expect(try team.tester.succeed("show", Team.state).out.contains("ndjson, Lee Okafor"))
        let export = try team.tester.succeed("export", "ndjson").out
        #expect(export.contains(#""imported-from":"ndjson, Lee Okafor""#))
        #expect(try team.tester.succeed("record", "--help").out.contains("imported") == false)
    }

    @Test func `an empty text takes away what is shown`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("failed", "--workaround", "Use the menu."))
        try team.tester.succeed(Team.verdict("failed", "--workaround", ""))
        #expect(try !team.tester.succeed("export", "ndjson").out.contains("Use the menu."))
    }
}
