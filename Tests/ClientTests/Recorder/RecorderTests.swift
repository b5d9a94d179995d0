import Foundation
import Shared
import TestSupport
import Testing

@testable import Client

/// What a save takes away besides what it says.
struct RecorderTests {
    private let meeting: Meeting
    private let maya: AuditClient
    private let me: PersonID
    private let atServer = PersonID(high: 5, low: 5)
    private let field = FieldID(criterion: "menu.android.state-open", .judgement)
    private let key = RecordKey.state(
        Meeting.audit,
        StateID(
            component: ComponentID(high: 5, low: 1), environment: EnvironmentID(high: 6, low: 1),
            round: 1, state: "expanded"))

    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        me = try maya.whoami().person
    }

    @Test func `a verdict before the invite is hers to change and to take back`() throws {
        try judge(.cantTell)
        try join(former: me)
        try judge(.passed)
        #expect(try authors() == [atServer])
        #expect(try values() == [.passed])
        try judge(nil)
        #expect(try authors() == [])
        // Each change is in a name that this device may sign, and of one save the word comes first:
        // a torn journal, which has the first alone, has then lost nothing.
        var names: [PersonID] = []
        try maya.store.log.ownChanges(Meeting.audit) { names.append($0.change.body.author) }
        #expect(names == [me, atServer, me, atServer])
        let lee = try meeting.laptop("lee")
        try meeting.introduce(lee)
        let taken = try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1")).taken
        #expect(taken.changes == 4)
    }

    @Test func `where the server knows nothing of it the other id is somebody else's`() throws {
        try judge(.cantTell)
        try join(former: nil)
        try judge(.passed)
        #expect(try Set(authors()) == [me, atServer])
    }

    @Test func `the same verdict once more takes nothing away`() throws {
        try judge(.passed)
        try join(former: me)
        try judge(.passed)
        #expect(try Set(values()) == [.passed])
        #expect(try Set(authors()) == [me, atServer])
    }

    private func join(former: PersonID?) throws {
        try maya.store.adopt(
            person: atServer, name: "Maya", epoch: EpochID(high: 0, low: 1), former: former)
    }

    private func judge(_ judgement: Judgement?) throws {
        let edit = FieldEdit(field, judgement.map { .judgement($0) })
        try maya.save([RecordDraft(key: key, edits: [edit])], in: Meeting.audit)
    }

    private func siblings() throws -> [Sibling] {
        try maya.store.record(key)?.siblings(of: field) ?? []
    }

    private func authors() throws -> [PersonID] { try siblings().map(\.author) }

    private func values() throws -> [Judgement] {
        try siblings().compactMap {
            if case .judgement(let judgement) = $0.value { judgement } else { nil }
        }
    }
}
