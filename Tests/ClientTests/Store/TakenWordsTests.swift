import Foundation
import Reading
import Shared
import SwiftProtobuf
import Testing

@testable import Client

/// Whose words somebody else takes away or replaces hears of it, with the words.
struct TakenWordsTests {
    private let desk: Desk
    private let note = FieldID(criterion: Desk.criterion, .note)

    init() throws {
        desk = try Desk(role: .tester)
        try desk.record(.failed, note: "Focus is lost.")
    }

    private func news() throws -> [WorkEvent] { try desk.client.queries.news(desk.audit) }

    private func words() throws -> [String] { try news().lines(in: try desk.view()) }

    private func edits(_ field: FieldID) throws -> [EditID] {
        try desk.item().record.siblings(of: field).map(\.edit)
    }

    /// Lets somebody's note arrive in the place of all that stands, or of none where it is nil.
    private func rewrite(_ text: String?, by author: PersonID) throws {
        let write = Write(
            field: note, value: text.map { .text(Text(normalizing: $0)) },
            replaces: try edits(note))
        try desk.hear(from: author, [write])
    }

    /// Lets the end of a pull arrive, which tells whose each replica is.
    private func endPull() throws {
        var wire = WireCheckpoint()
        for person in [desk.maya, desk.lee] {
            var entry = WireVectorEntry()
            entry.replica = Data(ReplicaID(high: person.high, low: person.low).bytes)
            entry.person = Data(person.bytes)
            wire.vector.append(entry)
        }
        try desk.end(
            PullCheckpoint(
                cursor: [1], vector: [], root: .zero, sequence: 1,
                image: try wire.serializedBytes()))
    }

    @Test func `whose note is replaced is told with what it was and what it is now`() throws {
        #expect(try news().isEmpty)
        try rewrite("Fine here.", by: desk.lee)
        #expect(
            try words() == [
                "Lee Okafor took away or replaced what you wrote on state-open on \(Desk.open): "
                    + "note “Focus is lost.”, now note “Fine here.”. You have it still: accord log"
            ])
        #expect(try news().map(\.kind) == [.removed])
        #expect(try desk.client.queries.overview(of: desk.audit).news.count == 1)
    }

    @Test func `what she wrote under her own id before an invite named her is hers`() throws {
        try desk.client.store.adopt(
            person: PersonID(high: 7, low: 7), name: "Maya", epoch: EpochID(high: 0, low: 1),
            former: try desk.client.whoami().person)
        try rewrite("Fine here.", by: desk.lee)
        let kinds = try news().map(\.kind)
        #expect(kinds == [.removed])
    }

    @Test func `all that one person takes away in one place is told at once, by name`() throws {
        var entry = FindingEntry(
            environment: Desk.android, state: "expanded", criterion: "state-open")
        entry.texts[.steps] = "1. open\n2. close"
        entry.lists[.tag] = ["focus", "menu"]
        _ = try desk.client.recording.record(
            entry, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
        try endPull()
        let record = try desk.item().record
        let gone = record.registers().filter { $0.field.name != .judgement }.map {
            Write(field: $0.field, value: nil, replaces: $0.siblings.map(\.edit))
        }
        #expect(gone.count == 4)
        try desk.hear(from: desk.lee, gone)
        let line = try #require(try words().first)
        #expect(try words().count == 1)
        #expect(line.hasPrefix("Lee Okafor took away or replaced what you wrote on state-open on "))
        for words in ["note “Focus is lost.”", "tag “focus”", "tag “menu”", "steps “1. open"] {
            #expect(line.contains(words))
        }
        #expect(try news().count == 4, "each is a fact of its own, and none comes twice")
    }

    @Test func `where several changed the record nobody is named for what is gone`() throws {
        try endPull()
        let record = try desk.item().record
        let tag = Write(
            field: FieldID(criterion: Desk.criterion, .tag, "menu"), value: .present, replaces: [])
        let gone = Write(field: note, value: nil, replaces: try edits(note))
        let changes = [(desk.maya, tag), (desk.lee, gone)].map { author, write in
            Change(
                key: record.key,
                dot: Dot(replica: ReplicaID(high: author.high, low: author.low), n: 1),
                body: ChangeBody(
                    author: author, act: .edit, writes: [write], sees: VersionVector(),
                    wallTime: 0))
        }
        try desk.arrive(changes.reduce(record) { $0.applying($1) })
        #expect(try news().filter { $0.kind == .removed }.map(\.person) == [nil])
        // One after the other it is told by whom.
        try desk.record(.failed, note: "Focus is lost again.")
        try desk.hear(from: desk.maya, .inapplicable)
        try rewrite(nil, by: desk.lee)
        #expect(try news().filter { $0.kind == .removed }.map(\.person) == [nil, desk.lee])
    }

    @Test func `who says something besides is named, though others changed the record`() throws {
        try endPull()
        let record = try desk.item().record
        func tag(_ name: String) -> Write {
            Write(
                field: FieldID(criterion: Desk.criterion, .tag, name), value: .present,
                replaces: [])
        }
        let gone = Write(field: note, value: nil, replaces: try edits(note))
        let changes = [(desk.maya, [tag("menu")]), (desk.lee, [gone, tag("focus")])].map {
            Change(
                key: record.key,
                dot: Dot(replica: ReplicaID(high: $0.high, low: $0.low), n: 1),
                body: ChangeBody(
                    author: $0, act: .edit, writes: $1, sees: VersionVector(), wallTime: 0))
        }
        try desk.arrive(changes.reduce(record) { $0.applying($1) })
        #expect(try news().map(\.kind) == [.removed])
        #expect(try news().map(\.person) == [desk.lee])
    }

    @Test func `it is told after a crash, and once`() throws {
        try rewrite("Fine here.", by: desk.lee)
        let other = try AuditClient(home: desk.home)
        #expect(try other.queries.news(desk.audit, untoldOnly: true).count == 1)
        try other.store.events.markTold(try news(), in: desk.audit)
        try other.store.events.markSeen(try news(), in: desk.audit, at: .now)
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        try desk.hear(from: desk.maya, [Write(field: note, value: nil, replaces: try edits(note))])
        #expect(try news().isEmpty, "what went then was Lee's")
    }

    @Test func `what she did on another device is no news`() throws {
        let me = try desk.client.whoami().person
        try rewrite("Focus is lost, twice.", by: me)
        #expect(try news().isEmpty)
    }

    @Test func `what stands again, or by somebody else too, is not gone`() throws {
        try rewrite("Focus is lost.", by: desk.lee)
        #expect(try news().isEmpty, "the same words stand")
        try desk.record(.failed, note: "Focus is lost, always.")
        try rewrite(nil, by: desk.lee)
        try rewrite("Focus is lost, always.", by: desk.maya)
        #expect(try news().filter { $0.kind == .removed }.isEmpty)
    }

    @Test func `a verdict is nobody else's to take, and makes no such news`() throws {
        let field = FieldID(criterion: Desk.criterion, .judgement)
        try desk.hear(
            from: desk.lee, [Write(field: field, value: nil, replaces: try edits(field))])
        #expect(try news().isEmpty)
    }
}
