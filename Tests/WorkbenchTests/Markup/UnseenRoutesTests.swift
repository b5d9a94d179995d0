import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What others did with one's own work, and what waits in the plan, on pages.
struct UnseenRoutesTests {
    private static let replica = ReplicaID(high: 7, low: 2)

    /// A record to which Lee has added something, from a laptop of her own.
    private func change(
        of record: Record, _ write: Write, act: Act
    ) -> Record {
        record.applying(
            Change(
                key: record.key,
                dot: Dot(replica: Self.replica, n: record.context[Self.replica] + 1),
                body: ChangeBody(
                    author: WorkbenchFixture.lee, act: act, writes: [write],
                    sees: VersionVector(), wallTime: 1_763_000_000_000)))
    }

    /// Maya tests, and Lee has withdrawn what she found.
    private func withdrawn() throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try fixture.record(.failed, severity: .serious)
        let record = try fixture.item().record
        let withdrawal = Withdrawal(
            reason: Text(normalizing: "Gone in <8.4>."), covers: record.changes.map(\.change.edit))
        let field = FieldID(criterion: WorkbenchFixture.opened, .withdrawn)
        try fixture.arrive(
            change(
                of: record,
                Write(field: field, value: .withdrawal(withdrawal), replaces: []), act: .decision))
        return fixture
    }

    @Test func `the page says who withdrew one's work, and why, until one has seen it`()
        async throws
    {
        let fixture = try withdrawn()
        let page = Address.news(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            #expect(text.contains("<bdi>Lee Okafor</bdi> withdrew work of yours"))
            #expect(text.contains("You have not looked yet."))
            #expect(text.contains("Lee Okafor withdrew 1 of your findings"))
            #expect(text.contains("Gone in &lt;8.4&gt;."))
            #expect(!text.contains("{{"))
            // Every page of the audit leads there.
            let work = try await browser.get(Address.audit(fixture.audit)).text
            #expect(work.contains(#"News <span class="count"#))
            // What a page counts is no tab's own count.
            let badge = #"<span class="count count--conflict"#
            let counts = [text, work].map { $0.components(separatedBy: badge).count }
            #expect(counts[0] == counts[1])
            let sync = try await browser.get(Address.sync(fixture.audit)).text
            #expect(sync.contains("1 new for you"))
            let parts = text.components(separatedBy: #"name="facts" value=""#)
            let facts = parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
            let answer = try await browser.post(page, ["facts": facts])
            #expect(answer.status == .seeOther)
            let after = try await browser.get(page).text
            #expect(after.contains("Nothing here"))
            #expect(after.contains("until now. Only what concerns you."))
            #expect(
                try await browser.get("\(page)?show=seen").text.contains("withdrew work of yours"))
        }
    }

    @Test func `what the page did not show is not taken as seen`() async throws {
        let fixture = try withdrawn()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for facts in ["", "00", "not hexadecimal"] {
                _ = try await browser.post(Address.news(fixture.audit), ["facts": facts])
            }
            #expect(try fixture.client.queries.news(fixture.audit).count == 1)
        }
    }

    @Test func `whom a comment names is told, and the comment marks her`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        let record = try fixture.item().record
        let field = FieldID(
            criterion: WorkbenchFixture.opened, .comment, String(repeating: "a", count: 32))
        let text = "@Lee Okafor and @maya lindqvist: <twice>?"
        try fixture.arrive(
            change(
                of: record, Write(field: field, value: Drafts.text(text), replaces: []), act: .edit)
        )
        let state = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let news = try await browser.get(Address.news(fixture.audit)).text
            #expect(news.contains("<bdi>Lee Okafor</bdi> mentioned you"))
            #expect(news.contains("#c-state-open"))
            let page = try await browser.opened(state)
            #expect(page.contains(#"<bdi class="mention">@Lee Okafor</bdi> and "#))
            #expect(page.contains(#"<bdi class="mention mention--mine">@maya lindqvist</bdi>"#))
            #expect(page.contains(": &lt;twice&gt;?"))
        }
    }

    /// Lee has named another build, without having seen Maya's.
    private func contested(_ role: Role) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        let key = RecordKey.plan(fixture.audit)
        let record = try fixture.client.store.record(key) ?? Record(key: key)
        let write = Write(
            field: FieldID(.build, "android"), value: Drafts.text("8.4.<1>"), replaces: [])
        try fixture.arrive(change(of: record, write, act: .plan))
        return fixture
    }

    @Test func `a lead chooses among the values that stand in the plan`() async throws {
        let fixture = try contested(.lead)
        let page = Address.conflicts(fixture.audit)
        let state = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            #expect(text.contains("Build of android: <bdi>8.4.0 (Maya Lindqvist), 8.4.&lt;1&gt;"))
            #expect(text.contains("Choose <bdi>8.4.&lt;1&gt;</bdi>"))
            #expect(text.contains("No other conflicts"))
            let form = try await browser.get(state).text
            #expect(form.contains("The build of android is not chosen"))
            let answer = try await browser.post(
                page, ["register": FieldID(.build, "android").path, "choice": "8.4.<1>"])
            #expect(answer.status == .seeOther)
            let after = try await browser.get(page).text
            #expect(!after.contains("Build of android"))
            let settled = try await browser.get(state).text
            #expect(!settled.contains("is not chosen"))
            #expect(try fixture.client.view(fixture.audit).plan.builds["android"] == "8.4.<1>")
        }
    }

    @Test func `a tester reads it and has nothing to choose`() async throws {
        let fixture = try contested(.tester)
        let page = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            #expect(text.contains("Build of android"))
            #expect(!text.contains("Choose <bdi>8.4.0"))
            let answer = try await browser.post(
                page, ["register": FieldID(.build, "android").path, "choice": "8.4.0"])
            #expect(answer.status == .forbidden)
            #expect(try fixture.client.view(fixture.audit).plan.contested.count == 1)
        }
    }
}
