import Client
import Foundation
import Shared
import TestSupport
import Testing

/// A form's context on its way through a page and back.
struct FormTokenTests {
    @Test func `a token read beside the same record is the same context`() throws {
        let laptop = try FormLaptop()
        try laptop.judge(.passed, note: "as expected")
        let context = FormContext(showing: try laptop.record())
        let read = try #require(FormContext(token: context.token, showing: try laptop.record()))
        #expect(read.sees == context.sees)
        #expect(read.shown == context.shown)
    }

    @Test func `what has gone since is still known by name, author and value`() throws {
        let laptop = try FormLaptop()
        try laptop.judge(.failed(.serious, .platform), note: "first")
        let context = FormContext(showing: try laptop.record())
        try laptop.judge(.passed, note: "second")
        let read = try #require(FormContext(token: context.token, showing: try laptop.record()))
        #expect(Set(read.shown.keys) == Set(context.shown.keys))
        for (field, siblings) in context.shown {
            #expect(read.shown[field]?.map(\.edit) == siblings.map(\.edit))
            #expect(read.shown[field]?.map(\.author) == siblings.map(\.author))
        }
        #expect(
            read.shown[laptop.judgement]?.first?.value == .judgement(.failed(.serious, .platform)))
        #expect(read.showed(Drafts.text("first"), in: laptop.note))
        #expect(!read.showed(Drafts.text("second"), in: laptop.note))
    }

    @Test func `a damaged token is refused and never crashes`() throws {
        let laptop = try FormLaptop()
        try laptop.judge(.passed, note: "x")
        let record = try laptop.record()
        let bytes = try #require([UInt8](base64URL: FormContext(showing: record).token))
        for end in 0..<bytes.count {
            #expect(FormContext(token: Array(bytes[..<end]).base64URL, showing: record) == nil)
        }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            var damaged = bytes
            damaged[generator.below(damaged.count)] ^= UInt8(1 + generator.below(255))
            _ = FormContext(token: damaged.base64URL, showing: record)
        }
    }
}

/// One laptop that records on one component state.
private struct FormLaptop {
    let judgement = FieldID(criterion: "menu.android.state-open", .judgement)
    let note = FieldID(criterion: "menu.android.state-open", .note)
    private let key: RecordKey
    private let audit = AuditID(high: 1, low: 1)
    private let client: AuditClient
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        client = try AuditClient.create(
            ClientHome(home: folder.url.appending(path: "home").path, state: nil, environment: [:]),
            name: "Maya")
        let state = StateID(
            component: ComponentID(high: 2, low: 2), environment: EnvironmentID(high: 3, low: 3),
            round: 1, state: "expanded")
        key = .state(audit, state)
        try client.save(
            [
                Drafts.audit(
                    audit, title: "A", catalogue: "1", builds: [:], environments: [],
                    creator: try client.whoami().person, name: "Maya")
            ], in: audit)
    }

    func judge(_ value: Judgement, note text: String) throws {
        let edits = [FieldEdit(judgement, .judgement(value)), FieldEdit(note, Drafts.text(text))]
        try client.save([RecordDraft(key: key, edits: edits)], in: audit)
    }

    func record() throws -> Shared.Record { try #require(try client.store.record(key)) }
}
