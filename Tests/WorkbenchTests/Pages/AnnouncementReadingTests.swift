import Foundation
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What the form says of what was heard, beside the verdict and never over it.
struct AnnouncementReadingTests {
    private static let criterion = "menu.android.state-open"

    @Test func `a phrase is checked while it is typed and nothing is written`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func check(_ heard: String) async throws -> ScriptAnswer {
                try await browser.post(
                    "\(page)/check", ["criterion": Self.criterion, "heard": heard], isScript: true
                ).answer()
            }
            let missing = try await check("Account options, collapsed, button")
            #expect(missing.verdict == "fail")
            #expect(missing.check?.contains("Suggested: Failed") == true)
            #expect(missing.check?.contains("Missing: state &quot;expanded&quot;.") == true)
            #expect(missing.check?.contains("Your verdict stays as you set it.") == true)
            let whole = try await check("Account options, expanded, button")
            #expect(whole.verdict == "pass")
            #expect(try await check("").verdict == nil)
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `a saved phrase has its suggestion and the verdict is the tester's`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.\(Self.criterion)": "passed",
                    "heard.\(Self.criterion)": "Account options, collapsed, button",
                ])
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.suggestion == "failed state:expanded wrong-state:collapsed")
            #expect(finding.effective.judgement == .passed)
            #expect(try await browser.opened(page).contains("data-verdict=\"fail\""))
        }
    }
}
