import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// What a form of findings saves.
struct FormSavingTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func save(
        _ outcome: Outcome?, note: String? = nil, showing context: FormContext
    ) throws -> FormSave {
        var entry = FindingEntry()
        entry.criterion = Desk.criterion
        entry.outcome = outcome
        entry.texts[.note] = note
        return try desk.client.recording.saveForm(
            [entry], on: try desk.item().id, in: try desk.view(), catalogue: desk.catalogue,
            showing: context)
    }

    @Test(arguments: ["first\r\nsecond", "first\rsecond", "first\nsecond"])
    func `line ends are of one kind, through whichever door a text came`(text: String) throws {
        try desk.record(.failed, note: text)
        #expect(try desk.finding().text(.note) == "first\nsecond")
    }

    @Test func `an older text with CR LF is sent back with line feeds and writes nothing`() throws {
        let text = Text(normalizing: "first\r\nsecond")
        let field = FieldID(criterion: Desk.criterion, .note)
        try desk.hear(from: desk.maya, [Write(field: field, value: .text(text), replaces: [])])
        let context = FormContext(showing: try desk.item().record)
        #expect(try save(nil, note: "first\nsecond", showing: context).changes.isEmpty)
        #expect(try desk.record(nil, note: "first\r\nsecond").changes == 0)
        #expect(try desk.finding().authors == [desk.maya])
    }
}
