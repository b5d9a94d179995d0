import Shared
import TestSupport
import Testing

@testable import Reading

/// Component states one after the other are those of the whole list, in its order.
struct EachStateTests {
    private static let environments = ["ios-voiceover-phone-18", "web-none-desktop-1"]
        .compactMap { Environment(plain: $0) }

    private static func records(of label: String, _ number: Int, isHere: Bool) -> [Record] {
        let id = ComponentID(high: 0xC0, low: UInt64(number))
        let component = RecordKey.component(Sample.audit, id)
        let names: [(FieldName, String)] = [(.screen, "S"), (.control, "menu"), (.label, label)]
        let made = Change.sample(
            9, 1,
            names.map {
                Write(field: FieldID($0), value: .text(Text(normalizing: $1)), replaces: [])
            }, key: component, act: .plan)
        var records = isHere ? [Record.after([made], key: component)] : []
        for environment in environments {
            for (round, state) in [(1, "open"), (2, "open"), (1, "closed")] {
                let key = RecordKey.state(
                    Sample.audit,
                    StateID(
                        component: id, environment: environment.id, round: UInt32(round),
                        state: state))
                let judged = Write(
                    field: Sample.judgement, value: .judgement(.passed), replaces: [])
                records.append(.after([.sample(1, 1, [judged], key: key)], key: key))
            }
        }
        return records
    }

    private func view(_ labels: [String]) -> AuditView {
        var records = labels.enumerated().flatMap { Self.records(of: $1, $0, isHere: true) }
        records += Self.records(of: "", labels.count, isHere: false)
        let plan = Record(key: .plan(Sample.audit))
        var gathered = NameGathering(over: nil)
        for record in [plan] + records { gathered.take(record) }
        guard let names = gathered.names else { preconditionFailure("There is a plan.") }
        return AuditView(
            names: names, records: PlainRecords([plan] + records), person: Sample.person(1))
    }

    @Test func `labels that go on where others end change no order`() throws {
        let view = view(["B", "A", "A B", "A@i", "A@zebra", "A@", "A@@", "AB", "a", "É", "A/2"])
        let whole = try view.states().map { "\($0.name) \($0.id.round)" }
        var found: [String] = []
        try view.eachState(matching: AuditFilter()) {
            found.append("\($0.name) \($0.id.round)")
            return true
        }
        #expect(found.count == 72)
        #expect(found == whole)
    }

    @Test func `it ends when it is told to`() throws {
        var count = 0
        try view(["A", "B"]).eachState(matching: AuditFilter()) { _ in
            count += 1
            return count < 4
        }
        #expect(count == 4)
    }
}
