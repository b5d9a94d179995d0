import Foundation
import TestSupport
import Testing

/// `accord announce` as its user runs it, without a home.
struct AnnounceTests {
    private let accord = Program.accord(home: nil)

    private static let cases = URL(filePath: #filePath).appending(
        path: "../../SharedTests/Fixtures/announcement-cases.json"
    ).standardized.path

    private func check(
        _ phrase: String, _ more: String..., input: String = ""
    ) throws
        -> Program.Output
    {
        try accord.run(
            [
                "announce", "check", phrase, "--control", "menu", "--platform", "ios", "--part",
                "trigger", "--label", "More options",
            ] + more, input: input)
    }

    @Test func `a phrase gets a verdict, its problems and an example`() throws {
        let output = try check("More options, expanded, button", "--state", "collapsed")
        #expect(output.status == 1)
        #expect(
            output.out == """
                Suggested: Failed. Missing: state "collapsed". Heard instead: state "expanded".
                This would pass: More options menu, collapsed, button

                """)
        let passed = try check("More options, collapsed, button", "--state", "collapsed")
        #expect(passed.status == 0)
        #expect(passed.out == "Suggested: Passed.\n")
        let untold = try check("More options, button", "--state", "collapsed")
        #expect(untold.status == 0)
        #expect(untold.out.hasPrefix("Suggested: Can't tell. Not heard: state \"collapsed\". "))
    }

    @Test func `a phrase comes from standard input too`() throws {
        let output = try check("-", input: "More options, button\n")
        #expect(output.status == 0)
        #expect(output.out == "Suggested: Passed.\n")
    }

    @Test func `every labelled phrase gets the verdict and the problems that it says`() throws {
        let output = try accord.run("announce", "check", "--cases", Self.cases)
        #expect(output.status == 1)
        let lines = output.out.split(separator: "\n")
        #expect(lines.count >= 50)
        #expect(lines.filter { !$0.contains(#""agrees":true"#) } == [])
    }

    @Test func `cases that pass end with 0, and a case need not say its verdict`() throws {
        let file = """
            {"cases":[{"id":"one","phrase":"Close, button","control":"drawer-legacy",
            "platform":"iOS","part":"close-button","label":"Close"}]}
            """
        let output = try accord.run("announce", "check", "--cases", "-", input: file)
        #expect(output.status == 0)
        #expect(
            output.out == #"{"agrees":null,"example":"Close, button","expected":null,"id":"one","#
                + #""problems":[],"verdict":"pass"}"# + "\n")
    }

    @Test(arguments: [
        ("{\"cases\":[\n{\"id\":\"a\"},\noops]}", "line 3 is no JSON"),
        ("{\"cases\":[\n{\"id\":\"a\"},\n", "line 3 is no JSON"),
        ("", "line 1 is no JSON"), ("[]", "it is of another kind"),
        ("{\"cases\":[{\"phrase\":3}]}", "cases, number 1, phrase is of another kind"),
        ("{\"cases\":[{\"id\":\"a\"}]}", "case a: it has to say phrase"),
        (
            #"{"cases":[{"phrase":"","control":"shet","platform":"ios","part":"x","label":""}]}"#,
            "case number 1: “shet” is no control in the catalogue (near it: sheet"
        ),
    ])
    func `a file that is wrong is told by line or case, and nothing of it is checked`(
        file: String, told: String
    ) throws {
        let output = try accord.run("announce", "check", "--cases", "-", input: file)
        #expect(output.status == 65)
        #expect(output.out == "")
        #expect(output.errors.contains(told), "\(output.errors)")
    }

    @Test func `names that are not there come back with near ones`() throws {
        let output = try check("x", "--state", "collapsd")
        #expect(output.status == 66)
        #expect(output.errors.contains("“collapsd” is no state of menu on ios. Near it:\n"))
        #expect(output.errors.contains("\n  collapsed"))
        let silent = try accord.run(
            "announce", "check", "x", "--control", "menu", "--platform", "ios", "--part",
            "close-button", "--state", "collapsed", "--label", "Close")
        #expect(silent.status == 65)
        #expect(silent.errors.contains("it does in: expanded"))
    }
}
