/// Tests that say in a sentence what they claim.
let testChecks: [Check] = [
    Check(
        rule: "a test is named by a sentence in backticks", scope: .tests,
        catches: SourceFile("Tests/SharedTests/A.swift", "@Test func testMerge() {}"),
        accepts: SourceFile(
            "Tests/SharedTests/A.swift", "@Test(arguments: [1])\nfunc `a dot has one content`() {}")
    ) { file in
        file.code.numbers { $0.contains(word: "@Test") }.filter { !isNamed($0, in: file) }.map {
            Violation(
                line: $0, advice: "name the test by its claim: func `a dot has one content`()")
        }
    },
    Check(
        rule: "a test has no second name", scope: .tests,
        catches: SourceFile("Tests/SharedTests/A.swift", #"@Test("merges") func `it merges`() {}"#),
        accepts: SourceFile("Tests/SharedTests/A.swift", #"@Test(.tags(.slow)) func `it is`() {}"#)
    ) { file in
        file.lines.numbers { $0.contains("@Test(\"") || $0.contains("@Suite(\"") }
            .filter { file.code[$0].contains("@") }
            .map { Violation(line: $0, advice: "put the words into the name, in backticks") }
    },
    .forbidding(
        ["XCTest", "XCTestCase"], rule: "tests are written with Swift Testing", in: .tests,
        advice: "import Testing; a suite is a struct",
        catches: SourceFile("Tests/SharedTests/A.swift", "import XCTest"),
        accepts: SourceFile("Tests/SharedTests/A.swift", "import Testing")
    ),
]

/// Whether the function after this attribute is named by two words or more in backticks.
private func isNamed(_ attribute: Int, in file: SourceFile) -> Bool {
    let lines = attribute...min(attribute + 40, file.code.count)
    guard let function = lines.first(where: { file.code[$0].contains(word: "func") }) else {
        return false
    }
    let quoted = file.lines[function].split(separator: "`", omittingEmptySubsequences: false)
    return quoted.count >= 3 && quoted[0].hasSuffix("func ") && quoted[1].contains(" ")
}
