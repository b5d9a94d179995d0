import Foundation
import TestSupport
import Testing

/// Lenses on the command line, and those of an audit on two laptops.
@Suite(.serialized)
struct LensCommandTests {
    @Test func `lenses are listed, shown and compared without a home`() throws {
        let folder = try TemporaryFolder()
        let accord = Program.accord(home: folder.url.appending(path: "home"))
        let list = try accord.succeed("lens").out
        #expect(list.contains("en-301-549-4.1") && list.contains("voted draft"), "\(list)")
        let shown = try accord.succeed("lens", "show", "EN-301-549-4.1").out
        for words in [
            "V4.1.1 was published on 2026-09-02", "none: no requirement: merged into 11.5.2.1",
            "closed-functionality", "platform-only", "software, recommended",
            "Not held here: 4, 5.5, 6", "Asked by no clause:",
        ] { #expect(shown.contains(words), "\(words)") }
        let diff = try accord.succeed("lens", "diff", "en-301-549-3.2.1", "en-301-549-4.1").out
        #expect(diff.contains("With another number (15)") && diff.contains("New (7)"), "\(diff)")
        let all = try accord.succeed(
            "lens", "diff", "en-301-549-3.2.1", "en-301-549-4.1", "--all", "--json"
        ).json()
        #expect((all["clauses"] as? [Any])?.count == 127)
        let odd = try accord.run("lens", "show", "wcag-2")
        #expect(odd.status == 66 && odd.errors.contains("wcag-2.2"), "\(odd)")
    }

    @Test func `a lead names the lenses of an audit, testers see them and change none`() throws {
        let team = try Team()
        let none = try team.lead.succeed("audit", "lens").out
        #expect(none.contains("names no lens"), "\(none)")
        let added = try team.lead.succeed(
            "audit", "lens", "--add", "wcag-2.2", "--add", "en-301-549-3.2.1"
        ).out
        #expect(added.contains("The server learns of it at the next sync"), "\(added)")
        #expect(added.contains("EN 301 549 V3.2.1"), "\(added)")
        let before = try team.lead.succeed("export", "ndjson").out
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        #expect(
            try team.tester.succeed("audit", "show", "--json").json()["lenses"] as? [String]
                == ["en-301-549-3.2.1", "wcag-2.2"])
        let refused = try team.tester.run("audit", "lens", "--remove", "wcag-2.2")
        #expect(refused.status == 77, "\(refused)")
        try team.lead.succeed("audit", "lens", "--remove", "wcag-2.2")
        let shown = try team.lead.succeed("audit", "show").out
        #expect(shown.contains("lens          en-301-549-3.2.1"), "\(shown)")
        #expect(!shown.contains("wcag-2.2"))
        #expect(try team.lead.succeed("export", "ndjson").out == before)
    }
}
