@testable import Client
import Foundation
import Reading
import Shared
import TestSupport
import Testing

/// A copy of a laptop's work that stands alone.
struct BackupTests {
    private let desk: Desk
    private let folder: TemporaryFolder

    init() throws {
        desk = try Desk()
        folder = try TemporaryFolder(preferMemory: true)
        try desk.record(.failed, note: "Silent.")
    }

    @Test func `a backup opens as a home of its own with all work`() throws {
        let home = ClientHome(
            home: folder.url.appending(path: "home").path, state: nil, environment: [:])
        try home.create()
        _ = try desk.client.backUp(to: home.databasePath, evidenceTo: nil)
        let (client, replay, rekeying) = try AuditClient.open(home)
        #expect(replay == nil && rekeying == .copied)
        #expect(try client.store.reconcile.verify(desk.audit)?.isSound == true)
        let view = try client.view(desk.audit)
        let item = try view.item(try view.state(named: Desk.open))
        #expect(try item.finding(named: Desk.criterion).judgements.count == 1)
        #expect(try client.store.push.queue(desk.audit).count > 0)
    }

    @Test func `a file that is there is never overwritten`() throws {
        let path = folder.url.appending(path: "backup").path
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(
            trouble { _ = try desk.client.backUp(to: path, evidenceTo: nil) }?.message
                .contains("there already") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    }

    @Test func `evidence is copied once and under its hash`() throws {
        let file = folder.url.appending(path: "shot.txt")
        try Data("a picture".utf8).write(to: file)
        let view = try desk.view()
        let attached = try desk.client.evidence.attach(
            [EvidenceSource(try FileHandle(forReadingFrom: file), name: "shot.txt")],
            to: Desk.criterion, of: try desk.item(), in: view)
        let target = folder.url.appending(path: "files")
        for (name, copied) in [("one", 1), ("two", 0)] {
            let backup = try desk.client.backUp(
                to: folder.url.appending(path: name).path, evidenceTo: target.path)
            #expect(backup.files == 1 && backup.filesCopied == copied)
        }
        let hash = try #require(attached.first?.hash)
        #expect(
            try Data(contentsOf: target.appending(path: hash.hex)) == Data("a picture".utf8))
    }

    @Test func `a log that belonged to another file is not written into a backup put back`() throws
    {
        let backup = folder.url.appending(path: "backup").path
        _ = try desk.client.backUp(to: backup, evidenceTo: nil)
        try desk.record(.passed, criterion: "confined")
        let home = desk.client.home
        try desk.client.store.close()
        // Over the database, and its log is left lying there.
        try FileManager.default.removeItem(atPath: home.databasePath)
        try FileManager.default.copyItem(atPath: backup, toPath: home.databasePath)
        let (client, replay, _) = try AuditClient.open(home)
        #expect(try client.store.recovery.fileFaults().isEmpty)
        #expect(replay?.replayed == 1)
        #expect(try client.store.reconcile.verify(desk.audit)?.isSound == true)
    }
}
