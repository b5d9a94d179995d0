import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// One failure that is recorded on several component states at once.
struct SameFailureRoutesTests {
    private let fixture: WorkbenchFixture

    init() throws {
        fixture = try WorkbenchFixture()
        let states = fixture.catalogue.control("menu")?.usualStates(on: []) ?? []
        let other = Drafts.component(
            fixture.audit, screen: "Cards", control: "menu", label: "Card options", ordinal: 1,
            states: states)
        try fixture.client.save([other], in: fixture.audit)
        try fixture.record(
            .failed, severity: .serious, note: "Says <nothing>.", criterion: Self.name)
    }

    /// It is judged in several states of the menu.
    private static let name = "state-open"

    private func source() throws -> StatePlace {
        let view = try fixture.client.view(fixture.audit)
        let id = try view.state(named: WorkbenchFixture.menuOpen)
        let places = try view.workOrder(fixture.catalogue).allPlaces().flatMap(\.places)
        return try #require(places.first { $0.id == id })
    }

    /// Where the same criterion is judged.
    private func others() throws -> [StatePlace] {
        let place = try source()
        let full = "menu.android.\(Self.name)"
        let others = try place.view.workOrder(fixture.catalogue).allPlaces().flatMap(\.places)
            .filter { one in one.id != place.id && one.criteria.contains { $0.id == full } }
        try #require(others.count > 1)
        return others
    }

    private func finding(_ place: StatePlace) throws -> Finding? {
        let view = try fixture.client.view(fixture.audit)
        return try view.item(place.id).findings.first { $0.shortCriterion == Self.name }
    }

    private func form(
        _ places: [StatePlace], code: String = "failed/serious/app"
    ) -> [String: String] {
        var form = ["act": "record", "verdict": code]
        for (index, place) in places.enumerated() { form["on.\(index)"] = place.address }
        return form
    }

    @Test func `nothing is chosen, and what is chosen gets a finding of its own`() async throws {
        let place = try source()
        let others = try others()
        let address = Address.sameFailure(Self.name, of: place)
        let before = try fixture.client.queries.session(of: fixture.audit).changes.count
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(address).text
            #expect(!page.contains(" checked>"))
            #expect(!page.contains("{{"))
            #expect(page.components(separatedBy: #"name="on."#).count - 1 == others.count)
            let answer = try await browser.post(address, form([others[0], others[1]]))
            #expect(answer.status == .seeOther)
            for one in others.prefix(2) {
                #expect(try finding(one)?.effective.judgement == .failed(.serious, .app))
                #expect(try finding(one)?.text(.note) == "Says <nothing>.")
            }
            let after = try fixture.client.queries.session(of: fixture.audit).changes.count
            #expect(after == before + 2, "a change each")
            let done = try await browser.get(answer.headers[.location] ?? "").text
            #expect(done.contains("Recorded on 2 states"))
            #expect(done.contains("Undo: take it back on 2 states"))
            var undo = form([others[0], others[1]])
            undo["act"] = "undo"
            #expect(try await browser.post(address, undo).status == .seeOther)
            for one in others.prefix(2) {
                #expect(try finding(one)?.effective.judgement == nil)
                #expect(try finding(one)?.text(.note) == nil)
            }
            #expect(try finding(place)?.effective.judgement == .failed(.serious, .app))
        }
    }

    @Test func `where somebody judged meanwhile nothing is written, and that is told`() async throws
    {
        let place = try source()
        let others = try others()
        let address = Address.sameFailure(Self.name, of: place)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(address, form([others[0]]))
            let answer = try await browser.post(address, form([others[0], others[1]]))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Recorded on 1 of 2 states"))
            #expect(answer.text.contains("judged or withdrawn meanwhile."))
            #expect(try finding(others[1])?.effective.judgement?.outcome == .failed)
        }
    }

    @Test func `a form that says another failure, or none, or of another audit records nothing`()
        async throws
    {
        let place = try source()
        let others = try others()
        let address = Address.sameFailure(Self.name, of: place)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.post(address, form([])).status == .unprocessableContent)
            let other = form([others[0]], code: "failed/minor/app")
            let answer = try await browser.post(address, other)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("has been changed meanwhile"))
            var stray = form([])
            stray["on.0"] = "/audits/00/states/a/b/c"
            #expect(try await browser.post(address, stray).status == .unprocessableContent)
            #expect(try finding(others[0])?.effective.judgement == nil)
        }
    }
}
