import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Client
@testable import Site
@testable import Workbench

/// How far an audit is, as everybody of it sees that in the browser.
struct OverviewRoutesTests {
    private static func address(_ fixture: WorkbenchFixture, _ query: String = "") -> String {
        Address.overview(fixture.audit) + query
    }

    @Test func `everybody has the tab, and finds numbers, cells and progress behind it`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try fixture.record(.failed, severity: .critical)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let work = try await browser.get(Address.audit(fixture.audit)).text
            #expect(work.contains(#"<a href="\#(Self.address(fixture))">Overview</a>"#))
            let page = try await browser.get(Self.address(fixture))
            #expect(page.status == .ok)
            for words in [
                "<b>1</b><span><a href=\"#gravest\">failed, 1 of them critical</a></span>",
                "<b>Not yet</b>", "<caption>Menu <span>1 of ", "<caption>By tester</caption>",
                "left to judge that a success criterion depends on</a>",
                #"<td class="is-failed"><a href="states/"#,
                "</svg>1 failed<small>1 of ", ", critical</small></a></td>",
                "<bdi>Maya Lindqvist</bdi>", "1 on 1 state", "data-notices",
            ] {
                #expect(page.text.contains(words), "\(words)")
            }
            #expect(!page.text.contains("{{") && !page.text.contains(">To send<"))
        }
    }

    @Test func `a cell leads to its component state, or to its conflict`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.passed)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let state = try fixture.statePage()
            let own = Address.audit(fixture.audit) + "/"
            var page = try await browser.get(Self.address(fixture)).text
            #expect(page.contains(#"href="\#(state.dropFirst(own.count))""#))
            #expect(page.contains(#"</svg>Started<small>1 of"#))
            try fixture.hear(.failed(.serious, .app))
            page = try await browser.get(Self.address(fixture)).text
            let conflict = state.replacing("/states/", with: "/conflicts/")
            #expect(page.contains(#"href="\#(conflict.dropFirst(own.count))""#))
            #expect(page.contains("Work on conflicts"))
            #expect(page.contains("1 finding waits for a decision"))
            #expect(try await browser.get(conflict).status == .ok)
        }
    }

    @Test func `filters choose, are shown again, and say what is not there`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.failed, severity: .minor)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func page(_ query: String) async throws -> String {
                try await browser.get(Self.address(fixture, query)).text
            }
            let failed = try await page("?show=failed&screen=accounts&control=menu")
            #expect(failed.contains(#"<option value="failed" selected>"#))
            #expect(failed.contains(#"<option value="Accounts" selected>"#))
            #expect(failed.components(separatedBy: #"<td class="is-"#).count == 2)
            let ios = try await page("?environment=ios-voiceover-phone-18&show=failed")
            #expect(ios.contains("Nothing of that kind"))
            let lee = try await page("?tester=Lee+Okafor")
            #expect(lee.contains("0 of 1 component"))
            let odd = try await page("?show=%3Cb%3E&page=-7")
            #expect(odd.contains(#"<table class="matrix">"#))
            #expect(try await page("?page=99999999").contains(#"<table class="matrix">"#))
            for wrong in ["screen=Nowhere", "tester=Nobody", "control=%3Cb%3E", "environment=x"] {
                let answer = try await browser.get(Self.address(fixture, "?\(wrong)"))
                #expect(answer.status == .notFound, "\(wrong)")
                #expect(!answer.text.contains("<b>Nowhere"))
            }
        }
    }

    @Test func `work whose day is over is called late, and somebody’s`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let view = try fixture.client.view(fixture.audit)
        let component = try #require(view.components.first)
        try fixture.client.planning.assign(
            [.component(fixture.audit, component.id)], to: .set(.person(WorkbenchFixture.lee)),
            due: .set(try DueDay("2020-02-03")), in: view)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Self.address(fixture)).text
            #expect(page.contains(#"<span class="strong">3 February 2020, late</span>"#))
            #expect(page.contains(", <bdi>Lee Okafor</bdi></small>"))
            #expect(page.contains(#"<th scope="col">To send</th>"#))
            #expect(!page.contains("<bdi>Nobody</bdi>"))
        }
    }

    @Test func `an audit with nothing planned says so, and one that is not here is not found`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let view = try fixture.client.view(fixture.audit)
        let component = try #require(view.components.first)
        try fixture.client.withdrawals.withdraw([component], reason: "Gone.", in: view)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Self.address(fixture)).text
            #expect(page.contains("Nothing is planned</a>"))
            #expect(page.contains("Nothing to cover yet") && !page.contains("By tester"))
            let other = Address.overview(AuditID(high: 1, low: 2))
            #expect(try await browser.get(other).status == .notFound)
        }
    }

    @Test func `long and right-to-left names stay in their place`() async throws {
        let fixture = try WorkbenchFixture()
        let long = String(repeating: "Zahlungsverkehrsübersicht ", count: 4).trimmed
        try fixture.client.save(
            [
                Drafts.component(
                    fixture.audit, screen: "مدفوعات <b>", control: "menu", label: long, ordinal: 1,
                    states: fixture.catalogue.control("menu")?.usualStates(on: []) ?? [])
            ], in: fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Self.address(fixture)).text
            #expect(page.contains("<bdi>\(long)</bdi><small><bdi>مدفوعات &lt;b&gt;</bdi>"))
            #expect(page.contains("screen=%D9%85%D8%AF"))
        }
    }
}
