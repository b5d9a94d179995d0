import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// What a form of findings saves beside what its author has said elsewhere.
struct FormSavingTests {
    private let desk: Desk
    private let opened: FormContext

    init() throws {
        desk = try Desk()
        opened = FormContext(showing: try desk.item().record)
    }

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

    private var own: [Judgement?] {
        get throws { try desk.finding().judgements.map(\.value.judgement) }
    }

    @Test func `a verdict over an unseen one of hers is asked about, and all else is saved`()
        throws
    {
        try desk.record(.passed)
        let second = try save(.failed, note: "Silent.", showing: opened)
        let question = try #require(second.asked.first)
        #expect(question.said == .failed(.serious, .app))
        #expect(question.standing.map(\.value.judgement) == [.passed])
        let words = question.words { _ in "10:02" }
        #expect(words == "You said passed at 10:02, which this form had not shown.")
        #expect(try own == [.passed])
        #expect(try desk.finding().text(.note) == "Silent.")
        #expect(try !desk.finding().isConflict)
    }

    @Test func `her answer replaces what she was asked about, whichever it is`() throws {
        try desk.record(.passed)
        let asked = try save(.failed, showing: opened)
        var context = asked.context
        // Asked again for as long as she does not answer.
        #expect(try save(.failed, showing: context).asked.count == 1)
        let told = Set(asked.asked.flatMap(\.standing).map(\.edit))
        let record = try desk.item().record
        let person = try desk.view().person
        context.learnOwn(on: Desk.criterion, of: record, by: person) { told.contains($0.edit) }
        let kept = try save(.passed, showing: context)
        #expect(kept.changes.isEmpty && kept.asked.isEmpty)
        let changed = try save(.failed, showing: kept.context)
        #expect(changed.asked.isEmpty)
        #expect(try own == [.failed(.serious, .app)])
    }

    @Test func `the same verdict in two forms is one, and the second may change it`() throws {
        try desk.record(.passed)
        let same = try save(.passed, showing: opened)
        #expect(same.changes.isEmpty && same.asked.isEmpty)
        #expect(try save(.cantTell, showing: same.context).asked.isEmpty)
        #expect(try own == [.cantTell])
    }

    @Test func `a colleague’s verdict that the form had not shown asks nobody`() throws {
        try desk.hear(from: desk.maya, .passed)
        let save = try save(.failed, showing: opened)
        #expect(save.asked.isEmpty)
        #expect(try own.count == 2)
    }

    @Test func `to take back over an unseen verdict asks too`() throws {
        let first = try save(.passed, showing: opened)
        try desk.record(.cantTell)
        let back = try save(.untested, showing: first.context)
        #expect(back.asked.map(\.said) == [nil])
        #expect(try own == [.cantTell])
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
