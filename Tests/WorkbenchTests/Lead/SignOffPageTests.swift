import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// A round signed in a browser, over loopback, against a real home.
struct SignOffPageTests {
    private static let statement = "Audited against WCAG 2.2 AA."

    /// Judges everything that is asked, one finding as nobody can tell.
    private func judgeAll(_ fixture: WorkbenchFixture) throws {
        let view = try fixture.client.view(fixture.audit)
        var judgements: [Judgement] = [.cantTell]
        let drafts = try view.untested(CatalogueLoader.embedded()).map { untested in
            RecordDraft(
                key: .state(fixture.audit, untested.place.id),
                edits: untested.criteria.map {
                    FieldEdit(
                        FieldID(criterion: $0.id, .judgement),
                        .judgement(judgements.popLast() ?? .passed))
                })
        }
        try fixture.client.save(drafts, in: fixture.audit)
    }

    private func field(_ name: String, of page: String) -> String {
        let front = "name=\"\(name)\" value=\""
        guard let start = page.range(of: front)?.upperBound else { return "" }
        return String(page[start...].prefix { $0 != "\"" })
    }

    @Test func `a lead names what she signs without, signs, and sees what became of it`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try judgeAll(fixture)
        let address = Address.signOff(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(address).text
            #expect(page.contains("Round 1 can be signed"))
            #expect(page.contains("Your word: 1 finding says “can’t tell”"))
            let form = [
                "code": field("code", of: page), "name": field("name", of: page),
                "statement": Self.statement, "reason.cantTell": "No such phone.",
            ]
            #expect(try await browser.post(address, form).status == .seeOther)
            #expect(try await browser.post(address, form).status == .seeOther)
            let signed = try await browser.get(address).text
            #expect(signed.contains("<h2 id=\"signatures\">Signatures</h2>"))
            #expect(signed.contains(Self.statement))
            #expect(signed.contains("“No such phone.”"))
            #expect(signed.contains("Unchanged"))
        }
        #expect(try fixture.client.view(fixture.audit).plan.signOffs.count == 1)
    }

    @Test func `what refuses a signature comes back as it was typed`() async throws {
        let fixture = try WorkbenchFixture()
        let address = Address.signOff(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let open = try await browser.get(address).text
            #expect(open.contains("Not ready:"))
            #expect(open.contains("href=\"\(Address.overview(fixture.audit))?show=open"))
            func refused(_ page: String, _ other: [String: String]) async throws -> String {
                var form = [
                    "code": field("code", of: page), "name": field("name", of: page),
                    "statement": Self.statement, "reason.cantTell": "No such phone.",
                ]
                form.merge(other) { $1 }
                let answer = try await browser.post(address, form)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("Nothing was signed"))
                return answer.text
            }
            let blocked = try await refused(open, [:])
            #expect(blocked.contains("cannot be signed yet"))
            #expect(blocked.contains(Self.statement))
            try judgeAll(fixture)
            let page = try await browser.get(address).text
            let stale = try await refused(open, [:])
            #expect(stale.contains("has changed since"))
            #expect(stale.contains("value=\"No such phone.\""))
            let unnamed = try await refused(page, ["reason.cantTell": " "])
            #expect(unnamed.contains("ay why you sign without cantTell"))
            #expect(unnamed.contains(Self.statement))
            let long = String(repeating: "x", count: 17_000)
            #expect(try await refused(page, ["statement": long]).contains(long))
            #expect(try await refused(page, ["statement": ""]).contains("rite the statement"))
        }
        #expect(try fixture.client.view(fixture.audit).plan.signOffs.isEmpty)
    }

    @Test func `the page is for leads`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.signOff(fixture.audit)
            #expect(try await browser.get(address).status == .forbidden)
            #expect(try await browser.post(address, ["statement": "x"]).status == .forbidden)
        }
    }
}
