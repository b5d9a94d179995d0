import Foundation
import TestSupport
import Testing

/// The keys that `--json` promises to scripts, command by command (docs/cli.md, "JSON").
///
/// `ACCORD_RECORD=1` writes the fixture anew, for a change that adds keys.
@Suite(.serialized)
struct JSONKeysTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/json-keys.txt")

    @Test func `every command prints the keys that it is known by`() throws {
        var story = try JSONStory()
        try story.tell()
        let found = story.shape.lines
        if ProcessInfo.processInfo.environment["ACCORD_RECORD"] == "1" {
            let text = found.joined(separator: "\n") + "\n"
            try text.write(to: Self.fixture, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: Self.fixture, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(Set(known).subtracting(found).sorted() == [], "gone or changed")
        #expect(Set(found).subtracting(known).sorted() == [], "new: record the fixture anew")
        #expect(known == found)
        let untold = try story.commands().filter { !story.told.contains($0) }
        #expect(untold == [], "no step of the story runs them")
    }
}

/// A small audit told with `--json` throughout: two testers, a rule, a decision, a challenge.
struct JSONStory {
    let team: Team
    private(set) var shape = JSONShape()
    /// The commands that were run, as words.
    private(set) var told: Set<String> = []

    private static let grey = "\(Team.component)@\(Team.environment):disabled"

    init() throws { team = try Team() }

    mutating func tell() throws {
        try begin()
        try disagree()
        try settle()
        try read()
        try setAside()
        try sign()
        try administer()
        try end()
    }

    private mutating func begin() throws {
        let guest = Program.accord(home: team.folder.url.appending(path: "guest"))
        try see(guest, "init", ["--name", "Guest"])
        try see(guest, "join", [team.server.address, team.server.invite("Guest")])
        try see(guest, "status")
        try see(guest, "audit new", ["Own", "--environment", "ios-voiceover-phone-18"])
        // What no server has answered yet.
        try see(guest, "status")
        try see(guest, "log")
        let bundle = team.folder.url.appending(path: "guest.bundle").path
        try see(guest, "bundle export", [bundle])
        let second = Program.accord(home: team.folder.url.appending(path: "second"))
        _ = try second.succeed("init", "--name", "Second")
        try see(second, "bundle import", [bundle])
        try see(second, "bundle list")
        let apart = try second.succeed("bundle", "list", "--json").out
        let device = try #require(
            try JSONSerialization.jsonObject(with: Data(apart.utf8)) as? [[String: Any]])
        let fingerprint = try #require(device.first?["fingerprint"] as? String)
        try see(second, "bundle accept", [fingerprint])
        try see(team.lead, "audit people add", ["Guest", "--role", "tester"])
        try see(team.lead, "audit people role", ["Guest", "--role", "reader"])
        try see(team.lead, "audit people list")
        try see(team.lead, "audit people remove", ["Guest"])
        try invite()
        try see(team.lead, "audit environment", ["ios-voiceover-phone-18"])
        try see(
            team.lead, "component add",
            ["--screen", "Cards", "--control", "menu", "--label", "Card options"])
        try see(team.lead, "assign", ["Cards/Card options", "Maya Lindqvist"])
        try see(team.lead, "assign", [Team.state, "Maya Lindqvist"])
        try see(team.lead, "audit group set", ["Payments", "Maya Lindqvist"])
        try see(team.lead, "audit group list")
        try see(
            team.lead, "assign", ["--screen", "Cards", "Payments", "--due", "2026-12-04"])
        try see(team.lead, "component move", ["Cards/Card options", "top"])
        try see(team.lead, "screen move", ["Cards", "top"])
        try see(team.lead, "screen copy", ["Cards", "Cards abroad"])
        try see(team.lead, "screen rename", ["Cards abroad", "Abroad"])
        try see(team.lead, "screen list")
        try see(
            team.lead, "component rename", ["Abroad/Card options", "--label", "More options"])
        try see(team.lead, "audit group remove", ["Payments"])
        try see(team.lead, "withdraw", ["Cards/Card options", "--reason", "Gone."])
        try see(team.lead, "component see", ["Cards/Card options", Team.component])
        try see(team.lead, "component list")
        try see(team.lead, "audit choose")
        try capture()
    }

    /// An invite that was used and one that was taken back.
    private mutating func invite() throws {
        let rui = Program.accord(home: team.folder.url.appending(path: "rui"))
        try rui.succeed("init", "--name", "Rui Costa")
        let link = try team.lead.succeed("invite", "Rui Costa", "--json").json()["link"]
        try rui.succeed("join", try #require(link as? String))
        try see(team.lead, "invite new", ["Ines Duarte", "--role", "reader"])
        let invites = try team.lead.succeed("invite", "list", "--json").out
        let listed = try #require(
            try JSONSerialization.jsonObject(with: Data(invites.utf8)) as? [[String: Any]])
        let open = listed.first { $0["used"] is NSNull }
        try see(team.lead, "invite revoke", [try #require(open?["id"] as? String)])
        try see(team.lead, "invite list")
    }

    /// A capture of a screen.
    private mutating func capture() throws {
        let url = team.folder.url.appending(path: "window_dump.xml")
        try Data(Captures.transactions).write(to: url)
        try see(team.lead, "import uiautomator", [url.path, "--screen", "Transactions"])
        try Data(Captures.transactionsByAppium).write(to: url)
        try see(team.lead, "import appium", [url.path, "--screen", "Transactions"])
        try Data("hierarchy { windows { id: 0 views { id: 0 } } }".utf8).write(to: url)
        try see(team.lead, "import atf", [url.path, "--screen", "Transactions"])
        try imports()
    }

    /// Findings of elsewhere, none of which is saved.
    private mutating func imports() throws {
        let row =
            #"{"screen":"Accounts","label":"Account options","environment":"\#(Team.environment)","#
            + #""state":"expanded","criterion":"state-open","outcome":"passed"}"#
        let cells =
            "screen,label,environment,state,criterion,outcome\n"
            + "Accounts,Account options,\(Team.environment),expanded,state-open,passed\n"
        let assertion =
            #"[{"type":"Assertion","subject":"s","test":"t","result":{"outcome":"earl:passed"}}]"#
        let names = team.folder.url.appending(path: "names.yaml")
        try Data("components: {s: \"\(Team.state)\"}\ncriteria: {t: state-open}\n".utf8)
            .write(to: names)
        let files = [
            ("ndjson", row), ("csv", cells), ("earl", assertion),
            ("wcag-em", #"{"auditSample":\#(assertion)}"#),
        ]
        for (format, text) in files {
            let url = team.folder.url.appending(path: "findings.\(format)")
            try Data(text.utf8).write(to: url)
            try see(team.lead, "import \(format)", [url.path, "--map", names.path, "--dry-run"])
        }
    }

    /// Verdicts, texts, tags, links and comments on two component states.
    private mutating func disagree() throws {
        try record(
            team.tester, "failed",
            more: [
                "--note", "Silent.", "--tag", "focus", "--link", "https://example.org/7",
                "--device", "Pixel 8", "--system", "15.1", "--at-version", "15.0.1", "--build",
                "8.4.0 (17)",
            ])
        try record(
            team.lead, "passed",
            more: ["--note", "Speaks.", "--heard", "Account options, button"])
        for (person, outcome) in [(team.tester, "failed"), (team.lead, "passed")] {
            try record(person, outcome, state: "disabled", criterion: "state-disabled")
        }
        try see(team.lead, "comment", [Team.state, "--criterion", "state-open", "Same here."])
        try attach()
        try see(
            team.lead, "withdraw",
            [Self.grey, "--criterion", "state-disabled", "--reason", "Twice."])
        try see(team.tester, "sync")
        try see(team.lead, "sync")
        try see(team.lead, "status", ["--team"])
        let retest = [Team.state, "Maya Lindqvist", "--look", "Hints.", "--due", "2026-12-04"]
        try see(team.lead, "conflicts retest", retest)
        try see(team.lead, "conflicts list")
        try see(team.lead, "conflicts show", [Team.state])
        let preview = ["--all", "--holds", "gravest", "--preview"]
        try see(team.lead, "decide", preview, as: "decide --all --preview")
    }

    /// One file with a name and one without.
    private mutating func attach() throws {
        let file = team.folder.url.appending(path: "menu.txt")
        try Data("<menu>".utf8).write(to: file)
        let finding = [Team.state, "--criterion", "state-open"]
        try see(team.tester, "attach", finding + [file.path])
        _ = try team.tester.succeed("attach", finding[0], finding[1], finding[2], "-", input: "x")
        try see(
            team.tester, "evidence describe", finding + ["menu.txt", "--shows", "A menu, open."])
        try see(team.tester, "evidence list")
        try see(team.tester, "evidence scrub")
        try see(team.tester, "list")
        _ = try team.tester.succeed("sync", "--no-evidence")
        _ = try team.lead.succeed("sync", "--no-evidence")
        try see(team.lead, "evidence list")
        try see(team.lead, "list")
        try see(team.tester, "sync")
        let folder = team.folder.url.appending(path: "files").path
        try see(team.lead, "evidence fetch", ["--to", folder])
        try see(team.lead, "detach", finding + ["menu.txt"])
    }

    private mutating func settle() throws {
        let rule = ["--rule", "menu / disabled: most-severe"]
        try see(team.lead, "policy set", ["--rule", "menu: most-severe", "--preview"])
        try see(team.lead, "policy set", rule + ["--reason", "Why."])
        for name in ["policy show", "checks"] { try see(team.lead, name) }
        try see(
            team.lead, "decide",
            [
                Team.state, "--criterion", "state-open", "--outcome", "failed", "--severity",
                "serious", "--reason", "Heard it twice.",
            ])
        try see(team.lead, "sync")
        // The tester judges again without having seen the decision.
        try record(team.tester, "failed", more: ["--severity", "minor"])
        try see(team.tester, "sync")
        try see(team.lead, "sync")
        try see(team.lead, "conflicts list")
        let all = ["--all", "--holds", "gravest", "--state", "selected", "--reason", "Twice."]
        try see(team.lead, "decide", all, as: "decide --all")
        try see(team.tester, "status")
    }

    private mutating func read() throws {
        for one in ["agreement", "rounds list"] { try see(team.lead, one) }
        try see(team.lead, "explain", [Team.state, "--criterion", "state-open"])
        try see(team.lead, "show", [Team.state])
        try see(team.lead, "list")
        try see(team.lead, "list", ["--untested"])
        try keep()
        try see(team.lead, "audit list")
        try see(team.lead, "audit lens", ["--add", "wcag-2.2"])
        try see(team.lead, "audit show")
        try see(team.lead, "catalogue list")
        try see(team.lead, "catalogue show", ["menu"], as: "catalogue show CONTROL")
        try see(
            team.lead, "catalogue show", ["menu.android.state-open"],
            as: "catalogue show CRITERION")
        try see(team.lead, "catalogue wcag")
        try see(team.lead, "catalogue check")
        let own = try OwnCatalogue(in: team.folder.url.appending(path: "own"))
        try see(team.lead, "catalogue diff", [own.folder.path])
        try see(
            team.lead, "catalogue export", [team.folder.url.appending(path: "copy").path])
        try see(team.lead, "audit criteria")
        try see(team.lead, "lens list")
        try see(team.lead, "lens show", ["en-301-549-4.1"])
        try see(team.lead, "lens diff", ["en-301-549-3.2.1", "en-301-549-4.1"])
        try see(team.lead, "audit catalogue")
        let built = ["--to", "built-in"]
        try see(team.lead, "audit catalogue", built, as: "audit catalogue --to FOLDER")
        try announce()
        try see(team.lead, "log")
        try see(team.lead, "log", ["--verify"], as: "log --verify")
        try see(team.lead, "log", ["--send-again", "all"], as: "log --send-again")
        try see(team.lead, "audit round new", ["--build", "android=9.0"])
        try see(team.lead, "rounds compare")
        for more in [[], ["--online"]] { try see(team.lead, "verify", more) }
        for one in ["doctor", "rebuild"] { try see(team.lead, one) }
        let backup = team.folder.url.appending(path: "backup.sqlite").path
        try see(team.lead, "backup", [backup])
        try see(team.lead, "rebuild", ["--from-server"])
        let file = team.folder.url.appending(path: "findings.ndjson").path
        try see(team.lead, "export", ["ndjson", "--output", file])
    }

    /// What is kept under names, by itself and as a list uses it.
    private mutating func keep() throws {
        try see(team.lead, "snippet add", ["No state", "The state is not spoken."])
        try see(team.lead, "snippet list")
        try see(team.lead, "snippet remove", ["no state"])
        try see(team.lead, "filter add", ["My menus", "--control", "menu", "--find", "options"])
        try see(team.lead, "filter list")
        try see(team.lead, "list", ["--saved", "my menus"])
        try see(team.lead, "filter remove", ["My menus"])
    }

    /// A phrase that nothing is known of, and a case that says what it should get.
    private mutating func announce() throws {
        let names = [
            "--control", "menu", "--platform", "ios", "--part", "trigger", "--label", "Options",
        ]
        try see(team.lead, "announce check", ["Options, button"] + names)
        let cases = team.folder.url.appending(path: "cases.json")
        let file = #"""
            {"cases":[{"id":"a","phrase":"Close, button, double tap to close","control":"menu",
            "platform":"android","part":"close-button","label":"Close","verdict":"pass"},
            {"id":"b","phrase":"Close, button","control":"menu","platform":"android",
            "part":"close-button","label":"Close","verdict":"warn"}]}
            """#
        try Data(file.utf8).write(to: cases)
        try see(team.lead, "announce check", ["--cases", cases.path])
        // One finding that has a verdict, one that has none, and one that words cannot tell.
        for (criterion, heard) in [("trigger-role", "Account"), ("label-in-name", "Account")] {
            let heard = ["--criterion", criterion, "--heard", heard]
            try see(
                team.lead, "record",
                ["--component", Team.component, "--environment", Team.environment, "--state"]
                    + ["collapsed"] + heard)
        }
        try see(team.lead, "audit announcements", ["lenient"])
        try see(team.lead, "audit depth", ["quick"])
        try see(team.lead, "announce recheck")
        try see(team.lead, "announce recheck", ["--save"])
    }

    /// What a reader brings, and leads adopt or discard.
    private mutating func setAside() throws {
        _ = try team.lead.succeed(
            "audit", "people", "role", "Maya Lindqvist", "--role", "reader")
        _ = try team.lead.succeed("sync")
        for criterion in ["confined", "reading-order", "state-open"] {
            try record(team.tester, "passed", criterion: criterion)
        }
        try see(team.tester, "sync")
        let data = ["--data", team.server.data.path]
        let audits = try team.lead.succeed("status", "--json").json()["audits"] as? [[String: Any]]
        let audit = try #require(audits?.first?["audit"] as? String)
        _ = try team.lead.succeed("sync")
        try see(team.lead, "quarantine list")
        let listed = try team.lead.succeed("quarantine", "list", "--json").out
        let items = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        let ids = items.compactMap { $0["id"] as? String }
        try #require(ids.count == 3)
        _ = try Program.server.succeed(
            [
                "quarantine", "discard", audit, ids[0], "--by", "Tomas Berg", "--reason",
                "Not hers.",
            ] + data)
        try see(team.lead, "quarantine show", [ids[1]])
        try see(team.lead, "quarantine adopt", [ids[1]])
        try see(team.lead, "quarantine discard", [ids[2], "--reason", "Decided already."])
        try see(team.lead, "quarantine list", ["--all"])
        try see(team.tester, "sync")
        try see(team.tester, "log")
    }

    private mutating func administer() throws {
        let status = try team.lead.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        let audit = try #require(audits.first?["audit"] as? String)
        let data = ["--data", team.server.data.path, "--json"]
        for (command, arguments) in [
            ("invite", ["--name", "Another"] + data), ("audit list", data),
            ("audit show", [audit] + data), ("token new", ["--audit", audit] + data),
            ("evidence gc", data), ("evidence scrub", data), ("device list", data),
            ("audit verify", [audit] + data), ("version", ["--json"]),
        ] {
            let words = command.split(separator: " ").map(String.init)
            let output = try Program.server.succeed(words + arguments)
            try shape.note("accord-server \(command)", output.out)
        }
    }

    /// The last sync finds no server, and says so in the same keys.
    private mutating func end() throws {
        team.server.kill()
        let output = try team.tester.run("sync", "--json")
        try #require(output.status == 69, "\(output.errors)")
        try shape.note("sync", output.out)
    }

    private mutating func record(
        _ person: Program, _ outcome: String, state: String = "expanded",
        criterion: String = "state-open", more: [String] = []
    ) throws {
        try see(
            person, "record",
            Team.verdict(outcome, criterion: criterion, state: state).dropFirst() + more)
    }

    mutating func see(
        _ program: Program, _ command: String, _ arguments: [String] = [], as name: String? = nil
    ) throws {
        let words = command.split(separator: " ").map(String.init)
        let output = try program.succeed(words + arguments + ["--json"])
        try shape.note(name ?? command, output.out)
        told.insert(command)
    }

    /// Every command that has no subcommands, as the program lists them.
    func commands(below words: [String] = []) throws -> [String] {
        let help = try team.lead.succeed(["help"] + words).out
        guard let list = help.range(of: "SUBCOMMANDS:\n") else {
            // What serves until it is ended has no answer to print.
            return help.contains("--json") ? [words.joined(separator: " ")] : []
        }
        let names = help[list.upperBound...].split(separator: "\n").compactMap { line in
            line.hasPrefix("  ") && !line.hasPrefix("   ")
                ? line.split(separator: " ").first.map(String.init) : nil
        }
        return try names.filter { $0 != "See" }.flatMap { try commands(below: words + [$0]) }
    }
}
