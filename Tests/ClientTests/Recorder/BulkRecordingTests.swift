@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

/// Single and bulk recording, from words to drafts (`FindingCheck.swift`, `BulkRecording.swift`).
struct BulkRecordingTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func row(
        label: String = "Account options", control: String = "menu",
        environment: String = Desk.android, state: String = "expanded",
        criterion: String = "state-open", _ rest: String = #""outcome":"passed""#
    ) -> String {
        #"{"screen":"Accounts","control":"\#(control)","label":"\#(label)","#
            + #""environment":"\#(environment)","state":"\#(state)","criterion":"\#(criterion)","#
            + rest + "}"
    }

    @discardableResult
    private func record(_ rows: String..., rehearsal: Date? = nil) throws -> RecordingSummary {
        try desk.client.recording.record(
            rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson, in: try desk.view(),
            catalogue: desk.catalogue, rehearsal: rehearsal)
    }

    private func changes() throws -> [Change] {
        var changes: [Change] = []
        try desk.client.store.log.ownChanges(desk.audit) { changes.append($0.change) }
        return changes
    }

    @Test func `severity and attribution default to the criterion's and the app`() throws {
        try desk.record(.failed)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
    }

    @Test func `untested takes one's own verdict back, and nobody else's`() throws {
        try desk.record(.failed)
        try desk.hear(from: desk.lee, .passed)
        try desk.record(.untested)
        #expect(try desk.finding().effective == .single(.passed, by: desk.lee))
    }

    @Test func `saying the same again writes nothing`() throws {
        #expect(try desk.record(.passed, note: "fine").changes == 1)
        #expect(try desk.record(.passed, note: "fine").changes == 0)
    }

    @Test func `an empty text takes away the text that was shown`() throws {
        try desk.record(.failed, note: "No state is spoken.")
        let shown = try #require(try desk.finding().texts[.note]?.first)
        #expect(try desk.record(nil, note: "").changes == 1)
        #expect(try desk.finding().text(.note) == nil)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        let removal = try #require(try changes().last?.body.writes.first)
        #expect(removal.value == nil)
        #expect(removal.replaces == [shown.edit])
        #expect(try desk.record(nil, note: "").changes == 0)
    }

    @Test func `a row's empty text takes it away, null and no key leave it`() throws {
        try desk.record(.passed, note: "one")
        try record(row(#""note":null"#))
        #expect(try desk.finding().text(.note) == "one")
        try record(row(#""note":"""#))
        #expect(try desk.finding().text(.note) == nil)
    }

    @Test func `what the state was tested with is saved once, and links are added`() throws {
        let with = #""device":"Pixel 8","at-version":"15.0","links":["https://a","https://b"]"#
        try record(row(with), row(criterion: "label-in-name", with))
        let item = try desk.item()
        #expect(item.record.siblings(of: FieldID(.device)).map(\.value.text) == ["Pixel 8"])
        #expect(
            item.record.siblings(of: FieldID(.assistiveTechnologyVersion)).map(\.value.text)
                == ["15.0"])
        #expect(try desk.finding().lists[.link] == ["https://a", "https://b"])
    }

    @Test func `two rows that test one state with different things are refused`() throws {
        let found = trouble {
            try record(
                row(#""device":"Pixel 8""#), row(criterion: "label-in-name"),
                row(criterion: "confined", #""device":"Pixel 9""#))
        }
        #expect(
            found?.message.contains("line 3: line 1 gives another device for the same") == true)
    }

    @Test func `a row of another round than the current one is refused`() throws {
        try record(row(#""outcome":"passed","round":1"#))
        try desk.openRound()
        let found = trouble { try record(row(), row(#""outcome":"passed","round":1"#)) }
        #expect(found?.kind == .badInput)
        #expect(
            found?.message.contains("line 2: the row is of round 1, and the audit is in round 2")
                == true)
        #expect(try record(row(#""outcome":"passed","round":2"#)).changes == 1)
    }

    @Test func `one change holds one component state, whatever the order of rows`() throws {
        let before = try changes().count
        let summary = try record(
            row(), row(state: "disabled", criterion: "state-disabled"),
            row(criterion: "label-in-name"))
        #expect(summary.findings == 3)
        #expect(summary.states == 2)
        #expect(try changes().count - before == 2)
    }

    @Test func `an optional state of the control is added to the component by the same save`()
        throws
    {
        try desk.record(.passed, state: "unselected", criterion: "label-in-name")
        let component = try desk.view().component(named: Desk.menu)
        #expect(component.states["android"]?.contains("unselected") == true)
        #expect(component.states["ios"]?.contains("unselected") == false)
    }

    @Test func `a component that the audit lacks is added with its usual states`() throws {
        let summary = try record(row(label: "Sort by"))
        #expect(summary.newComponents == ["Accounts/Sort by"])
        let component = try desk.view().component(named: "Accounts/Sort by")
        #expect(component.states["ios"]?.count == 4)
        #expect(component.control == "menu")
    }

    @Test(arguments: [
        (#""state":"half-screen""#, ReportedError.Kind.notFound), (#""criterion":"x""#, .notFound),
        (#""criterion":"state-disabled""#, .badInput), (#""environment":"x""#, .notFound),
        (#""criterion":"menu.ios.state-open""#, .badInput), (#""control":"combobox""#, .notFound),
    ])
    func `names that plan or catalogue lack are refused`(
        change: String, kind: ReportedError.Kind
    ) throws {
        let pair = change.split(separator: ":").map { $0.trimmingCharacters(in: ["\""]) }
        let text = row().replacingOccurrences(
            of: #""\#(pair[0])":"[^"]*""#, with: change, options: .regularExpression)
        let found = trouble { try record(text) }
        #expect(found?.kind == .badInput)
        #expect(found?.message.contains("line 1") == true)
        #expect(try desk.item().findings.isEmpty)
        guard pair[0] != "control" else { return }
        var finding = FindingEntry(
            environment: pair[0] == "environment" ? pair[1] : Desk.android,
            state: pair[0] == "state" ? pair[1] : "expanded",
            criterion: pair[0] == "criterion" ? pair[1] : "state-open")
        finding.outcome = .passed
        let single = trouble {
            _ = try desk.client.recording.record(
                finding, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
        }
        #expect(single?.kind == kind)
    }

    @Test func `every bad row is named, and none is saved`() throws {
        let before = try changes().count
        let found = trouble {
            try record(
                row(), row(state: "ajar"), row(criterion: "label-in-name"), row(criterion: "y"))
        }
        #expect(found?.message.contains("line 2") == true)
        #expect(found?.message.contains("line 4") == true)
        #expect(found?.message.contains("line 1:") == false)
        #expect(try changes().count == before)
    }

    @Test func `two rows on one finding are refused`() throws {
        let found = trouble { try record(row(), row(#""outcome":"failed""#)) }
        #expect(found?.message.contains("line 2: line 1 speaks of the same finding") == true)
    }

    @Test func `a row that says nothing is passed over`() throws {
        #expect(try record(row(#""note":null"#), row(criterion: "label-in-name")).findings == 1)
    }

    @Test func `a rehearsal counts and saves nothing`() throws {
        let before = try changes().count
        let now = Date(timeIntervalSince1970: 0)
        #expect(try record(row(), row(criterion: "label-in-name"), rehearsal: now).changes == 1)
        #expect(try changes().count == before)
    }

    @Test func `a note above its limit is refused, and nothing is saved`() throws {
        let note = String(repeating: "é", count: Limits.standard.textBytesMax / 2 + 1)
        let found = trouble { try desk.record(.passed, note: note) }
        #expect(found?.kind == .badInput)
        #expect(found?.message.contains("\(Limits.standard.textBytesMax)") == true)
        #expect(try desk.item().findings.isEmpty)
    }

    @Test func `a reader records nothing`() throws {
        let desk = try Desk(role: .reader)
        #expect(trouble { try desk.record(.passed) }?.kind == .notAllowed)
    }

    @Test func `another catalogue than the pinned one records nothing, and both are named`() throws
    {
        let other = try CatalogueLoader.load([
            (name: "menu.yaml", yaml: Self.tinyCatalogue)
        ])
        var finding = FindingEntry(
            environment: Desk.android, state: "expanded", criterion: "state-open")
        finding.outcome = .passed
        let found = trouble {
            _ = try desk.client.recording.record(
                finding, of: Desk.menu, in: try desk.view(), catalogue: other)
        }
        #expect(found?.kind == .settings)
        #expect(found?.message.contains(desk.catalogue.pin.description) == true)
        #expect(found?.message.contains(other.pin.description) == true)
    }

    @Test func `many long texts of one state go into several changes that each fit`() throws {
        let note = String(repeating: "n", count: 8_000)
        let menu = try desk.catalogue.platform("android", of: "menu")
        let expanded = try #require(menu.state("expanded"))
        let criteria = menu.criteria(in: expanded).filter { menu.judges($0, with: "talkback") }
        let rows = criteria.map { criterion in
            row(
                criterion: criterion.id,
                #""note":"\#(note)","heard":"\#(note)","steps":"\#(note)""#)
        }
        let summary = try desk.client.recording.record(
            rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson, in: try desk.view(),
            catalogue: desk.catalogue)
        #expect(summary.changes > 1)
        #expect(try desk.item().findings.count == criteria.count)
    }

    private static let tinyCatalogue = """
        format: accord-catalogue/2
        control: menu
        title: Menu
        version: 2020.1.1
        parts: []
        platforms:
          ios: {states: [{id: enabled, title: Enabled}]}
        """
}
