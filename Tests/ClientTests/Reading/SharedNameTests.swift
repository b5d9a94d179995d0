@testable import Client
import Foundation
import Reading
import Shared
import Testing

/// Two components of one name are work for a lead (`SharedName.swift`).
struct SharedNameTests {
    private let desk: Desk
    private let ids: [ComponentID]

    /// Two laptops have called two menus the same, each without the other.
    init() throws {
        let desk = try Desk()
        self.desk = desk
        let preview = try desk.client.planning.preview(
            "Cards, Menu, A\nCards, Menu, B\nCards, Sheet, A", in: desk.view(), desk.catalogue)
        try desk.client.planning.add(preview, in: desk.view())
        let menus = try desk.view().components.filter { $0.control == "menu" }
        let ids = ["Cards/B", "Cards/A"].compactMap { name in menus.first { $0.name == name }?.id }
        try #require(ids.count == 2)
        self.ids = ids
        let label = FieldEdit(FieldID(.label), Drafts.text("a"))
        try desk.client.save(
            [RecordDraft(key: .component(desk.audit, ids[0]), edits: [label])], in: desk.audit)
    }

    /// - Parameter choices: How many parts of the plan wait for a lead besides.
    private func shared(besides choices: Int = 0) throws -> [Set<ComponentID>] {
        let all = try desk.view().sharedNames().map { Set($0.components.map(\.id)) }
        // What reads few names tells the same.
        let told = try desk.client.queries.overview(of: desk.audit).sharedNames
            .map { Set($0.components.map(\.id)) }
        #expect(all == told)
        #expect(try desk.view().disputeCount() == all.count + choices)
        return all
    }

    @Test func `two menus of one name wait for a lead, and another control of it does not`() throws
    {
        #expect(try shared() == [Set(ids)])
        let words = try desk.view().sharedNames()[0].words
        for id in ids { #expect(words.contains(id.hex.prefix(12))) }
    }

    @Test func `renaming one, by its id, settles it`() throws {
        let view = try desk.view()
        try desk.client.planning.renameComponent(
            view.component(named: String(ids[0].hex.prefix(12))), screen: "Cards", label: "C",
            in: view)
        #expect(try shared().isEmpty)
    }

    @Test func `that they are the same control settles it`() throws {
        let view = try desk.view()
        try desk.client.planning.link(
            view.component(named: ids[0].hex), to: view.component(named: ids[1].hex), in: view)
        #expect(try shared().isEmpty)
    }

    @Test func `withdrawing one settles it, and taking that back does not`() throws {
        let view = try desk.view()
        try desk.client.withdrawals.withdraw(
            view.component(named: ids[0].hex), reason: "Twice.", in: view)
        #expect(try shared().isEmpty)
        try desk.client.withdrawals.liftWithdrawal(
            of: desk.view().component(named: ids[0].hex), in: desk.view())
        #expect(try shared() == [Set(ids)])
    }

    @Test func `a name that holds by a lead's word is shared, whatever stands beside it`() throws {
        let record = try #require(try desk.client.store.record(.component(desk.audit, ids[0])))
        let stranger = PersonID(high: 0, low: 1)
        let other = Write(
            field: FieldID(.label), value: .text(Text(normalizing: "C")), replaces: [])
        try desk.hear(from: stranger, in: record, [other])
        let stored = try #require(try desk.client.store.record(.component(desk.audit, ids[0])))
        #expect(Component(stored).label == "C", "without its plan the record says another name")
        #expect(try shared(besides: 1) == [Set(ids)])
    }

    @Test func `a name that stands and does not hold is nobody's twin`() throws {
        let renamed = try desk.view().component(named: ids[0].hex)
        try desk.client.planning.renameComponent(
            renamed, screen: "Cards", label: "D", in: desk.view())
        let record = try #require(try desk.client.store.record(.component(desk.audit, ids[0])))
        let other = Write(
            field: FieldID(.label), value: .text(Text(normalizing: "A")), replaces: [])
        try desk.hear(from: PersonID(high: 0, low: 1), in: record, [other])
        #expect(try shared(besides: 1).isEmpty)
    }
}
