import Foundation
import TestSupport
import Testing

/// Two laptops in the field, with the built programs: files first, the server much later.
@Suite(.serialized)
struct BundleTests {
    @Test func `work goes from laptop to laptop, and one brings both to the server`() throws {
        let field = try FieldTeam()
        try field.exchange()
        for program in [field.tomas, field.maya] {
            let list = try program.succeed("list").out
            #expect(list.contains("state-open") && list.contains("confined"), "\(list)")
            #expect(try !program.succeed("conflicts", "list").out.contains("No conflict"))
        }
        let status = try field.maya.succeed("status", "--json").json()
        #expect(((status["audits"] as? [[String: Any]])?.first?["carried"] as? Int ?? 0) > 0)

        // Maya meets the server first, and brings an audit that it has never heard of.
        #expect(try field.maya.succeed("sync").out.contains("of others"))
        #expect(try !field.maya.succeed("status").out.contains("carried"))
        let export = try field.maya.succeed("export", "ndjson").out
        #expect(export.contains("Tomas Berg") && export.contains("Maya Lindqvist"))

        try field.tomas.succeed("sync")
        try field.maya.succeed("sync")
        var roots: Set<String> = []
        for program in [field.tomas, field.maya] {
            #expect(try Team.queue(of: program) == 0)
            let verify = try program.succeed("verify").out
            roots.formUnion(
                verify.split(separator: "\n").map(String.init).filter { $0.hasPrefix("root ") })
            #expect(try program.succeed("log", "--not-accepted").out.contains("No change"))
        }
        #expect(roots.count == 1, "\(roots)")
    }

    @Test func `who disagrees with what came in a file is told, and both verdicts go on`() throws {
        let field = try FieldTeam()
        try field.tomas.succeed(Team.verdict("passed"))
        try field.hand("first", from: field.tomas, to: field.maya)
        let said = try field.maya.succeed(Team.verdict("failed")).out
        #expect(said.contains("Tomas Berg said passed. You disagree: both stay"))
        try field.hand("second", from: field.maya, to: field.tomas)
        for program in [field.tomas, field.maya] {
            let conflicts = try program.succeed("conflicts").out
            #expect(conflicts.contains("Tomas Berg: passed"), "\(conflicts)")
            #expect(conflicts.contains("Maya Lindqvist: failed"), "\(conflicts)")
        }
        #expect(try field.maya.succeed(Team.verdict("passed")).out.contains("You and Tomas Berg"))
        try field.hand("third", from: field.maya, to: field.tomas)
        #expect(try field.tomas.succeed("conflicts").out.contains("No conflict."))
    }

    @Test func `a lost server's key makes a new one that laptops heal, and file work reaches it`()
        throws
    {
        let field = try FieldTeam()
        try field.tomas.succeed(Team.verdict("passed"))
        try field.tomas.succeed("sync")
        try field.maya.succeed("sync")
        // In the field again: Maya's laptop is lost there, and Tomas has her file.
        try field.maya.succeed(Team.verdict("failed"))
        try field.hand("last", from: field.maya, to: field.tomas)
        try field.server.startAnewFromEscrow()
        #expect(try field.tomas.succeed("sync").status == 0)
        let apart = try field.tomas.succeed("bundle", "list").out
        #expect(apart.contains("Maya Lindqvist") && apart.contains("unplaced"), "\(apart)")
        let audit = try field.tomas.succeed("status", "--json").json()
        let id = try #require((audit["audits"] as? [[String: Any]])?.first?["audit"] as? String)
        let kept = try field.server.administer("quarantine", "list", id)
        #expect(kept.contains("unplaced: the server was put back and has forgotten its device"))
        #expect(kept.contains("says it is Maya Lindqvist"), "\(kept)")
        // Whose a device is takes a comparison, and so its name.
        let all = try Program.server.succeed(
            "quarantine", "adopt", id, "--all", "--by", "Tomas Berg", "--data",
            field.server.data.path)
        #expect(all.errors.contains("it needs a look: nothing shows"), "\(all.errors)")
        #expect(try field.tomas.succeed("conflicts").out.contains("No conflict."))
        let status = try field.maya.succeed("status", "--json").json()
        let fingerprint = try #require(status["fingerprint"] as? String)
        try field.server.administer(
            "quarantine", "adopt", id, "--device", fingerprint, "--by", "Tomas Berg")
        try field.tomas.succeed("sync")
        // A lead's word is not a proof, and the list says whose it is.
        let conflicts = try field.tomas.succeed("conflicts").out
        #expect(
            conflicts.contains("Maya Lindqvist (by a device that is not known to be hers; ")
                && conflicts.contains("adopted by Tomas Berg): failed"), "\(conflicts)")
    }

    @Test func `evidence travels in the file and from there to the server`() throws {
        let field = try FieldTeam()
        let picture = field.folder.url.appending(path: "menu.txt")
        try Data("<menu>".utf8).write(to: picture)
        try field.tomas.succeed(Team.verdict("passed"))
        try field.tomas.succeed(
            "attach", Team.state, "--criterion", "state-open", picture.path)
        let path = field.folder.url.appending(path: "tomas.bundle").path
        try field.tomas.succeed("bundle", "export", path, "--with-evidence")
        #expect(
            try field.maya.succeed("bundle", "import", path).out.contains("1 file of evidence"))
        try field.maya.succeed("sync")
        let listed = try field.maya.succeed("evidence", "list", "--json").out
        let items = try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]]
        let hash = try #require(items?.first?["sha256"] as? String, "\(listed)")
        let blob = field.server.data.appending(path: "blobs/\(hash.prefix(2))/\(hash)")
        #expect(try Data(contentsOf: blob) == Data("<menu>".utf8))
    }

    @Test func `exit codes tell a damaged file, a file of a newer program, and no file`() throws {
        let field = try FieldTeam()
        let path = field.folder.url.appending(path: "tomas.bundle")
        try field.tomas.succeed("bundle", "export", path.path)
        #expect(try field.tomas.run("bundle", "export", path.path).status == 65)
        var bytes = try Data(contentsOf: path)
        bytes[bytes.count / 2] ^= 4
        let bad = field.folder.url.appending(path: "bad.bundle")
        try bytes.write(to: bad)
        let output = try field.maya.run("bundle", "import", bad.path)
        #expect(output.status == 65)
        #expect(output.errors.contains("Nothing was taken"))
        #expect(try field.maya.run("bundle", "import", "/nowhere").status == 74)
    }
}

/// Tomas and Maya have joined a server, and then worked where there is none.
private struct FieldTeam {
    let folder: TemporaryFolder
    let server: RunningServer
    let tomas: Program
    let maya: Program

    init() throws {
        folder = try TemporaryFolder()
        server = try RunningServer(folder: folder.url)
        tomas = Program.accord(home: folder.url.appending(path: "tomas"))
        maya = Program.accord(home: folder.url.appending(path: "maya"))
        for (program, name) in [(tomas, "Tomas Berg"), (maya, "Maya Lindqvist")] {
            try program.succeed("init", "--name", name)
            try program.succeed("join", server.address, server.invite(name))
        }
        let person = try maya.succeed("status", "--json").json()["person"] as? String
        try tomas.succeed(
            "audit", "new", "Larkfield Mobile", "--build", "android=8.4.0", "--environment",
            Team.environment)
        try tomas.succeed(
            "component", "add", "--screen", "Accounts", "--control", "menu", "--label",
            "Account options")
        try tomas.succeed(
            "audit", "people", "add", #require(person), "--name", "Maya Lindqvist", "--role",
            "tester")
        try hand("plan", from: tomas, to: maya)
    }

    /// Each gets the other's work; they disagree on one criterion.
    func exchange() throws {
        try tomas.succeed(Team.verdict("passed"))
        try maya.succeed(Team.verdict("failed", "--severity", "serious"))
        try maya.succeed(Team.verdict("cantTell", criterion: "confined"))
        try hand("first", from: tomas, to: maya)
        try hand("second", from: maya, to: tomas)
    }

    func hand(_ name: String, from: Program, to: Program) throws {
        let path = folder.url.appending(path: "\(name).bundle").path
        try from.succeed("bundle", "export", path)
        try to.succeed("bundle", "import", path)
    }
}
