import Foundation
import TestSupport
import Testing

/// Captures of screens through the programs: files, pipes, errors, and another laptop.
@Suite(.serialized)
struct ImportTests {
    private let team: Team

    init() throws { team = try Team() }

    private func file(_ bytes: [UInt8], _ name: String = "window_dump.xml") throws -> String {
        let url = team.folder.url.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path
    }

    private func dump(
        _ bytes: [UInt8], _ more: String...
    ) throws -> Program.Output {
        try team.tester.run(
            ["import", "uiautomator", try file(bytes), "--screen", "Transactions"] + more)
    }

    @Test func `facts and suggestions reach another laptop`() throws {
        let output = try dump(Captures.transactions)
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.out.contains("6 new components"))
        #expect(output.out.contains("saved on this laptop"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        let shown = try team.lead.succeed(
            "show", "Transactions/account overflow@\(Team.environment):collapsed"
        ).out
        #expect(shown.contains("fact clickable    yes"))
        #expect(shown.contains("menu.android.trigger-name: untested (suggested: failed)"))
        #expect(shown.contains("failed missing-name uiautomator"))
        let again = try dump(Captures.transactions).out
        #expect(again.contains("nothing new. Nothing was saved."))
    }

    @Test func `Appium's page sources and the framework's results come in the same way`() throws {
        let page = try file(Captures.transactionsByAppium, "page.xml")
        let appium = try team.tester.succeed("import", "appium", page, "--screen", "Transactions")
        #expect(appium.out.contains("Appium page source, Android (UiAutomator2)"))
        let results = try file(Array(Self.evaluation.utf8), "evaluation.txt")
        let atf = try team.tester.succeed("import", "atf", results, "--screen", "Transactions")
        #expect(atf.out.contains("trigger-name failed (missing-name)"))
        #expect(atf.out.contains("1 new component"))
        let phone = try team.tester.run(
            "import", "appium", try file(Captures.transactionsOnPhone, "phone.xml"))
        #expect(phone.status == 66)
        #expect(phone.errors.contains("no environment on ios"))
        let wrong = try dump(Captures.transactionsByAppium)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("use accord import appium"))
    }

    private static let evaluation = """
        hierarchy { windows { id: 0 views { id: 0 class_name: "android.widget.ImageButton"
          resource_name: "com.larkfield.mobile:id/overflow" clickable: true enabled: true } } }
        results { source_check_class: "com.example.checks.SpeakableTextPresentCheck"
          result_type: ERROR hierarchy_source_id: 0 }
        """

    @Test func `a capture comes through a pipe, and a rehearsal saves nothing`() throws {
        let output = try team.tester.run(
            "import", "uiautomator", "-", "--screen", "T", "--dry-run", "--json",
            input: String(decoding: Captures.transactions, as: UTF8.self))
        #expect(output.status == 0, "\(output.errors)")
        #expect(try output.json()["dryRun"] as? Bool == true)
        #expect(try team.tester.succeed("component", "list").out.contains("Coffee") == false)
    }

    @Test func `a malformed file is told by its line and nothing of it is there`() throws {
        let output = try dump(Array(Captures.transactions.prefix(2_000)))
        #expect(output.status == 65)
        #expect(output.errors.contains("Nothing was imported: line 8, column "))
        let entities = "<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/hostname'>]><hierarchy>&x;</hierarchy>"
        let refused = try dump(Array(entities.utf8))
        #expect(refused.status == 65)
        #expect(refused.errors.contains("a document type is never read"))
        #expect(try team.tester.succeed("component", "list").out.contains("Coffee") == false)
    }

    @Test func `a huge file is refused`() throws {
        let path = team.folder.url.appending(path: "huge.xml").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 5 << 30)  // A hole: it takes no room on the disk.
        try handle.close()
        let output = try team.tester.run("import", "uiautomator", path, "--screen", "T")
        #expect(output.status == 65)
        #expect(output.errors.contains("too large"))
    }

    @Test func `a file that is not there is told`() throws {
        let output = try team.tester.run("import", "uiautomator", "/nowhere.xml", "--screen", "T")
        #expect(output.status == 66)
        #expect(output.errors.contains("Nothing was imported"))
    }
}
