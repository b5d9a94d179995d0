import Foundation
import TestSupport
import Testing

/// Work that was recorded without the identity that the server knows: it is hers all the same.
@Suite(.serialized)
struct IdentityElsewhereTests {
    private let team: Team
    private let folder: URL
    private var home: URL { folder.appending(path: "maya") }
    private var identity: URL { folder.appending(path: ".maya.accord-identity") }
    private var away: URL { folder.appending(path: "stick/identity") }

    init() throws {
        team = try Team()
        folder = team.folder.url
        try FileManager.default.createDirectory(
            at: folder.appending(path: "stick"), withIntermediateDirectories: true)
        try team.tester.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
    }

    @Test func `work recorded once without the option that names the identity is sent`() throws {
        try FileManager.default.moveItem(at: identity, to: away)
        let option = ["--identity", away.path]
        try team.tester.succeed(["status"] + option)
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed") + option)
        try team.tester.succeed(["sync"] + option)
        try expectArrived(["state-open", "confined", "trigger-name"])
        try team.tester.succeed(["verify", "--online"] + option)
    }

    @Test func `work recorded while the identity's folder was away is sent`() throws {
        try FileManager.default.moveItem(at: identity, to: away)
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        #expect(try team.tester.run("sync").status == 78)
        try putIdentityBack()
        try team.tester.succeed("sync")
        try expectArrived(["state-open", "confined"])
        try team.tester.succeed("verify", "--online")
    }

    @Test func `work recorded under several identities that no server knows is sent`() throws {
        try FileManager.default.moveItem(at: identity, to: away)
        for (criterion, state) in [("confined", "expanded"), ("trigger-name", "collapsed")] {
            try team.tester.succeed(Team.verdict("failed", criterion: criterion, state: state))
            try FileManager.default.removeItem(at: identity)
        }
        try putIdentityBack()
        try team.tester.succeed("sync")
        try expectArrived(["state-open", "confined", "trigger-name"])
    }

    @Test func `work recorded on a spare laptop is sent once the home is back`() throws {
        try FileManager.default.moveItem(at: identity, to: away)
        let spare = folder.appending(path: "spare")
        try FileManager.default.copyItem(at: home, to: spare)
        try Program.accord(home: spare).succeed(Team.verdict("passed", criterion: "confined"))
        try FileManager.default.removeItem(at: home)
        try FileManager.default.copyItem(at: spare, to: home)
        try putIdentityBack()
        try team.tester.succeed("sync")
        try expectArrived(["state-open", "confined"])
    }

    @Test func `work recorded on a spare laptop is sent from there once that has joined`() throws {
        let person = try #require(
            try team.tester.succeed("status", "--json").json()["person"] as? String)
        try FileManager.default.moveItem(at: identity, to: away)
        let spare = folder.appending(path: "spare")
        try FileManager.default.copyItem(at: home, to: spare)
        let program = Program.accord(home: spare)
        try program.succeed(Team.verdict("passed", criterion: "confined"))
        let invite = try Program.server.succeed(
            "invite", "--data", team.server.data.path, "--name", "Maya Lindqvist", "--person",
            person, "--json")
        let code = try #require(invite.json()["code"] as? String)
        try program.succeed("join", team.server.address, code)
        try program.succeed("sync")
        try expectArrived(["state-open", "confined"])
        // The laptop that stayed behind goes on beside it.
        try putIdentityBack()
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed"))
        try team.tester.succeed("sync")
        try expectArrived(["state-open", "confined", "trigger-name"])
    }

    // MARK: Steps

    private func putIdentityBack() throws {
        try? FileManager.default.removeItem(at: identity)
        try FileManager.default.moveItem(at: away, to: identity)
    }

    /// On the lead's laptop, in the server's export, and in nobody's queue.
    private func expectArrived(
        _ criteria: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try team.lead.succeed("sync")
        let list = try team.lead.succeed("list").out
        let audits = try #require(
            try team.lead.succeed("status", "--json").json()["audits"] as? [[String: Any]])
        let audit = try #require(audits.first?["audit"] as? String)
        let exported = try team.server.administer("export", audit, "csv")
        for criterion in criteria {
            #expect(
                list.contains(criterion), "\(criterion): \(list)", sourceLocation: sourceLocation)
            #expect(
                exported.contains(criterion), "\(criterion): \(exported)",
                sourceLocation: sourceLocation)
        }
        let log = try team.server.administer("quarantine", "list", audit, "--json")
        #expect(!log.contains("replica"), "\(log)", sourceLocation: sourceLocation)
    }
}
