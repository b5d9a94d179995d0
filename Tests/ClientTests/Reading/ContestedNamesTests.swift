import Foundation
import Presentation
import Publishing
import Reading
import Shared
import Testing

@testable import Client

/// Two names of one component or screen, and a group that is set and removed at once.
struct ContestedNamesTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        let lead = Write(
            field: FieldID(.person, desk.lee.hex, "role"), value: .role(.lead),
            replaces: try edits(FieldID(.person, desk.lee.hex, "role"), in: desk.plan()))
        try desk.hear(
            from: try desk.client.whoami().person, in: try desk.plan(), [lead], act: .plan)
    }

    private func edits(_ field: FieldID, in record: Record) throws -> [EditID] {
        record.siblings(of: field).map(\.edit)
    }

    /// Two leads name the menu, each without having seen the other's name.
    private func rename(screen: Bool = false) throws {
        let before = try desk.component()
        let view = try desk.view()
        let component = try view.component(named: Desk.menu)
        try desk.client.planning.renameComponent(
            component, screen: screen ? "Payments" : "Accounts", label: "Options of account",
            in: view)
        let theirs: [(FieldName, String)] =
            [(.label, "Account menu")] + (screen ? [(.screen, "History")] : [])
        let writes = theirs.map { name, text in
            Write(
                field: FieldID(name), value: .text(Text(normalizing: text)),
                replaces: before.siblings(of: FieldID(name)).map(\.edit))
        }
        try desk.hear(from: desk.lee, in: try record(), writes)
    }

    private func record() throws -> Record {
        let id = try #require(try desk.view().components.first?.id)
        return try #require(try desk.client.store.record(.component(desk.audit, id)))
    }

    @Test func `two names of one component are a work item with both, and one holds`() throws {
        try rename()
        let view = try desk.view()
        let register = try #require(view.contested.first)
        #expect(view.contested.count == 1 && view.plan.contested.isEmpty)
        let names = register.values(in: view).map(\.words)
        #expect(Set(names) == ["Account menu", "Options of account"])
        let component = try #require(view.components.first)
        #expect(component.label == names.first, "what holds is first")
        #expect(register.name(in: view) == "label of \(component.name)")
        #expect(register.words(in: view).hasSuffix("\(component.label) holds until a lead chooses"))
        #expect(try view.disputeCount() == 1)
        let overview = try desk.client.queries.overview(of: desk.audit)
        #expect(overview.contestedPlan == view.contested, "names of what waits are read alone")
        let item = try view.item(try view.state(named: "\(component.name)@\(Desk.ios):expanded"))
        #expect(item.notes(in: view).map(\.heading) == ["The label is not chosen"])
        // No part of the plan's own record waits, so rounds go on.
        try desk.openRound()
    }

    @Test func `the name that does not hold means it where nothing else bears that`() throws {
        try rename()
        let component = try #require(try desk.view().components.first)
        let other = component.label == "Account menu" ? "Options of account" : "Account menu"
        #expect(try desk.view().component(named: "Accounts/\(other)").id == component.id)
        func meant() throws -> [ComponentID] {
            let name = ComponentName(
                screen: "accounts", control: component.control, label: other, ordinal: 1)
            return try desk.view().component(name).candidates.map(\.id)
        }
        #expect(try meant() == [component.id])
        let new = ComponentID(high: 7, low: 7)
        try desk.client.save(
            [
                RecordDraft(
                    key: .component(desk.audit, new),
                    edits: [
                        FieldEdit(FieldID(.screen), Drafts.text("Accounts")),
                        FieldEdit(FieldID(.control), Drafts.text(component.control)),
                        FieldEdit(FieldID(.label), Drafts.text(other)),
                    ])
            ], in: desk.audit)
        #expect(try meant() == [new])
    }

    @Test func `a lead chooses by name, by address or by number, and that ends it`() throws {
        for choice in ["Account menu", "2"] {
            try rename()
            let view = try desk.view()
            let register = try #require(view.contested.first)
            let values = register.values(in: view).map(\.words)
            let chosen = try desk.client.decisions.choose(
                register: choice == "2" ? register.address : register.name(in: view), as: choice,
                in: view)
            #expect(chosen.value == (choice == "2" ? values[1] : choice))
            let after = try desk.view()
            #expect(after.contested.isEmpty)
            #expect(after.components.map(\.label) == [chosen.value])
            try desk.client.planning.renameComponent(
                after.components[0], screen: "Accounts", label: "Account options", in: after)
        }
    }

    @Test func `two names of one screen wait once, and are chosen for all its components`() throws {
        let view = try desk.view()
        let control = try desk.catalogue.control(named: "button")
        try desk.client.save(
            [
                Drafts.component(
                    desk.audit, screen: "Accounts", control: "button", label: "Close", ordinal: 1,
                    states: control.usualStates(on: []))
            ], in: desk.audit)
        #expect(view.components.count == 1)
        let old = try desk.view().components.map { $0.id }
        let shown = try old.map { id in
            try #require(try desk.client.store.record(.component(desk.audit, id)))
        }
        try desk.client.planning.renameScreen("Accounts", to: "Payments", in: try desk.view())
        for was in shown {
            let now = try #require(try desk.client.store.record(was.key))
            try desk.hear(
                from: desk.lee, in: now,
                [
                    Write(
                        field: FieldID(.screen), value: .text(Text(normalizing: "History")),
                        replaces: was.siblings(of: FieldID(.screen)).map(\.edit))
                ])
        }
        let after = try desk.view()
        #expect(after.contested.count == 1)
        let register = try #require(after.contested.first)
        #expect(register.components.count == 2)
        #expect(register.name(in: after).hasPrefix("screen of 2 components on "))
        try desk.client.decisions.choose(
            register: register.name(in: after), as: "History", in: after)
        #expect(try desk.view().screens == ["History"])
        #expect(try desk.view().contested.isEmpty)
    }

    @Test func `what is withdrawn asks nobody for a name`() throws {
        try rename()
        let view = try desk.view()
        try desk.client.withdrawals.withdraw(
            try #require(view.components.first), reason: "Gone.", in: view)
        #expect(try desk.view().contested.isEmpty)
    }

    @Test func `a group that is set stays, with all who are in it, whoever removes it meanwhile`()
        throws
    {
        try desk.client.planning.setGroup("Payments", members: [desk.lee], in: try desk.view())
        let before = try desk.plan()
        let me = try desk.client.whoami().person
        try desk.client.planning.setGroup(
            "Payments", members: [desk.lee, me], in: try desk.view())
        let group = try #require(try desk.view().group(named: "Payments"))
        let gone = [
            FieldID(.group, group.hex), FieldID(.member, group.hex, desk.lee.hex),
        ].map { Write(field: $0, value: nil, replaces: before.siblings(of: $0).map(\.edit)) }
        try desk.hear(from: desk.lee, in: try desk.plan(), gone, act: .plan)
        let plan = try desk.view().plan
        #expect(plan.groups[group]?.name == "Payments")
        #expect(Set(plan.groups[group]?.members ?? []) == [desk.lee, me])
    }

    @Test func `what was given to a group that is gone is listed`() throws {
        try desk.client.planning.setGroup("Payments", members: [desk.lee], in: try desk.view())
        let view = try desk.view()
        let group = try #require(view.group(named: "Payments"))
        let component = try #require(view.components.first)
        try desk.client.planning.assign(
            [.component(desk.audit, component.id)], to: .set(.group(group)), in: view)
        #expect(try desk.view().stranded.isEmpty)
        try desk.client.planning.removeGroup(group, in: try desk.view())
        #expect(try desk.view().stranded.map(\.id) == [component.id])
    }

    @Test func `two descriptions of a file both stand, in status and in exports`() throws {
        let file = String(repeating: "a", count: 64)
        let field = FieldID(criterion: Desk.criterion, .evidenceShows, file)
        let attached = Write(
            field: FieldID(criterion: Desk.criterion, .evidence, file), value: .present,
            replaces: [])
        for (author, text) in [(desk.lee, "A menu."), (desk.maya, "A list.")] {
            try desk.hear(
                from: author,
                [attached, Write(field: field, value: Drafts.text(text), replaces: [])])
        }
        let words = try #require(try desk.finding().evidenceWords.first)
        #expect(Set(words.versions.compactMap(\.value.text)) == ["A menu.", "A list."])
        #expect(Set(words.said) == ["A menu.", "A list."])
        #expect(try desk.client.queries.overview(of: desk.audit).versions == 1)
        let view = try desk.view()
        let row = try #require(
            FindingTable(plan: view.plan, components: view.components).rows(
                of: try desk.item().record
            ).first)
        #expect(row.versions.map(\.column) == [.evidenceWords])
        #expect(row.versions.first?.texts.map(\.value).contains("\(file) shows: A menu.") == true)
    }
}
