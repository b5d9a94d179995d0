import Foundation
import TestSupport
import Testing

/// A lead pins another catalogue while the team records under the one before.
@Suite(.serialized)
struct RepinningTests {
    private let team: Team
    private let before: OwnCatalogue
    private let now: URL
    private let audit = ["--audit", "Harbour"]

    init() throws {
        team = try Team()
        before = try OwnCatalogue(in: team.folder.url.appending(path: "before"))
        now = team.folder.url.appending(path: "now")
        try OwnCatalogue.write(Self.changed(before.yaml), to: now)
    }

    /// One criterion has another name, one asks something else, and one is new.
    private static func changed(_ yaml: String) -> String {
        yaml.replacing("    - id: bar-name\n", with: "    - id: name\n      was: [bar-name]\n")
            .replacing("[bar-name, bar-role]", with: "[name, bar-role]")
            .replacing("says that its value", with: "says at each stop that its value")
            .replacing(
                "platforms:\n",
                with: """
                        - id: bar-value
                          category: state
                          part: bar
                          states: [enabled]
                          statement: The rating bar speaks its new value while it is changed.
                          do: Swipe up with one finger.
                          expect: The new value is heard at once, such as “4 of 5 stars”.
                          fail: Nothing is heard, or the value from before.
                          wcag: ["4.1.2"]
                          impact: misled
                          basis: normative
                    platforms:

                    """)
    }

    private func verdict(_ outcome: String, _ criterion: String) -> [String] {
        OwnCatalogue.verdict(outcome, criterion)
    }

    @Test func `who records under the one before loses nothing, and each is told`() throws {
        let others = [team.tester, try team.join("Lee Park"), try team.join("Ana Silva")]
        try before.plan(by: team.lead, ["Maya Lindqvist", "Lee Park", "Ana Silva"])
        for (other, outcome) in zip(others, ["failed", "passed", "cantTell"]) {
            try other.succeed("sync", "--all")
            try other.succeed(verdict(outcome, "bar-name"))
            try other.succeed(verdict("failed", "bar-role"))
        }
        let pin = ["audit", "catalogue", "--to", now.path] + audit
        let preview = try team.lead.succeed(pin).out
        for word in ["rating-bar.ios.bar-value", "rating-bar.ios.bar-name", "statement"] {
            #expect(preview.contains(word), "\(preview)")
        }
        #expect(preview.contains("Nothing is saved"))
        try team.lead.succeed(pin + ["--save"])
        try team.lead.succeed("sync", "--all")
        for other in others {
            let told = try other.succeed("sync", "--all").out
            #expect(told.contains("Tomas Berg pinned another catalogue"), "\(told)")
            let untested = try other.succeed(
                ["list", "--untested", "--state", "enabled"] + audit
            ).out
            #expect(untested.contains("bar-value") && !untested.contains(" name "), "\(untested)")
            // What she judged is found by either name.
            for name in ["bar-name", "name", "rating-bar.ios.name"] {
                let list = try other.succeed(["list", "--criterion", name] + audit).out
                #expect(list.contains("1 finding"), "\(name): \(list)")
            }
        }
        // A correction under the new name goes to the finding that is there.
        try team.tester.succeed("sync", "--all")
        try team.tester.succeed(verdict("passed", "name"))
        try team.tester.succeed("sync", "--all")
        try team.lead.succeed("sync", "--all")
        let rows = try team.lead.succeed(["list", "--json"] + audit).out
        for name in ["Maya Lindqvist", "Lee Park", "Ana Silva"] { #expect(rows.contains(name)) }
        #expect(rows.components(separatedBy: "\"rating-bar.ios.bar-name\"").count == 2, "\(rows)")
        #expect(!rows.contains("rating-bar.ios.name"))
        try team.lead.succeed(["verify"] + audit)
    }

    @Test func `nobody but a lead pins, and none that has no word for what was found`() throws {
        try before.plan(by: team.lead, ["Maya Lindqvist"])
        try team.tester.succeed("sync", "--all")
        let pin = ["audit", "catalogue", "--to"]
        let refused = try team.tester.run(pin + [now.path, "--save"] + audit)
        #expect(refused.errors.contains("only a lead"), "\(refused.errors)")
        let lost = try team.lead.run(pin + ["built-in", "--save"] + audit)
        #expect(lost.errors.contains("Home/Your rating (rating-bar)"), "\(lost.errors)")
        #expect(lost.errors.contains("nothing was saved"))
        #expect(try team.lead.succeed(["audit", "catalogue"] + audit).out.contains("2026.11.1+"))
        let already = try team.lead.succeed(
            pin + [before.folder.path, "--save"] + audit)
        #expect(already.out.contains("already"), "\(already.out)")
    }

    @Test func `what differs only in help asks nobody anything`() throws {
        let yaml = try String(contentsOf: now.appending(path: "own.yaml"), encoding: .utf8)
        let other = team.folder.url.appending(path: "other")
        try OwnCatalogue.write(yaml.replacing("text: Make", with: "text: Please make"), to: other)
        let same = try team.lead.succeed("catalogue", "diff", now.path, other.path).out
        #expect(same.contains("Nothing that is judged differs"), "\(same)")
        let diff = try team.lead.succeed("catalogue", "diff", now.path, "--json").json()
        #expect(diff["helpOnly"] as? Bool == false)
        #expect((diff["controlsAdded"] as? [String])?.contains("sheet") == true)
    }

    @Test func `a lead switches an inferred criterion on, and sees what it adds`() throws {
        let rows = try team.lead.succeed("audit", "criteria", "--json").json()
        let all = try #require(rows["criteria"] as? [[String: Any]])
        let one = try #require(
            all.first { ($0["verdicts"] as? Int ?? 0) > 0 }?["criterion"] as? String)
        let before = try team.lead.succeed("list", "--untested").out
        #expect(try team.tester.run("audit", "criteria", "--on", one).status == 77)
        try team.lead.succeed("audit", "criteria", "--on", one)
        let short = String(one.split(separator: ".").last ?? "")
        #expect(!before.contains(short))
        #expect(try team.lead.succeed("list", "--untested").out.contains(short))
        try team.lead.succeed("audit", "criteria", "--off", one)
        #expect(try team.lead.succeed("list", "--untested").out == before)
        let refused = try team.lead.run("audit", "criteria", "--on", "menu.android.trigger-name")
        #expect(refused.errors.contains("judged in every audit"), "\(refused.errors)")
    }
}
