import Foundation
import TestSupport
import Testing

/// A lead lets somebody in, with the built programs.
@Suite(.serialized)
struct InviteTests {
    private let team: Team

    init() throws { team = try Team() }

    private func newcomer(_ name: String) throws -> Program {
        let laptop = Program.accord(home: team.folder.url.appending(path: "newcomer"))
        try laptop.succeed("init", "--name", name)
        return laptop
    }

    @Test func `the link of an invite joins one laptop, and its lead adds who came`() throws {
        let invite = try team.lead.succeed("invite", "Ines Duarte", "--role", "reader", "--json")
            .json()
        let link = try #require(invite["link"] as? String)
        let code = try #require(invite["code"] as? String)
        #expect(link == "\(team.server.address)/join#\(code)")
        #expect(try team.lead.succeed("invite", "list").out.contains("open until"))
        // Nothing that either side keeps has the code.
        for folder in [team.server.data, team.folder.url.appending(path: "tomas")] {
            #expect(try !Self.files(in: folder).contains { $0.contains(code) })
        }

        let ines = try newcomer("I. Duarte")
        let joined = try ines.succeed("join", link).out
        #expect(joined.contains("Ines Duarte has joined"), "\(joined)")
        try ines.succeed("sync")
        #expect(try !ines.succeed("audit", "list").out.contains("Larkfield"))
        #expect(try team.lead.succeed("invite", "list").out.contains("not in the team yet"))
        try team.lead.succeed("audit", "people", "add", "Ines Duarte", "--role", "reader")
        try team.lead.succeed("sync")
        try ines.succeed("sync")
        #expect(try ines.succeed("audit", "list").out.contains("Larkfield Mobile"))

        let again = Program.accord(home: team.folder.url.appending(path: "again"))
        try again.succeed("init", "--name", "Somebody")
        #expect(try again.run("join", link).status == 77)
        let list = try Program.server.succeed(
            "invite", "list", "--data", team.server.data.path
        ).out
        #expect(list.contains("by Tomas Berg"), "\(list)")
    }

    @Test func `what is printed to be copied says a name as it is, whatever a shell makes of it`()
        throws
    {
        let name = "Órla O'Brien $(touch hurt) `touch hurt` \"; touch hurt"
        let out = try team.lead.succeed("invite", name).out
        let command = try #require(
            out.split(separator: "\n").last?.split(separator: " has joined: ").last)
        let shell = Program(
            executable: URL(filePath: "/bin/sh"), environment: [:])
        let folder = team.folder.url.path
        let said = try shell.succeed(
            "-c", "cd '\(folder)' && accord() { printf '%s\\n' \"$@\"; } && \(command)")
        #expect(said.out == "audit\npeople\nadd\n\(name)\n--role\ntester\n")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/hurt"))
    }

    @Test func `an invite that was taken back joins nobody`() throws {
        let invite = try team.lead.succeed("invite", "Rui Costa", "--json").json()
        let id = try #require(invite["id"] as? String)
        try team.lead.succeed("invite", "revoke", String(id.prefix(8)))
        let rui = try newcomer("Rui Costa")
        let refused = try rui.run("join", try #require(invite["link"] as? String))
        #expect(refused.status == 77)
        #expect(refused.errors.contains("taken back"), "\(refused.errors)")
        #expect(try team.lead.run("invite", "revoke", "00000000").status == 66)
    }

    @Test func `a tester invites nobody, and without the server nobody does`() throws {
        let refused = try team.tester.run("invite", "Ines Duarte")
        #expect(refused.status == 77)
        #expect(refused.errors.contains("only a lead of the audit may invite people"))
        #expect(try team.lead.run("join", team.server.address).status == 64)
        #expect(team.server.stop() == 0)
        let alone = try team.lead.run("invite", "Ines Duarte")
        #expect(alone.status == 69)
        #expect(alone.errors.contains("Inviting needs the server."), "\(alone.errors)")
        #expect(alone.errors.contains("accord bundle export"))
    }

    @Test func `the last lead stays, and who is taken out keeps her name`() throws {
        let last = try team.lead.run("audit", "people", "remove", "Tomas Berg")
        #expect(last.status == 65)
        #expect(last.errors.contains("is the only lead of the audit"), "\(last.errors)")
        try team.tester.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("audit", "people", "remove", "Maya Lindqvist")
        try team.lead.succeed("sync")
        #expect(try !team.lead.succeed("audit", "people", "list").out.contains("Maya"))
        let shown = try team.lead.succeed("show", Team.state).out
        #expect(shown.contains("Maya Lindqvist"), "\(shown)")
        #expect(try team.tester.run("sync").status == 77)
    }

    private static func files(in folder: URL) throws -> [String] {
        let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var contents: [String] = []
        while let url = names?.nextObject() as? URL {
            guard let data = try? Data(contentsOf: url) else { continue }
            contents.append(String(decoding: data, as: UTF8.self))
        }
        return contents
    }
}
