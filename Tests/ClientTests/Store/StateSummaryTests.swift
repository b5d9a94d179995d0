@testable import Client
import Foundation
import GRDB
import Reading
import Shared
import TestSupport
import Testing

/// What lists read of component states says what their records say, whatever wrote them.
struct StateSummaryTests {
    @Test func `verdicts of one's own are told without their record`() throws {
        let desk = try Desk()
        try desk.record(.failed, severity: .minor, note: "Silent.")
        try desk.record(.passed, criterion: "confined")
        try desk.record(.inapplicable, criterion: "confined")
        let summary = try summary(desk)
        #expect(
            summary.judgements == [
                Desk.criterion: .failed(.minor, .app), "menu.android.confined": .inapplicable,
            ])
        #expect(!summary.isContested)
        #expect(summary.authors.keys.map(\.self) == [try desk.client.whoami().person])
        #expect(summary.authors.values.map(\.verdicts) == [2])
    }

    @Test func `verdicts that agree are one word, those that differ are told each`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.record(.cantTell, criterion: "confined")
        try desk.hear(from: desk.maya, .passed)
        #expect(try summary(desk).judgements[Desk.criterion] == .passed)
        #expect(try !summary(desk).isContested)
        #expect(try summary(desk).authors.values.map(\.verdicts).sorted() == [1, 2])
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        let contested = try summary(desk)
        #expect(
            Set(contested.contested.map(\.author))
                == [try desk.client.whoami().person, desk.maya, desk.lee])
        #expect(contested.contested.count == 3)
        #expect(contested.judgements == ["menu.android.confined": .cantTell])
        try isSound(desk)
    }

    @Test func `what is contested is what the record says, without its words`() throws {
        let desk = try Desk()
        try desk.record(.passed, note: "Heard it.")
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        let item = try desk.item()
        let dispute = try #require(try desk.view().disputes()[item.id])
        #expect(dispute.findings.map(\.effective) == item.findings.map(\.effective))
        #expect(
            dispute.findings.flatMap(\.judgements).map(\.edit)
                == item.findings.flatMap(\.judgements).map(\.edit))
        #expect(dispute.isDisputed && dispute.isConflict && !dispute.hasContestedWithdrawals)
        #expect(item.findings.contains { !$0.texts.isEmpty })
        let words = dispute.findings.flatMap(\.texts.values).flatMap(\.self)
        #expect(words.compactMap(\.value.text).isEmpty)
    }

    @Test func `a decision is told with what it settles`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        _ = try desk.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try desk.item(), criteria: ["state-open"],
            in: try desk.view())
        let item = try desk.item()
        let dispute = try #require(try desk.view().disputes()[item.id])
        #expect(dispute.findings.map(\.effective) == item.findings.map(\.effective))
        #expect(!dispute.isDisputed)
        try isSound(desk)
    }

    @Test func `texts in several versions are counted`() throws {
        let desk = try Desk()
        try desk.record(.passed, note: "Heard it.")
        try desk.hear(from: desk.maya, .passed)
        #expect(try desk.client.store.stateIndex.versions(desk.audit) == 0)
        let note = FieldID(criterion: Desk.criterion, .note)
        try desk.hear(
            from: desk.maya,
            [Write(field: note, value: .text(Text(normalizing: "Heard nothing.")), replaces: [])])
        #expect(try desk.client.store.stateIndex.versions(desk.audit) == 1)
        #expect(try summary(desk).versions == 1)
        try isSound(desk)
    }

    @Test func `assignees are told as they are written`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.client.planning.assign(
            [try desk.item().record.key], to: .set(.person(desk.lee)), in: try desk.view())
        #expect(try summary(desk).assignees == [desk.lee.hex])
        #expect(try summary(desk).due == nil)
        #expect(try desk.item().assignees == [desk.lee.hex])
    }

    @Test func `the day by which it is to be judged is told, and read back`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        let day = try DueDay("2026-12-04")
        try desk.client.planning.assign(
            [try desk.item().record.key], to: .asItIs, due: .set(day), in: try desk.view())
        let found = try summary(desk)
        #expect(found.due == day.noon.unixMilliseconds)
        #expect(try desk.item().due == found.due)
        #expect(StateSummary(bytes: found.bytes) == found)
        try isSound(desk)
    }

    @Test func `a tally of outcomes is that of the findings`() throws {
        let desk = try Desk()
        for (index, name) in ["confined", "state-open", "label-in-name"].enumerated() {
            try desk.record(Outcome.allCases[index], criterion: name)
        }
        let view = try desk.view()
        let item = try desk.item()
        let place = try #require(view.workOrder(desk.catalogue).place(item.id))
        let tally = StateCounts(place, try summary(desk), nil)
        #expect(tally.counts == StateCounts(place, item.findings).counts)
        #expect(tally.judged == 3 && tally.counts[.passed] == 1 && tally.counts[.failed] == 1)
    }

    @Test func `a note without a verdict is told as judged by nobody`() throws {
        let desk = try Desk()
        try desk.record(nil, note: "Listen again.")
        #expect(try summary(desk).judgements == [Desk.criterion: nil])
    }

    @Test func `bytes are read back, and others are refused`() throws {
        let desk = try Desk()
        try desk.record(.cantTell)
        try desk.record(.failed, severity: .critical, criterion: "confined")
        try desk.record(nil, note: "Listen again.", criterion: "label-in-name")
        try desk.client.planning.assign(
            [try desk.item().record.key], to: .set(.person(desk.lee)), in: try desk.view())
        let summary = try #require(StateSummary(try desk.item().record))
        try desk.hear(from: desk.lee, criterion: "menu.android.confined", .failed(.serious, .app))
        let contested = try #require(StateSummary(try desk.item().record))
        #expect(contested.isContested)
        for summary in [summary, contested] {
            #expect(StateSummary(bytes: summary.bytes) == summary)
            for count in 1..<summary.bytes.count {
                #expect(StateSummary(bytes: Array(summary.bytes.prefix(count))) == nil)
            }
            #expect(StateSummary(bytes: summary.bytes + [0]) == nil)
        }
        #expect(StateSummary(bytes: []) == StateSummary(Record(key: try desk.item().record.key)))
    }

    @Test func `a database of the format before is summarised when it is opened`() throws {
        let desk = try Desk()
        try desk.record(.failed, severity: .serious, note: "Silent.")
        let before = try summary(desk)
        try desk.client.store.close()
        try write(
            """
            drop table seen_check; drop table own_id;
            drop table summary; alter table news_mark drop column looked_through;
            drop index change_refused; drop table taken_words;
            alter table accepted_device drop column person;
            alter table home drop column former;
            drop table quarantined_item; drop table quarantine_mark;
            drop table left_record; alter table evidence drop column trouble;
            alter table audit drop column records_told;
            alter table home drop column audits_asked_milliseconds;
            create table state_outcomes (record integer primary key, outcomes blob) strict;
            pragma user_version = 7;
            """, desk)
        let store = try ClientStore(path: desk.client.home.databasePath)
        #expect(try store.recovery.derivedFaults(desk.audit).isClean)
        var after: StateSummary?
        try store.stateIndex.summaries(desk.audit) { after = $1 }
        #expect(after == before)
        try store.close()
    }

    @Test func `where they are missing the record is read, until it is composed anew`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try write("delete from summary", desk)
        #expect(try summary(desk).judgements == [Desk.criterion: .passed])
        #expect(try !desk.client.store.recovery.rebuild(desk.audit).isClean)
        #expect(try summary(desk).judgements == [Desk.criterion: .passed])
        try isSound(desk)
    }

    @Test(
        arguments: [
            (StateIndex.selectSummaries, "record_by_key"),
            (StateIndex.selectContested, "record_shared"),
            (StateIndex.selectRevisions, "record_by_key"),
            (StateIndex.selectSummary, "record_by_key"),
            (StateIndex.selectVersions, "summary_of_versions"),
            (StateIndex.selectChanged, "summary_by_revision"),
            (SummaryWriter.selectRevision, "summary_by_revision"),
            (ClientStore.selectNames, "record_by_key"),
            (ClientStore.selectNameDigests, "record_by_key"),
            (ClientStore.selectRecords, "record_by_key"),
            (ClientStore.selectSharedNames, "record_by_key"),
            (PushStore.selectQueue, "change_answered"),
            (PushStore.selectNotAccepted, "change_refused"),
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

    private func summary(_ desk: Desk) throws -> StateSummary {
        let id = try desk.item().id
        var found: StateSummary?
        try desk.client.store.stateIndex.summaries(desk.audit) { if $0 == id { found = $1 } }
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
