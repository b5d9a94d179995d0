import Shared
import TestSupport
import Testing

struct ComponentTests {
    private let key = RecordKey.component(Sample.audit, ComponentID(high: 0xC0, low: 1))

    private func change(
        _ replica: Int, _ fields: [(FieldID, FieldValue)], author: Int? = nil,
        sees: VersionVector = VersionVector()
    ) -> Change {
        .sample(
            replica, 1, fields.map { Write(field: $0.0, value: $0.1, replaces: []) }, key: key,
            author: author, sees: sees)
    }

    private func named(_ replica: Int, _ label: String, ordinal: Int64? = nil) -> Change {
        let fields: [(FieldID, FieldValue)] = [
            (FieldID(.screen), .text(Text(normalizing: "Accounts"))),
            (FieldID(.control), .text(Text(normalizing: "menu"))),
            (FieldID(.label), .text(Text(normalizing: label))),
        ]
        return change(replica, fields + (ordinal.map { [(FieldID(.ordinal), .number($0))] } ?? []))
    }

    @Test func `a component reads as its parts`() {
        let component = Component(.after([named(1, "Options", ordinal: 2)], key: key))
        #expect(component.screen == "Accounts")
        #expect(component.control == "menu")
        #expect(component.label == "Options")
        #expect(component.ordinal == 2)
        #expect(component.name == "Accounts/Options/2")
        #expect(component.withdrawal == .none)
    }

    @Test func `the first of equal labels needs no number`() {
        #expect(Component(.after([named(1, "Options")], key: key)).name == "Accounts/Options")
    }

    @Test func `of two names the first holds, both stand, and a lead has to choose`() {
        let record = Record.after([named(1, "Options"), named(2, "More")], key: key)
        let component = Component(record)
        #expect(component.label == "Options" && component.screen == "Accounts")
        #expect(component.name == "Accounts/Options")
        #expect(component.contested.map(\.field) == [FieldID(.label)])
        #expect(
            component.contested.first?.siblings.compactMap(\.value.text) == ["Options", "More"])
        #expect(component.named[.label]?.count == 2 && component.named[.screen] == nil)
    }

    @Test func `a lead's name holds before a lower dot of somebody else`() throws {
        let record = Record.after([named(1, "Options"), named(2, "More")], key: key)
        let id = ComponentID(high: 0xC0, low: 1)
        let role = Write(
            field: FieldID(.person, Sample.person(2).hex, "role"), value: .role(.lead),
            replaces: [])
        let plan = RecordKey.plan(Sample.audit)
        let leads = Plan(.after([.sample(2, 9, [role], key: plan, act: .plan)], key: plan))
        let settled = [id: Component(record)].withNames(by: leads)
        #expect(settled[id]?.label == "More")
        #expect(settled[id]?.contested.first?.held?.text == "More")
        #expect(settled.contested.map(\.components) == [[id]])
    }

    @Test func `two spellings of one name are no two names`() {
        let record = Record.after(
            [named(1, "Options"), named(2, "OPTIONS"), named(3, "Op\u{AD}tions")], key: key)
        #expect(Component(record).contested.isEmpty)
        #expect(Component(record).label == "Options")
        #expect(Component(record).named[.label]?.count == 3, "and exports have both")
    }

    @Test func `a rename goes before the name by which somebody made the same component`() {
        let rename = Change.sample(
            2, 1,
            [
                Write(
                    field: FieldID(.label), value: .text(Text(normalizing: "Order by")),
                    replaces: [])
            ], key: key)
        let record = Record.after([rename, named(3, "Sort by", ordinal: 1)], key: key)
        #expect(Component(record).label == "Order by")
        #expect(Component(record).screen == "Accounts")
        let other = Change.sample(
            4, 1,
            [Write(field: FieldID(.label), value: .text(Text(normalizing: "Rank")), replaces: [])],
            key: key)
        let contested = Record.after([rename, named(3, "Sort by"), other], key: key)
        let siblings = Component(contested).contested.flatMap(\.siblings)
        #expect(siblings.compactMap(\.value.text) == ["Order by", "Rank"])
    }

    @Test func `an ordinal that no component can have is passed over`() {
        for number: Int64 in [-1, .max] {
            #expect(
                Component(.after([named(1, "Options", ordinal: number)], key: key)).ordinal == 1)
        }
    }

    @Test func `states are listed by platform`() {
        let states = [("ios", "open"), ("ios", "closed"), ("android", "open")]
            .map { (FieldID(.state, $0.0, $0.1), FieldValue.present) }
        let component = Component(.after([change(1, states)], key: key))
        #expect(component.states == ["ios": ["closed", "open"], "android": ["open"]])
    }

    @Test func `a withdrawal covers what it lists of its author's own, and no vector is asked`() {
        let first = named(1, "Options")
        func after(author: Int, covering edits: [EditID]) -> Finding.Withdrawal {
            let gone = Withdrawal(reason: Text(normalizing: "gone"), covers: edits)
            let withdrawal = change(
                2, [(FieldID(.withdrawn), .withdrawal(gone))], author: author,
                sees: VersionVector([first.dot]))
            return Component(.after([first, withdrawal], key: key)).withdrawal
        }
        #expect(after(author: 1, covering: []) == .contested(reason: "gone"))
        #expect(after(author: 2, covering: [first.edit]) == .contested(reason: "gone"))
        #expect(after(author: 1, covering: [first.edit]) == .withdrawn(reason: "gone"))
    }
}
