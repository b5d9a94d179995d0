import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// Different values in the plan: a work item that only a lead ends, and that stops other work.
struct ContestedPlanTests {
    private static let build = FieldID(.build, "ios")

    /// A second lead has named another build, without having seen the first one's.
    private func contested(_ role: Role = .lead) throws -> Desk {
        let desk = try Desk(role: role)
        try desk.hear(
            from: desk.lee, in: try desk.plan(),
            [Write(field: Self.build, value: Drafts.text("8.4.1"), replaces: [])], act: .plan)
        return desk
    }

    @Test func `it is counted with the conflicts and told with what holds`() throws {
        let desk = try contested()
        let view = try desk.view()
        let overview = try desk.client.queries.overview(of: desk.audit)
        #expect(overview.contestedPlan.map(\.field) == [Self.build])
        let register = try #require(overview.contestedPlan.first)
        #expect(register.name(in: view) == "build of ios")
        #expect(
            register.words(in: view)
                == "8.4.0 (Tomas Berg), 8.4.1 (Lee Okafor); 8.4.0 holds until a lead chooses")
        #expect(try view.disputeCount() == 1)
    }

    @Test func `no round is opened meanwhile, and the refusal says what to do`() throws {
        let desk = try contested()
        let told = trouble { try desk.openRound() }
        #expect(told?.kind == .badInput)
        #expect(told?.message.contains("nobody can open a round") == true)
        #expect(told?.message.contains("accord audit choose") == true)
        #expect(try desk.view().plan.currentRound == 1)
        try desk.client.decisions.choose(register: "build of ios", as: "8.4.1", in: try desk.view())
        try desk.openRound()
        #expect(try desk.view().plan.currentRound == 2)
    }

    @Test func `a lead chooses by value or by number, and both values are gone with that`() throws {
        for choice in ["8.4.1", "2"] {
            let desk = try contested()
            let chosen = try desk.client.decisions.choose(
                register: Self.build.path, as: choice, in: try desk.view())
            #expect(chosen.value == "8.4.1")
            #expect(try desk.view().plan.contested.isEmpty)
            #expect(try desk.view().plan.builds["ios"] == "8.4.1")
        }
    }

    @Test func `a tester cannot choose, and what does not stand cannot be chosen`() throws {
        let tester = try contested(.tester)
        #expect(
            trouble {
                try tester.client.decisions.choose(
                    register: "build of ios", as: "2", in: try tester.view())
            }?.kind == .notAllowed)
        let lead = try contested()
        #expect(
            trouble {
                try lead.client.decisions.choose(
                    register: "build of ios", as: "9.0", in: try lead.view())
            }?.kind == .notFound)
        #expect(
            trouble {
                try lead.client.decisions.choose(register: "title", as: "1", in: try lead.view())
            }?.kind == .notFound)
    }

    @Test func `a form that is opened in a round with two builds says so`() throws {
        let desk = try contested()
        let ios = "\(Desk.menu)@\(Desk.ios):expanded"
        let note = try #require(try desk.item(ios).notes(in: try desk.view()).first)
        #expect(note.heading == "The build of ios is not chosen")
        #expect(note.sentence.contains("8.4.0 (Tomas Berg), 8.4.1 (Lee Okafor)"))
        #expect(try desk.item().notes(in: try desk.view()).isEmpty, "Android has one build")
        var finding = FindingEntry(
            environment: Desk.ios, state: "expanded", criterion: "state-open")
        finding.outcome = .passed
        let summary = try desk.client.recording.record(
            finding, of: Desk.menu, in: try desk.view(), catalogue: desk.catalogue)
        #expect(summary.unsettled == [note.sentence])
        #expect(summary.withdrawn.isEmpty)
    }
}
