import Foundation
import Presentation
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Publishing

struct ExportRunTests {
    private static let catalogue = CatalogueLoader.embedded()

    @Test func `what people read comes in the order of the plan`() throws {
        let world = Records()
        let view = world.view
        let facts = ExportFacts(
            view: view, catalogue: Self.catalogue, options: ExportOptions(), scratch: "/")
        let ids = world.states.shuffled(using: &world.generator)
        #expect(facts.sorted(ids, by: .key) == ids)
        let plan = facts.sorted(ids, by: .plan).map(view.name)
        #expect(
            plan == [
                "Accounts/Menu@android-talkback-phone-15:collapsed",
                "Accounts/Menu@android-talkback-phone-15:expanded",
                "Accounts/Menu@ios-voiceover-phone-18:collapsed",
                "Accounts/Menu@ios-voiceover-phone-18:expanded",
                "Zoo/Another menu@android-talkback-phone-15:collapsed",
                "Zoo/Another menu@android-talkback-phone-15:expanded",
                "Zoo/Another menu@ios-voiceover-phone-18:collapsed",
                "Zoo/Another menu@ios-voiceover-phone-18:expanded",
            ])
        let apart = facts.sorted(ids, by: .environment).map(view.name)
        #expect(
            apart == plan.filter { $0.contains("android") } + plan.filter { $0.contains("ios") })
    }

    @Test(
        arguments: [
            ([("screen", "ACCOUNTS")], 4), ([("screen", "Accounts"), ("screen", "Zoo")], 8),
            ([("screen", "Accounts"), ("environment", "ios-voiceover-phone-18")], 2),
            ([("component", "Zoo/Another menu"), ("state", "expanded")], 2),
            ([("outcome", "failed")], 4), ([("outcome", "Failed"), ("severity", "critical")], 0),
            ([("outcome", "failed"), ("outcome", "passed")], 8),
            ([("criterion", "state-open")], 8), ([("criterion", "menu.ios.state-open")], 4),
            ([("basis", "single")], 8), ([("basis", "undecided"), ("basis", "agreed")], 0),
            ([("tester", "Maya Lindqvist")], 8), ([("round", "1")], 8), ([("control", "menu")], 8),
            ([("control", "sheet")], 0), ([("clause", "wcag-2.2:4.1.2")], 8),
            ([("clause", "wcag-2.2:2.5.8")], 0), ([("clause", "Section-508:e205.4 ")], 0),
            ([("since", "1970-01-01")], 8), ([("since", "2999-01-01")], 0),
        ] as [([(String, String)], Int)])
    func `of one name several are or, of different names and`(
        conditions: [(String, String)], count: Int
    ) throws {
        for format in ["ndjson", "csv"] {
            #expect(try Records().run(format, conditions).findings == count, "\(conditions)")
        }
    }

    @Test(arguments: [
        ("screen", "Acounts"), ("component", "Accounts/Nothing"), ("environment", "web"),
        ("state", "expandd"), ("criterion", "state-opn"), ("outcome", "good"), ("basis", "none"),
        ("severity", "grave"), ("tester", "Nobody"), ("round", "2"), ("round", "x"),
        ("control", "meun"), ("clause", "4.1.2"), ("clause", "wcag-2.2:9.9.9"),
        ("clause", "wcag-3:1.1.1"), ("since", "yesterday"), ("since", "2026-02-31"),
        ("where", "x"), ("after", ""), ("part", "0"), ("sarif-root", "/etc"),
    ])
    func `a value that names nothing is refused, and never passed over`(
        name: String, value: String
    ) {
        #expect(throws: AuditError.self) { try Records().run("csv", [(name, value)]) }
    }

    @Test func `no more conditions are looked up than an address should have`() throws {
        let one = ("outcome", "failed")
        #expect(try Records().run("csv", Array(repeating: one, count: 199)).findings == 4)
        #expect(throws: AuditError.self) {
            try Records().run("csv", Array(repeating: one, count: 200))
        }
    }

    @Test func `a strict export refuses what waits for a lead`() throws {
        let world = Records()
        #expect(try world.run("ndjson", [("strict", "true")]).findings == 8)
        world.disagree()
        #expect(throws: ExportRefusal.self) { try world.run("ndjson", [("strict", "true")]) }
        #expect(try world.run("ndjson", [("strict", "true"), ("outcome", "failed")]).findings == 4)
        #expect(try world.run("ndjson").findings == 8)
    }

    @Test func `an increment has states whole, says which have gone, and ends with a cursor`()
        throws
    {
        let world = Records()
        let all = try world.increment(after: "", at: 7)
        #expect(all.count == 9)
        let cursor = try #require(all.last?["cursor"] as? String)
        #expect(try world.increment(after: cursor, at: 7).count == 1)
        let gone = StateID(
            component: world.states[0].component, environment: world.states[0].environment,
            round: 1, state: "half\"open")
        let keys = [world.states[3], gone].map { RecordKey.state(Sample.audit, $0) }
        let lines = try world.increment(after: cursor, at: 9, keys)
        #expect(lines.count == 3)
        #expect(
            lines.contains { $0["gone"] as? Bool == true && $0["state"] as? String == gone.state })
        #expect(lines[2]["cursor"] as? String != cursor)
        let component = RecordKey.component(Sample.audit, world.states[0].component)
        #expect(try world.increment(after: cursor, at: 9, [component]).count == 5)
    }

    @Test func `a cursor of another side, query or place in it has expired`() throws {
        let world = Records()
        let cursor = try #require(
            try world.increment(after: "", at: 7).last?["cursor"] as? String)
        #expect(throws: CursorExpired.self) { try world.increment(after: cursor, at: 6) }
        #expect(throws: CursorExpired.self) { try world.increment(after: cursor, at: 7, life: 2) }
        for text in ["x", cursor + "A", String(cursor.dropLast()), cursor + "="] {
            #expect(throws: CursorExpired.self) { try world.increment(after: text, at: 7) }
        }
    }
}

/// Two menus on two screens, in two states and two environments, all judged by Maya.
private final class Records {
    var generator = SeededGenerator(seed: 5)
    private var all: [Record] = []
    private(set) var states: [StateID] = []

    private static func text(_ text: String) -> FieldValue { .text(Text(normalizing: text)) }

    init() {
        let environments = ["ios-voiceover-phone-18", "android-talkback-phone-15"]
            .compactMap(Environment.init(plain:))
        let parts = environments.flatMap { FieldID.parts(of: $0) }
        let maya = Sample.person(1).hex
        all.append(
            .after(
                [
                    .sample(
                        1, 1,
                        parts.map {
                            Write(field: $0.field, value: Self.text($0.text), replaces: [])
                        }
                            + [
                                Write(
                                    field: FieldID(.person, maya, "name"),
                                    value: Self.text("Maya Lindqvist"), replaces: []),
                                Write(
                                    field: FieldID(.person, maya, "role"), value: .role(.lead),
                                    replaces: []),
                            ], key: .plan(Sample.audit), author: 1)
                ], key: .plan(Sample.audit)))
        let names = [("Zoo", "Another menu"), ("Accounts", "Menu")]
        for (index, (screen, label)) in names.enumerated() {
            let id = ComponentID(high: 0xC0, low: UInt64(index))
            let key = RecordKey.component(Sample.audit, id)
            let fields: [(FieldID, FieldValue)] = [
                (FieldID(.screen), Self.text(screen)), (FieldID(.control), Self.text("menu")),
                (FieldID(.label), Self.text(label)),
            ]
            all.append(
                .after(
                    [
                        .sample(
                            1, UInt64(index) + 2,
                            fields.map { Write(field: $0.0, value: $0.1, replaces: []) }, key: key)
                    ], key: key))
            for environment in environments {
                for state in ["expanded", "collapsed"] {
                    states.append(
                        StateID(component: id, environment: environment.id, round: 1, state: state))
                    judge(states[states.count - 1], as: environment.platform)
                }
            }
        }
    }

    private func judge(_ state: StateID, as platform: String) {
        let key = RecordKey.state(Sample.audit, state)
        let judgement: Judgement = state.state == "expanded" ? .failed(.serious, .app) : .passed
        let write = Write(
            field: FieldID(criterion: "menu.\(platform).state-open", .judgement),
            value: .judgement(judgement), replaces: [])
        all.append(.after([.sample(1, UInt64(all.count) + 9, [write], key: key)], key: key))
    }

    /// Somebody else says otherwise of the first passed one.
    func disagree() {
        guard let index = all.firstIndex(where: { $0.isPassed }),
            let field = all[index].registers().first?.field
        else { return }
        let write = Write(
            field: field, value: .judgement(.failed(.minor, .app)), replaces: [])
        all[index] = all[index].applying(.sample(2, 1, [write], key: all[index].key))
    }

    var view: AuditView {
        guard let names = AuditNames(all, over: nil) else {
            preconditionFailure("There is a plan.")
        }
        return AuditView(names: names, records: PlainRecords(all), person: Sample.person(1))
    }

    private func made(_ given: [(String, String)]) throws -> ExportRun {
        let view = view
        return try ExportRun(
            ExportQuery(given), of: view,
            AuditCatalogue(pinnedBy: view.plan, besides: CatalogueLoader.embedded()) { _ in nil },
            scratch: NSTemporaryDirectory())
    }

    @discardableResult
    func run(
        _ format: String, _ conditions: [(String, String)] = []
    ) throws -> ExportRun.Written {
        try made([("format", format)] + conditions).write(by: History(position: 0)) { _ in }
    }

    func increment(
        after cursor: String, at position: UInt64, _ keys: [RecordKey] = [], life: UInt8 = 1
    ) throws -> [[String: Any]] {
        let bytes = Mutex<[UInt8]>([])
        let history = History(
            life: Array(repeating: life, count: 16), position: position, keys: keys)
        _ = try made([("format", "ndjson"), ("after", cursor)]).write(by: history) { piece in
            bytes.withLock { $0 += piece }
        }
        return try bytes.withLock { $0 }.split(separator: UInt8(ascii: "\n")).map {
            try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
        }
    }
}

/// A side that has counted so far.
struct History: ExportHistory {
    var life = Array(repeating: UInt8(1), count: 16)
    var position: UInt64 = 0
    var confirmed: [Dot] = []
    var keys: [RecordKey] = []

    func changed(since cursor: ExportCursor) -> [RecordKey] { keys }
}

extension Record {
    fileprivate var isPassed: Bool {
        registers().contains { $0.siblings.contains { $0.value == .judgement(.passed) } }
    }
}
