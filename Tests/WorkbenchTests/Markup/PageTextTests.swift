import Foundation
import HTTPTypes
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What people typed is text on every page, whatever marks it joins to a character of HTML.
struct PageTextTests {
    /// In front of a character of HTML, or behind it, each makes another character of it.
    private static let hostile =
        "a\u{600}<b id=x>\"\u{301} id=x '\u{301} id=x \u{600}& \u{600}</textarea>\u{FE0F}<b id=x>"

    @Test func `a mark that joins a quote or a bracket hides it nowhere`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let audit = fixture.audit
            let state = try fixture.statePage()
            let opened = WorkbenchFixture.opened
            let added = try await browser.post(
                Address.planAdding(audit),
                ["do": "add", "lines": "S\(Self.hostile) / Menu / L\(Self.hostile)"])
            #expect([.seeOther, .ok].contains(added.status))
            let saved = try await browser.post(
                state,
                [
                    "context": try await browser.context(of: state), "act": "save",
                    "outcome.\(opened)": "failed", "note.\(opened)": Self.hostile,
                    "comment.\(opened)": Self.hostile,
                ])
            #expect(saved.status == .seeOther)
            let paths = [
                state, "\(state)?details=\(opened)", Address.audit(audit), Address.plan(audit),
                Address.paper(audit), Address.states(audit), Address.session(audit),
                Address.planAdding(audit),
                Address.search(audit) + "?q=id",
            ]
            for path in paths {
                let page = try await browser.get(path)
                #expect(page.status == .ok)
                for broken in ["<b id=x", "\"\u{301} id=x", "'\u{301} id=x", "\u{600}<"] {
                    let isThere = page.text.utf8.contains(broken.utf8)
                    #expect(!isThere, "\(path) has \(broken)")
                }
            }
        }
    }
}
