import Shared
import Storage
import TestSupport
import Testing

@testable import Server

struct OtherProcessCommitsTests {
    private let clock = ManualClock()

    @Test func `what another process commits is noticed, what this one commits is not`()
        async throws
    {
        let server = try TestServer()
        let before = try #require(await server.store.commitsOfOthers())
        try server.store.write(Self.change)
        #expect(await server.store.commitsOfOthers() == before)
        let beside = try server.beside()
        try beside.write(Self.change)
        #expect(await server.store.commitsOfOthers() != before)
        try beside.close()
    }

    @Test func `who waits is woken by it`() async throws {
        let server = try TestServer()
        let notifier = ChangeNotifier(limits: .standard)
        let otherProcesses = OtherProcessCommits(
            store: server.store, notifier: notifier, clock: clock)
        let audit = AuditID(high: 9, low: 9)
        let place = try #require(
            notifier.place(in: audit, for: .exporter(audit: audit, token: .zero)))
        var news = place.news.makeAsyncIterator()
        otherProcesses.enter()
        await clock.sleepers(1)
        clock.advance(by: OtherProcessCommits.interval)
        // The first look knows of nothing before it.
        #expect(await news.next() != nil)

        let beside = try server.beside()
        try beside.write(Self.change)
        await clock.sleepers(1)
        clock.advance(by: OtherProcessCommits.interval)
        #expect(await news.next() != nil)
        otherProcesses.leave()
        try beside.close()
    }

    @Test func `while nobody waits nobody looks`() async throws {
        let server = try TestServer()
        let otherProcesses = OtherProcessCommits(
            store: server.store, notifier: ChangeNotifier(limits: .standard), clock: clock)
        otherProcesses.enter()
        otherProcesses.enter()
        await clock.sleepers(1)
        otherProcesses.leave()
        await clock.sleepers(1)
        otherProcesses.leave()
        await clock.sleepers(0)
    }

    private static func change(_ db: Database) throws {
        try db.run("update server set created_ms = created_ms + 1")
    }
}

extension TestServer {
    /// The same folder as a command opens it beside the server.
    fileprivate func beside() throws -> AuditStore {
        var generator = SeededGenerator(seed: 2)
        return try AuditStore(
            folder: folder.url, purpose: .administration, at: Self.now, using: &generator)
    }
}
