import Foundation
import Testing

/// What was heard, from one laptop to another, and checked again under another setting.
@Suite(.serialized)
struct RecheckTests {
    private static let grey = "\(Team.component)@\(Team.environment):disabled"

    private func heard(_ phrase: String, _ outcome: String = "passed") -> [String] {
        Team.verdict(outcome, criterion: "state-disabled", state: "disabled", "--heard", phrase)
    }

    @Test func `a suggestion travels with what was heard, and judges nothing`() throws {
        let team = try Team()
        let told = try team.tester.succeed(heard("Account options, dimmed"))
        #expect(
            told.out.contains(
                "Suggested: Failed. Missing: state \"disabled\". TalkBack says \"disabled\", never "
                    + "\"dimmed\". A suggestion only. Your verdict stays as you set it.\n"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        for person in [team.tester, team.lead] {
            let page = try person.succeed("show", Self.grey).out
            #expect(page.contains("menu.android.state-disabled: passed\n"))
            #expect(page.contains("  suggested       Failed. Missing: state \"disabled\"."))
            let row = try person.succeed("export", "ndjson", "--output", "-").out
            #expect(
                row.contains(#""suggestion":"failed state:disabled wrong-platform-word:dimmed""#))
        }
        #expect(try team.lead.succeed("conflicts").out.contains("state-disabled") == false)
    }

    @Test func `a lenient audit is rechecked, and only --save keeps what it says`() throws {
        let team = try Team()
        try team.lead.succeed(heard("Account options, dimmed"))
        try team.lead.succeed(
            Team.verdict("failed") + ["--heard", "Account options, collapsed, button"])
        let preview = try team.lead.succeed("announce", "recheck", "--lenient").out
        #expect(preview.contains("Passed. TalkBack says \"disabled\", never \"dimmed\"."))
        #expect(preview.hasSuffix("1 suggestion would change. Nothing was saved.\n"))
        #expect(try team.lead.succeed("announce", "recheck").out.contains("stands as it was kept."))

        try team.lead.succeed("audit", "announcements", "lenient")
        #expect(try team.lead.succeed("audit", "show").out.contains("announcements lenient\n"))
        let saved = try team.lead.succeed("announce", "recheck", "--save", "--json").json()
        #expect(saved["saved"] as? Int == 1)
        #expect(saved["checked"] as? Int == 2)
        #expect(saved["strictness"] as? String == "lenient")
        #expect(
            try team.lead.succeed("announce", "recheck").out
                == "Checked 2 findings: every suggestion stands as it was kept.\n")
        #expect(
            try team.lead.succeed("show", Self.grey).out.contains(
                "suggested       Passed. TalkBack says \"disabled\", never \"dimmed\"."))

        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        let told = try team.tester.succeed(heard("Account options, dimmed", "failed"))
        #expect(told.out.contains("Suggested: Passed. TalkBack says"))
        #expect(
            try team.tester.succeed("announce", "recheck", "--strict").out
                .contains("1 suggestion would change."))
    }

    @Test func `only leads say how strictly announcements are taken`() throws {
        let team = try Team()
        let refused = try team.tester.run("audit", "announcements", "lenient")
        #expect(refused.status == 77)
        #expect(
            try team.tester.succeed("audit", "announcements").out.contains(
                "takes announcements strictly."))
        #expect(try team.lead.run("announce", "recheck", "--save", "--strict").status == 64)
        #expect(try team.lead.run("audit", "announcements", "loose").status == 64)
    }
}
