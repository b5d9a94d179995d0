@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

/// Findings of elsewhere become those of whoever imports them (`ImportRules.swift`).
struct ImportRulesTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    @discardableResult
    private func take(
        _ bytes: [UInt8], _ map: NameMap = NameMap(), adds: Bool = false, on desk: Desk,
        as format: FindingRowReader.Format = .ndjson, isRehearsal: Bool = false
    ) throws -> RecordingSummary {
        try desk.client.recording.record(
            rows: RowFile(bytes), as: format, in: try desk.view(), catalogue: desk.catalogue,
            importing: ImportRules(source: format.rawValue, map: map, addsComponents: adds),
            isRehearsal: isRehearsal)
    }

    private func row(_ rest: String, label: String = "Account options") -> [UInt8] {
        Array(
            (#"{"screen":"Accounts","control":"menu","label":"\#(label)","#
                + #""environment":"\#(Desk.android)","state":"expanded","criterion":"state-open","#
                + rest + "}").utf8)
    }

    /// What rows say, by what they are of; without who, when and versions.
    private func said(_ bytes: [UInt8]) throws -> [String: FindingEntry] {
        var said: [String: FindingEntry] = [:]
        for row in try FindingRowReader.read(bytes, as: .ndjson) {
            var entry = row.entry
            entry.component = ""
            entry.texts[.importedFrom] = nil
            let place = [
                entry.screen, entry.label, entry.environment, entry.state, entry.criterion,
            ]
            if !entry.isSilent { said[place.joined(separator: "\n")] = entry }
        }
        return said
    }

    /// Whether anybody said more of a finding than what its component state was tested with.
    private func hasWords(_ entry: FindingEntry) -> Bool {
        var entry = entry
        for name in FieldName.testedTexts { entry.texts[name] = nil }
        return !entry.isSilent
    }

    private func differing(
        _ found: [String: FindingEntry], _ expected: [String: FindingEntry]
    ) -> [String] {
        Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
            .map { "\($0): \(found[$0], default: "none"), not \(expected[$0], default: "none")" }
    }

    /// An audit in which three people said things of a few findings.
    private func randomDesk(_ seed: UInt64) throws -> Desk {
        var generator = SeededGenerator(seed: seed)
        let desk = try Desk(seed: seed + 1)
        let criteria = ["state-open", "label-in-name", "confined", "back-closes"]
        for _ in 0..<(3 + generator.below(12)) {
            let criterion = generator.pick(criteria)
            let judgement = generator.pick(Judgement.every)
            switch generator.below(4) {
            case 0:
                try desk.hear(
                    from: desk.lee, criterion: "menu.android.\(criterion)", judgement)
            case 1:
                try desk.hear(
                    from: desk.maya, criterion: "menu.android.\(criterion)", judgement)
            default:  // open set: all other numbers
                let note = generator.pick(["", "=1+1", "é \"a\"\nb", "🧭 \u{202E}x"])
                var entry = FindingEntry(
                    environment: Desk.android, state: "expanded", criterion: criterion)
                entry.outcome = judgement.outcome
                entry.severity = judgement.severity
                entry.attribution = judgement.attribution
                entry.texts = [.note: note, .device: "Pixel 8"]
                entry.lists[.tag] = generator.below(2) == 0 ? ["focus", "a|b"] : nil
                _ = try desk.client.recording.record(
                    entry, of: Desk.menu, in: desk.view(), catalogue: desk.catalogue)
            }
        }
        return desk
    }

    @Test(arguments: Seeds.first(8))
    func `what is exported, taken over by somebody else and exported is equal but for who and when`(
        seed: UInt64
    ) throws {
        let there = try randomDesk(seed)
        for format in FindingRowReader.Format.allCases {
            let here = try Desk(role: .tester, seed: seed + 100)
            let file = try there.exported(format.rawValue).bytes
            let summary = try take(file, on: here, as: format)
            // Of an undecided finding without a word of its own there is nothing to take over.
            let expected = try said(there.exported("ndjson").bytes).filter { hasWords($0.value) }
            let taken = try said(here.exported("ndjson").bytes)
            let isEqual = taken == expected
            #expect(
                isEqual,
                "\(format) \(differing(taken, expected)) \(Seeds.replay(seed))")
            #expect(summary.disagreements == 0)
            let again = try take(file, on: here, as: format)
            #expect(again.changes == 0, "\(format) \(Seeds.replay(seed))")
            let own = try Desk(role: .tester, seed: seed + 200)
            _ = try own.client.recording.record(
                rows: RowFile(file), as: format, in: try own.view(), catalogue: own.catalogue)
            let recorded = try said(own.exported("ndjson").bytes)
            let isRecorded = recorded == expected
            #expect(
                isRecorded,
                """
                as rows of her own, \(format) \(differing(recorded, expected)) \
                \(Seeds.replay(seed))
                """)
        }
    }

    @Test(arguments: Seeds.first(8))
    func `as EARL every outcome comes out of another audit as it went in`(seed: UInt64) throws {
        let there = try randomDesk(seed)
        let here = try Desk(role: .tester, seed: seed + 100)
        let file = try there.exported("earl").bytes
        func take() throws -> RecordingSummary {
            try here.client.recording.record(
                rows: RowFile(file), in: try here.view(), catalogue: here.catalogue,
                importing: ImportRules(source: "earl", from: .earl))
        }
        _ = try take()
        // In EARL what is undecided is what nobody can tell.
        let expected = try said(there.exported("ndjson").bytes).mapValues { entry in
            var entry = entry
            entry.outcome = entry.outcome ?? .cantTell
            return entry
        }
        let found = try said(here.exported("ndjson").bytes)
        #expect(found == expected, "\(Seeds.replay(seed))")
        #expect(try take().changes == 0, "\(Seeds.replay(seed))")
    }

    @Test(arguments: Seeds.first(8))
    func `of an evaluation every outcome that a map places comes out as it went in`(
        seed: UInt64
    ) throws {
        let there = try randomDesk(seed)
        let here = try Desk(role: .tester, seed: seed + 100)
        let file = try there.exported("wcag-em").bytes
        let before = try EvaluationResults(file)
        var map = NameMap()
        for (page, test) in before.outcomes.keys.map({ ($0.subject, $0.test) }) {
            map.components[page] = page.contains(":audit:") ? "-" : Desk.open
            // Whoever maps says for each success criterion which criterion it is about here.
            let criterion = try here.catalogue.control(named: "menu").platforms
                .first { $0.id == "android" }?.criteria.first { criterion in
                    criterion.basis == .normative && criterion.wcag.count == 1
                        && !Set(criterion.states).isDisjoint(with: ["any", "expanded"])
                        && test.hasSuffix(
                            ":" + (SuccessCriterion.named(criterion.wcag[0])?.anchor ?? "?"))
                }
            map.criteria[test] = criterion?.id ?? "-"
        }
        _ = try here.client.recording.record(
            rows: RowFile(file), in: try here.view(), catalogue: here.catalogue,
            importing: ImportRules(source: "wcag-em", from: .wcagEM, map: map))
        let after = try EvaluationResults(here.exported("wcag-em").bytes)
        let placed = before.outcomes.filter { place, outcome in
            map.components[place.subject] != "-" && map.criteria[place.test] != "-"
                && outcome != "earl:untested"
        }
        for (place, outcome) in placed {
            #expect(after[place.test] == outcome, "\(place.test) \(Seeds.replay(seed))")
        }
    }

    @Test func `a finding says where it came from, and the same file again changes nothing`() throws
    {
        let there = try Desk(seed: 2)
        try there.hear(from: there.maya, .failed(.minor, .app))
        let file = try there.exported("ndjson").bytes
        #expect(try take(file, on: desk).changes == 1)
        let text = try #require(try desk.finding().text(.importedFrom))
        let edit = try #require(try there.finding().judgements.first?.edit.hex)
        #expect(text == "ndjson, Maya Lindqvist, 2023-11-14T22:13:20.000Z, edit \(edit)")
        // What she says herself meanwhile is not undone.
        try desk.record(.passed, note: "Mended.")
        let again = try take(file, on: desk)
        #expect(again.changes == 0)
        #expect(again.passedOver.known == 1)
        #expect(try desk.finding().effective.judgement == .passed)
    }

    @Test func `a row that tells nobody says which row it was`() throws {
        let file = row(#""outcome":"passed","note":"Said it.""#)
        #expect(try take(file, on: desk).changes == 1)
        #expect(try desk.finding().text(.importedFrom)?.hasPrefix("ndjson, row ") == true)
        #expect(try take(file, on: desk).changes == 0)
        let other = try take(row(#""outcome":"passed","note":"Else.""#), on: desk)
        #expect(other.changes == 0)
        #expect(other.passedOver.texts == 1)
    }

    @Test func `a colleague's text stays, and hers is counted as left out`() throws {
        let note = FieldID(criterion: Desk.criterion, .note)
        try desk.hear(
            from: desk.maya,
            on: Desk.open,
            [Write(field: note, value: .text(Text(typed: "Maya's.")), replaces: [])])
        let summary = try take(row(#""outcome":"passed","note":"Imported.""#), on: desk)
        #expect(summary.passedOver.texts == 1)
        #expect(try desk.finding().texts[.note]?.map(\.value.text) == ["Maya's."])
        #expect(try desk.finding().effective.judgement == .passed)
    }

    @Test func `what its importer has said since stays, whatever file says otherwise`() throws {
        func file(_ day: Int) -> [UInt8] {
            row(#""outcome":"failed","note":"There.","changed":"2026-01-0\#(day)T00:00:00.000Z""#)
        }
        #expect(try take(file(1), on: desk).changes == 1)
        try desk.record(.passed, note: "Mine.")
        let other = try take(file(2), on: desk)
        #expect(other.changes == 0)
        #expect(other.passedOver.verdicts == 1)
        #expect(other.passedOver.texts == 1)
        #expect(try desk.finding().effective.judgement == .passed)
        #expect(try desk.finding().text(.note) == "Mine.")
        // A verdict that she took back is not given again by the file that it came from.
        try desk.record(.untested)
        #expect(try take(file(1), on: desk).changes == 0)
        #expect(try desk.finding().effective.judgement == nil)
    }

    @Test func `where a colleague took it over first, what one says oneself stays as well`() throws
    {
        let origin = FieldID(criterion: Desk.criterion, .importedFrom)
        try desk.hear(
            from: desk.maya, on: Desk.open,
            [Write(field: origin, value: .text(Text(typed: "ndjson, Ann")), replaces: [])])
        let file = row(#""outcome":"failed","authors":["Lee"]"#)
        #expect(try take(file, on: desk).changes == 1)
        try desk.record(.passed)
        #expect(try take(file, on: desk).changes == 0)
        #expect(try desk.finding().effective.judgement == .passed)
    }

    @Test func `rows of which nothing is taken are counted, and names that no row has are told`()
        throws
    {
        var map = NameMap()
        map.screens = ["Acounts": "Accounts"]
        map.criteria = ["state-open": "-"]
        let summary = try take(row(#""outcome":"passed""#), map, on: desk)
        #expect(summary.findings == 0)
        #expect(summary.passedOver.rows == 1)
        #expect(summary.unusedNames == ["screens: Acounts"])
    }

    @Test
    func `nothing is taken away, withdrawn findings stay out and undecided ones have no verdict`()
        throws
    {
        try desk.record(.failed, note: "Mine.")
        #expect(try take(row(#""outcome":"untested","note":"""#), on: desk).changes == 0)
        let withdrawn = #""outcome":"passed","withdrawn":{"contested":false}"#
        #expect(try take(row(withdrawn), on: desk).findings == 0)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        let undecided = #""outcome":null,"basis":"undecided","steps":"Open it.""#
        try take(row(undecided), on: desk)
        #expect(try desk.finding().text(.importedFrom)?.hasSuffix("undecided there") == true)
        #expect(try desk.finding().text(.steps) == "Open it.")
    }

    @Test func `a component that the plan lacks is refused, mapped or added`() throws {
        let file = row(#""outcome":"passed""#, label: "Sort by")
        let found = trouble { try take(file, on: desk) }
        #expect(
            found?.message.contains("line 1: the plan has no component “Accounts/Sort by”") == true)
        var map = NameMap()
        map.components = ["Accounts/Sort by": "Accounts/Account options"]
        #expect(try take(file, map, on: desk).newComponents == [])
        #expect(try desk.finding().effective.judgement == .passed)
        #expect(try take(file, adds: true, on: desk).newComponents == ["Accounts/Sort by"])
    }

    @Test func `names there are read as names here`() throws {
        let text =
            #"{"screen":"Overview","control":"menu","label":"Account options","#
            + #""environment":"droid","state":"open","criterion":"R7","round":4,"#
            + #""outcome":"passed"}"#
        let map = try NameMap(
            yaml: """
                screens: {Overview: Accounts}
                environments: {droid: \(Desk.android)}
                states: {open: expanded}
                criteria: {R7: state-open}
                rounds: {4: 1}
                """, named: "names.yaml")
        try take(Array(text.utf8), map, on: desk)
        #expect(try desk.finding().effective.judgement == .passed)
    }

    @Test func `of another tool's EARL tests and subjects are mapped`() throws {
        let text = #"""
            {"@graph":[{"@type":"Assertion","assertedBy":"urn:tool","subject":"https://a/1",
            "test":"urn:rule","result":{"outcome":"earl:failed","info":"No state."}}]}
            """#
        func take(_ map: NameMap) throws -> RecordingSummary {
            try desk.client.recording.record(
                rows: RowFile(Array(text.utf8)), in: try desk.view(), catalogue: desk.catalogue,
                importing: ImportRules(source: "earl", from: .earl, map: map))
        }
        let found = trouble { _ = try take(NameMap()) }
        #expect(found?.message.contains("the audit does not know “https://a/1”") == true)
        var map = NameMap()
        map.components = ["https://a/1": Desk.open]
        map.criteria = ["urn:rule": "state-open"]
        #expect(try take(map).changes == 1)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        #expect(try desk.finding().text(.note) == "No state.")
        #expect(try take(map).changes == 0)
    }

    @Test func `of an evaluation pages and success criteria are mapped or left out`() throws {
        func assertion(_ page: String, _ test: String, _ outcome: String) -> String {
            #"{"type":"Assertion","subject":{"id":"\#(page)"},"test":{"id":"WCAG22:\#(test)"},"#
                + #""result":{"outcome":{"id":"earl:\#(outcome)"},"description":"Said."}}"#
        }
        let text =
            #"{"type":"Evaluation","defineScope":{"scope":{"id":"_:app"}},"auditSample":["#
            + [
                assertion("_:page", "name-role-value", "failed"),
                assertion("_:page", "focus-visible", "untested"),
                assertion("_:page", "timing-adjustable", "passed"),
                assertion("_:app", "name-role-value", "failed"),
            ].joined(separator: ",") + "]}"
        var map = NameMap()
        map.components = ["_:page": Desk.open, "_:app": "-"]
        map.criteria = [
            "WCAG22:name-role-value": "state-open", "WCAG22:timing-adjustable": "-",
        ]
        let summary = try desk.client.recording.record(
            rows: RowFile(Array(text.utf8)), in: try desk.view(), catalogue: desk.catalogue,
            importing: ImportRules(source: "wcag-em", from: .wcagEM, map: map))
        #expect(summary.findings == 1)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        #expect(try desk.finding().text(.importedFrom)?.hasPrefix("wcag-em, row ") == true)
    }

    @Test func `a rehearsal says what an import would do, and does nothing`() throws {
        let file = row(#""outcome":"passed""#, label: "Sort by")
        let summary = try take(file, adds: true, on: desk, isRehearsal: true)
        #expect(summary.changes == 2)
        #expect(summary.newComponents == ["Accounts/Sort by"])
        #expect(try desk.view().components.count == 1)
        #expect(try take(file, adds: true, on: desk).changes == 2)
    }
}

/// What an evaluation says of each page and success criterion, read without our own reader.
private struct EvaluationResults: Decodable {
    struct Place: Hashable {
        let subject: String
        let test: String
    }

    private let auditSample: [Result]

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }

    var outcomes: [Place: String] {
        Dictionary(
            uniqueKeysWithValues: auditSample.map {
                (Place(subject: $0.subject.id, test: $0.test.id), $0.result.outcome.id)
            })
    }

    /// The outcome on the only page there is.
    subscript(test: String) -> String? {
        outcomes.first { $0.key.test == test && !$0.key.subject.contains(":audit:") }?.value
    }

    private struct Result: Decodable {
        let subject: Named
        let test: Named
        let result: Outcome
        struct Outcome: Decodable { let outcome: Named }
    }

    private struct Named: Decodable { let id: String }
}
