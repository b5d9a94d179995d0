import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// Where an audit asks for what can be judged, and that nothing is asked nowhere.
struct StateKindTests {
    private let desk: Desk
    private let voiceOver = "ios-voiceover-phone-18"
    private let keyboard = "ios-keyboard-phone-18"
    private let none = "ios-none-phone-18"

    init() throws { desk = try Desk() }

    /// An audit with one component of each control, all states of them, on the screens named.
    private func audit(
        _ controls: [(control: String, screen: String)], _ environments: [String]
    ) throws -> AuditID {
        let audit = try desk.client.catalogues.begin(
            "Fernway", with: desk.catalogue, builds: [:],
            environments: try environments.map { try desk.catalogue.environment($0) })
        let drafts = try controls.map { control, screen in
            let platforms = try desk.catalogue.control(named: control).platforms
            return Drafts.component(
                audit, screen: screen, control: control, label: "The \(control)", ordinal: 1,
                states: platforms.flatMap { platform in
                    platform.states.map { (platform: platform.id, state: $0.id) }
                })
        }
        try desk.client.save(drafts, in: audit)
        return audit
    }

    private func places(_ audit: AuditID) throws -> [StatePlace] {
        try desk.client.view(audit).workOrder(desk.catalogue).allPlaces().flatMap(\.places)
    }

    private func asked(_ audit: AuditID, in environment: String) throws -> [Criterion] {
        try places(audit).filter { $0.environment.plain == environment }.flatMap(\.criteria)
    }

    private func record(
        _ outcome: Outcome, on criterion: String, state: String, in audit: AuditID
    ) throws {
        var entry = FindingEntry(environment: voiceOver, state: state, criterion: criterion)
        entry.outcome = outcome
        _ = try desk.client.recording.record(
            entry, of: "Home/The button", in: desk.client.view(audit), catalogue: desk.catalogue)
    }

    @Test func `what is asked once is asked in the first state that it applies to`() throws {
        let audit = try audit([("button", "Home")], [voiceOver])
        let places = try places(audit)
        #expect(places.map(\.state.id) == ["enabled", "disabled", "selected", "loading"])
        let counts = places.map { place in place.criteria.count { $0.shortID == "button-name" } }
        #expect(counts == [1, 0, 0, 0])
        let roles = places.map { place in place.criteria.count { $0.shortID == "button-role" } }
        #expect(roles == [1, 1, 1, 1])
        #expect(
            places.allSatisfy { place in place.possible.contains { $0.shortID == "button-name" } })
    }

    @Test func `what is judged in another state counts there, and stays asked in the first`() throws
    {
        let audit = try audit([("button", "Home")], [voiceOver])
        let before = try desk.client.queries.coverage(
            of: desk.client.view(audit), desk.catalogue)
        try record(.failed, on: "button.ios.button-name", state: "selected", in: audit)
        let after = try desk.client.queries.coverage(of: desk.client.view(audit), desk.catalogue)
        let selected = try #require(after.states.first { $0.place.state.id == "selected" })
        let old = try #require(before.states.first { $0.place.state.id == "selected" })
        #expect(selected.tally.total == old.tally.total + 1)
        #expect(selected.tally.judged == 1 && selected.tally.counts[.failed] == 1)
        #expect(after.states[0].tally.total == before.states[0].tally.total)
        let listed = try desk.client.view(audit).states(
            matching: AuditFilter(), in: after)
        #expect(listed.flatMap(\.findings).map(\.criterion) == ["button.ios.button-name"])
    }

    @Test func `a withdrawn state hands on what is asked once`() throws {
        let audit = try audit([("button", "Home")], [voiceOver])
        let first = try #require(try places(audit).first)
        let view = try desk.client.view(audit)
        let item = try view.item(first.id)
        _ = try desk.client.withdrawals.withdraw(
            item, criteria: [], reason: "Never seen.", in: view)
        let left = try places(audit)
        #expect(left.map(\.state.id) == ["disabled", "selected", "loading"])
        #expect(left[0].criteria.contains { $0.shortID == "button-name" })
    }

    @Test func `keyboard criteria are asked of the reader where no keyboard is planned`() throws {
        let alone = try audit([("button", "Home")], [voiceOver])
        let both = try audit([("button", "Home")], [voiceOver, keyboard])
        let isKeyboard = { (criterion: Criterion) in criterion.category.rawValue == "keyboard" }
        let before = try asked(alone, in: voiceOver).filter(isKeyboard).map(\.id)
        #expect(!before.isEmpty)
        #expect(try asked(both, in: voiceOver).filter(isKeyboard).isEmpty)
        let with = try asked(both, in: keyboard).filter(isKeyboard).map(\.id)
        #expect(Set(with).isSuperset(of: before))
        // A keyboard of the other platform is none of this one.
        let other = try audit([("button", "Home")], [voiceOver, "android-keyboard-phone-15"])
        #expect(try asked(other, in: voiceOver).filter(isKeyboard).map(\.id) == before)
    }

    @Test func `what is measured of a screen is asked of a control on a screen without one`() throws
    {
        let audit = try audit(
            [("button", "Home"), ("screen", "Home"), ("link", "Help")], [none])
        let places = try places(audit)
        func contrast(_ control: String) -> Int {
            places.filter { $0.component.control == control }.flatMap(\.criteria)
                .count { $0.wcag.contains("1.4.3") }
        }
        #expect(contrast("button") == 0 && contrast("screen") > 0 && contrast("link") > 0)
        let view = try desk.client.view(audit)
        _ = try desk.client.withdrawals.withdraw(
            view.component(named: "Home/The screen"), reason: "Not tested.", in: view)
        let after = try self.places(audit).filter { $0.component.control == "button" }
        #expect(after.flatMap(\.criteria).contains { $0.wcag.contains("1.4.3") })
    }

    @Test func `a quick audit asks nothing that is advisory, and keeps what was judged`() throws {
        let audit = try audit([("button", "Home")], [voiceOver])
        try record(.failed, on: "button.ios.name-once", state: "enabled", in: audit)
        let full = try asked(audit, in: voiceOver)
        try desk.client.savePlan(
            [FieldEdit(FieldID(.depth), Drafts.text("quick"))], of: desk.client.view(audit))
        let quick = try asked(audit, in: voiceOver)
        #expect(quick == full.filter { $0.basis == .normative } && quick.count < full.count)
        let coverage = try desk.client.queries.coverage(
            of: desk.client.view(audit), desk.catalogue)
        #expect(coverage.states[0].tally.counts[.failed] == 1)
        #expect(coverage.states.total == quick.count + 1)
    }

    /// All that was asked before anything was asked once: each pair of component and criterion.
    @Test func `no criterion of any control is asked nowhere`() throws {
        let controls = desk.catalogue.controls.map { ($0.id, "Home") }
        let audit = try audit(
            controls,
            [
                voiceOver, keyboard, none, "android-talkback-phone-15",
                "android-keyboard-phone-15", "android-none-phone-15",
            ])
        let places = try places(audit)
        var lost: [String] = []
        for (component, own) in Dictionary(grouping: places, by: \.component.control) {
            let asked = Set(own.flatMap(\.criteria).map(\.id))
            for criterion in own.flatMap(\.possible) where !asked.contains(criterion.id) {
                guard case .onceAScreen(let control) = criterion.asking else {
                    lost.append("\(component) \(criterion.id)")
                    continue
                }
                let there = places.filter { $0.component.control == control }
                    .flatMap(\.criteria).flatMap(\.wcag)
                if !Set(criterion.wcag.prefix(1)).isSubset(of: there) { lost.append(criterion.id) }
            }
        }
        #expect(lost.isEmpty)
    }
}
