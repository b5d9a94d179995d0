import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Findings copied from one component state to another.
struct SimilarStateRoutesTests {
    @Test func `what is untested is filled in and what is judged is left alone`() async throws {
        let similar = try SimilarStates()
        let own = try #require(similar.shared.first)
        try similar.judge(similar.source, similar.shared, .failed, note: "from the other")
        try similar.judge(similar.target, [own], .passed, note: nil)
        try await similar.fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.copy(similar.target)
            let page = try await browser.get(address).text
            let count = similar.shared.count - 1
            #expect(page.contains("Copy \(count) verdict"))
            let answer = try await browser.post(
                address,
                [
                    "context": try await browser.context(of: address),
                    "from": similar.source.address,
                ])
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "\(similar.target.address)#saved")
            let findings = try similar.findings(similar.target)
            #expect(findings[own]?.effective.judgement?.outcome == .passed)
            #expect(findings[own]?.text(.note) == nil)
            for criterion in similar.shared where criterion != own {
                #expect(findings[criterion]?.effective.judgement?.outcome == .failed)
                #expect(findings[criterion]?.text(.note) == "from the other")
            }
        }
    }

    @Test func `one undo takes all of a copy back`() async throws {
        let similar = try SimilarStates()
        try similar.judge(similar.source, similar.shared, .passed, note: "seen")
        try await similar.fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.copy(similar.target)
            let context = try await browser.context(of: address)
            let form = ["context": context, "from": similar.source.address]
            _ = try await browser.post(address, form)
            let target = similar.target.address
            let after = try await browser.context(of: target)
            _ = try await browser.post(target, ["context": after, "act": "undo"])
            let findings = try similar.findings(similar.target)
            #expect(findings.values.allSatisfy { $0.effective == .untested })
            #expect(findings.values.allSatisfy { $0.text(.note) == nil })
        }
    }

    @Test func `where nothing can be copied the page says so`() async throws {
        let similar = try SimilarStates()
        try await similar.fixture.serve { browser in
            let page = try await browser.entered().get(Address.copy(similar.target)).text
            #expect(page.contains("Nothing to copy"))
        }
    }
}

/// Two states of the menu that have criteria in common.
private struct SimilarStates {
    let fixture: WorkbenchFixture
    let source: StatePlace
    let target: StatePlace
    /// Full ids.
    let shared: [String]

    init() throws {
        fixture = try WorkbenchFixture()
        let view = try fixture.client.view(fixture.audit)
        let component = try #require(view.components.first)
        let places = try view.workOrder(fixture.catalogue).places(
            of: component
        )
        .filter {
            $0.environment.platform == "android"
        }
        let pairs = places.flatMap { one in places.map { (one, $0) } }
            .filter { $0.0.id != $0.1.id }
        func common(_ pair: (StatePlace, StatePlace)) -> [String] {
            let there = Set(pair.1.criteria.map(\.id))
            return pair.0.criteria.map(\.id).filter(there.contains)
        }
        let best = try #require(pairs.max { common($0).count < common($1).count })
        source = best.0
        target = best.1
        shared = common(best)
        try #require(shared.count > 1)
    }

    func judge(
        _ place: StatePlace, _ criteria: [String], _ outcome: Outcome, note: String?
    ) throws {
        let entries = criteria.map { criterion in
            var entry = FindingEntry()
            entry.criterion = criterion
            entry.outcome = outcome
            entry.texts[.note] = note
            return entry
        }
        let item = try place.view.item(place.id)
        _ = try fixture.client.recording.saveForm(
            entries, on: place.id, in: place.view, catalogue: fixture.catalogue,
            showing: FormContext(showing: item.record))
    }

    func findings(_ place: StatePlace) throws -> [String: Finding] {
        let item = try place.view.item(place.id)
        return Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
    }
}
