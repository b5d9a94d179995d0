import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// What a save keeps of its author's share, and when she is told that there is little left.
struct ShareWarningTests {
    private static let criterion = "menu.android.state-open"
    private static let note = FieldID(criterion: criterion, .note)

    @Test func `a text that was replaced frees its body, whatever was saved with it`() throws {
        let laptop = try CrampedLaptop()
        for number in 0..<6 {
            try laptop.save([
                FieldEdit(Self.note, Drafts.text(String(repeating: "\(number)", count: 10_000))),
                FieldEdit(FieldID(criterion: Self.criterion, .tag, "tag-\(number)"), .present),
                FieldEdit(
                    FieldID(criterion: Self.criterion, .comment, "\(number)"),
                    Drafts.text("Comment \(number)")),
            ])
        }
        let record = try laptop.record()
        #expect(record.siblings(of: Self.note).count == 1)
        #expect(record.changes.count == 1 + 6 + 6)
        #expect(record.liveBytes < 20_000)
    }

    @Test func `elements and comments lie apart from texts, in one transaction`() throws {
        let laptop = try CrampedLaptop()
        let saved = try laptop.save([
            FieldEdit(FieldID(criterion: Self.criterion, .tag, "a"), .present),
            FieldEdit(Self.note, Drafts.text("note")),
            FieldEdit(FieldID(criterion: Self.criterion, .link, "https://example.org"), .present),
            FieldEdit(FieldID(criterion: Self.criterion, .comment, "1"), Drafts.text("x")),
        ])
        let names = saved.map { $0.body.writes.map { $0.field.name } }
        #expect(names == [[.note], [.link, .tag], [.comment]])
    }

    @Test func `what was withdrawn is taken back once, by the first of them`() throws {
        let laptop = try CrampedLaptop()
        try laptop.save([FieldEdit(Self.note, Drafts.text("note"))])
        let edits = try laptop.record().changes.map(\.change.edit)
        let withdrawn = FieldID(criterion: Self.criterion, .withdrawn)
        let reason = Withdrawal(reason: Text(normalizing: "not there"), covers: edits)
        try laptop.save([FieldEdit(withdrawn, .withdrawal(reason))])
        let form = FormContext(showing: try laptop.record())
        let saved = try laptop.save(
            [
                FieldEdit(Self.note, Drafts.text("it is")),
                FieldEdit(FieldID(criterion: Self.criterion, .tag, "a"), .present),
            ], form: form)
        #expect(saved.count == 2)
        #expect(saved.map { $0.body.writes.count { $0.field == withdrawn } } == [1, 0])
        #expect(try laptop.record().siblings(of: withdrawn).isEmpty)
    }

    @Test func `at four fifths of a share the recorder says what is nearly used up`() throws {
        var limits = Limits.standard
        limits.elementsPerFieldMax = 10
        let laptop = try CrampedLaptop(limits: limits)
        var warnings: [[String]] = []
        for number in 0..<10 {
            let field = FieldID(criterion: Self.criterion, .tag, "tag-\(number)")
            warnings.append(
                try laptop.recorder.warnings(after: try laptop.save([FieldEdit(field, .present)])))
        }
        #expect(warnings.prefix(7).allSatisfy { $0.isEmpty })
        #expect(
            warnings[7] == [
                "You have used 8 of 10 elements of one kind on one component state: when that is "
                    + "full, nothing more is saved there until you take back or shorten something."
            ])
        #expect(throws: AuditError.self) {
            let field = FieldID(criterion: Self.criterion, .tag, "one more")
            try laptop.save([FieldEdit(field, .present)])
        }
    }

    @Test func `a name that no record can hold is refused before anything is saved`() throws {
        let laptop = try CrampedLaptop()
        let field = FieldID(
            criterion: Self.criterion, .tag, String(repeating: "x", count: 70_000))
        #expect(throws: AuditError.self) { try laptop.save([FieldEdit(field, .present)]) }
        #expect(try laptop.store.record(laptop.key) == nil)
    }
}

/// One laptop whose limits a test chooses.
private struct CrampedLaptop {
    let key: RecordKey
    let recorder: Recorder
    let store: ClientStore
    private let audit = AuditID(high: 1, low: 1)
    private let folder: TemporaryFolder

    init(limits: Limits = .standard) throws {
        folder = try TemporaryFolder(preferMemory: true)
        let client = try AuditClient.create(
            ClientHome(home: folder.url.appending(path: "home").path, state: nil, environment: [:]),
            name: "Maya")
        store = client.store
        recorder = Recorder(store: client.store, limits: limits)
        let state = StateID(
            component: ComponentID(high: 2, low: 2), environment: EnvironmentID(high: 3, low: 3),
            round: 1, state: "expanded")
        key = .state(audit, state)
    }

    @discardableResult
    func save(_ edits: [FieldEdit], form: FormContext? = nil) throws -> [Change] {
        var generator = SeededGenerator(seed: 1)
        return try recorder.save(
            [RecordDraft(key: key, edits: edits, form: form)], in: audit,
            at: Date(timeIntervalSince1970: 1_763_000_000), using: &generator)
    }

    func record() throws -> Record { try #require(try store.record(key)) }
}
