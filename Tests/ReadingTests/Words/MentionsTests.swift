import Reading
import Shared
import TestSupport
import Testing

/// Who is named in a comment.
struct MentionsTests {
    private static let people = ["Ann", "Ann Lee", "李明", "محمد علي", "김민수", "Ärne"]

    private func named(_ text: String) throws -> [String] {
        let writes = Self.people.enumerated().flatMap { index, name in
            let person = Sample.person(index + 1).hex
            return [
                Write(
                    field: FieldID(.person, person, "name"),
                    value: .text(Text(normalizing: name)), replaces: []),
                Write(
                    field: FieldID(.person, person, "role"), value: .role(.tester), replaces: []),
            ]
        }
        let key = RecordKey.plan(Sample.audit)
        let change = Change.sample(1, 1, writes, key: key, act: .plan)
        let mentions = Mentions(of: Plan(Record.after([change], key: key)))
        let pieces = mentions.pieces(of: text)
        let whole = pieces.map {
            switch $0 {
            case .text(let text): text
            case .name(let name, _): name
            }
        }.joined()
        #expect(whole == text, "the pieces are the whole text")
        return pieces.compactMap { if case .name(let name, _) = $0 { name } else { nil } }
    }

    @Test(
        arguments: [
            ("@Ann: look", ["@Ann"]), ("@ann lee, @ANN", ["@ann lee", "@ANN"]),
            ("@Ann Leeds", ["@Ann"]), ("@Anna", []), ("mail me at x@Ann", []), ("@", []),
            ("请@李明看看", ["@李明"]), ("(@محمد علي)", ["@محمد علي"]), ("@김민수님", ["@김민수"]),
            ("@a\u{308}rne", ["@a\u{308}rne"]), ("@@Ann", ["@Ann"]), ("Ann", []), ("", []),
        ])
    func `the longest name behind a sign counts, in any script`(
        _ text: String, _ expected: [String]
    ) throws {
        #expect(try named(text) == expected)
    }
}
