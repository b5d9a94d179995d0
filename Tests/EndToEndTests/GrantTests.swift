import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Invites and tokens are listed and taken back, and devices tell when they were last there.
@Suite(.serialized)
struct GrantTests {
    private let team: Team

    init() throws {
        team = try Team()
    }

    private func server(_ arguments: String...) throws -> Program.Output {
        try Program.server.run(arguments + ["--data", team.server.data.path])
    }

    private func audit() throws -> String {
        let status = try team.lead.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        return try #require(audits.first?["audit"] as? String)
    }

    /// The status of a request with a token, such as 200.
    private func status(of path: String, token: String) async throws -> Int {
        var request = URLRequest(url: try #require(URL(string: team.server.address + path)))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (_, response) = try await URLSession.shared.data(for: request)
        return try #require(response as? HTTPURLResponse).statusCode
    }

    @Test func `a token reads until it is taken back, also in a database that was put back`()
        async throws
    {
        let audit = try audit()
        let made = try server("token", "new", "--audit", audit, "--json").json()
        let token = try #require(made["token"] as? String)
        let path = "/v1/audits/\(audit)/export?format=csv"
        #expect(try await status(of: path, token: token) == 200)
        let line = try server("token", "list", "--json").json()
        let id = try #require(line["id"] as? String)
        #expect(line["subject"] as? String == audit && line["revoked"] is NSNull)
        let backup = team.folder.url.appending(path: "backup")
        #expect(try server("backup", backup.path).status == 0)

        #expect(try server("token", "revoke", String(id.prefix(8))).status == 0)
        #expect(try await status(of: path, token: token) == 401)
        #expect(try server("token", "list").out.contains("revoked"))

        // The backup knows of no revocation, the folder beside the database does.
        #expect(team.server.stop() == 0)
        let data = team.server.data
        let keep = team.folder.url.appending(path: "keep")
        try FileManager.default.copyItem(at: data.appending(path: "keep"), to: keep)
        try FileManager.default.removeItem(at: data)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: keep, to: data.appending(path: "keep"))
        let restored = try server("restore", backup.path)
        #expect(restored.status == 0, "\(restored.errors)")
        try team.server.start()
        #expect(try await status(of: path, token: token) == 401)
    }

    @Test func `no token works for more than a year, and a wrong id revokes nothing`() throws {
        let audit = try audit()
        let long = try server("token", "new", "--audit", audit, "--expires", "400d")
        #expect(long.status != 0 && long.errors.contains("a year at most"), "\(long.errors)")
        #expect(try server("token", "new", "--audit", audit, "--expires", "365d").status == 0)
        for id in ["", "abc", "00000000"] {
            let revoked = try server("token", "revoke", id)
            #expect(revoked.status == 66 && revoked.errors.contains("is listed"), "\(revoked)")
        }
    }

    @Test func `an invite that was taken back lets nobody in`() throws {
        let invite = try server("invite", "--name", "Sam Okafor", "--json").json()
        let code = try #require(invite["code"] as? String)
        let lines = try server("invite", "list").out.split(separator: "\n")
        let line = try #require(lines.first { $0.contains("Sam Okafor") })
        #expect(line.contains("until"))
        #expect(lines.count { $0.contains("used") } == 2)
        #expect(try server("invite", "revoke", String(line.prefix(12))).status == 0)
        let sam = Program.accord(home: team.folder.url.appending(path: "sam"))
        try sam.succeed("init", "--name", "Sam Okafor")
        let refused = try sam.run("join", team.server.address, code)
        #expect(refused.status == 77, "\(refused.status)")
        #expect(refused.errors.contains("taken back"), "\(refused.errors)")
    }

    @Test func `when a device was last there is known`() throws {
        let devices = try server("device", "list", "--json").out.split(separator: "\n")
        for device in devices {
            let told = try JSONSerialization.jsonObject(with: Data(device.utf8))
            #expect((told as? [String: Any])?["seen"] is String, "\(device)")
        }
        #expect(try server("device", "list").out.contains("last contact"))
    }
}
