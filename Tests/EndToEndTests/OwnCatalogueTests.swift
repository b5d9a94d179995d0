import Foundation
import TestSupport
import Testing

/// A control that the programs do not know, from one file, through everything that they do.
@Suite(.serialized)
struct OwnCatalogueTests {
    @Test func `the example of the page is planned, recorded, heard, shown and exported`() throws {
        let team = try Team()
        let own = try OwnCatalogue(in: team.folder.url.appending(path: "own"))
        let checked = try team.lead.succeed("catalogue", "check", own.folder.path).out
        #expect(checked.contains("nothing is wrong"), "\(checked)")
        try own.plan(by: team.lead, ["Maya Lindqvist"])
        let audit = ["--audit", "Harbour"]

        // She never had the file.
        try team.tester.succeed("sync", "--all")
        #expect(
            try team.tester.succeed(["catalogue", "show", "stars"] + audit).out
                .contains("Your rating, 3 of 5 stars, adjustable"))
        #expect(try team.tester.run("catalogue", "show", "rating-bar").status != 0)
        #expect(
            try team.tester.succeed(["list", "--untested"] + audit).out
                .contains("Home/Your rating"))

        let right = "Your rating, 3 of 5 stars, adjustable"
        let wrong = ["Your rating, 3 of 5 stars": "role", "3 of 5 stars, adjustable": "label"]
        let place =
            [
                "--control", "rating-bar", "--platform", "ios", "--part", "bar", "--state",
                "enabled",
                "--label", "Your rating", "--json",
            ] + audit
        #expect(try team.tester.run(["announce", "check", right] + place).out.contains("\"pass\""))
        for (phrase, code) in wrong {
            let told = try team.tester.run(["announce", "check", phrase] + place)
            #expect(told.out.contains("\"\(code)\""), "\(told)")
        }

        let heard = try team.tester.succeed(
            OwnCatalogue.verdict("failed", "bar-role", "--heard", "Your rating, 3 of 5 stars")
        ).out
        #expect(heard.contains("saved"), "\(heard)")
        try team.tester.succeed("sync", "--all")
        try team.lead.succeed("sync", "--all")
        #expect(
            try team.lead.succeed(["show", OwnCatalogue.state] + audit).out
                .contains("bar-role"))
        for format in ["csv", "ndjson"] {
            let exported = try team.lead.run(["export", format] + audit)
            #expect(exported.status == 0, "\(format): \(exported.errors)")
            #expect(exported.out.contains("Your rating"), "\(format)")
        }
    }

    @Test func `files that were exported are the same catalogue, and are never written over`()
        throws
    {
        let team = try Team()
        let folder = team.folder.url.appending(path: "copy").path
        let told = try team.lead.succeed("catalogue", "export", folder).out
        #expect(told.contains("files into \(folder)"), "\(told)")
        let diff = try team.lead.succeed("catalogue", "diff", folder, "--json").out
        #expect(diff.contains(#""changed":[]"#) && diff.contains(#""controlsGone":[]"#), "\(diff)")
        #expect(try team.lead.run("catalogue", "export", folder).status == 65)
    }

    @Test func `on a laptop with one audit, it is that audit's catalogue that is read`() throws {
        let team = try Team()
        let own = try OwnCatalogue(in: team.folder.url.appending(path: "own"))
        let laptop = Program.accord(home: team.folder.url.appending(path: "rosa"))
        try laptop.succeed("init", "--name", "Rosa")
        #expect(try laptop.run("catalogue", "show", "rating-bar").status != 0)
        try laptop.succeed(
            "audit", "new", "Harbour", "--environment", "ios-voiceover-phone-18", "--catalogue",
            own.folder.path)
        #expect(
            try laptop.succeed("catalogue", "show", "stars").out.contains("Your rating, 3 of 5"))
        let phrase = ["announce", "check", "Your rating, 3 of 5 stars, adjustable"]
        let place = [
            "--control", "rating-bar", "--platform", "ios", "--part", "bar", "--state", "enabled",
            "--label", "Your rating",
        ]
        try laptop.succeed(phrase + place)
        let before = team.folder.url.appending(path: "now").path
        try laptop.succeed("catalogue", "export", before)
        #expect(FileManager.default.fileExists(atPath: "\(before)/own.yaml"))
        try laptop.succeed(
            "audit", "new", "Orchard", "--environment", "ios-voiceover-phone-18")
        #expect(try laptop.run("catalogue", "show", "rating-bar").status != 0)
    }
}
