import Client
import Foundation
import Shared
import Storage
import Synchronization
import TestSupport
import Testing

/// One program syncs a home at a time, and whoever waits gets its turn.
@Suite(.timeLimit(.usual))
struct SyncLockTests {
    private let folder: TemporaryFolder
    private let home: ClientHome

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        home = ClientHome(
            home: folder.url.appending(path: "maya").path, state: nil, environment: [:])
        _ = try AuditClient.create(home, name: "Maya")
    }

    @Test func `a lock that is free is taken without waiting`() async throws {
        let lock = try await SyncLock.afterOthers(in: home, patience: .zero) {
            Issue.record("It waited.")
        }
        #expect(throws: ReportedError.self) { try SyncLock(home) }
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that is refused closes nothing that another thread has opened`() throws {
        let lock = try SyncLock(home)
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for _ in 0..<5_000 {
                if worker == 0 {
                    _ = SyncLock.isWanted(home)
                    _ = try? SyncLock(home)
                } else {
                    let isSound = (try? DiskFile(home.databasePath, for: .reading).read(1, at: 0))
                    if isSound?.count != 1 { failures.withLock { $0 += 1 } }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock is free at once, though another program still has its descriptor`() throws {
        var lock: SyncLock? = try SyncLock(home)
        let path = home.folder.appending(path: "sync.lock").resolvingSymlinksInPath().path
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let own = descriptors.compactMap(Int32.init).first {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                == path
        }
        // As a program has it that another thread has just begun.
        let copy = dup(try #require(own))
        defer { close(copy) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try SyncLock(home)
    }

    @Test func `whoever has the lock sees that another one waits, and lets it in`() async throws {
        var held: SyncLock? = try SyncLock(home)
        #expect(!SyncLock.isWanted(home))
        let home = home
        async let next = SyncLock.afterOthers(in: home, patience: Patience.answer) {}
        try await waiting { SyncLock.isWanted(home) }
        withExtendedLifetime(held) {}
        held = nil
        let lock = try await next
        #expect(!SyncLock.isWanted(home))
        #expect(throws: ReportedError.self) { try SyncLock(home) }
        withExtendedLifetime(lock) {}
    }

    @Test func `patience has an end, and says who syncs`() async throws {
        let held = try SyncLock(home)
        var waited = 0
        let trouble = await #expect(throws: ReportedError.self) {
            _ = try await SyncLock.afterOthers(in: home, patience: .milliseconds(1)) {
                waited += 1
            }
        }
        #expect(trouble?.kind == .busy)
        #expect(waited == 1)
        #expect(!SyncLock.isWanted(home))
        withExtendedLifetime(held) {}
    }
}
