import Foundation
import HTTPTypes
import Testing

@testable import Site
@testable import Workbench

/// Component states by name, and findings copied between them.
struct JumpRoutesTests {
    @Test func `every word of a query narrows the list`() async throws {
        let fixture = try WorkbenchFixture()
        let states = Address.states(fixture.audit)
        let expanded = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let all = try await browser.get(states).text
            let one = try await browser.get("\(states)?q=ACCOUNT+expanded%20android").text
            #expect(all.contains(expanded))
            #expect(one.contains(expanded))
            #expect(one.contains("1 component state."))
            #expect(!one.contains("ios-voiceover"))
            let none = try await browser.get("\(states)?q=%3Cb%3Ezebra").text
            #expect(none.contains("No component state has that in its name."))
            #expect(none.contains("&lt;b&gt;zebra"))
        }
    }

    @Test func `the script gets the same list as a piece of a page`() async throws {
        let fixture = try WorkbenchFixture()
        let expanded = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.send(
                "\(Address.states(fixture.audit))?q=expanded%20talkback", .get,
                [.accept: "application/json"], nil)
            let list = try JSONDecoder().decode([String: String].self, from: Data(answer.bytes))
            #expect(list["list"]?.contains("href=\"\(expanded)\"") == true)
            #expect(list["list"]?.contains("<html") == false)
            #expect(list["says"] == "1 component state.")
        }
    }
}
