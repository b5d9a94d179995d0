@testable import Client
import Foundation
import GRDB
import Reading
import Shared
import TestSupport
import Testing

/// What lists read of component states says what their records say, whatever wrote them.
struct StateOutcomesTests {
    @Test func `verdicts of one's own are told without their record`() throws {
        let desk = try Desk()
        try desk.record(.failed, severity: .minor, note: "Silent.")
        try desk.record(.passed, criterion: "confined")
        try desk.record(.inapplicable, criterion: "confined")
        let outcomes = try #require(try standing(desk).plain)
        #expect(
            outcomes.outcomes == [
                Desk.criterion: .failed, "menu.android.confined": .inapplicable,
            ])
    }

    @Test func `verdicts that agree are told, those that differ lead to the record`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.hear(from: desk.maya, .passed)
        #expect(try standing(desk).plain?.outcomes == [Desk.criterion: .passed])
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        let record = try #require(try standing(desk).contested)
        #expect(record == (try desk.item().record))
        try isSound(desk)
    }

    @Test func `a decision leads to the record`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        _ = try desk.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try desk.item(), criteria: ["state-open"],
            in: try desk.view())
        #expect(try standing(desk).contested != nil)
        try isSound(desk)
    }

    @Test func `assignees are told as they are written`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.client.recording.assign(
            try desk.item().record.key, to: desk.lee, in: try desk.view())
        #expect(try standing(desk).plain?.assignees == [desk.lee.hex])
        #expect(try desk.item().assignees == [desk.lee.hex])
    }

    @Test func `a tally of outcomes is that of the findings`() throws {
        let desk = try Desk()
        for (index, name) in ["confined", "state-open", "label-in-name"].enumerated() {
            try desk.record(Outcome.allCases[index], criterion: name)
        }
        let (view, item) = (try desk.view(), try desk.item())
        let component = try #require(item.component)
        let place = try #require(
            StatePlace(
                item.id, component, try view.environment(named: Desk.android), view,
                desk.catalogue))
        let outcomes = try #require(try standing(desk).plain)
        let tally = StateCounts(place.criteria, outcomes)
        #expect(tally.counts == StateCounts(place.criteria, item.findings).counts)
        #expect(tally.judged == 3 && tally.counts[.passed] == 1 && tally.counts[.failed] == 1)
    }

    @Test func `bytes are read back, and others are refused`() throws {
        let desk = try Desk()
        try desk.record(.cantTell)
        let outcomes = try #require(StateOutcomes(try desk.item().record))
        #expect(StateOutcomes(bytes: outcomes.bytes) == outcomes)
        for count in 1..<outcomes.bytes.count where count != 4 {
            #expect(StateOutcomes(bytes: Array(outcomes.bytes.prefix(count))) == nil)
        }
        #expect(StateOutcomes(bytes: [0, 0, 0, 0, 9, 0, 0, 0, 0]) == nil)
    }

    @Test func `where they are missing the record is read, until it is composed anew`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try write("delete from state_outcomes", desk)
        #expect(try standing(desk).contested != nil)
        #expect(try !desk.client.store.recovery.rebuild(desk.audit).isClean)
        #expect(try standing(desk).plain != nil)
    }

    @Test(
        arguments: [
            (StateIndex.selectStandings, "record_by_key"),
            (ClientStore.selectNames, "record_by_key"),
            (ClientStore.selectNameDigests, "record_by_key"),
            (ClientStore.selectRecords, "record_by_key"),
            (ClientStore.selectShared, "record_shared"),
            (StateIndex.selectSharedDigests, "record_shared"),
            (PushStore.selectQueue, "change_answered"),
            (LogStore.selectUnsent, "change_by_dot"),
            (LogStore.selectLatest, "change_by_dot"),
            (LogStore.selectOfRecord, "change_of_record"),
        ])
    func `hot statements use their index and sort nothing`(
        _ statement: String, _ index: String
    ) throws {
        let desk = try Desk()
        try connection(desk) { database in
            let plan = try Row.fetchAll(
                database, sql: "explain query plan " + statement,
                arguments: StatementArguments([1, Data(), Data()].prefix(parameters(statement))))
            let details = plan.map { $0["detail"] as String }.joined(separator: "\n")
            #expect(details.contains(index))
            #expect(!details.contains("SCAN"))
            #expect(!details.contains("TEMP B-TREE"))
        }
    }

    private func parameters(_ statement: String) -> Int {
        (1...3).filter { statement.contains("?\($0)") }.count
    }

    /// What is stored is what composing anew makes.
    private func isSound(_ desk: Desk) throws {
        #expect(try desk.client.store.recovery.derivedFaults(desk.audit).isClean)
    }

    private func standing(_ desk: Desk) throws -> StateStatus {
        let id = try desk.item().id
        var found: StateStatus?
        try desk.client.store.stateIndex.standings(desk.audit) { if $0 == id { found = $1 } }
        return try #require(found)
    }

    private func write(_ sql: String, _ desk: Desk) throws {
        try connection(desk) { try $0.execute(sql: sql) }
    }

    private func connection<Result>(
        _ desk: Desk, _ work: (Database) throws -> Result
    ) throws -> Result {
        let queue = try DatabaseQueue(path: desk.client.home.databasePath)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(work)
    }
}

extension StateStatus {
    fileprivate var plain: StateOutcomes? {
        if case .plain(let outcomes) = self { outcomes } else { nil }
    }

    fileprivate var contested: Shared.Record? {
        if case .contested(let record) = self { record } else { nil }
    }
}
