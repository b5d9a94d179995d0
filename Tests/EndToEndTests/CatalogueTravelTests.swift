import Foundation
import TestSupport
import Testing

/// An audit's catalogue comes with it, and what a laptop lacks of it is never counted as done.
@Suite(.serialized)
struct CatalogueTravelTests {
    private let team: Team
    /// The audit with a catalogue of the lead's own, which Maya's laptop does not have.
    private let audit = ["--audit", "Harbour"]

    init() throws {
        team = try Team()
        let folder = team.folder.url.appending(path: "own")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let menu = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../config/catalogue/menu.yaml")
        let yaml = try String(contentsOf: menu, encoding: .utf8)
            .replacing("control: menu", with: "control: flip-board")
            .replacing("title: Menu\n", with: "title: Flip board\n")
            .replacing("{id: menu,", with: "{id: flip-board,")
        try yaml.write(
            to: folder.appending(path: "flip-board.yaml"), atomically: true, encoding: .utf8)
        try team.lead.succeed(
            "audit", "new", "Harbour", "--environment", Team.environment, "--catalogue",
            folder.path)
        try lead(
            "component", "add", "--screen", "Home", "--control", "flip-board", "--label", "Offers")
        try lead("sync")
        try lead("audit", "people", "add", "Maya Lindqvist", "--role", "tester")
    }

    @discardableResult
    private func lead(_ arguments: String...) throws -> String {
        let isSync = arguments.first == "sync"
        return try team.lead.run(arguments + (isSync ? ["--all"] : audit)).out
    }

    private func kept(by program: Program) -> [URL] {
        let folder = URL(filePath: program.environment["ACCORD_HOME"] ?? "")
            .appending(path: "evidence")
        return
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    @Test func `a tester judges by the lead's catalogue, which no one gave her`() throws {
        try lead("sync")
        try team.tester.succeed("sync", "--all")
        let untested = try team.tester.run(["list", "--untested"] + audit)
        #expect(untested.status == 0, "\(untested.errors)")
        #expect(untested.out.contains("Home/Offers"))
        #expect(untested.out.contains("state-open"))
        try team.tester.succeed(
            "record", "--component", "Home/Offers", "--environment", Team.environment, "--state",
            "expanded", "--criterion", "state-open", "--outcome", "passed", audit[0], audit[1])
        #expect(
            try team.tester.succeed("catalogue", "list", audit[0], audit[1]).out
                .contains("flip-board"))
        #expect(try !team.tester.succeed("catalogue", "list").out.contains("flip-board"))
        let status = try team.tester.succeed("status").out
        #expect(!status.contains("catalogue") && !status.contains("evidence"), "\(status)")
    }

    @Test func `what a laptop lacks is said, and never counted as done`() throws {
        try lead("sync")
        try team.tester.succeed("sync", "--all")
        let files = kept(by: team.tester)
        #expect(files.count == 1)
        for file in files { try FileManager.default.removeItem(at: file) }
        let untested = try team.tester.run(["list", "--untested"] + audit)
        #expect(untested.status == 78)
        #expect(untested.errors.contains("not on this laptop"), "\(untested.errors)")
        #expect(untested.errors.contains("accord sync"))
        #expect(try team.tester.run(["list"] + audit).errors.contains("not on this laptop"))
        #expect(try team.tester.succeed("status").out.contains("not on this laptop"))
        #expect(try team.tester.run(["doctor"]).out.contains("not on this laptop"))
        try team.tester.succeed("sync", "--all")
        #expect(kept(by: team.tester) == files)
        #expect(try team.tester.run(["list", "--untested"] + audit).out.contains("Home/Offers"))
    }

    @Test func `a catalogue that is damaged on the way or on the disk is not read`() throws {
        try lead("sync")
        try team.tester.succeed("sync", "--all")
        let file = try #require(kept(by: team.tester).first)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        let untested = try team.tester.run(["list", "--untested"] + audit)
        #expect(untested.status == 78)
        #expect(untested.errors.contains("damaged"), "\(untested.errors)")
    }

    @Test func `a bundle brings the catalogue along`() throws {
        let bundle = team.folder.url.appending(path: "harbour.accord").path
        try lead("bundle", "export", bundle)
        try team.tester.succeed("bundle", "import", bundle)
        let untested = try team.tester.run(["list", "--untested"] + audit)
        #expect(untested.out.contains("Home/Offers"), "\(untested.errors)")
    }
}
