import Foundation
import GRDB
import TestSupport
import Testing

/// Devices that end, what they still bring, and histories that are held to their word.
@Suite(.serialized, .timeLimit(.long))
struct QuarantineTests {
    private let team: Team
    private let audit: String

    init() throws {
        team = try Team()
        let listed = try Program.server.succeed(
            "audit", "list", "--json", "--data", team.server.data.path)
        audit = try #require(try listed.json()["audit"] as? String)
    }

    @Test func `late work of a retired device is adopted, under its author's name`() throws {
        try team.tester.succeed(Team.verdict("failed", "--note", "Said before."))
        try team.tester.succeed("sync")
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed(Team.verdict("cantTell", criterion: "reading-order"))
        let device = try device(of: "Maya Lindqvist")
        try server("device", "retire", device)

        let sync = try team.tester.run("sync")
        #expect(sync.status == 77)
        #expect(sync.errors.contains("retired"), "\(sync.errors)")
        #expect(try Team.queue(of: team.tester) == 0)
        let log = try team.tester.succeed("log", "--not-accepted").out
        #expect(log.components(separatedBy: "set aside").count == 3, "\(log)")

        let kept = try items()
        #expect(kept.count == 2)
        #expect(kept.allSatisfy { ($0["reason"] as? String)?.hasPrefix("retired-device") == true })
        #expect(kept.first?["record"] as? String == Team.state)
        try server("quarantine", "adopt", audit, "--all", "--by", "Tomas Berg")
        #expect(try items().isEmpty)

        try team.lead.succeed("sync")
        let shown = try team.lead.succeed("show", Team.state).out
        #expect(shown.contains("passed") && shown.contains("can't tell"), "\(shown)")
        #expect(shown.contains("Maya Lindqvist"), "\(shown)")
        try team.lead.succeed("verify", "--online")
        try team.lead.succeed("log", "--verify")
        try server("audit", "verify", audit)
    }

    @Test func `an author sees that what she may not do was adopted`() throws {
        try team.lead.succeed("audit", "people", "role", "Maya Lindqvist", "--role", "reader")
        try team.lead.succeed("sync")
        // She has not heard of it yet.
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed("sync")
        let ids = try items().compactMap { $0["id"] as? String }
        try #require(ids.count == 2)
        try server("quarantine", "adopt", audit, ids[0], "--by", "Tomas Berg")
        try server(
            "quarantine", "discard", audit, ids[1], "--by", "Tomas Berg", "--reason", "Twice.")
        let sync = try team.tester.succeed("sync").out
        #expect(sync.contains("Leads adopted or discarded 2 changes: accord log"), "\(sync)")
        let log = try team.tester.succeed("log").out
        #expect(log.contains("adopted") && log.contains("by Tomas Berg"), "\(log)")
        #expect(log.contains("discarded") && !log.contains("set aside"), "\(log)")
        let list = try Program.server.succeed(
            "quarantine", "list", audit, "--all", "--data", team.server.data.path
        ).out
        #expect(list.contains("discarded by Tomas Berg: Twice."), "\(list)")
    }

    @Test func `an author hears why her change was discarded, and that it was adopted after all`()
        throws
    {
        try team.lead.succeed("audit", "people", "role", "Maya Lindqvist", "--role", "reader")
        try team.lead.succeed("sync")
        // She has not heard of it yet.
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        #expect(try waiting() == 1)
        #expect(try settled() == nil)
        let id = try #require(try items().first?["id"] as? String)

        try server(
            "quarantine", "discard", audit, id, "--by", "Tomas Berg", "--reason", "Wrong build.")
        try team.tester.succeed("sync")
        let log = try team.tester.succeed("log", "--not-accepted").out
        #expect(log.contains("discarded") && log.contains("not-allowed: "), "\(log)")
        #expect(log.contains("\n      Tomas Berg: Wrong build.\n"), "\(log)")
        #expect(try settled()?["verdict"] as? String == "discarded")
        #expect(try settled()?["reason"] as? String == "Wrong build.")
        // It no longer waits for anybody, and the second sync has nothing to tell.
        #expect(try waiting() == 0)
        #expect(try team.tester.succeed("sync").out.contains("Leads") == false)

        try server("quarantine", "adopt", audit, id, "--by", "Tomas Berg")
        try team.tester.succeed("sync")
        #expect(try settled()?["verdict"] as? String == "adopted")
        let rest = try team.tester.succeed("log", "--not-accepted").out
        #expect(rest == "No change.\n")
        #expect(try team.tester.succeed("show", Team.state).out.contains("failed"))
    }

    @Test func `a lead works through what was set aside on her own laptop, by command`() throws {
        try team.lead.succeed("audit", "people", "role", "Maya Lindqvist", "--role", "reader")
        try team.lead.succeed("sync")
        // She has not heard of it yet; the lead has judged two of them otherwise.
        let criteria = ["state-open", "confined", "reading-order"]
        for criterion in criteria {
            try team.tester.succeed(Team.verdict("passed", criterion: criterion))
        }
        for criterion in ["confined", "reading-order"] {
            try team.lead.succeed(Team.verdict("cantTell", criterion: criterion))
        }
        try team.tester.succeed(
            "component", "add", "--screen", "New", "--control", "menu",
            "--label", "Her own")
        try team.tester.succeed("sync")
        let synced = try team.lead.succeed("sync").out
        #expect(synced.contains("waits for the leads"), "\(synced)")
        let status = try team.lead.succeed("status").out
        #expect(status.contains("accord quarantine list"), "\(status)")
        let json = try team.lead.succeed("status", "--json").json()
        let audits = try #require(json["audits"] as? [[String: Any]])
        let waiting = try #require(audits.first?["quarantined"] as? Int)
        #expect(waiting >= 4)

        let listed = try quarantine("list")
        #expect(listed.count == waiting)
        #expect(listed.allSatisfy { $0["author"] as? String == "Maya Lindqvist" })
        let differing = try #require(
            listed.first { ($0["look"] as? String)?.contains("stands there") == true })
        let shown = try team.lead.succeed(
            "quarantine", "show", try #require(differing["id"] as? String)
        ).out
        #expect(shown.contains("beside: ") && shown.contains("Look first: "), "\(shown)")

        let adopted = try team.lead.succeed("quarantine", "adopt", "--all").out
        #expect(adopted.contains("is left as it is: look first: "), "\(adopted)")
        #expect(try quarantine("list").count == 2)
        let id = try #require(differing["id"] as? String)
        try team.lead.succeed("quarantine", "discard", id, "--reason", "Judged on another build.")
        #expect(try quarantine("list").count == 1)
        try team.lead.succeed("sync")
        #expect(try quarantine("list").count == 1)
        #expect(try quarantine("list", "--all").count == waiting)
        let state = try team.lead.succeed("show", Team.state).out
        #expect(state.contains("Maya Lindqvist"), "\(state)")
        try team.tester.succeed("sync")
        let log = try team.tester.succeed("log").out
        #expect(log.contains("Judged on another build."), "\(log)")
        // Without the server the list is there, and nothing can be settled.
        #expect(team.server.stop() == 0)
        let rest = try quarantine("list")
        #expect(rest.count == 1)
        let failed = try team.lead.run(
            "quarantine", "adopt", try #require(rest.first?["id"] as? String))
        #expect(
            failed.status == 69 && failed.errors.contains("need the server"), "\(failed.errors)")
        #expect(try quarantine("list").count == 1)
    }

    @Test func `what an adoption makes doubtful is passed over by adopt --all, and no failure`()
        throws
    {
        let lee = try team.join("Lee Okafor")
        for name in ["Maya Lindqvist", "Lee Okafor"] {
            try team.lead.succeed("audit", "people", "role", name, "--role", "reader")
        }
        try team.lead.succeed("sync")
        // Neither has heard of it yet, nor of the other.
        try team.tester.succeed(Team.verdict("passed"))
        try lee.succeed(Team.verdict("cantTell"))
        for laptop in [team.tester, lee, team.lead] { try laptop.succeed("sync") }
        #expect(try quarantine("list").allSatisfy { $0["look"] is NSNull })
        let adopted = try team.lead.succeed("quarantine", "adopt", "--all").out
        #expect(adopted.contains("it needs a look: something else stands there"), "\(adopted)")
        #expect(try quarantine("list").count == 1)
        try team.lead.succeed("sync")
        #expect(try quarantine("list").first?["look"] is String)
    }

    @Test func `a lead sees whose devices write, ends one, and settles what it still brings`()
        throws
    {
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        let hers = try #require(
            try devices(team.lead).first { $0["name"] as? String == "Maya Lindqvist" })
        #expect(hers["endedAfter"] is NSNull && hers["changes"] as? Int == 1)
        let id = try #require(hers["replica"] as? String)
        #expect(id == (try device(of: "Maya Lindqvist")))
        // A tester sees her own, and ends no other.
        let own = try devices(team.tester)
        #expect(own.count == 1 && own[0]["isThisOne"] as? Bool == true)
        let leads = try #require(try devices(team.lead).first { $0["isThisOne"] as? Bool == true })
        let other = try #require(leads["replica"] as? String)
        #expect(try team.tester.run("device", "retire", other).status == 66)
        // That it is lost is its owner's word.
        let lost = try team.lead.run("device", "retire", id, "--lost")
        #expect(lost.status == 77 && lost.errors.contains("for its owner to say"), "\(lost.errors)")
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        for _ in 1...2 {
            let ended = try team.lead.succeed("device", "retire", String(id.prefix(8))).out
            #expect(ended.contains("Maya Lindqvist") && ended.contains("retired since"), "\(ended)")
        }
        _ = try team.tester.run("sync")
        try team.lead.succeed("sync")
        let after = try #require(try devices(team.lead).last)
        #expect(after["endedAfter"] as? Int == 2, "\(after)")
        // Two leads at once: what one has settled, the other does not turn round.
        let waiting = try quarantine("list")
        #expect(waiting.count == 1)
        let item = try #require(waiting.first?["id"] as? String)
        try server("quarantine", "discard", audit, item, "--by", "Tomas Berg", "--reason", "Late.")
        let late = try team.lead.run("quarantine", "adopt", item)
        #expect(late.status == 65 && late.errors.contains("Tomas Berg has discarded it already"))
        #expect(try quarantine("list").isEmpty)
        #expect(try quarantine("list", "--all").first?["settled"] as? String == "discarded")
        // Without the server the list stands, and nothing ends.
        #expect(team.server.stop() == 0)
        #expect(try devices(team.lead).count == 2)
        let failed = try team.lead.run("device", "retire", id)
        #expect(
            failed.status == 69 && failed.errors.contains("needs the server"), "\(failed.errors)")
    }

    private func devices(_ laptop: Program) throws -> [[String: Any]] {
        let out = try laptop.succeed("device", "list", "--json").out
        return try #require(
            try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [[String: Any]])
    }

    private func quarantine(_ words: String...) throws -> [[String: Any]] {
        let out = try team.lead.succeed(["quarantine"] + words + ["--json"]).out
        let items = try JSONSerialization.jsonObject(with: Data(out.utf8))
        return try #require(items as? [[String: Any]])
    }

    @Test func `whoever has the data folder names a lead`() throws {
        try server("audit", "lead", audit, "Maya Lindqvist")
        try team.tester.succeed("sync")
        let people = try team.tester.succeed("audit", "people").out
        #expect(people.contains(/lead +Maya Lindqvist/), "\(people)")
        try server("audit", "verify", audit)
    }

    @Test func `a history that was rewritten is found out by the laptop that witnessed it`()
        throws
    {
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        let before = try team.tester.succeed("log", "--verify", "--json").json()
        #expect(before["sound"] as? Bool == true)
        let trail = try #require(before["trail"] as? [String: Any])
        #expect(trail["entries"] as? Int == trail["witnessed"] as? Int)
        // Somebody with the server's folder alters who wrote what, and nothing else.
        #expect(team.server.stop() == 0)
        let database = try DatabaseQueue(
            path: team.server.data.appending(path: "accord-server.sqlite").path)
        try database.write {
            try $0.execute(sql: "update change set hash = zeroblob(32) where sequence = 1")
        }
        try database.close()
        try team.server.start()
        let after = try team.tester.run("log", "--verify")
        #expect(after.status == 1)
        #expect(after.out.contains("another history"), "\(after.out)")
        let found = try Program.server.run(
            "audit", "verify", audit, "--data", team.server.data.path)
        #expect(found.status == 1)
        #expect(found.out.hasPrefix("sequence 1, device "), "\(found.out)")
    }

    // MARK: Doing

    private func server(_ arguments: String...) throws {
        let output = try Program.server.run(arguments + ["--data", team.server.data.path])
        try #require(output.status == 0, "\(arguments): \(output.errors)")
    }

    /// What waits for the leads.
    private func items() throws -> [[String: Any]] {
        let listed = try Program.server.succeed(
            "quarantine", "list", audit, "--json", "--data", team.server.data.path
        ).out
        return try listed.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// How many of the tester's changes are not accepted, and wait for a lead.
    private func waiting() throws -> Int? {
        let status = try team.tester.succeed("status", "--json").json()
        return (status["audits"] as? [[String: Any]])?.first?["notAccepted"] as? Int
    }

    /// What the tester's log says that a lead made of her only change.
    private func settled() throws -> [String: Any]? {
        let log = try team.tester.succeed("log", "--json").out
        let changes = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [[String: Any]]
        return try #require(changes?.first)["settled"] as? [String: Any]
    }

    private func device(of person: String) throws -> String {
        let listed = try Program.server.succeed(
            "device", "list", "--json", "--data", team.server.data.path
        ).out
        for line in listed.split(separator: "\n") {
            let device = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard device?["personName"] as? String == person else { continue }
            return try #require(device?["replica"] as? String)
        }
        throw CocoaError(.keyValueValidation)
    }
}
