import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// One phrase answers its part: what passes is taken over, and the rest is left to the tester.
struct PhraseSavingTests {
    private let heard = "Account options, expanded, button"

    private func phrase(_ text: String, context: String) -> [String: String] {
        ["context": context, "phrase": "trigger", "said.trigger": text]
    }

    @Test func `what passes is taken over with the phrase, and one undo takes it back`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            #expect(try await browser.get(page).text.contains("name=\"said.trigger\""))
            let answer = try await browser.post(
                page, phrase(heard, context: context), isScript: true
            ).answer()
            #expect(answer.isSaved == true)
            let findings = try fixture.findings()
            let passed = findings.values.filter { $0.effective.judgement == .passed }
            #expect(passed.count >= 2)
            #expect(findings["state-open"]?.effective.judgement == .passed)
            #expect(findings["state-open"]?.suggestion == "passed")
            for finding in passed {
                #expect(finding.texts[.heard]?.first?.value.text == heard)
            }
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), "act": "undo"])
            let left = try fixture.findings().values
            #expect(left.allSatisfy { $0.effective == .untested })
        }
    }

    @Test func `what does not pass is not judged, and has the phrase beside it`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                page,
                phrase(
                    "Account options, collapsed, button",
                    context: try await browser.context(of: page)), isScript: true
            ).answer()
            #expect(answer.adds?.contains("Left to you:") == true)
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.effective == .untested)
            #expect(finding.suggestion == "failed state:expanded wrong-state:collapsed")
        }
    }

    @Test func `a verdict and a phrase that are there stay as they are`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        let criterion = WorkbenchFixture.opened
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.\(criterion)": "failed", "heard.\(criterion)": "Account options",
                ])
            _ = try await browser.post(
                page, phrase(heard, context: try await browser.context(of: page)))
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.effective.judgement?.outcome == .failed)
            #expect(finding.texts[.heard]?.map(\.value.text) == ["Account options"])
        }
    }

    @Test func `saving the form judges nothing by a phrase, and keeps it`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            _ = try await browser.post(
                page, ["context": context, "act": "save", "said.trigger": heard])
            #expect(try fixture.findings().isEmpty)
            let text = try await browser.get(page).text
            #expect(text.contains("name=\"said.trigger\" value=\"\(heard)\""))
        }
    }

    @Test func `a phrase that was typed and not taken over is there again`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let kept = try await browser.keep(heard, in: "said.trigger", of: page)
            #expect(kept.status == .ok)
            let text = try await browser.get(page).text
            #expect(text.contains("name=\"said.trigger\" value=\"\(heard)\""))
            _ = try await browser.post(
                page, phrase(heard, context: try await browser.context(of: page)))
            #expect(try await !browser.get(page).text.contains("value=\"\(heard)\""))
            let wrong = try await browser.keep(heard, in: "said.nothing", of: page)
            #expect(wrong.status == .unprocessableContent)
        }
    }

    @Test func `whatever else a form does keeps the phrase that it has`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for act in ["details": WorkbenchFixture.opened, "act": "all"] {
                _ = try await browser.post(
                    page,
                    [
                        "context": try await browser.context(of: page), "said.trigger": heard,
                        act.key: act.value,
                    ])
                let text = try await browser.get(page).text
                #expect(text.contains("name=\"said.trigger\" value=\"\(heard)\""), "\(act)")
            }
            #expect(try fixture.findings()["state-open"]?.texts[.heard]?.first == nil)
        }
    }

    @Test func `what is asked in another state is named, and can be judged here`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            #expect(text.contains("asked elsewhere"))
            #expect(text.contains("Asked once, in the state “"))
            let link = try #require(text.firstMatch(of: /href="([^"]*details=[^"#]*)#c-([a-z-]+)"/))
            let address = String(link.1).replacingOccurrences(of: "&amp;", with: "&")
            let opened = try await browser.get(address).text
            #expect(opened.contains("id=\"c-\(link.2)\""))
            #expect(!text.contains("id=\"c-\(link.2)\""))
        }
    }
}

extension TestBrowser {
    fileprivate func keep(
        _ text: String, in field: String, of page: String
    ) async throws -> TestPage {
        try await send(
            "\(page)/unsaved?field=\(field)", .put, [.accept: "application/json"],
            ByteBuffer(string: text))
    }
}
