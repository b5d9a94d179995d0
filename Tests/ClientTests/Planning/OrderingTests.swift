import Client
import Reading
import Shared
import Testing

/// The order of screens and components, and what becomes of it when two people change it.
struct OrderingTests {
    private func desk(_ lines: String, role: Role = .lead) throws -> Desk {
        let desk = try Desk(role: role)
        let preview = try desk.client.planning.preview(lines, in: desk.view(), desk.catalogue)
        try desk.client.planning.add(preview, in: desk.view())
        return desk
    }

    private func labels(_ desk: Desk) throws -> [String] {
        try desk.view().components(onScreen: "Cards").map(\.label)
    }

    private func move(_ label: String, _ move: ClientPlanning.Move, on desk: Desk) throws {
        let view = try desk.view()
        try desk.client.planning.move(view.component(named: "Cards/\(label)"), move, in: view)
    }

    private static let five = ["A", "B", "C", "D", "E"].map { "Cards, Menu, \($0)" }
        .joined(separator: "\n")

    @Test func `a component goes up, down and to the top, and each move is one write`() throws {
        let desk = try desk(Self.five)
        let before = try desk.client.store.push.queue(desk.audit).count
        try move("C", .up, on: desk)
        #expect(try labels(desk) == ["A", "C", "B", "D", "E"])
        try move("C", .down, on: desk)
        #expect(try labels(desk) == ["A", "B", "C", "D", "E"])
        try move("E", .top, on: desk)
        #expect(try labels(desk) == ["E", "A", "B", "C", "D"])
        #expect(try desk.client.store.push.queue(desk.audit).count == before + 3)
        try move("E", .up, on: desk)
        try move("D", .down, on: desk)
        #expect(try labels(desk) == ["E", "A", "B", "C", "D"])
        #expect(try desk.client.store.push.queue(desk.audit).count == before + 3)
    }

    @Test func `a screen in two spellings is one, and a move counts among all of it`() throws {
        let desk = try desk("Cards, Menu, A\nCards, Menu, B\ncards, Menu, Pay")
        try move("Pay", .up, on: desk)
        #expect(try labels(desk) == ["A", "Pay", "B"])
        try move("Pay", .top, on: desk)
        #expect(try labels(desk) == ["Pay", "A", "B"])
        #expect(try desk.view().screens == ["Accounts", "Cards"])
        try desk.client.planning.moveScreen("cards", .top, in: desk.view())
        #expect(try desk.view().screens == ["Cards", "Accounts"])
    }

    /// Lets Maya move a component as her laptop would, without having seen anything of ours.
    private func mayaMoves(_ label: String, to place: String, on desk: Desk) throws {
        let id = try desk.view().component(named: "Cards/\(label)").id
        let record = try #require(try desk.client.store.record(.component(desk.audit, id)))
        let value = FieldValue.text(Text(normalizing: place))
        try desk.hear(
            from: desk.maya, in: record,
            [Write(field: FieldID(.order), value: value, replaces: [])])
    }

    @Test func `two who move different components at once have both moved them`() throws {
        let desk = try desk(Self.five)
        let before = try desk.view().components(onScreen: "Cards").map(\.place)
        let betweenDAndC = Place.between(before[2], before[3])
        try move("B", .top, on: desk)
        try mayaMoves("E", to: betweenDAndC, on: desk)
        #expect(try labels(desk) == ["B", "A", "C", "E", "D"])
    }

    @Test func `of two places of one component the upper holds, until somebody moves it`() throws {
        let desk = try desk(Self.five)
        let before = try desk.view().components(onScreen: "Cards").map(\.place)
        try move("B", .down, on: desk)
        try mayaMoves("B", to: Place.between(before[3], before[4]), on: desk)
        #expect(try labels(desk) == ["A", "C", "B", "D", "E"])
        #expect(try desk.view().plan.contested.isEmpty)
        try move("B", .down, on: desk)
        #expect(try labels(desk) == ["A", "C", "D", "B", "E"])
        let id = try desk.view().component(named: "Cards/B").id
        let record = try #require(try desk.client.store.record(.component(desk.audit, id)))
        #expect(record.siblings(of: FieldID(.order)).count == 1)
    }

    @Test func `screens are moved by leads, and what is to be tested follows`() throws {
        let desk = try desk("Cards, Menu, A\nTransfer, Menu, B")
        #expect(try desk.view().screens == ["Accounts", "Cards", "Transfer"])
        try desk.client.planning.moveScreen("transfer", .top, in: desk.view())
        try desk.client.planning.moveScreen("Accounts", .down, in: desk.view())
        #expect(try desk.view().screens == ["Transfer", "Cards", "Accounts"])
        let first = try desk.view().workOrder(desk.catalogue).components.first
        #expect(first?.name == "Transfer/B")
        let tester = try self.desk("Cards, Menu, A", role: .tester)
        try move("A", .top, on: tester)
        #expect(
            trouble { try tester.client.planning.moveScreen("Cards", .top, in: tester.view()) }?
                .kind == .notAllowed)
        let reader = try Desk(role: .reader)
        let menu = try reader.view().component(named: Desk.menu)
        #expect(
            trouble { try reader.client.planning.move(menu, .up, in: reader.view()) }?.kind
                == .notAllowed)
    }

    @Test func `a screen that is renamed stays where it was moved`() throws {
        let desk = try desk("Cards, Menu, A\nTransfer, Menu, B")
        try desk.client.planning.moveScreen("Transfer", .top, in: desk.view())
        try desk.client.planning.renameScreen("Transfer", to: "Wire", in: desk.view())
        #expect(try desk.view().screens == ["Wire", "Accounts", "Cards"])
    }
}
