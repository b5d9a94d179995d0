import Foundation
import Shared
import TestSupport
import Testing

@testable import Client

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

    @Test(arguments: [0, 1, 65_535, 65_536])
    func `a token gives back what the form showed, however much that is`(count: Int) throws {
        let key = RecordKey.plan(AuditID(high: 1, low: 1))
        let many = Self.form(registers: count, siblingsOfOne: 1, replicas: 1)
        #expect(try Self.read(many, key).shown.mapValues { $0.map(\.edit) } == many.edits)
        let wide = Self.form(registers: 1, siblingsOfOne: count, replicas: count)
        let read = try Self.read(wide, key)
        #expect(read.shown.mapValues { $0.map(\.edit) } == wide.edits)
        #expect(read.sees == wide.context.sees)
    }

    @Test func `a page that was open since an earlier version still brings its form`() throws {
        let form = Self.form(registers: 2, siblingsOfOne: 3, replicas: 2)
        // Version 1 differs in the width of its counts: two bytes.
        var earlier: [UInt8] = [1]
        let present = try #require([UInt8](base64URL: form.context.token))
        var reader = ByteReader(Array(present.dropFirst()))
        func count() -> Int {
            let count = Int(reader.integer(UInt32.self) ?? 0)
            earlier += [UInt8(count >> 8), UInt8(count & 255)]
            return count
        }
        earlier += reader.raw(count() * 24) ?? []
        for _ in 0..<count() {
            let length = reader.raw(4) ?? []
            earlier += length + (reader.raw(Int(length[3])) ?? [])
            for _ in 0..<count() { earlier += reader.raw(16 + 16 + 1 + 8) ?? [] }
        }
        #expect(reader.isAtEnd)
        let record = Record(key: .plan(AuditID(high: 1, low: 1)))
        let read = try #require(FormContext(token: earlier.base64URL, showing: record))
        #expect(read.shown.mapValues { $0.map(\.edit) } == form.edits)
    }

    private struct Form {
        let context: FormContext
        let edits: [FieldID: [EditID]]
    }

    private static func read(_ form: Form, _ key: RecordKey) throws -> FormContext {
        try #require(FormContext(token: form.context.token, showing: Record(key: key)))
    }

    private static func form(registers: Int, siblingsOfOne: Int, replicas: Int) -> Form {
        var shown: [FieldID: [Sibling]] = [:]
        for index in 0..<registers {
            let field = FieldID(criterion: "criterion-\(index)", .note)
            shown[field] = (0..<(index == 0 ? siblingsOfOne : 1)).map { number in
                Sibling(
                    field: field, dot: Dot(replica: ReplicaID(high: 1, low: 1), n: 1),
                    edit: EditID(high: UInt64(index), low: UInt64(number)),
                    author: PersonID(high: 1, low: 1), value: .text(Text(normalizing: "x")),
                    sees: VersionVector(), wallTime: 0)
            }
        }
        let sees = VersionVector(
            (0..<replicas).map { Dot(replica: ReplicaID(high: 1, low: UInt64($0)), n: 1) })
        return Form(
            context: FormContext(sees: sees, shown: shown),
            edits: shown.mapValues { $0.map(\.edit) }.filter { !$0.value.isEmpty })
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

    func record() throws -> Record { try #require(try client.store.record(key)) }
}
