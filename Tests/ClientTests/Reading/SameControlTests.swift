import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// One control that came in twice: the two components point to each other, and nothing is moved.
struct SameControlTests {
    private let desk: Desk
    private let other = "Accounts/Options"

    init() throws {
        desk = try Desk(role: .tester)
        try desk.record(.failed)
        let draft = Drafts.component(
            desk.audit, screen: "Accounts", control: "menu", label: "Options", ordinal: 1,
            states: [("android", "expanded")])
        try desk.client.save([draft], in: desk.audit)
    }

    private func point(to name: String?) throws {
        let view = try desk.view()
        let id = try name.map { try view.component(named: $0).id.hex }
        let edit = FieldEdit(FieldID(.see), id.map(Drafts.text))
        let key = RecordKey.component(desk.audit, try view.component(named: other).id)
        try desk.client.save([RecordDraft(key: key, edits: [edit])], in: desk.audit)
    }

    @Test func `both sides name the other, whichever was written`() throws {
        try point(to: Desk.menu)
        let view = try desk.view()
        let one = try view.component(named: Desk.menu).id
        let two = try view.component(named: other).id
        #expect(view.sameControls(as: one) == [other])
        #expect(view.sameControls(as: two) == [Desk.menu])
        #expect(view.components[two]?.see == [one])
    }

    @Test func `no finding is moved, and taking it back leaves nothing behind`() throws {
        try point(to: Desk.menu)
        #expect(try desk.finding().judgements.count == 1)
        try point(to: nil)
        let view = try desk.view()
        #expect(view.sameControls(as: try view.component(named: Desk.menu).id).isEmpty)
    }

    @Test func `an export says it with each finding`() throws {
        try point(to: Desk.menu)
        let text = String(decoding: try desk.exported("ndjson").bytes, as: UTF8.self)
        #expect(text.contains("\"see\":[\"\(other)\"]"))
    }
}
