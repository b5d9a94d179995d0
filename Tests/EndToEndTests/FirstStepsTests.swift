import Foundation
import TestSupport
import Testing

/// What a laptop says on which nobody has begun.
struct FirstStepsTests {
    private static let steps = ["accord serve", "accord demo", "accord init --name"]

    @Test func `a laptop without work says what comes next, and makes nothing`() throws {
        let folder = try TemporaryFolder()
        let home = folder.url.appending(path: "home")
        let accord = Program.accord(home: home)
        for words in [[], ["status"]] {
            let told = try accord.run(words)
            #expect(told.status == 0 && told.errors.isEmpty, "\(words)")
            for step in Self.steps + [home.path] {
                #expect(told.out.contains(step), "\(words): \(told.out)")
            }
        }
        for words in [["status", "--json"], ["list"], ["record", "--from", "-"]] {
            let told = try accord.run(words)
            #expect(told.status == 66 && told.out.isEmpty, "\(words)")
            for step in Self.steps { #expect(told.errors.contains(step), "\(words)") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `where somebody has begun, or something is left, it is the help`() throws {
        let folder = try TemporaryFolder()
        let accord = Program.accord(home: folder.url.appending(path: "home"))
        try accord.succeed("init", "--name", "Maya Lindqvist")
        #expect(try accord.succeed().out.contains("SUBCOMMANDS"))
        #expect(try accord.succeed("status").out.contains("No audit yet. Next: accord serve"))
        try FileManager.default.removeItem(
            at: folder.url.appending(path: "home/accord.sqlite"))
        #expect(try accord.succeed().out.contains("SUBCOMMANDS"))
    }
}
