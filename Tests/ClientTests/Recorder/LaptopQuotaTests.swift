import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// What a laptop does where a server's room comes to its end: it says so, and loses nothing.
struct LaptopQuotaTests {
    @Test func `people are told at four fifths, and nothing new is saved at one and a half`() throws
    {
        let laptop = try GrantedLaptop(log: Quota(used: 0, most: 4_000))
        #expect(try laptop.words().isEmpty)
        var saved = 0
        var words: [[String]] = []
        let failure = #expect(throws: AuditError.self) {
            for number in 0..<100 {
                try laptop.save("\(number)" + String(repeating: "x", count: 200))
                saved += 1
                words.append(try laptop.words())
            }
        }
        let used = try #require(try laptop.store.quotas(laptop.audit)?.log)
        #expect(used.used > 5_000 && !used.isExhausted)
        #expect(words.first?.isEmpty == true && words.last?.count == 1)
        #expect(failure.map { ReportedError($0).message }?.contains("150 %") == true)
        // What was saved stays, and nothing of the last save is there.
        #expect(try laptop.store.push.queue(laptop.audit).count == saved)
    }

    @Test func `what a server told is counted from there on, unsent work included`() throws {
        let laptop = try GrantedLaptop(log: Quota(used: 0, most: 100_000))
        try laptop.save("one")
        let one = try #require(try laptop.store.quotas(laptop.audit)?.log.used)
        #expect(one > 100)
        try laptop.tell(log: Quota(used: 5_000, most: 100_000))
        #expect(try laptop.store.quotas(laptop.audit)?.log.used == 5_000 + one)
    }

    @Test func `who has nearly used her room asks each time, and hears of more`() throws {
        let laptop = try GrantedLaptop(log: Quota(used: 0, most: 4_000))
        func known() throws -> PullTag? {
            try PullStart(of: laptop.audit, in: laptop.store).known
        }
        try laptop.tell(log: Quota(used: 3_000, most: 4_000), isAll: true)
        #expect(try known() != nil, "a quiet sync stays as short as it was")
        try laptop.tell(log: Quota(used: 6_500, most: 4_000), isAll: true)
        #expect(try known() == nil)
        #expect(throws: AuditError.self) { try laptop.save("x") }
        // The operator raised it; nothing else changed.
        try laptop.tell(log: Quota(used: 6_500, most: 40_000), isAll: true)
        #expect(throws: Never.self) { try laptop.save("x") }
        #expect(try known() != nil)
    }

    @Test func `numbers that no disk has end no program`() throws {
        let laptop = try GrantedLaptop(log: Quota(used: .max, most: .max))
        #expect(throws: Never.self) { try laptop.save("x") }
        let none = try GrantedLaptop(log: Quota(used: .max, most: 0))
        #expect(throws: AuditError.self) { try none.save("x") }
        #expect(Quota(used: .max, most: 1).adding(.max).isRefused)
        #expect(Quota(used: .max, most: 1).percent > 100)
    }

    @Test func `a queue that waits for room tries again within the hour`() {
        let full = Problem(.storageFull, detail: "used up", retryAfter: 3600)
        #expect(SyncBlock.refused(full).roomPause == .seconds(3600))
        #expect(SyncBlock.refused(Problem(.storageFull)).roomPause == .seconds(3600))
        #expect(
            SyncBlock.refused(Problem(.storageFull, retryAfter: .max)).roomPause == .seconds(3600))
        #expect(SyncBlock.forked.roomPause == nil)
    }
}

/// A laptop that was told a quota.
private struct GrantedLaptop {
    let audit = AuditID(high: 1, low: 1)
    let store: ClientStore
    private let key: RecordKey
    private let recorder: Recorder
    private let folder: TemporaryFolder

    init(log: Quota) throws {
        folder = try TemporaryFolder(preferMemory: true)
        let client = try AuditClient.create(
            ClientHome(home: folder.url.appending(path: "home").path, state: nil, environment: [:]),
            name: "Maya")
        store = client.store
        recorder = Recorder(store: client.store)
        key = .state(
            audit,
            StateID(
                component: ComponentID(high: 2, low: 2),
                environment: EnvironmentID(high: 3, low: 3), round: 1, state: "expanded"))
        try tell(log: log)
    }

    /// Lets a pull's opening arrive, and with `isAll` the end of all there is.
    func tell(log: Quota, isAll: Bool = false) throws {
        let elsewhere = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 0), chain: .zero),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: elsewhere,
                quotas: AuditQuotas(log: log, evidence: Quota(used: 0, most: 1_000_000))),
            records: [],
            end: isAll
                ? .checkpoint(PullCheckpoint(cursor: [1], vector: [], root: .zero, sequence: 1))
                : .more(cursor: [1]))
        _ = try store.pull.store(
            piece, of: audit, at: Date(timeIntervalSince1970: 1_763_000_000))
    }

    func save(_ text: String) throws {
        var generator = SeededGenerator(seed: 1)
        let field = FieldID(criterion: "menu.android.state-open", .note)
        try recorder.save(
            [RecordDraft(key: key, edits: [FieldEdit(field, Drafts.text(text))])], in: audit,
            at: Date(timeIntervalSince1970: 1_763_000_000), using: &generator)
    }

    func words() throws -> [String] { try store.quotas(audit)?.words ?? [] }
}
