import Foundation
import TestSupport
import Testing

/// A team's own control beside all those that are built in, through planning and sync.
@Suite(.serialized)
struct ExtendedCatalogueTests {
    private let team: Team
    private let own: OwnCatalogue
    private let audit = ["--audit", "Harbour"]

    init() throws {
        team = try Team()
        own = try OwnCatalogue(in: team.folder.url.appending(path: "own"))
        try "format: accord-catalogue-folder/1\nextends: built-in\n".write(
            to: own.folder.appending(path: "catalogue.yaml"), atomically: true, encoding: .utf8)
    }

    @Test func `the check says what is the folder's own and what is built in`() throws {
        let told = try team.lead.succeed("catalogue", "check", own.folder.path).out
        #expect(told.hasPrefix("1 control, and "), "\(told)")
        #expect(told.contains(" built in: nothing is wrong."), "\(told)")
        let whole = try team.lead.succeed("catalogue", "check").out
        #expect(whole.contains(" controls built in: nothing is wrong."), "\(whole)")

        try FileManager.default.removeItem(at: own.folder.appending(path: "catalogue.yaml"))
        let alone = try team.lead.succeed("catalogue", "check", own.folder.path).out
        #expect(alone.hasPrefix("1 control: nothing is wrong."), "\(alone)")
        #expect(alone.contains("takes the place of the catalogue that is built in"), "\(alone)")
        let file = own.folder.appending(path: "own.yaml").path
        let looked = try team.lead.succeed("catalogue", "check", file).out
        #expect(looked.contains("Looked at the folder \(own.folder.path)."), "\(looked)")
    }

    @Test func `its own control and one built in are planned, recorded and synced`() throws {
        try own.plan(by: team.lead, ["Maya Lindqvist"])
        try team.lead.succeed(
            ["component", "add", "--screen", "Home", "--control", "button", "--label", "Book"]
                + audit)
        try team.lead.succeed("sync", "--all")
        // She has neither the folder nor its file.
        try team.tester.succeed("sync", "--all")
        let untested = try team.tester.succeed(["list", "--untested"] + audit).out
        #expect(untested.contains("Home/Your rating") && untested.contains("Home/Book"))
        try team.tester.succeed(OwnCatalogue.verdict("passed", "bar-role"))
        try team.tester.succeed(
            [
                "record", "--component", "Home/Book", "--environment", "ios-voiceover-phone-18",
                "--state", "enabled", "--criterion", "button-role", "--outcome", "passed",
            ] + audit)
        try team.tester.succeed("sync", "--all")
        try team.lead.succeed("sync", "--all")
        #expect(
            try team.lead.succeed(["show", OwnCatalogue.state] + audit).out.contains("bar-role"))
        let book = "Home/Book@ios-voiceover-phone-18:enabled"
        #expect(try team.lead.succeed(["show", book] + audit).out.contains("passed"))

        // What was pinned is whole: it needs no folder file, and exports without one.
        let copy = team.folder.url.appending(path: "copy")
        try team.tester.succeed(["catalogue", "export", copy.path] + audit)
        let files = try FileManager.default.contentsOfDirectory(atPath: copy.path)
        #expect(files.contains("own.yaml") && files.contains("button.yaml"))
        #expect(!files.contains("catalogue.yaml"))
    }

    @Test func `a control is shown on one platform, with its fixes`() throws {
        let program = team.lead
        let shown = try program.succeed("catalogue", "show", "button.ios").out
        #expect(shown.contains("ios: criteria") && !shown.contains("android: criteria"))
        #expect(
            try program.succeed("catalogue", "show", "push-button.Android").out
                .contains("android: criteria"))
        let json = try program.succeed("catalogue", "show", "button.ios", "--json").out
        #expect(json.contains(#""framework":"swiftui""#) && !json.contains("jetpack-compose"))
        let name = try program.succeed("catalogue", "show", "button.ios.button-name").out
        #expect(name.contains("Asked        once a component"), "\(name)")
        let web = try program.run("catalogue", "show", "button.web")
        #expect(web.status == 66 && web.errors.contains("button.android"), "\(web)")
    }

    @Test func `names near one that is unknown are near`() throws {
        let near = try team.lead.run("catalogue", "show", "buton").errors
        #expect(near.contains("Near it:\n  button"), "\(near)")
        let far = try team.lead.run("catalogue", "show", "xylophone").errors
        #expect(far.contains("is no control or criterion") && !far.contains("Near"), "\(far)")
        let added = try team.lead.run(
            "component", "add", "--screen", "Home", "--control", "xylophone", "--label", "Play")
        #expect(!added.errors.contains("alert"), "\(added)")
    }
}
