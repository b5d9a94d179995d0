import Client
import Foundation
import Reading
import Shared
import Testing

/// Components and screens under other names, copied, withdrawn together, given to people.
struct ChangingComponentsTests {
    private func desk(_ lines: String, role: Role = .lead) throws -> Desk {
        let desk = try Desk(role: role)
        let preview = try desk.client.planning.preview(lines, in: desk.view(), desk.catalogue)
        try desk.client.planning.add(preview, in: desk.view())
        return desk
    }

    private func names(_ desk: Desk) throws -> [String] { try desk.view().components.map(\.name) }

    private func rename(
        _ name: String, _ screen: String, _ label: String, on desk: Desk
    ) throws {
        let view = try desk.view()
        try desk.client.planning.renameComponent(
            view.component(named: name), screen: screen, label: label, in: view)
    }

    @Test func `a component that is renamed keeps its id and its findings`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        let id = try desk.view().component(named: Desk.menu).id
        try rename(Desk.menu, "Home", "Options", on: desk)
        #expect(try desk.view().component(named: "Home/Options").id == id)
        #expect(try desk.finding("Home/Options@\(Desk.android):expanded").judgements.count == 1)
    }

    @Test(arguments: [
        ("", "A"), ("Cards", " \t"), ("Cards", "\u{200B}"), ("Cards", "a\nb"),
        ("Cards", String(repeating: "n", count: 10_000)),
    ])
    func `a name that says nothing or too much is refused`(screen: String, label: String) throws {
        let desk = try desk("Cards, Menu, A")
        #expect(trouble { try rename("Cards/A", screen, label, on: desk) }?.kind == .badInput)
        #expect(try names(desk) == [Desk.menu, "Cards/A"])
    }

    @Test func `no two components of a control get one name`() throws {
        let desk = try desk("Cards, Menu, A\nCards, Menu, B\nTransfer, Menu, a")
        #expect(
            trouble { try rename("Cards/B", "cards", "A ", on: desk) }?.message
                .contains("would have one name") == true)
        #expect(
            trouble {
                try desk.client.planning.renameScreen("Transfer", to: "Cards", in: desk.view())
            }?.message.contains("would have one name") == true)
        #expect(try names(desk).contains("Transfer/a"))
        try rename("Transfer/a", "Transfer", "C", on: desk)
        try desk.client.planning.renameScreen("TRANSFER", to: "Cards", in: desk.view())
        #expect(try names(desk) == [Desk.menu, "Cards/A", "Cards/B", "Cards/C"])
    }

    @Test func `a tester renames what she added, and nothing of others`() throws {
        let desk = try desk("Cards, Menu, A", role: .tester)
        try rename("Cards/A", "Cards", "B", on: desk)
        #expect(try names(desk).contains("Cards/B"))
        let id = try desk.view().component(named: "Cards/B").id
        let record = try #require(try desk.client.store.record(.component(desk.audit, id)))
        let edits = record.siblings(of: FieldID(.label)).map(\.edit)
        let value = FieldValue.text(Text(normalizing: "Maya’s"))
        try desk.hear(
            from: desk.maya, in: record,
            [Write(field: FieldID(.label), value: value, replaces: edits)])
        let refusal = trouble { try rename("Cards/Maya’s", "Cards", "C", on: desk) }
        #expect(refusal?.kind == .notAllowed)
        #expect(refusal?.message.contains("Maya Lindqvist has said") == true)
    }

    @Test func `a screen is copied with controls, states and order, and once`() throws {
        let desk = try desk("Cards, Menu, A, all\nCards, Sheet, B, closed\nCards, Menu, C")
        let view = try desk.view()
        try desk.client.planning.move(view.component(named: "Cards/C"), .top, in: view)
        try desk.client.withdrawals.withdraw(
            view.component(named: "Cards/A"), reason: "Gone.", in: desk.view())
        func copy() throws -> Int {
            try desk.client.planning.copyScreen(
                "cards", as: "Cards abroad", in: desk.view(), desk.catalogue)
        }
        #expect(try copy() == 2)
        let copied = try desk.view().components(onScreen: "Cards abroad")
        #expect(copied.map(\.label) == ["C", "B"])
        #expect(copied.map(\.control) == ["menu", "sheet"])
        let original = try desk.view().component(named: "Cards/B")
        #expect(copied.last?.states == original.states)
        #expect(try copy() == 0)
        try rename("Cards abroad/C", "Cards abroad", "D", on: desk)
        try desk.client.planning.renameScreen("Cards", to: "My cards", in: desk.view())
        #expect(
            try desk.client.planning.copyScreen(
                "My cards", as: "my Cards", in: desk.view(), desk.catalogue) == 0)
        for name in ["", String(repeating: "ü", count: 300)] {
            #expect(
                trouble {
                    try desk.client.planning.copyScreen(
                        "My cards", as: name, in: desk.view(), desk.catalogue)
                }?.kind == .badInput)
        }
    }

    @Test func `components are withdrawn together, and each is taken back`() throws {
        let desk = try desk("Cards, Menu, A\nCards, Menu, B")
        let view = try desk.view()
        try desk.client.withdrawals.withdraw(
            view.components(onScreen: "Cards"), reason: "Gone.", in: view)
        #expect(try desk.view().components(onScreen: "Cards").isEmpty)
        let gone = try desk.view().component(named: "Cards/A")
        try desk.client.withdrawals.liftWithdrawal(of: gone, in: desk.view())
        #expect(try desk.view().components(onScreen: "Cards").map(\.label) == ["A"])
    }

    @Test func `states are chosen anew, and a component keeps one at least`() throws {
        let desk = try desk("Cards, Sheet, A, closed")
        let view = try desk.view()
        let one = try view.component(named: "Cards/A")
        try desk.client.planning.setStates(
            [PlannedState(platform: "ios", state: "half-screen")], of: one, in: view)
        #expect(try desk.view().component(named: "Cards/A").states == ["ios": ["half-screen"]])
        #expect(
            trouble { try desk.client.planning.setStates([], of: one, in: desk.view()) }?.kind
                == .badInput)
    }
}
