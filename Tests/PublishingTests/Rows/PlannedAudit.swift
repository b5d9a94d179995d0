import Foundation
import Reading
import Shared
import Synchronization
import TestSupport

@testable import Publishing

/// An audit whose plan and rows a test names, and its files, made as the driver makes them.
struct PlannedAudit {
    /// By the last digits of their ids.
    var components: [UInt64: (screen: String, label: String, ordinal: UInt32)] = [
        1: ("Accounts", "Account options", 1)
    ]
    /// Major versions, by the last digits of the environments' ids.
    var environments: [UInt64: String] = [1: "15"]
    var rounds: UInt32 = 1
    var rows: [FindingRow] = []

    static func component(_ number: UInt64) -> ComponentID { ComponentID(high: 0xC0, low: number) }

    static func environment(_ number: UInt64) -> EnvironmentID {
        EnvironmentID(high: 0xE0, low: number)
    }

    /// A row as `like`, of another place.
    mutating func add(
        _ like: FindingRow, component: UInt64 = 1, environment: UInt64 = 1, round: UInt32 = 1,
        state: String = "expanded", criterion: String = "menu.android.state-open"
    ) {
        var entry = like.entry
        entry.component = Self.component(component).hex
        entry.screen = components[component]?.screen ?? ""
        entry.label = components[component]?.label ?? "c0"
        entry.ordinal = components[component]?.ordinal ?? 1
        entry.environment = environments[environment].map { "android-talkback-phone-\($0)" } ?? "e0"
        entry.state = state
        entry.criterion = criterion
        entry.round = round
        var row = FindingRow(
            entry: entry, audit: like.audit,
            state: StateID(
                component: Self.component(component), environment: Self.environment(environment),
                round: round, state: state), effective: like.effective)
        row.authors = like.authors
        row.changed = like.changed
        row.siblings = like.siblings
        row.decisions = like.decisions
        row.versions = like.versions
        row.withdrawn = like.withdrawn
        row.evidence = like.evidence
        row.evidenceWords = like.evidenceWords
        row.comments = like.comments
        row.see = like.see
        rows.append(row)
    }

    func file(
        _ export: Export, _ options: ExportOptions = ExportOptions()
    ) throws -> (bytes: [UInt8], remarks: [String], findings: Int?) {
        let facts = facts(options)
        let byState = Dictionary(grouping: rows.filter { export.hasWithdrawn || !$0.isGone }) {
            $0.state
        }.mapValues { $0.sorted { $0.entry.criterion < $1.entry.criterion } }
        let keys = byState.keys.sorted {
            RecordKey.state(Sample.audit, $0).bytes
                .lexicographicallyPrecedes(RecordKey.state(Sample.audit, $1).bytes)
        }
        let bytes = Mutex<[UInt8]>([])
        var output = ExportOutput { piece in bytes.withLock { $0 += piece } }
        var writer = try export.writer(facts)
        for row in keys.flatMap({ byState[$0] ?? [] }) { try writer.count(row) }
        try writer.begin(&output)
        for row in facts.sorted(keys, by: export.order).flatMap({ byState[$0] ?? [] }) {
            try writer.row(row, &output)
            try output.passOn()
        }
        try writer.end(&output)
        try output.finish()
        return (bytes.withLock { $0 }, writer.remarks, writer.findings)
    }

    private func facts(_ options: ExportOptions) -> ExportFacts {
        var writes = (1...rounds).dropFirst().map { number in
            let build = Text(normalizing: "8.\(number)")
            return (FieldID(.round, "\(number)"), FieldValue.round(number: number, build: build))
        }
        for (number, version) in environments {
            let hex = Self.environment(number).hex
            writes += [
                (FieldID(.environment, hex, "platform"), text("android")),
                (FieldID(.environment, hex, "at"), text("talkback")),
                (FieldID(.environment, hex, "class"), text("phone")),
                (FieldID(.environment, hex, "major"), text(version)),
            ]
        }
        let named = components.map { number, name in
            let id = Self.component(number)
            return Component(
                record(
                    .component(Sample.audit, id),
                    [
                        (FieldID(.screen), text(name.screen)), (FieldID(.control), text("menu")),
                        (FieldID(.label), text(name.label)),
                        (FieldID(.ordinal), .number(Int64(name.ordinal))),
                    ]))
        }
        let names = AuditNames(
            plan: Plan(record(.plan(Sample.audit), writes, act: .plan)),
            components: Dictionary(uniqueKeysWithValues: named.map { ($0.id, $0) }),
            assignees: [:])
        return ExportFacts(
            view: AuditView(names: names, records: PlainRecords([]), person: Sample.person(1)),
            catalogue: CatalogueLoader.embedded(), options: options,
            scratch: NSTemporaryDirectory())
    }

    private func record(
        _ key: RecordKey, _ writes: [(FieldID, FieldValue)], act: Act = .edit
    ) -> Record {
        let writes = writes.map { Write(field: $0.0, value: $0.1, replaces: []) }
        return .after([.sample(7, 1, writes, key: key, act: act)], key: key)
    }

    private func text(_ string: String) -> FieldValue { .text(Text(normalizing: string)) }
}

extension FindingRow {
    /// Whether it was withdrawn, and nothing stands beside that.
    fileprivate var isGone: Bool { withdrawn?.isContested == false }

    /// One person's verdict, and a note.
    static func judged(_ judgement: Judgement?, note: String? = nil) -> FindingRow {
        var row = FindingRow(
            entry: Rows.entry, audit: Sample.audit, state: Rows.state,
            effective: judgement.map { .single($0, by: Sample.person(1)) } ?? .untested)
        row.entry.outcome = judgement?.outcome
        row.entry.severity = judgement?.severity
        row.entry.attribution = judgement?.attribution
        row.entry.texts[.note] = note
        row.authors = ["Maya Lindqvist"]
        row.changed = Rows.changed
        return row
    }
}

extension PlannedAudit {
    /// What nobody should be able to bend a file with, on places whose names are alike.
    static func random(using generator: inout SeededGenerator) -> PlannedAudit {
        let screens = ["A", "A.b", "a", "..", "A/b", "\u{202E}A", "]]>", "A\tb"]
        let labels = [
            "b.c", "c", ".", "c~c00000000000", "<b>", "\"&\u{1}", "c/2", "c-2", "{0}", "é",
        ]
        var audit = PlannedAudit()
        audit.environments = [1: "15", 2: "16", 3: "1,6", 4: "a/b"]
        audit.rounds = 3
        for number in 1...UInt64(8) {
            audit.components[number] = (
                generator.pick(screens), generator.pick(labels), UInt32(generator.below(2)) + 1
            )
        }
        let criteria = [
            "menu.android.state-open", "menu.android.trigger-name", "a, b", "b \u{1F}<",
        ]
        var places: Set<String> = []
        for _ in 0..<60 {
            // The last of each is none that the plan has.
            let (component, environment) = (generator.below(9) + 1, generator.below(5) + 1)
            let round = UInt32(generator.below(3)) + 1
            let state = generator.pick(["expanded", "collapsed", "x, y"])
            let criterion = generator.pick(criteria)
            let place = "\(component) \(environment) \(round) \(state) \(criterion)"
            guard places.insert(place).inserted else { continue }
            var row = Rows.random(using: &generator)
            if generator.below(4) == 0 { row = generator.pick([Rows.undecided, Rows.challenged]) }
            if generator.below(6) == 0 {
                row.withdrawn = FindingRow.Withdrawn(
                    level: .finding, reason: "gone", isContested: generator.below(2) == 0)
            }
            row.changed = Rows.changed
            audit.add(
                row, component: UInt64(component), environment: UInt64(environment), round: round,
                state: state, criterion: criterion)
        }
        return audit
    }
}
