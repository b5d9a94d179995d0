import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// What concerns a person besides what was done with her work.
struct ConcerningNewsTests {
    private let desk: Desk
    private let me: PersonID

    init() throws {
        desk = try Desk(role: .tester)
        me = try desk.client.whoami().person
    }

    private func kinds() throws -> [WorkEvent.Kind] {
        try desk.client.queries.news(desk.audit).map(\.kind)
    }

    private func assign(_ person: Assignee, by author: PersonID) throws {
        let record = try desk.item().record
        let field = FieldID(.assignee)
        let before = record.siblings(of: field).map(\.edit)
        let write = Write(field: field, value: Drafts.text(person.text), replaces: before)
        try desk.hear(from: author, in: record, [write])
    }

    private func comment(_ text: String, by author: PersonID) throws {
        let name = String(repeating: "a", count: 32)
        let field = FieldID(criterion: Desk.criterion, .comment, name)
        try desk.hear(from: author, [Write(field: field, value: Drafts.text(text), replaces: [])])
    }

    @Test func `who disagrees is told to whom did not know it, with the other's verdict`() throws {
        try desk.record(.failed, severity: .serious)
        try desk.hear(from: desk.lee, .passed)
        let news = try desk.client.queries.news(desk.audit)
        #expect(news.map(\.kind) == [.disagreed])
        #expect(news.first?.happened == Date(timeIntervalSince1970: 1_700_000_000))
        let view = try desk.view()
        #expect(
            news.map { $0.words(in: view) } == [
                "Lee Okafor disagrees with you on state-open on \(Desk.open): passed. Both "
                    + "verdicts stay until a rule or a lead settles it."
            ])
    }

    @Test func `what she added apart and another renamed is told until it is named anew`() throws {
        let control = try desk.catalogue.control(named: "menu")
        let made = { (states: [String]) in
            Drafts.component(
                desk.audit, screen: "Cards", control: "menu", label: "Go", ordinal: 1,
                states: control.usualStates(on: []).filter { states.contains($0.state) })
        }
        let writes = { (draft: RecordDraft) in
            draft.edits.map { Write(field: $0.field, value: $0.value, replaces: []) }
        }
        let draft = made(["expanded"])
        try desk.hear(from: desk.lee, in: Record(key: draft.key), writes(draft))
        let theirs = try #require(try desk.client.store.record(draft.key))
        func call(_ name: String, in record: Record) throws {
            let labels = record.siblings(of: FieldID(.label)).map(\.edit)
            let label = Write(
                field: FieldID(.label), value: Drafts.text(name), replaces: labels)
            try desk.hear(from: desk.lee, in: record, [label])
        }
        try call("Start", in: theirs)
        #expect(try kinds().isEmpty)
        // Without having heard of either she has added it herself.
        let renamed = try #require(try desk.client.store.record(draft.key))
        try desk.hear(from: me, in: renamed, writes(made(["expanded", "selected"])))
        let news = try desk.client.queries.news(desk.audit)
        #expect(news.map(\.kind) == [.renamed])
        let view = try desk.view()
        #expect(
            news.map { $0.words(in: view) } == [
                "What you added as “Cards/Go” is what Lee Okafor calls “Cards/Start”: what you "
                    + "recorded on it is there. If it is another control, add that once more."
            ])
        #expect(view.contested.isEmpty)
        // Who names it anew with hers before her eyes has settled it.
        try call("Begin", in: try #require(try desk.client.store.record(draft.key)))
        #expect(try kinds().isEmpty)
    }

    @Test func `who says the same is no news, nor others among themselves`() throws {
        try desk.hear(from: desk.lee, .passed)
        try desk.hear(from: desk.maya, .inapplicable)
        #expect(try kinds().isEmpty)
        try desk.record(.passed, state: "disabled", criterion: "state-disabled")
        try desk.hear(
            from: desk.lee, on: Desk.grey, criterion: "menu.android.state-disabled", .passed)
        #expect(try kinds().isEmpty)
    }

    @Test func `a decision for her is told where others had differed`() throws {
        try desk.record(.passed)
        try desk.hear(from: desk.lee, .cantTell)
        let record = try desk.item().record
        let judged = record.siblings(of: FieldID(criterion: Desk.criterion, .judgement))
        let decision = Decision(
            judgement: .passed, settled: judged.map(\.edit), reason: Text(normalizing: "It does."))
        let field = FieldID(criterion: Desk.criterion, .decision)
        try desk.hear(
            from: desk.maya, in: record,
            [Write(field: field, value: .decision(decision), replaces: [])], seen: true,
            act: .decision)
        #expect(try kinds() == [.decided])
    }

    @Test func `what she is given to test is told, and not once it was given to another`() throws {
        try assign(.person(me), by: desk.maya)
        #expect(try kinds() == [.assigned])
        try assign(.person(desk.lee), by: desk.maya)
        #expect(try kinds().isEmpty)
    }

    @Test func `what her group is given to test is told to her`() throws {
        func group(_ name: String, of person: PersonID) throws -> GroupID {
            let id = NaturalKey.group(named: name)
            let name = FieldEdit(FieldID(.group, id.hex), Drafts.text(name))
            let member = FieldEdit(FieldID(.member, id.hex, person.hex), .present)
            try desk.client.savePlan([name, member], of: desk.view())
            return id
        }
        let hers = try group("Payments", of: me)
        let others = try group("Cards", of: desk.lee)
        try assign(.group(others), by: desk.maya)
        #expect(try kinds().isEmpty)
        try assign(.group(hers), by: desk.maya)
        #expect(try kinds() == [.assigned])
    }

    @Test func `who names her in a comment is told, and what others are told is not`() throws {
        try comment("Ask @Lee Okafor.", by: desk.maya)
        #expect(try kinds().isEmpty)
        try comment("@Tomas Berg, did you hear it twice?", by: desk.lee)
        let news = try desk.client.queries.news(desk.audit)
        #expect(news.map(\.kind) == [.mentioned])
        #expect(news.first?.reason == "@Tomas Berg, did you hear it twice?")
        // It is looked for once: what else comes does not bring it again.
        try desk.client.store.events.markSeen(news, in: desk.audit, at: .now)
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        #expect(try kinds().isEmpty)
    }

    @Test func `many things to test are one line for whoever reads lines`() throws {
        let key = try desk.item().record.key
        let events = (0..<3).map {
            WorkEvent(
                kind: .assigned, fact: [UInt8($0)], key: key, criterion: "", person: desk.lee,
                reason: "")
        }
        let lines = events.lines(in: try desk.view())
        #expect(lines == ["Lee Okafor asks you to test 3 things: accord list --untested --mine"])
    }
}
