@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

/// All that was heard in an audit, checked once more.
struct RecheckingTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func record(
        _ outcome: Outcome?, heard: String, state: String = "expanded",
        criterion: String = "state-open"
    ) throws {
        var finding = FindingEntry(environment: Desk.android, state: state, criterion: criterion)
        finding.outcome = outcome
        finding.texts[.heard] = heard
        _ = try desk.client.recording.record(
            finding, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
    }

    private func recheck(
        _ strictness: AnnouncementStrictness? = nil
    ) throws -> [RecheckedFinding] {
        try desk.client.recording.recheck(
            try desk.view(), catalogue: desk.catalogue, strictness: strictness)
    }

    /// A plan of this strictness, beside what another lead wrote at the same time.
    private func setAnnouncements(_ texts: String...) throws {
        for text in texts {
            let edit = FieldEdit(FieldID(.announcements), Drafts.text(text))
            let none = FormContext(showing: Record(key: .plan(desk.audit)))
            try desk.client.save(
                [RecordDraft(key: .plan(desk.audit), act: .plan, edits: [edit], form: none)],
                in: desk.audit)
        }
    }

    @Test func `what was heard before there were suggestions gets its own`() throws {
        try record(.passed, heard: "Account options, collapsed, button")
        let view = try desk.view()
        let key = try desk.item().record.key
        let edit = FieldEdit(FieldID(criterion: Desk.criterion, .suggestion), nil)
        try desk.client.save([RecordDraft(key: key, edits: [edit])], in: desk.audit)
        let found = try recheck()
        #expect(found.map(\.differs) == [true])
        #expect(found.map(\.isOtherwise) == [true])
        #expect(try desk.client.recording.correct(found, in: view) == 1)
        #expect(try desk.finding().suggestion == "failed state:expanded wrong-state:collapsed")
        #expect(try desk.finding().effective.judgement == .passed)
        #expect(try recheck().map(\.differs) == [false])
    }

    @Test func `saving what is kept already writes nothing`() throws {
        try record(.failed, heard: "Account options, collapsed, button")
        let before = try desk.item().record.context
        #expect(try desk.client.recording.correct(try recheck(), in: try desk.view()) == 0)
        #expect(try desk.item().record.context == before)
    }

    @Test func `what is withdrawn is left out`() throws {
        try record(.failed, heard: "Account options, collapsed, button")
        try record(
            .passed, heard: "Account options, disabled", state: "disabled",
            criterion: "state-disabled")
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        #expect(try recheck().map(\.criterion) == ["menu.android.state-disabled"])
        try desk.client.withdrawals.withdraw(
            try desk.item(Desk.grey), criteria: [], reason: "Gone.", in: try desk.view())
        #expect(try recheck().isEmpty)
    }

    @Test func `what words cannot tell is there without a suggestion`() throws {
        try record(nil, heard: "Options", criterion: "label-in-name")
        let found = try recheck()
        #expect(found.map(\.suggestion) == [nil])
        #expect(found.map(\.differs) == [false])
        #expect(found.map(\.isOtherwise) == [false])
    }

    @Test func `an audit is lenient only while every lead says so`() throws {
        try record(
            .passed, heard: "Account options, dimmed", state: "disabled",
            criterion: "state-disabled")
        #expect(try recheck().first?.suggestion?.outcome == .failed)
        #expect(try recheck(.lenient).first?.suggestion?.outcome == .passed)
        try setAnnouncements("lenient")
        #expect(try desk.view().plan.announcements == .lenient)
        #expect(try recheck().first?.suggestion?.outcome == .passed)
        #expect(try recheck(.strict).first?.suggestion?.outcome == .failed)
        try setAnnouncements("strict")
        #expect(try desk.view().plan.announcements == .strict)
        try setAnnouncements("of a later version")
        #expect(try desk.view().plan.announcements == .strict)
    }

    @Test func `a reader may look, and save nothing`() throws {
        let reader = try Desk(role: .reader)
        let found = try reader.client.recording.recheck(
            try reader.view(), catalogue: reader.catalogue)
        #expect(found.isEmpty)
        #expect(
            trouble { _ = try reader.client.recording.correct(found, in: try reader.view()) }?.kind
                == .notAllowed)
    }
}
