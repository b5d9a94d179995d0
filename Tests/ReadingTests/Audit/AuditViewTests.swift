import Foundation
import Shared
import TestSupport
import Testing

@testable import Reading

/// An audit is read from records alone, without a laptop or a database around them.
struct AuditViewTests {
    private static let component = ComponentID(high: 0xC0, low: 1)
    private static let environment = Environment(plain: "ios-voiceover-phone-18")?.id
    private static let state = StateID(
        component: component, environment: environment ?? EnvironmentID(high: 0, low: 0), round: 1,
        state: "expanded")
    private static let key = RecordKey.state(Sample.audit, state)

    private static func text(_ string: String) -> FieldValue { .text(Text(normalizing: string)) }

    private static func change(_ key: RecordKey, _ writes: [(FieldID, FieldValue)]) -> Change {
        let writes = writes.map { Write(field: $0.0, value: $0.1, replaces: []) }
        return .sample(9, 1, writes, key: key, act: .plan)
    }

    /// The state as its testers, by number, judged it.
    private static func judged(_ judgements: Judgement...) -> Record {
        let changes = judgements.enumerated().map { index, judgement in
            let write = Write(field: Sample.judgement, value: .judgement(judgement), replaces: [])
            return Change.sample(index + 1, 1, [write], key: key)
        }
        return .after(changes, key: key)
    }

    /// The audit as its third person sees it, who leads; its component may have been withdrawn.
    private func view(_ states: [Record], withdrawn: Bool = false) -> AuditView {
        let names = ["Maya Lindqvist", "Lee Okafor", "Tomas Berg"].enumerated().flatMap {
            let id = Sample.person($0.offset + 1).hex
            return [
                (FieldID(.person, id, "name"), Self.text($0.element)),
                (FieldID(.person, id, "role"), .role($0.offset == 2 ? .lead : .tester)),
            ]
        }
        let parts = ["at": "voiceover", "class": "phone", "major": "18", "platform": "ios"]
        let environment = parts.map {
            (FieldID(.environment, Self.state.environment.hex, $0.key), Self.text($0.value))
        }
        let planned = Self.change(.plan(Sample.audit), names + environment)
        let key = RecordKey.component(Sample.audit, Self.component)
        let made = Self.change(
            key,
            [
                (FieldID(.screen), Self.text("Accounts")), (FieldID(.control), Self.text("menu")),
                (FieldID(.label), Self.text("Account options")), (FieldID(.ordinal), .number(1)),
                (FieldID(.state, "ios", "collapsed"), .present),
                (FieldID(.state, "ios", "expanded"), .present),
            ])
        let gone = Change.withdrawn(
            9, 2, covers: [made.edit], act: .decision, field: FieldID(.withdrawn), key: key)
        let plan = Record.after([planned], key: .plan(Sample.audit))
        let component = Record.after(withdrawn ? [made, gone] : [made], key: key)
        return AuditView(
            names: AuditNames(
                plan: Plan(plan), components: [Self.component: Component(component)],
                assignees: [:]),
            records: PlainRecords([plan, component] + states), person: Sample.person(3))
    }

    private let disputed = judged(.failed(.serious, .app), .passed)

    @Test func `two verdicts that differ are a conflict, listed by name`() throws {
        let view = view([disputed])
        var filter = AuditFilter()
        filter.show = .conflicts
        let items = try view.states(matching: filter)
        #expect(items.map(\.name) == ["Accounts/Account options@ios-voiceover-phone-18:expanded"])
        #expect(items.flatMap(\.conflicts).map(\.criterion) == [Sample.criterion])
        #expect(try view.disputeCount() == 1)
    }

    @Test func `one verdict is in the list and waits for nobody`() throws {
        let view = view([Self.judged(.passed)])
        #expect(try view.states().flatMap(\.findings).count == 1)
        #expect(try view.disputeCount() == 0)
        var mine = AuditFilter()
        mine.isMine = true
        #expect(try view.states(matching: mine).isEmpty)
    }

    @Test func `a saved filter chooses findings by what a page would show`() throws {
        let view = view([Self.judged(.failed(.serious, .app))])
        func count(_ set: (inout AuditFilter) -> Void) throws -> Int {
            var filter = AuditFilter()
            set(&filter)
            return try view.states(matching: filter).count
        }
        #expect(try count { $0.find = "OPTIONS  accounts" } == 1)
        #expect(try count { $0.find = "zebra" } == 0)
        #expect(try count { $0.control = "sheet" } == 0)
        #expect(try count { $0.show = .failed } == 1)
        #expect(try count { $0.show = .conflicts } == 0)
        #expect(try count { $0.isMine = true } == 0)
        #expect(try count { $0.environment = "ios-voiceover-phone-18" } == 1)
        #expect(try count { $0.environment = "web-none-desktop-1" } == 0)
    }

    @Test func `a state that nobody touched is an item without findings`() throws {
        let view = view([])
        #expect(try view.item(Self.state).findings.isEmpty)
        #expect(try view.item(Self.state).name == view.name(of: Self.state))
    }

    @Test(arguments: [false, true])
    func `a filter lets through what it lets through of every record, summary or not`(
        withdrawn: Bool
    ) throws {
        var generator = SeededGenerator(seed: 7)
        let judgements: [Judgement?] = [
            nil, .passed, .cantTell, .inapplicable, .failed(.minor, .app),
            .failed(.critical, .platform),
        ]
        for _ in 0..<15 {
            let changes = (1...Int.random(in: 1...4, using: &generator)).map { author in
                let criterion = ["menu.ios.state-open", "menu.ios.confined"].randomElement(
                    using: &generator)
                let judgement = judgements.randomElement(using: &generator) ?? nil
                let field = FieldID(
                    criterion: criterion ?? "", judgement == nil ? .note : .judgement)
                let value = judgement.map(FieldValue.judgement) ?? Self.text("Listen again.")
                let write = Write(field: field, value: value, replaces: [])
                return Change.sample(author % 3 + 1, UInt64(author), [write], key: Self.key)
            }
            let view = view([.after(changes, key: Self.key)], withdrawn: withdrawn)
            for filter in Self.filters {
                var all: [String] = []
                try view.records.states(.all) { record in
                    let item = view.item(record)
                    let isAssigned = view.isAssigned(item.id, to: item.assignees)
                    all += item.findings.filter {
                        filter.lets($0, isAssigned: isAssigned)
                    }.map(\.criterion)
                }
                #expect(
                    try view.states(matching: filter).flatMap(\.findings).map(\.criterion) == all)
            }
        }
    }

    /// Each asks for one thing, or for two, that summaries tell.
    private static let filters: [AuditFilter] = {
        let single: [(inout AuditFilter) -> Void] =
            [
                { $0.isWaiting = true }, { $0.isMine = true },
                { $0.wanted[.severity] = ["critical"] },
                { $0.add(tester: Sample.person(2)) }, { $0.show = .failed },
                { $0.wanted[.basis] = ["undecided", "agreed"] },
                { $0.wanted[.criterion] = ["confined"] },
                { $0.wanted[.criterion] = ["menu.ios.state-open"] },
                { $0.since = Date(timeIntervalSince1970: 0) },
                { $0.since = Date(timeIntervalSince1970: 4_000_000_000) },
            ] + Outcome.allCases.map { outcome in { $0.wanted[.outcome] = [outcome.rawValue] } }
        return single.indices.flatMap { first in
            single.indices.filter { $0 >= first }.map { second in
                var filter = AuditFilter()
                single[first](&filter)
                single[second](&filter)
                return filter
            }
        }
    }()

    @Test func `what is judged is no longer left to test`() throws {
        let catalogue = CatalogueLoader.embedded()
        let before = try view([]).untested(catalogue)
        let after = try view([Self.judged(.passed)]).untested(catalogue)
        #expect(before.map(\.place.state.id) == ["collapsed", "expanded"])
        let left = before.flatMap(\.criteria).count - after.flatMap(\.criteria).count
        #expect(left == 1)
    }

    @Test func `a verdict beside a withdrawal keeps the component in the work`() throws {
        let catalogue = CatalogueLoader.embedded()
        #expect(try view([], withdrawn: true).workOrder(catalogue).components.isEmpty)
        let contested = view([disputed], withdrawn: true)
        #expect(try contested.workOrder(catalogue).components.count == 1)
        let waiting = try contested.contestedWithdrawals()
        #expect(waiting.map(\.name) == ["Accounts/Account options"])
        #expect(waiting.first?.standing.count == 2)
    }
}
