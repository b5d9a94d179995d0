import Foundation
import TestSupport
import Testing

/// Which audits `accord sync` syncs.
struct SyncCommandTests {
    @Test func `an audit that only the server has is told, and a second one ends no script`()
        throws
    {
        let team = try Team()
        let lee = Program.accord(home: team.folder.url.appending(path: "lee"))
        try lee.succeed("init", "--name", "Lee Park")
        try lee.succeed("join", team.server.address, team.server.invite("Lee Park"))
        try lee.succeed(
            "audit", "new", "My own", "--build", "android=1.0", "--environment", Team.environment)
        try team.lead.succeed("audit", "people", "add", "Lee Park", "--role", "tester")
        try team.lead.succeed("sync")
        let told = try lee.run("sync")
        #expect(told.status == 0)
        #expect(
            told.errors.contains(
                "another audit for you: Larkfield Mobile. Fetch it: accord sync --all"))
        // Once an hour is often enough, and a sync with nothing to do stays one request.
        #expect(try lee.run("sync").errors.contains("another audit") == false)

        #expect(try titles(lee.succeed("sync", "--all", "--json")) == Self.both)
        #expect(try titles(lee.succeed("sync", "--json")) == Self.both)
        #expect(try titles(lee.succeed("sync", "--json", "--audit", "My own")) == ["My own"])
    }

    private static let both = ["My own", "Larkfield Mobile"]

    private func titles(_ output: Program.Output) throws -> [String] {
        let audits = try #require(output.json()["audits"] as? [[String: Any]])
        return audits.compactMap { $0["title"] as? String }
    }
}
