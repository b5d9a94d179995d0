import Testing

@testable import Shared

/// Lens files with one thing wrong, each with what has to be said: file, line, key, what to do.
struct BrokenLensTests {
    private static let head = """
        format: accord-lens/1
        lens: own
        title: Own
        about: A lens of a test.

        """

    private static let clause = "- {number: \"1\", title: One, wcag: [\"1.1.1\"]}"

    private func read(_ yaml: String, named name: String = "own.yaml") throws -> Lens {
        try Lens(CatalogueFiles.File(path: name, content: Array(yaml.utf8)))
    }

    private func told(_ yaml: String, named name: String = "own.yaml") -> String {
        do {
            _ = try read(yaml, named: name)
            return "nothing"
        } catch { return "\(error)" }
    }

    @Test func `the lens that the others are made of is sound`() throws {
        let lens = try read(Self.head + "clauses:\n  \(Self.clause)\n")
        #expect(lens.clauses.map(\.number) == ["1"])
    }

    /// A clause, with what is said of line 6.
    private static let wrongClauses = [
        ("title: One, none: Because", "own.yaml:6: clauses[0].number: `number` is missing"),
        ("number: \"1\", none: Because", "own.yaml:6: clauses[0].title: `title` is missing"),
        ("number: 1-2, title: One, none: Because", "clauses[0].number: `1-2` is no number"),
        ("number: 1..2, title: One, none: Because", "such as 11.5.2.3"),
        ("number: \"1\", title: One", "clauses[0]: say what answers it by `wcag`"),
        ("number: \"1\", title: One, wcag: []", "clauses[0].wcag: name one, or leave it out"),
        ("number: \"1\", title: One, wcag: [9.9.9]", "`9.9.9` is no success criterion of WCAG"),
        ("number: \"1\", title: One, wcag: [1.1.1, 1.1.1]", "`1.1.1` is there twice"),
        (
            "number: \"1\", title: One, wcag: [1.1.1], none: Because",
            "clauses[0].none: it is answered by wcag: leave one out"
        ),
        (
            "number: \"1\", title: One, scope: void, wcag: [1.1.1]",
            "clauses[0].scope: what is void asks nothing: say `none` and why"
        ),
        (
            "number: \"1\", title: One, scope: apps, none: Because",
            "clauses[0].scope: `apps` is none of software, closed-functionality, platform-only"
        ),
        ("number: \"1\", title: One, level: AAA, none: Because", "`AAA` is none of A, AA"),
        (
            "number: \"1\", title: One, controls: [menu], categories: [name]",
            "clauses[0].controls: it goes with `wcag` alone"
        ),
        (
            "number: \"1\", title: One, controls: [menu], none: Because",
            "clauses[0].controls: it goes with `wcag` alone"
        ),
        ("number: \"1\", title: One, categories: [Name]", "clauses[0].categories: `Name` is no id"),
        (
            "number: \"1\", title: One, criteria: [menu.name]",
            "clauses[0].criteria: `menu.name` names no criterion: write CONTROL.PLATFORM.ID"
        ),
        ("number: \"1\", title: One, criteria: [\"*.ios.name\"]", "names no criterion"),
        ("number: \"1\", title: One, criteria: [\"menu.*.*\"]", "names no criterion"),
        (
            "number: \"1\", title: One, was: [\"2\"], none: Because",
            "clauses[0].was: say first which lens this one `succeeds`"
        ),
        ("number: \"1\", title: One, none: Because, is: odd", "clauses[0].is: unknown key"),
        ("number: \"1\", title: One, none: \" \"", "clauses[0].none: a text is expected here"),
        (
            "number: \"1\", title: One, recommendation: maybe, none: Because",
            "true or false is expected"
        ),
    ]

    @Test(arguments: wrongClauses)
    func `what is wrong in a clause is told with file, line, key and what to do`(
        clause: String, expected: String
    ) {
        let told = told(Self.head + "clauses:\n  - {\(clause)}\n")
        #expect(told.hasPrefix("own.yaml:6: clauses[0]") && told.contains(expected), "\(told)")
    }

    /// What takes the place of the clauses, with what is said.
    private static let wrongRests = [
        ("clauses: []", "own.yaml:5: clauses: a lens has 1 to 1000 clauses: 0"),
        ("clauses: {}", "own.yaml:5: clauses: a list is expected here"),
        ("clauses:\n  \(clause)\n  \(clause)", "clauses: `1` is there twice"),
        (
            "outside:\n  - {wcag: [1.1.1], reason: Odd}\nclauses:\n  \(clause)",
            "own.yaml:6: outside[0].wcag: a clause is reached by 1.1.1: take it out here"
        ),
        (
            "outside:\n  - {wcag: [1.2.1]}\nclauses:\n  \(clause)",
            "own.yaml:6: outside[0].reason: `reason` is missing"
        ),
        (
            "outside:\n  - {wcag: [1.2.1], reason: A}\n  - {wcag: [1.2.1], reason: B}\n"
                + "clauses:\n  \(clause)", "outside: `1.2.1` is there twice"
        ),
        (
            "succeeds: Old one\nclauses:\n  \(clause)",
            "own.yaml:5: succeeds: `Old one` is no id: small letters, digits"
        ),
        ("leaves-out: [a]\nclauses:\n  \(clause)", "own.yaml:5: leaves-out: `a` is no number"),
        ("exact: often\nclauses:\n  \(clause)", "own.yaml:5: exact: true or false is expected"),
        (
            "succeeds: old\nclauses:\n  - {number: \"1\", title: A, was: [\"2\"], new: B, none: C}",
            "own.yaml:7: clauses[0].new: what continues a clause is not new: keep one"
        ),
        ("claims:\n  \(clause)", "own.yaml:5: claims: unknown key; known are about, clauses"),
    ]

    @Test(arguments: wrongRests)
    func `what is wrong around the clauses is told in the same way`(
        rest: String, expected: String
    ) {
        let told = told(Self.head + rest + "\n")
        #expect(told.contains(expected), "\(told)")
    }

    @Test func `format, name and length are told`() {
        let sound = Self.head + "clauses:\n  \(Self.clause)\n"
        #expect(
            told(sound.replacing("accord-lens/1", with: "accord-lens/2"))
                .hasPrefix("own.yaml:1: format:"))
        #expect(
            told(sound, named: "mine.yaml") == "mine.yaml:2: lens: name the file own.yaml")
        let long = String(repeating: "a", count: Limits.standard.labelBytesMax + 1)
        #expect(
            told(sound.replacing("title: Own", with: "title: \(long)"))
                == "own.yaml:3: title: shorten it to 512 bytes")
        let longer = String(repeating: "a", count: Limits.standard.catalogueTextBytesMax + 1)
        #expect(
            told(sound.replacing("A lens of a test.", with: longer))
                == "own.yaml:4: about: shorten it to 4000 bytes")
        let large = sound + String(repeating: "#", count: Limits.standard.lensBytesMax)
        #expect(told(large).contains("and a lens at most 1048576"))
        let many = (0...Limits.standard.lensClausesMax).map {
            "  - {number: \"\($0)\", title: One, none: Because}\n"
        }
        #expect(
            told(Self.head + "clauses:\n" + many.joined())
                == "own.yaml:5: clauses: a lens has 1 to 1000 clauses: 1001")
    }
}
