import Client
import Foundation
import Reading
import Shared
import Testing

/// Work that is given to people and groups, with a day.
struct AssigningTests {
    private func assign(
        _ desk: Desk, to assignee: Assignee?, due: ClientPlanning.Update<DueDay> = .asItIs
    ) throws {
        let view = try desk.view()
        try desk.client.planning.assign(
            view.components.map { .component(desk.audit, $0.id) }, to: .set(assignee), due: due,
            in: view)
    }

    private func setGroup(_ name: String, _ members: PersonID..., on desk: Desk) throws -> GroupID {
        try desk.client.planning.setGroup(name, members: Set(members), in: desk.view())
    }

    @Test func `what is a group’s is to be done by everybody who is in it`() throws {
        let desk = try Desk()
        let me = try desk.client.whoami().person
        let group = try setGroup("Payments", me, desk.lee, on: desk)
        try assign(desk, to: .group(group))
        let view = try desk.view()
        let menu = try view.component(named: Desk.menu)
        #expect(view.assignees(of: menu.id).map(view.plan.name(ofAssignee:)) == ["Payments"])
        #expect(try view.isAssigned(desk.item().id, to: []))
        #expect(try setGroup("PAYMENTS ", desk.lee, on: desk) == group)
        #expect(try desk.view().isAssigned(desk.item().id, to: []) == false)
        #expect(try desk.view().plan.groups[group]?.members == [desk.lee])
    }

    @Test func `a group that is taken away leaves its work to nobody in particular`() throws {
        let desk = try Desk()
        let me = try desk.client.whoami().person
        let group = try setGroup("Payments", me, on: desk)
        try assign(desk, to: .group(group))
        try desk.client.planning.removeGroup(group, in: desk.view())
        #expect(try desk.view().plan.groups.isEmpty)
        #expect(try desk.view().isAssigned(desk.item().id, to: []) == false)
    }

    @Test func `groups are made by leads, of the team, and with a name that fits`() throws {
        let tester = try Desk(role: .tester)
        #expect(trouble { _ = try setGroup("Payments", on: tester) }?.kind == .notAllowed)
        let desk = try Desk()
        let stranger = PersonID(high: 7, low: 7)
        #expect(trouble { _ = try setGroup("Payments", stranger, on: desk) }?.kind == .badInput)
        for name in ["", "  ", "\u{2060}", "a\nb", String(repeating: "g", count: 10_000)] {
            #expect(trouble { _ = try setGroup(name, desk.lee, on: desk) }?.kind == .badInput)
        }
        #expect(try desk.view().plan.groups.isEmpty)
    }

    @Test func `a day is kept, changed and taken away with the assignment or without`() throws {
        let desk = try Desk()
        func due() throws -> String? {
            DueDay(unixMilliseconds: try desk.view().component(named: Desk.menu).due)?.text
        }
        try assign(desk, to: .person(desk.lee), due: .set(DueDay("2026-12-04")))
        #expect(try due() == "2026-12-04")
        try assign(desk, to: nil)
        #expect(try due() == "2026-12-04")
        try assign(desk, to: nil, due: .set(nil))
        #expect(try due() == nil)
    }

    @Test(arguments: [
        "", "2026-02-30", "2026-13-01", "04.12.2026", "2026-12-4", "tomorrow", "12026-12-04",
        "2026-12-04T00:00:00Z", " 2026-12-04", "-001-01-01", "２０２６-12-04",
    ])
    func `what is no day is refused`(text: String) {
        #expect(trouble { _ = try DueDay(text) }?.kind == .badInput)
    }

    @Test func `a moment beyond all calendars is no day`() {
        #expect(DueDay(unixMilliseconds: .max) == nil)
        #expect(DueDay(unixMilliseconds: .min) == nil)
        #expect(DueDay(unixMilliseconds: 1_796_342_400_000)?.words == "4 December 2026")
    }
}
