import Foundation
import Presentation
import Reading
import Shared
import Testing

@testable import Client

/// Withdrawals as work: what leaves, what stays until a lead has decided, and what people are told.
struct WithdrawnWorkTests {
    private func names(_ desk: Desk) throws -> [String] {
        try desk.view().untested(desk.catalogue).map(\.name)
    }

    private func work(_ desk: Desk) throws -> WithdrawnWork {
        try desk.view().withdrawnWork()
    }

    private func component(_ desk: Desk) throws -> Component {
        try desk.view().component(named: Desk.menu)
    }

    @Test func `a lead's withdrawal takes a component out of the work`() throws {
        let desk = try Desk()
        try desk.hear(from: desk.lee, .passed)
        let standing = try desk.client.withdrawals.withdraw(
            try component(desk), reason: "Gone.", in: try desk.view())
        #expect(!standing.isContested)
        #expect(standing.remains(besides: try desk.view().person) == nil)
        #expect(try names(desk).isEmpty)
        let order = try desk.view().workOrder(desk.catalogue)
        #expect(order.components.isEmpty)
        #expect(try desk.view().contestedWithdrawals().isEmpty)
    }

    @Test func `one verdict on a state brings a withdrawn component back into the work`() throws {
        let desk = try Desk()
        let all = try names(desk).count
        try desk.client.withdrawals.withdraw(
            try component(desk), reason: "Gone.", in: try desk.view())
        #expect(try work(desk).components.count == 1)
        // Alone in its record, where nothing stands side by side.
        try desk.hear(from: desk.lee, on: Desk.grey, .passed, seen: true)
        #expect(try work(desk).contestedComponents == [try component(desk).id])
        #expect(try names(desk).count == all)
        let listed = try desk.view().contestedWithdrawals()
        #expect(listed.map(\.name) == [Desk.menu])
        #expect(listed.first?.standing.map(\.author) == [desk.lee])
        var filter = AuditFilter()
        filter.show = .conflicts
        let items = try desk.view().states(matching: filter)
        #expect(items.map(\.name) == [Desk.grey])
        #expect(try desk.client.queries.overview(of: desk.audit).contested.count == 1)
        #expect(try desk.view().disputeCount() == 1)
    }

    @Test func `a lead who withdraws the rest too ends it`() throws {
        let desk = try Desk()
        try desk.client.withdrawals.withdraw(
            try component(desk), reason: "Gone.", in: try desk.view())
        try desk.hear(from: desk.lee, on: Desk.grey, .passed)
        try desk.client.withdrawals.withdraw(
            try component(desk), reason: "Gone too.", in: try desk.view())
        #expect(try work(desk).contestedComponents.isEmpty)
        #expect(try names(desk).isEmpty)
    }

    @Test func `a state that is withdrawn leaves alone, and its neighbours meet`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: [], reason: "Not in 8.4.", in: try desk.view())
        #expect(try !names(desk).contains(Desk.open))
        #expect(try names(desk).contains(Desk.grey))
        let view = try desk.view()
        let order = try view.workOrder(desk.catalogue)
        let places = order.everyPlace(of: try component(desk))
        let index = try #require(places.firstIndex { view.name(of: $0.id) == Desk.open })
        #expect(!order.places(of: try component(desk)).contains { $0.id == places[index].id })
        for place in places where place.id != places[index].id {
            let (before, after) = order.neighbours(of: place)
            #expect(before?.id != places[index].id)
            #expect(after?.id != places[index].id)
        }
    }

    @Test func `a tester's withdrawal over a colleague's words is a proposal`() throws {
        let desk = try Desk(role: .tester)
        try desk.record(.failed)
        try desk.hear(from: desk.lee, .passed)
        try desk.hear(from: desk.maya, .passed)
        let all = try names(desk).count
        let standing = try #require(
            try desk.client.withdrawals.withdraw(
                try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view()
            ).first)
        #expect(
            standing.remains(besides: try desk.view().person)
                == "2 verdicts of others are not covered by this and stay; a lead decides.")
        let finding = try desk.finding()
        #expect(finding.isContested)
        #expect(finding.effective.judgement == .passed)
        #expect(try names(desk).count == all)
    }

    @Test func `what nobody has tested a tester only proposes to leave out`() throws {
        let desk = try Desk(role: .tester)
        let all = try names(desk)
        let standing = try #require(
            try desk.client.withdrawals.withdraw(
                try desk.item(), criteria: [], reason: "Not worth it.", in: try desk.view()
            ).first)
        #expect(standing.isProposal && standing.isContested)
        #expect(
            standing.remains(besides: try desk.view().person)
                == "Nothing here is yours to take back: it is to be tested until a lead decides.")
        #expect(try names(desk) == all)
        #expect(try desk.view().contestedWithdrawals().map(\.name) == [Desk.open])
        #expect(try desk.client.queries.overview(of: desk.audit).contested.count == 1)
        #expect(try desk.view().disputeCount() == 1)
        // Nor does it leave under somebody's withdrawal of the component, beside which words stand.
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        try desk.withdraw(by: desk.lee, in: try desk.component(), act: .edit)
        #expect(try names(desk) == all)
    }

    @Test func `a lead leaves out what nobody has tested, and answers who proposes it`() throws {
        let desk = try Desk()
        let count = try names(desk).count
        try desk.withdraw(by: desk.lee, in: try desk.item().record, act: .edit)
        #expect(try names(desk).count == count)
        #expect(try desk.view().contestedWithdrawals().map(\.standing.count) == [0])
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: [], reason: "Not in 8.4.", in: try desk.view())
        #expect(try desk.view().contestedWithdrawals().isEmpty)
        #expect(try names(desk).count == count - 1)
    }

    @Test func `of a withdrawn finding nothing is counted, and nothing is to be tested`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        let view = try desk.view()
        let place = try #require(
            try view.workOrder(desk.catalogue).places(
                of: try component(desk)
            )
            .first { view.name(of: $0.id) == Desk.open })
        let before = try desk.item().tally(at: place)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: view)
        let after = try desk.item().tally(at: place)
        #expect(after.total == before.total - 1)
        #expect(after.judged == before.judged - 1)
        #expect(after.counts[.failed] == 0)
        let left = place.remaining(beside: try desk.item().findings).map(\.criterion)
        #expect(!left.contains(Desk.criterion))
        var filter = AuditFilter()
        filter.isWaiting = true
        #expect(try desk.view().states(matching: filter).isEmpty)
    }

    @Test func `one's own withdrawal is taken back, and the work goes on`() throws {
        let desk = try Desk(role: .tester)
        try desk.record(.failed)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        #expect(try desk.finding().isWithdrawn)
        try desk.client.withdrawals.liftWithdrawal(
            of: try desk.item().record, criteria: [Desk.criterion], in: try desk.view())
        #expect(try desk.finding().withdrawal == .none)
        #expect(try desk.finding().effective.judgement?.outcome == .failed)
        let again = trouble {
            try desk.client.withdrawals.liftWithdrawal(
                of: try desk.item().record, criteria: [Desk.criterion], in: try desk.view())
        }
        #expect(again?.kind == .badInput)
    }

    @Test(arguments: [Role.lead, .tester])
    func `a lead lifts anybody's withdrawal, a tester her own`(role: Role) throws {
        let desk = try Desk(role: role)
        let reason = Withdrawal(reason: Text(normalizing: "Gone."), covers: [])
        try desk.hear(
            from: desk.lee,
            [Write(field: FieldID(.withdrawn), value: .withdrawal(reason), replaces: [])])
        try desk.record(.failed)
        let lifting = trouble {
            try desk.client.withdrawals.liftWithdrawal(
                of: try desk.item().record, in: try desk.view())
        }
        #expect(lifting?.kind == (role == .lead ? nil : .badInput))
        #expect(try desk.item().record.withdrawals.isEmpty == (role == .lead))
    }

    @Test func `whoever records beside a withdrawal is told first`() throws {
        let desk = try Desk(role: .tester)
        let reason = Withdrawal(reason: Text(normalizing: "Removed in 8.4"), covers: [])
        try desk.hear(
            from: desk.lee,
            [Write(field: FieldID(.withdrawn), value: .withdrawal(reason), replaces: [])])
        let summary = try desk.record(.failed)
        #expect(
            summary.withdrawn.map(\.note.sentence) == [
                "This component state was withdrawn by Lee Okafor: Removed in 8.4. What you "
                    + "record stands beside that, and a lead is asked."
            ])
        #expect(summary.withdrawn.map(\.state) == [Desk.open])
        #expect(try work(desk).contestedStates.count == 1)
    }

    @Test func `a finding that its own author withdrew does not contest her state's`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: [], reason: "Gone.", in: try desk.view())
        try desk.hear(from: desk.lee, criterion: "menu.android.label-in-name", .passed)
        #expect(try desk.item().isContestedAsWhole)
        let edit = try #require(
            try desk.finding(Desk.open, "label-in-name").judgements.first?.edit)
        let own = Withdrawal(reason: Text(normalizing: "Mine."), covers: [edit])
        try desk.hear(
            from: desk.lee,
            [
                Write(
                    field: FieldID(criterion: "menu.android.label-in-name", .withdrawn),
                    value: .withdrawal(own), replaces: [])
            ])
        #expect(try !desk.item().isContestedAsWhole)
    }

    @Test func `what an import disagrees with is counted before and after it is saved`() throws {
        let desk = try Desk()
        try desk.hear(from: desk.lee, .passed)
        try desk.hear(from: desk.lee, criterion: "menu.android.label-in-name", .passed)
        func record(rehearsal: Date?) throws -> RecordingSummary {
            let rows = ["state-open", "label-in-name", "confined"].map {
                #"{"screen":"Accounts","control":"menu","label":"Account options","#
                    + #""environment":"\#(Desk.android)","state":"expanded","criterion":"\#($0)","#
                    + #""outcome":"\#($0 == "label-in-name" ? "passed" : "failed")"}"#
            }
            return try desk.client.recording.record(
                rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson,
                in: try desk.view(), catalogue: desk.catalogue, rehearsal: rehearsal)
        }
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(try record(rehearsal: now).disagreements == 1)
        #expect(try desk.finding().judgements.count == 1)
        #expect(try record(rehearsal: nil).disagreements == 1)
        #expect(try desk.finding().judgements.count == 2)
        // What was said before still differs.
        let again = try record(rehearsal: nil)
        #expect(again.changes == 0)
        #expect(again.disagreements == 1)
    }

    @Test func `of a withdrawn state lists know all that stands`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        #expect(StateSummary(try desk.item().record)?.isContested == false)
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: [], reason: "Gone.", in: try desk.view())
        let item = try desk.item()
        #expect(StateSummary(item.record)?.isContested == true)
        let dispute = try #require(try desk.view().disputes()[item.id])
        #expect(dispute.findings.map(\.withdrawal) == item.findings.map(\.withdrawal))
    }
}
