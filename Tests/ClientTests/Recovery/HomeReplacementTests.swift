@testable import Client
import Foundation
import Presentation
import Shared
import Storage
import TestSupport
import Testing

/// A database that was made anew takes its place, at whatever moment the program is killed.
struct HomeReplacementTests {
    private typealias Step = HomeReplacement.Step

    private let desk: Desk
    private let me: HomeRow
    private let edits: Set<EditID>
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private var home: ClientHome { desk.client.home }

    /// Stands for a kill.
    private struct Killed: Error {}

    init() throws {
        desk = try Desk()
        try desk.record(.failed, severity: .minor, note: "Silent.")
        try desk.record(.passed, criterion: "confined")
        me = try desk.client.whoami()
        edits = try Self.edits(desk.client.store, desk.audit)
        // All of it is in the log of writes alone, as after a kill.
        try desk.client.store.close()
    }

    // MARK: Kills

    @Test(arguments: HomeReplacement.Step.allCases, [true, false])
    func `a kill between any two steps loses nothing, and doing it again ends well`(
        step: HomeReplacement.Step, hasJournal: Bool
    ) throws {
        if !hasJournal { try FileManager.default.removeItem(atPath: home.journalPath) }
        #expect(throws: Killed.self) { try rebuild(as: 7, until: step) }
        try expectWhole("killed after \(step)")
        try rebuild(as: 8)
        try expectWhole("done again after \(step)")
    }

    @Test(arguments: HomeReplacement.Step.allCases)
    func `whoever rebuilds again at once after a kill loses nothing`(
        step: HomeReplacement.Step
    ) throws {
        #expect(throws: Killed.self) { try rebuild(as: 7, until: step) }
        #expect(throws: Killed.self) { try rebuild(as: 8, until: step) }
        try rebuild(as: 9)
        try expectWhole("done again after \(step)")
        #expect(try AuditClient(home: home).whoami().replica == Self.replica(9))
    }

    @Test func `before its renaming the home is as it was, and after it the rebuilt one`() throws {
        for (number, step) in Step.allCases.enumerated() {
            let before = try Identity.read(home)?.replica
            let replica = Self.replica(UInt64(20 + number))
            #expect(throws: Killed.self) { try rebuild(as: UInt64(20 + number), until: step) }
            let isBefore: Bool =
                switch step {
                case .identityWaits, .logIsKept, .fileIsKept: true
                case .isInPlace, .logIsGone, .journalIsWritten, .orphansAreRetired,
                    .identityIsSettled:
                    false
                }
            try expectWhole("killed after \(step)")
            #expect(try Identity.read(home)?.replica == (isBefore ? before : replica))
        }
    }

    // MARK: What is set aside

    @Test func `two that are set aside within one second have two names`() throws {
        let first = try #require(try rebuild(as: 7))
        let bytes = try Data(contentsOf: URL(filePath: first))
        let second = try #require(try rebuild(as: 8))
        let third = try #require(try rebuild(as: 9))
        #expect(Set([first, second, third]).count == 3)
        #expect(second == first + "-2" && third == first + "-3")
        #expect(try Data(contentsOf: URL(filePath: first)) == bytes)
        for path in [first, second, third] {
            let old = try ClientStore(path: path)
            #expect(try Self.edits(old, desk.audit) == edits)
            try old.close()
        }
        try expectWhole("after the third")
    }

    @Test func `what is saved while a database is made anew stays, and it is done again`() throws {
        let remains = try remains()
        let client = try AuditClient.open(home).client
        var finding = FindingEntry(
            environment: Desk.android, state: "expanded", criterion: "one-stop")
        finding.outcome = .passed
        _ = try client.recording.record(
            finding, of: Desk.menu, in: try client.view(desk.audit), catalogue: desk.catalogue)
        let all = try Self.edits(client.store, desk.audit)
        try client.store.close()
        let trouble = #expect(throws: ReportedError.self) { try rebuild(as: 7, from: remains) }
        #expect(trouble?.kind == .busy)
        #expect(all.count > edits.count)
        try expectWhole("refused", all)
        try rebuild(as: 8)
        try expectWhole("done again", all)
    }

    // MARK: Steps

    private func remains() throws -> HomeRemains {
        try HomeRemains(of: home, try #require(try Identity.read(home)))
    }

    /// What `HomeRebuilding` does for a home of which no server has anything.
    @discardableResult
    private func rebuild(
        as number: UInt64, until last: HomeReplacement.Step? = nil, from known: HomeRemains? = nil
    ) throws -> String? {
        let replacement = HomeReplacement(of: home) { if $0 == last { throw Killed() } }
        try HomeReplacement(of: home).finish()
        let identity = try #require(try Identity.read(home))
        let remains = try known ?? remains()
        let draft = home.databasePath + ".new"
        try? FileManager.default.removeItem(atPath: draft)
        let store = try ClientStore(path: draft)
        for (index, replica) in remains.replicas.enumerated() {
            if index == 0 {
                try store.initialise(
                    home: me.home, person: me.person, name: me.personName, replica: replica,
                    identityPath: home.identityPath)
            } else {
                try store.recovery.rekey(with: replica, pullsAfresh: false, at: .distantPast)
            }
        }
        let orphans = try store.recovery.replay(remains.entries).orphans
        var generator = SeededGenerator(seed: number)
        let successor = identity.succeeded(using: &generator)
        try store.recovery.rekey(with: successor.replica, pullsAfresh: true, at: now)
        _ = try store.recovery.reissue(
            store.recovery.missing(of: remains.earlier + orphans), at: now)
        try store.endLog()
        try store.close()
        return try replacement.run(
            draft, of: successor, after: remains, at: now)
    }

    private static func replica(_ number: UInt64) -> ReplicaID {
        var generator = SeededGenerator(seed: number)
        return Identity(using: &generator).replica
    }

    /// Opens the home as every command does: nothing is missing, and nothing has to be told.
    private func expectWhole(_ when: Comment, _ edits: Set<EditID>? = nil) throws {
        let (client, replay, rekeying) = try AuditClient.open(home)
        let store = client.store
        #expect(replay == nil, when)
        #expect(rekeying == nil, when)
        #expect(try Self.edits(store, desk.audit) == edits ?? self.edits, when)
        #expect(try store.reconcile.verify(desk.audit)?.isSound == true, when)
        #expect(try Identity.read(home)?.replica == store.home()?.replica, when)
        let journal = Journal(path: home.journalPath)
        #expect(try journal.entries() == store.recovery.unanswered(), when)
        #expect(journal.orphanFiles.isEmpty, when)
        try store.close()
    }

    /// The live edits of everything that is shown.
    private static func edits(_ store: ClientStore, _ audit: AuditID) throws -> Set<EditID> {
        var edits: Set<EditID> = []
        for kind in [RecordKind.plan, .component, .state] {
            try store.records(audit, kind: kind) {
                edits.formUnion($0.changes.map(\.change.edit))
            }
        }
        return edits
    }
}
