import Foundation
import TestSupport
import Testing

/// What a server set aside, worked through by a lead who has nothing but her laptop.
@Suite(.serialized, .timeLimit(.long))
struct SetAsideTests {
    private let team: Team

    init() throws { team = try Team() }

    @Test func `thirty items of every kind are worked through, by page and by command`() throws {
        try setAside()
        let synced = try team.lead.succeed("sync").out
        #expect(synced.contains("waits for the leads"), "\(synced)")
        let all = try waiting()
        #expect(all.count >= 30, "\(all.count)")
        let looks = Set(all.compactMap { $0["look"] as? String })
        for kind in [
            "nothing shows", "a decision is", "a lead\u{2019}s withdrawal is",
            "people, their roles", "takes away what somebody else", "something else stands there",
        ] {
            #expect(
                looks.contains {
                    $0.contains(kind) || $0.contains(kind.replacing("\u{2019}", with: "'"))
                },
                "\(kind): \(looks)")
        }
        let reasons = Set(all.compactMap { ($0["reason"] as? String)?.prefix { $0 != ":" } })
        #expect(reasons.isSuperset(of: ["not-allowed", "retired-device", "unplaced"]))

        try settleByPage(all)
        try settleByCommand()
        #expect(try waiting().isEmpty)
        // Nothing of it takes another way: the server's folder was never needed.
        try team.lead.succeed("sync")
        #expect(try waiting().isEmpty)
        #expect(try quarantine("list", "--all").count == all.count)
        try team.lead.succeed("verify", "--online")
        let shown = try team.lead.succeed("list", "--json").out
        #expect(
            shown.contains(#""unplaced":"Tomas Berg""#)
                || shown.contains(#""unplaced": "Tomas Berg""#))
        #expect(shown.contains("Lee Okafor") && shown.contains("Maya Lindqvist"))
    }

    /// By the browser: what needs no look together, two others one by one.
    private func settleByPage(_ all: [[String: Any]]) throws {
        let workbench = try RunningWorkbench(team.lead, "--no-sync")
        let browser = try workbench.browser(
            cookies: team.folder.url.appending(path: "cookies"))
        let audits = try team.lead.succeed("status", "--json").json()["audits"]
        let audit = try #require((audits as? [[String: Any]])?.first?["audit"] as? String)
        let address = "/audits/\(audit)/quarantine"
        let page = try browser.page(address)
        #expect(page.contains("wait for a lead"), "\(page)")
        #expect(page.contains("By a device that nobody knows"))
        let plain = all.count { $0["look"] is NSNull }
        let shown = try browser.submit(address, ["do": "plain"])
        let picked = shown.matches(of: /name="(pick\.\d+)" value="([^"]+)"/)
        #expect(picked.count == plain, "\(shown)")
        #expect(try waiting().count == all.count)
        let fields = picked.map { (String($0.output.1), String($0.output.2)) }
        let adopted = try browser.submit(
            address, ["do": "adopt-now"].merging(fields) { $1 })
        #expect(adopted.contains("\(plain) changes settled"), "\(adopted)")
        let rest = try waiting()
        #expect(rest.count == all.count - plain)
        let unplaced = try #require(rest.first { $0["fingerprint"] is String }?["id"] as? String)
        let one = try browser.submit(address, ["do": "adopt-now", "pick.1": unplaced])
        #expect(one.contains("1 change settled"), "\(one)")
        let foreign = try #require(
            rest.first { $0["adoptable"] as? Bool == false }?["id"] as? String)
        let refused = try browser.submit(address, ["do": "adopt-now", "pick.1": foreign])
        #expect(refused.contains("Nothing was changed"), "\(refused)")
        let discarded = try browser.submit(
            address, ["do": "discard-now", "pick.1": foreign, "reason": "Decided anew."])
        #expect(discarded.contains("1 change settled"), "\(discarded)")
        #expect(workbench.stop() == 0)
        #expect(try waiting().count == rest.count - 2)
    }

    private func settleByCommand() throws {
        for item in try waiting() {
            let id = try #require(item["id"] as? String)
            if item["adoptable"] as? Bool == true {
                try team.lead.succeed("quarantine", "adopt", id)
            } else {
                let refused = try team.lead.run("quarantine", "adopt", id)
                #expect(refused.status == 77, "\(refused.errors)")
                try team.lead.succeed("quarantine", "discard", id, "--reason", "Said anew.")
            }
        }
    }

    private func waiting() throws -> [[String: Any]] { try quarantine("list") }

    private func quarantine(_ words: String...) throws -> [[String: Any]] {
        let out = try team.lead.succeed(["quarantine"] + words + ["--json"]).out
        let items = try JSONSerialization.jsonObject(with: Data(out.utf8))
        return try #require(items as? [[String: Any]])
    }

    // MARK: What is set aside

    private static let plain = [
        "label-in-name", "name-once", "icons", "trigger-role", "item-role", "dismiss-role",
        "close-role", "one-stop", "not-trapped", "focus-enters", "escape-key", "swipe-dismiss",
        "back-closes",
    ]
    private static let disputed = ["reading-order", "confined", "default-focus"]

    /// A reader's work, a retired laptop's, a stranger's, and what a lead wrote who leads no more.
    private func setAside() throws {
        let lee = try team.join("Lee Okafor")
        let ines = try team.join("Ines Duarte")
        try team.lead.succeed("audit", "people", "role", "Ines Duarte", "--role", "lead")
        let lead = team.lead
        try lead.succeed(Team.verdict("failed", criterion: "keyboard-order", "--note", "Jumps."))
        for laptop in [lead, ines, team.tester] { try laptop.succeed("sync") }
        try team.tester.succeed(Team.verdict("passed", criterion: "state-open"))
        for laptop in [team.tester, lead, ines] { try laptop.succeed("sync") }

        // Nobody has heard yet what becomes of her role and device.
        try lead.succeed("audit", "people", "role", "Ines Duarte", "--role", "tester")
        try lead.succeed("audit", "people", "role", "Maya Lindqvist", "--role", "reader")
        for criterion in Self.disputed {
            try lead.succeed(Team.verdict("cantTell", criterion: criterion))
        }
        try lead.succeed("sync")
        for criterion in Self.plain + Self.disputed {
            try team.tester.succeed(Team.verdict("passed", criterion: criterion))
        }
        try team.tester.succeed(
            Team.verdict("passed", criterion: "keyboard-order", "--note", "In order here."))
        try team.tester.succeed(
            "component", "add", "--screen", "New", "--control", "menu", "--label", "Her own")
        try ines.succeed(
            "decide", Team.state, "--criterion", "state-open", "--outcome", "cantTell", "--reason",
            "Heard otherwise.")
        try ines.succeed("audit", "people", "role", "Lee Okafor", "--role", "lead")
        try ines.succeed(
            "withdraw", Team.state, "--criterion", "state-open", "--reason", "Not in this build.")
        for criterion in ["label-in-name", "name-once", "trigger-role", "one-stop", "state-open"] {
            try lee.succeed(Team.verdict("passed", criterion: criterion, state: "collapsed"))
        }
        try team.server.administer("device", "retire", try device(of: "Lee Okafor"))
        for laptop in [team.tester, ines] { try laptop.succeed("sync") }
        #expect(try lee.run("sync").status == 77)
        try bringAStrangersWork()
    }

    /// Four verdicts by a laptop that has joined no server, in a file that the lead carries.
    private func bringAStrangersWork() throws {
        let noor = Program.accord(home: team.folder.url.appending(path: "noor"))
        try noor.succeed("init", "--name", "Noor Haddad")
        let there = team.folder.url.appending(path: "there").path
        let back = team.folder.url.appending(path: "back").path
        try team.lead.succeed("bundle", "export", there)
        try noor.succeed("bundle", "import", there)
        let fingerprint = try team.lead.succeed("status", "--json").json()["fingerprint"]
        try noor.succeed("bundle", "accept", try #require(fingerprint as? String))
        for criterion in ["label-in-name", "name-once", "trigger-role", "one-stop"] {
            try noor.succeed(Team.verdict("passed", criterion: criterion, state: "disabled"))
        }
        try noor.succeed("bundle", "export", back)
        try team.lead.succeed("bundle", "import", back)
    }

    private func device(of name: String) throws -> String {
        let listed = try team.server.administer("device", "list", "--json")
        let devices = try listed.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        return try #require(
            devices.first { $0["personName"] as? String == name }?["replica"] as? String)
    }
}
