import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Second opinions drawn in a browser, over loopback, against a real home.
struct SecondOpinionsPageTests {
    private func person(_ fixture: WorkbenchFixture) throws -> String {
        "person." + (try fixture.client.whoami().person.hex)
    }

    private func plan(_ fixture: WorkbenchFixture) throws -> Plan {
        try fixture.client.view(fixture.audit).plan
    }

    @Test func `a lead looks at a draw, sets it as she saw it, and ends it`() async throws {
        let fixture = try WorkbenchFixture()
        let address = Address.secondOpinions(fixture.audit)
        let person = try person(fixture)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let first = try await browser.get(address).text
            #expect(first.contains("Nobody is asked for a second opinion."))
            let preview = try await browser.get(
                "\(address)?share=100&control=&environment=&screen=&seed=s1&\(person)=on"
            ).text
            #expect(preview.contains("What this would draw"))
            #expect(preview.contains("Nothing is set until"))
            #expect(try plan(fixture).secondOpinions == nil)
            let form = ["share": " 100 ", "seed": "s1", person: "on", "do": "set"]
            #expect(try await browser.post(address, form).status == .seeOther)
            #expect(try await browser.post(address, form).status == .seeOther)
            #expect(try plan(fixture).secondOpinions?.share == 100)
            let held = try await browser.get(address).text
            #expect(held.contains("What is drawn"))
            #expect(held.contains("are drawn:"))
            let agreement = try await browser.get(Address.agreement(fixture.audit)).text
            #expect(agreement.contains("judged twice independently"))
            let state = try await browser.get(fixture.statePage()).text
            #expect(state.contains("Second opinion"))
            let overview = try await browser.get(Address.overview(fixture.audit)).text
            #expect(overview.contains("<th scope=\"col\">Second opinions</th>"))
            let ended = try await browser.post(address, ["do": "none"])
            #expect(ended.status == .seeOther)
            #expect(try plan(fixture).secondOpinions == nil)
        }
    }

    @Test func `what cannot be a draw comes back as it was typed`() async throws {
        let fixture = try WorkbenchFixture()
        let address = Address.secondOpinions(fixture.audit)
        let person = try person(fixture)
        let long = String(repeating: "s", count: 17_000)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for (fields, words) in [
                (["share": "0"], "0 %"), (["share": "101"], "101 %"),
                (["share": "a few"], "whole number"), (["share": ""], "whole number"),
                (["share": "20", "seed": long], "letters and digits"),
                (["share": "20", "screen": "Nowhere"], "Nowhere"),
                (["share": "20", "person.\(String(repeating: "0", count: 32))": "on"], "member"),
            ] {
                let form = fields.merging(["do": "set", person: "on"]) { first, _ in first }
                let refused = try await browser.post(address, form)
                #expect(refused.text.contains("Nothing was drawn"), "\(words)")
                #expect(refused.text.contains(words), "\(words)")
                #expect(refused.text.contains("value=\"\(fields["share"] ?? "")\""))
                #expect([.unprocessableContent, .notFound].contains(refused.status))
            }
            let nobody = try await browser.post(address, ["share": "20", "do": "set"])
            #expect(nobody.status == .unprocessableContent)
            #expect(nobody.text.contains("Tick who may be second"))
            let looked = try await browser.get("\(address)?share=1e9")
            #expect(looked.status == .ok && looked.text.contains("Nothing would be drawn"))
            #expect(try plan(fixture).secondOpinions == nil)
        }
    }
}
