import Shared
import TestSupport
import Testing

struct FindingTests {
    private func write(_ name: FieldName, _ value: FieldValue?, _ names: [EditID] = []) -> Write {
        Write(
            field: FieldID(criterion: Sample.criterion, name), value: value, replaces: names)
    }

    private func text(_ text: String) -> FieldValue { .text(Text(normalizing: text)) }

    private func finding(_ changes: [Change]) throws -> Finding {
        let findings = Record.after(changes).findings(
            policy: .one(.standard), control: "menu", environment: "ios-voiceover-phone-18",
            withdrawals: [])
        return try #require(findings.first)
    }

    @Test func `different registers of one finding are no conflict`() throws {
        let finding = try finding([
            .sample(1, 1, [write(.heard, text("button"))]),
            .sample(2, 1, [write(.steps, text("swipe right"))]),
        ])
        #expect(finding.text(.heard) == "button")
        #expect(finding.text(.steps) == "swipe right")
        #expect(!finding.isConflict)
    }

    @Test func `two notes written at once are both kept`() throws {
        let finding = try finding([
            .sample(1, 1, [write(.note, text("first"))], wallTime: 2),
            .sample(2, 1, [write(.note, text("second"))], wallTime: 1),
        ])
        #expect(finding.texts[.note]?.compactMap(\.value.text) == ["first", "second"])
        #expect(finding.text(.note) == "first", "the newest by wall time is shown first")
        #expect(!finding.isConflict)
    }

    @Test func `two suggestions are no conflict, and the newest is shown`() throws {
        let finding = try finding([
            .judged(1, 1, .passed),
            .sample(1, 2, [write(.suggestion, text("failed role"))], wallTime: 2),
            .sample(2, 1, [write(.suggestion, text("passed"))], wallTime: 1),
        ])
        #expect(finding.suggestions.count == 2)
        #expect(finding.suggestion == "failed role")
        #expect(finding.effective.judgement == .passed)
        #expect(!finding.isConflict)
    }

    @Test func `a suggestion stands beside the verdict and is never counted as one`() throws {
        let alone = try finding([.sample(1, 1, [write(.suggestion, text("failed missing-name"))])])
        #expect(alone.effective == .untested)
        #expect(alone.suggestions.compactMap(\.value.text) == ["failed missing-name"])
        let judged = try finding([
            .judged(2, 1, .passed),
            .sample(1, 1, [write(.suggestion, text("failed missing-name"))]),
        ])
        #expect(judged.effective.judgement == .passed)
        #expect(judged.suggestions.count == 1)
        #expect(!judged.isConflict)
    }

    @Test func `an element stays while one of its writes lives`() throws {
        let tag = FieldID(criterion: Sample.criterion, .tag, "focus")
        let one = Change.sample(1, 1, [Write(field: tag, value: .present, replaces: [])])
        let two = Change.sample(2, 1, [Write(field: tag, value: .present, replaces: [])])
        let removal = Change.sample(
            1, 2, [Write(field: tag, value: nil, replaces: [one.edit])])
        #expect(try finding([one, two, removal]).lists[.tag] == ["focus"])
        #expect(Record.after([one, removal]).siblings(of: tag).isEmpty)
    }

    @Test func `two comments of one author both stay, and nobody else takes one away`() throws {
        let field = FieldID(
            criterion: Sample.criterion, .comment, "00112233445566778899aabbccddeeff")
        let comment = Change.sample(
            1, 1, [Write(field: field, value: text("heard it twice"), replaces: [])])
        let bold = Change.sample(2, 1, [Write(field: field, value: nil, replaces: [comment.edit])])
        let own = Change.sample(
            3, 1, [Write(field: field, value: nil, replaces: [comment.edit])], author: 1)
        #expect(try finding([comment, bold]).comments.map(\.edit) == [comment.edit])
        #expect(Record.after([comment, bold, own]).siblings(of: field).isEmpty)
    }
}
