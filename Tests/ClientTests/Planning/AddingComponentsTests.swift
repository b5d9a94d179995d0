import Client
import Presentation
import Reading
import Shared
import Testing

/// Lines that somebody typed or pasted to add components, and what becomes of each.
struct AddingComponentsTests {
    private func preview(_ text: String, on desk: Desk) throws -> PlanPreview {
        try desk.client.planning.preview(text, in: desk.view(), desk.catalogue)
    }

    private func wrong(_ preview: PlanPreview) -> [Int: String] {
        var found: [Int: String] = [:]
        for line in preview.lines {
            if case .wrong(let clause) = line.outcome { found[line.row.line] = clause }
        }
        return found
    }

    @Test(
        arguments: [
            "Cards / Menu / Card options", "Cards, Menu, Card options",
            "Cards\tMenu\tCard options", "Cards; menu ;Card options", "Cards/Menu/Card options",
            "\"Cards\", Menu, \"Card options\"", "  Cards /  MENU / Card options  \r\n",
            "Label,Screen,Control\r\nCard options,Cards,menu",
            "Priority;Component;Screen;Type\nhigh;Card options;Cards;Menu",
        ])
    func `a line names screen, control and label, whatever is between them`(text: String) throws {
        let desk = try Desk()
        let preview = try preview(text, on: desk)
        #expect(preview.added.map(\.name) == ["Cards/Card options"])
        try desk.client.planning.add(preview, in: desk.view())
        let added = try desk.view().component(named: "Cards/Card options")
        #expect(added.control == "menu")
        #expect(added.states.keys.sorted() == ["android", "ios"])
    }

    @Test func `a label may hold what stands between the others`() throws {
        let desk = try Desk()
        let preview = try preview(
            """
            Accounts / Table row / Nordic Grocers, 12 May, -45.30
            Accounts, Menu, "Sort, or filter"
            Accounts, Menu, On/Off
            Accounts\tMenu\tA / B, C; D
            """, on: desk)
        #expect(
            preview.added.map(\.label) == [
                "Nordic Grocers, 12 May, -45.30", "Sort, or filter", "On/Off", "A / B, C; D",
            ])
    }

    @Test func `a line without a screen is of the screen above`() throws {
        let desk = try Desk()
        let preview = try preview("Cards\tMenu\tOne\n\tMenu\tTwo\n\n\tMenu\tThree", on: desk)
        #expect(preview.added.map(\.screen) == ["Cards", "Cards", "Cards"])
        #expect(preview.lines.map(\.row.line) == [1, 2, 4])
    }

    @Test func `states are named by id or title, and left out they are the usual ones`() throws {
        let desk = try Desk()
        let preview = try preview(
            """
            Cards, Sheet, One, Half screen closed
            Cards, Sheet, Two, half-screen; full-screen
            Cards, Menu, Three
            Cards, Menu, Four, all
            """, on: desk)
        try desk.client.planning.add(preview, in: desk.view())
        let components = try desk.view().components
        func states(_ label: String) -> [String]? {
            components.first { $0.label == label }?.states["ios"]
        }
        #expect(states("One") == ["closed", "half-screen"])
        #expect(states("Two") == ["full-screen", "half-screen"])
        let menu = try desk.catalogue.control(named: "menu")
        let usual = menu.usualStates(on: ["ios"]).map(\.state).sorted()
        #expect(states("Three") == usual)
        #expect(states("Four") == menu.platform("ios")?.states.map(\.id).sorted())
    }

    @Test func `what is wrong is told with its line and what is near`() throws {
        let desk = try Desk()
        let long = String(repeating: "ü", count: 300)
        let preview = try preview(
            """
            Cards, Slidr, Card limit
            Cards, Menu, Card options, colapsed
            Cards, Menu,
            Freeze card
            Cards, Menu, \(long)
            Cards, Menu, Good
            Cards, menu, good
            """, on: desk)
        let wrong = wrong(preview)
        #expect(wrong[1]?.contains("no control “Slidr”. Near it: Slider") == true)
        #expect(wrong[2]?.contains("no state “colapsed”. There are collapsed") == true)
        #expect(wrong[3] == "the label is missing")
        #expect(wrong[4]?.hasPrefix("write screen / control / label") == true)
        #expect(wrong[5] == "the label has 600 bytes, above 512")
        #expect(wrong[7]?.hasPrefix("it is the same as line 6") == true)
        #expect(preview.added.map(\.label) == ["Good"])
        #expect(preview.wrongText.contains("Cards\tSlidr\tCard limit"))
        #expect(Set(self.wrong(try self.preview(preview.wrongText, on: desk)).keys).count == 5)
    }

    @Test func `500 rows with 12 bad ones add 488 in one go, and the same again none`() throws {
        let desk = try Desk()
        let rows = (1...500).map { row in
            row % 41 == 0
                ? "Screen \(row % 9)\tSlidr\tRow \(row)" : "Screen \(row % 9)\tMenu\tRow \(row)"
        }
        let text = "Screen\tControl\tLabel\n" + rows.joined(separator: "\n")
        let before = try desk.client.store.push.queue(desk.audit).count
        let first = try preview(text, on: desk)
        #expect((first.added.count, first.wrongCount) == (488, 12))
        #expect(try desk.view().components.count == 1)
        #expect(try desk.client.store.push.queue(desk.audit).count == before)
        try desk.client.planning.add(first, in: desk.view())
        #expect(try desk.view().components.count == 489)
        let written = try desk.client.store.push.queue(desk.audit).count
        #expect(written == before + 488)
        let second = try preview(text, on: desk)
        #expect((second.added.count, second.knownCount, second.wrongCount) == (0, 488, 12))
        try desk.client.planning.add(second, in: desk.view())
        #expect(try desk.client.store.push.queue(desk.audit).count == written)
    }

    @Test func `more lines than are read at once add nothing, and say so`() throws {
        let desk = try Desk()
        let text = (1...5_000).map { "Cards, Menu, Row \($0)" }.joined(separator: "\n")
        let trouble = trouble { _ = try preview(text, on: desk) }
        #expect(trouble?.message.contains("there are 5000 lines, and at most 2000") == true)
    }

    @Test(arguments: ["Screen,Control,Label\nCards,Menu,One", "Cards / Menu / One"])
    func `a mark of the byte order is no part of the first line`(text: String) throws {
        let preview = try preview("\u{FEFF}\(text)", on: Desk())
        #expect(preview.added.map(\.screen) == ["Cards"])
        #expect(preview.wrongCount == 0)
    }

    @Test func `a component that has more states named gains them, and a withdrawn one not`() throws
    {
        let desk = try Desk()
        let all = try preview("Accounts, Menu, Account options, all", on: desk)
        #expect(all.extended.map(\.name) == [Desk.menu])
        try desk.client.planning.add(all, in: desk.view())
        #expect(try preview("Accounts, Menu, Account options, all", on: desk).knownCount == 1)
        let view = try desk.view()
        try desk.client.withdrawals.withdraw(
            view.component(named: Desk.menu), reason: "Gone.", in: view)
        #expect(try preview("Accounts, Menu, Account options, all", on: desk).knownCount == 1)
        #expect(try !desk.view().component(named: Desk.menu).withdrawals.isEmpty)
    }

    @Test func `a tester adds components, and a reader none`() throws {
        let desk = try Desk(role: .tester)
        try desk.client.planning.add(try preview("Cards, Menu, One", on: desk), in: desk.view())
        #expect(try desk.view().components.count == 2)
        let reading = try Desk(role: .reader)
        #expect(trouble { _ = try preview("Cards, Menu, One", on: reading) }?.kind == .notAllowed)
    }
}
