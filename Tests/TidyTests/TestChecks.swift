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
    Check(
        rule: "no test names a time-out of its own", scope: .tests,
        catches: SourceFile("Tests/ClientTests/A.swift", "#expect(elapsed < .seconds(2))"),
        accepts: SourceFile(
            "Tests/ClientTests/A.swift",
            "settings.noProgressTimeout = Patience.answer\n#expect(read.timeout == .seconds(5))")
    ) { file in
        guard file.path != "Tests/TestSupport/Patience.swift" else { return [] }
        return file.code.numbers { $0.namesTimeOut }.map {
            Violation(line: $0, advice: "take it from `Patience`, which ACCORD_PATIENCE stretches")
        }
    },
    Check(
        rule: "no test in Python names a time-out of its own", scope: .everything,
        catches: SourceFile("Tests/Web/a.py", "process.wait(timeout=60)"),
        accepts: SourceFile("Tests/Web/a.py", "process.wait(timeout=patience.SECONDS_MAX)")
    ) { file in
        guard file.isTest && file.path.hasSuffix(".py") else { return [] }
        let own = /(timeout=|timeout\(|seconds=|performance\.now\(\) \+ )[0-9]/
        return file.lines.numbers { $0.firstMatch(of: own) != nil }.map {
            Violation(line: $0, advice: "take it from `patience`, which ACCORD_PATIENCE stretches")
        }
    },
]

extension String {
    /// Whether a line of code gives a number of its own to something that ends a wait.
    fileprivate var namesTimeOut: Bool {
        if contains("== .") { return false }
        let ends = /(?i)timeout|time-?limit|deadline|patience|stallMax|atMost|< \.(milli)?seconds/
        let number = /\.(minutes|seconds)\([0-9]|imeout = \.milliseconds\(|< \.milliseconds\(/
        return firstMatch(of: ends) != nil && firstMatch(of: number) != nil
            || firstMatch(of: /poll\(&?[a-z]+, [^,]+, [0-9_]{4,}\)/) != nil
    }
}

/// Whether the function after this attribute is named by two words or more in backticks.
private func isNamed(_ attribute: Int, in file: SourceFile) -> Bool {
    let lines = attribute...min(attribute + 40, file.code.count)
    guard let function = lines.first(where: { file.code[$0].contains(word: "func") }) else {
        return false
    }
    let quoted = file.lines[function].split(separator: "`", omittingEmptySubsequences: false)
    return quoted.count >= 3 && quoted[0].hasSuffix("func ") && quoted[1].contains(" ")
}
