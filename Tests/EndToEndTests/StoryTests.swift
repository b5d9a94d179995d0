import Foundation
import Testing

/// The whole way of a finding through the built programs.
@Suite(.serialized)
struct StoryTests {
    @Test func `work of two meets, conflicts, is decided and both sides prove it`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("failed"))
        try team.lead.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("conflicts").out.contains("state-open"))
        try team.lead.succeed(
            "decide", Team.state, "--criterion", "state-open", "--outcome", "failed",
            "--severity", "serious", "--reason", "Heard it on two phones.")
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        let roots = try [team.lead, team.tester].map { program in
            try #require(
                program.succeed("verify").out.split(separator: "\n").first {
                    $0.hasPrefix("root ")
                })
        }
        #expect(roots[0] == roots[1])
        let rows = try team.tester.succeed("export", "csv", "--output", "-").out
        #expect(rows.contains("decided"))
    }

    @Test func `explain and list show versions, and how they relate`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("failed"))
        try team.lead.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        let finding = [Team.state, "--criterion", "state-open"]
        let told = try team.lead.succeed(["explain"] + finding).out
        #expect(told.contains("\nVersions\nComponent state: {"))
        #expect(told.contains(" are concurrent: neither had seen the other.\n"))

        let list = try team.lead.succeed("list", "--versions").out
        let context = try #require(told.firstMatch(of: /Component state: (\{.+\})/)).output.1
        #expect(list.contains("\(Team.state)  \(context)\n"))
        #expect(try !team.lead.succeed("list").out.contains(context))
        #expect(try team.lead.run("list", "--versions", "--untested").status == 64)

        let row = try team.lead.succeed("export", "ndjson", "--output", "-").json()
        let version = try #require(row["version"] as? [String: Any])
        let explained = try team.lead.succeed(["explain"] + finding + ["--json"]).json()
        let same = try #require(explained["version"] as? [String: Any])
        let numbers = try #require(version["context"] as? [String: Int])
        #expect(numbers.count == 2)
        #expect(same["context"] as? [String: Int] == numbers)
        let relations = try #require(same["relations"] as? [[String: String]])
        #expect(relations.map { $0["order"] } == ["concurrent"])
        let siblings = try #require(version["siblings"] as? [[String: Any]])
        #expect(
            Set(siblings.map { $0["dot"] as? String })
                == Set(numbers.map { "\($0.key):\($0.value)" }))
    }

    @Test func `a sync with nothing new receives nothing`() throws {
        let team = try Team()
        try team.tester.succeed("sync")
        let again = try team.tester.succeed("sync", "--json").json()
        let audits = try #require(again["audits"] as? [[String: Any]])
        #expect(audits.first?["received"] as? Int == 0)
        #expect(audits.first?["requests"] as? Int == 1)
    }

    @Test func `what a killed server acknowledged is there when it comes back`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        team.server.kill()
        try team.server.start()
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("list").out.contains("state-open"))
    }

    @Test func `a server that is asked to end ends in order`() throws {
        let team = try Team()
        #expect(team.server.stop() == 0)
    }

    @Test func `show tells which verdicts the server does not have yet`() throws {
        let team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
        let words = "not on the server yet"
        #expect(try team.tester.succeed("show", Team.state).out.contains(words))
        try team.tester.succeed("sync")
        #expect(try !team.tester.succeed("show", Team.state).out.contains(words))
    }
}

extension Program {
    /// Runs a list of arguments and demands success.
    @discardableResult
    func succeed(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Output {
        let output = try run(arguments)
        try #require(
            output.status == 0, "\(arguments): \(output.status) \(output.errors)",
            sourceLocation: sourceLocation)
        return output
    }
}
