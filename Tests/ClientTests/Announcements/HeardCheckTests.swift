@testable import Client
import Foundation
import Presentation
import Shared
import TestSupport
import Testing

/// A suggestion is saved with what was heard, beside the verdict and never over it.
struct HeardCheckTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    @discardableResult
    private func record(
        _ outcome: Outcome?, heard: String?, environment: String = Desk.android,
        criterion: String = "state-open", note: String? = nil
    ) throws -> RecordingSummary {
        var finding = FindingEntry(
            environment: environment, state: "expanded", criterion: criterion)
        finding.outcome = outcome
        finding.texts[.heard] = heard
        finding.texts[.note] = note
        return try desk.client.recording.record(
            finding, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
    }

    private func changes() throws -> [Change] {
        var changes: [Change] = []
        try desk.client.store.log.ownChanges(desk.audit) { changes.append($0.change) }
        return changes
    }

    @Test func `it is saved in the same change as what was heard`() throws {
        let summary = try record(.passed, heard: "Account options, collapsed, button")
        #expect(summary.changes == 1)
        #expect(summary.otherwise.map(\.text) == ["failed state:expanded wrong-state:collapsed"])
        let finding = try desk.finding()
        #expect(finding.suggestion == "failed state:expanded wrong-state:collapsed")
        #expect(finding.effective.judgement == .passed)
        let fields = try #require(try changes().last?.body.writes.compactMap(\.field.name))
        #expect(Set(fields) == [.judgement, .heard, .suggestion])
    }

    @Test func `a suggestion that agrees is kept too, and nobody is told`() throws {
        let summary = try record(.failed, heard: "Account options, collapsed, button")
        #expect(summary.otherwise == [])
        #expect(try desk.finding().suggestion == "failed state:expanded wrong-state:collapsed")
    }

    @Test func `emptying what was heard empties it, other texts leave it`() throws {
        try record(nil, heard: "Account options, collapsed, button")
        try record(nil, heard: nil, note: "twice")
        #expect(try desk.finding().suggestion == "failed state:expanded wrong-state:collapsed")
        try record(nil, heard: "")
        #expect(try desk.finding().suggestion == nil)
        #expect(try desk.finding().text(.heard) == nil)
    }

    @Test func `what a reader says in another language is not judged by English words`() throws {
        var finding = FindingEntry(
            environment: Desk.android, state: "expanded", criterion: "state-open")
        finding.texts[.heard] = "Account options, offen"
        finding.texts[.assistiveTechnologyLanguage] = "de-DE"
        _ = try desk.client.recording.record(
            finding, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
        #expect(try desk.finding().suggestion == "cantTell other-language")
        // It was recorded of the component state, and holds for what is heard there later.
        try record(nil, heard: "Account options, jetzt offen")
        #expect(try desk.finding().suggestion == "cantTell other-language")
    }

    @Test func `other words heard replace it, the same say nothing new`() throws {
        try record(.passed, heard: "Account options, collapsed, button")
        #expect(try record(.passed, heard: "Account options, collapsed, button").changes == 0)
        try record(.passed, heard: "Account options, expanded, button")
        #expect(try desk.finding().suggestions.map(\.value.text) == ["passed"])
    }

    @Test func `where words cannot tell, nothing is suggested`() throws {
        let summary = try record(.failed, heard: "Account options", criterion: "label-in-name")
        #expect(summary.otherwise == [])
        let finding = try desk.finding(Desk.open, "menu.android.label-in-name")
        #expect(finding.text(.heard) == "Account options")
        #expect(finding.suggestion == nil)
    }

    @Test func `what somebody else hears stands beside it, the newest is shown`() throws {
        try record(.failed, heard: "Account options, collapsed, button")
        let field = FieldID(criterion: Desk.criterion, .suggestion)
        try desk.hear(
            from: desk.lee,
            [Write(field: field, value: .text(Text(normalizing: "passed")), replaces: [])])
        let finding = try desk.finding()
        #expect(finding.suggestions.count == 2)
        #expect(finding.suggestion == "failed state:expanded wrong-state:collapsed")
        #expect(!finding.isConflict)
    }

    @Test func `rows get theirs as single findings do`() throws {
        let rows = ["Account options, expanded, button", "Account options, collapsed, button"]
            .enumerated()
            .map { index, heard in
                #"{"screen":"Accounts","control":"menu","label":"Account options","ordinal":"#
                    + #"\#(index + 1),"environment":"\#(Desk.android)","state":"expanded","#
                    + #""criterion":"state-open","outcome":"passed","heard":"\#(heard)"}"#
            }
        let summary = try desk.client.recording.record(
            rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson, in: try desk.view(),
            catalogue: desk.catalogue)
        #expect(summary.otherwise.map(\.text) == ["failed state:expanded wrong-state:collapsed"])
        let second = "\(Desk.menu)/2@\(Desk.android):expanded"
        #expect(try desk.finding().suggestion == "passed")
        #expect(
            try desk.finding(second).suggestion == "failed state:expanded wrong-state:collapsed")
    }

    @Test func `only a screen reader's words are checked`() throws {
        var check = HeardCheck(.strict)
        let menu = try #require(desk.catalogue.control("menu"))
        let criterion = try #require(desk.catalogue.criterion(Desk.criterion))
        for (environment, told) in [
            (Desk.android, "cantTell state-in-place:expanded"),
            ("android-switch-phone-15", nil),
            ("android-voiceover-phone-15", nil), ("web-talkback-phone-15", nil),
        ] {
            let suggestion = check.suggestion(
                for: "Options, button", criterion, in: "expanded", of: menu, named: "Options",
                environment: try #require(Environment(plain: environment)), language: nil)
            #expect(suggestion?.text == told, "\(environment)")
        }
    }
}
