@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

/// From a capture to an audit's components, facts and suggestions (`AuditClient+Capture.swift`).
struct AuditClientCaptureTests {
    private let desk: Desk
    private static let rail = "Transactions/Rail Ticket@\(Desk.android):enabled"
    private static let name = "table-row.android.name-purpose"

    init() throws { desk = try Desk() }

    @discardableResult
    private func take(
        _ bytes: [UInt8] = Captures.transactions, from source: CaptureSource = .uiautomator,
        screen: String? = "Transactions", environment: String? = nil, rehearsal: Date? = nil
    ) throws -> CaptureSummary {
        try desk.client.recording.importCapture(
            try PageReader.read(bytes, from: source), screen: screen, environment: environment,
            in: try desk.view(), catalogue: desk.catalogue, rehearsal: rehearsal)
    }

    private func facts(_ name: String) throws -> [CapturedFact: String] {
        Dictionary(
            uniqueKeysWithValues: try desk.item(name).facts.map {
                ($0.fact, $0.versions.newest?.value.text ?? "")
            })
    }

    private func suggestions(_ name: String, _ criterion: String) throws -> [String] {
        try desk.item(name).findings.filter { $0.criterion == criterion }
            .flatMap { $0.suggestions.compactMap(\.value.text) }
    }

    @Test func `components are created with facts and suggestions, and without a verdict`() throws {
        let summary = try take()
        #expect(summary.items.count == 6)
        #expect(summary.items.allSatisfy { $0.isNew })
        let row = try facts("Transactions/Coffee House & Co@\(Desk.android):selected")
        #expect(row[.label] == "Coffee House & Co, −4,50 €")
        #expect(row[.selected] == "yes")
        #expect(row[.clickable] == "yes")
        #expect(row[.source] == "uiautomator")
        #expect(row[.checked] == nil)
        let found = try suggestions(Self.rail, Self.name)
        #expect(found == ["failed missing-name-within uiautomator"])
        let effective = try desk.finding(Self.rail, Self.name).effective
        #expect(effective == .untested)
        #expect(try facts("Transactions/Rent@\(Desk.android):disabled")[.enabled] == "no")
    }

    @Test func `a component that the audit has is matched by screen, label and control`() throws {
        let opener = Captures.node(
            "android.widget.ImageButton", id: "com.larkfield.mobile:id/menu_button",
            description: "account  OPTIONS", taps: true)
        let summary = try take(Captures.dump(opener), screen: "accounts")
        #expect(summary.items.map(\.component) == [Desk.menu])
        #expect(summary.items.map(\.isNew) == [false])
        let shown = try facts("\(Desk.menu)@\(Desk.android):collapsed")
        #expect(shown[.description] == "account OPTIONS")
    }

    @Test func `an open menu without words is the screen's only one`() throws {
        let item = Captures.node(
            "android.widget.LinearLayout", id: "com.larkfield.mobile:id/content",
            [Captures.node("android.widget.TextView", text: "A", id: "android:id/title")])
        let menu = Captures.node("android.widget.ListView", [item])
        let summary = try take(Captures.dump(menu), screen: "Accounts")
        #expect(summary.items.map(\.component) == [Desk.menu])
        #expect(summary.items.map(\.state.state) == ["expanded"])
    }

    @Test func `the same capture again changes nothing`() throws {
        #expect(try take().changes == 12)
        let again = try take()
        #expect(again.changes == 0)
        #expect(again.items.count == 6)
        #expect(again.items.allSatisfy { !$0.isNew })
    }

    @Test func `a rehearsal counts and saves nothing`() throws {
        let summary = try take(rehearsal: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(summary.changes == 12)
        #expect(try desk.view().components.count == 1)
    }

    @Test func `what was mended takes the suggestion back, and a lost fact goes`() throws {
        func opener(_ description: String) -> [UInt8] {
            Captures.dump(
                Captures.node(
                    "android.widget.ImageButton", id: "com.larkfield.mobile:id/overflow",
                    description: description, taps: true))
        }
        try take(opener(""), screen: "Cards")
        let state = "Cards/overflow@\(Desk.android):collapsed"
        let criterion = "menu.android.trigger-name"
        #expect(try suggestions(state, criterion) == ["failed missing-name uiautomator"])
        // The same component under its identifier's words.
        try take(opener("overflow"), screen: "Cards")
        #expect(try suggestions(state, criterion) == [])
        #expect(try facts(state)[.description] == "overflow")
        try take(opener(""), screen: "Cards")
        #expect(try facts(state)[.description] == nil)
    }

    @Test func `what a check of heard words suggests is not replaced`() throws {
        try take()
        let field = FieldID(criterion: Self.name, .suggestion)
        let item = try desk.item(Self.rail)
        let heard = RecordDraft(
            key: item.record.key, edits: [FieldEdit(field, Drafts.text("failed label"))])
        try desk.client.save([heard], in: desk.audit)
        #expect(try take().changes == 0)
        #expect(try suggestions(Self.rail, Self.name) == ["failed label"])
    }

    @Test func `a verdict stays as it is beside a suggestion`() throws {
        try take()
        var verdict = FindingEntry(
            environment: Desk.android, state: "enabled", criterion: "name-purpose")
        verdict.outcome = .passed
        _ = try desk.client.recording.record(
            verdict, of: "Transactions/Rail Ticket", in: try desk.view(), catalogue: desk.catalogue)
        #expect(try take().changes == 0)
        let finding = try desk.finding(Self.rail, Self.name)
        #expect(finding.effective.judgement == .passed)
        #expect(finding.suggestions.count == 1)
    }

    @Test func `what is withdrawn stays withdrawn`() throws {
        try take()
        let rent = try #require(
            try desk.view().components.first { $0.label == "Rent" })
        try desk.client.withdrawals.withdraw(rent, reason: "Gone.", in: try desk.view())
        let again = try take()
        #expect(again.withdrawn == ["Transactions/Rent"])
        #expect(again.changes == 0)
        #expect(
            try desk.view().components[rent.id]?.withdrawal == .withdrawn(reason: "Gone."))
    }

    @Test func `of something too large nothing at all is saved`() throws {
        // Components come before the state whose register does not fit.
        var limits = Limits()
        limits.textBytesMax = 8
        let client = desk.client
        let recorder = Recorder(store: client.store, limits: limits)
        let summary = try take(rehearsal: Date(timeIntervalSince1970: 1_700_000_000))
        var drafts = BulkDrafts(try desk.view())
        for item in summary.items { drafts.add(item.checked) }
        var generator = SeededGenerator(seed: 1)
        #expect(throws: AuditError.self) {
            try recorder.save(
                drafts.drafts(), in: desk.audit, at: Date(timeIntervalSince1970: 1_700_000_000),
                using: &generator)
        }
        #expect(try desk.view().components.count == 1)
    }

    @Test func `a page source on iOS names its screen and finds its environment`() throws {
        let summary = try take(Captures.transactionsOnPhone, from: .appium, screen: nil)
        #expect(summary.screen == "Transactions")
        #expect(summary.environment == Desk.ios)
        #expect(try facts("Transactions/Rent@\(Desk.ios):disabled")[.label] == "Rent")
        let again = try take(Captures.transactionsOnPhone, from: .appium, screen: nil)
        #expect(again.changes == 0)
    }

    @Test func `one component is met by captures of both platforms`() throws {
        try take()
        let summary = try take(Captures.transactionsOnPhone, from: .appium)
        #expect(
            summary.items.filter { !$0.isNew }.map(\.component) == [
                "Transactions/Coffee House & Co", "Transactions/Rail Ticket", "Transactions/Rent",
            ])
    }

    @Test func `screen and environment are asked for where they are not told`() throws {
        #expect(trouble { try take(screen: nil) }?.kind == .usage)
        #expect(trouble { try take(screen: " ") }?.message.contains("--screen") == true)
        let wrong = trouble { try take(environment: Desk.ios) }
        #expect(wrong?.kind == .badInput)
        #expect(wrong?.message.contains("is not. Nothing was imported.") == true)
        #expect(trouble { try take(environment: "android-talkback-tablet-15") }?.kind == .notFound)
    }

    @Test func `a reader imports nothing`() throws {
        let desk = try Desk(role: .reader)
        let failed = trouble {
            _ = try desk.client.recording.importCapture(
                try PageReader.read(Captures.transactions, from: .uiautomator), screen: "T",
                environment: nil, in: try desk.view(), catalogue: desk.catalogue)
        }
        #expect(failed?.kind == .notAllowed)
    }
}
