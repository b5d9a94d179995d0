@testable import Client
import Foundation
import Shared
import Storage
import TestSupport
import Testing

/// Room that is given up for a last save.
struct DiskReserveTests {
    @Test func `a save that finds the disk full succeeds once the reserve is given up`() throws {
        let desk = try Desk()
        let (client, _, _) = try AuditClient.open(desk.client.home)
        let reserve = DiskReserve(in: client.home.folder.path)
        #expect(reserve.isKept)
        var attempts = 0
        let changes = try client.store.record(desk.audit, at: Date()) { session in
            attempts += 1
            guard !reserve.isKept else { throw StorageError.diskFull(path: client.store.path) }
            try session.append(
                Self.title("Larkfield", by: session.home.person), of: .plan(desk.audit))
        }
        #expect(attempts == 2 && changes.count == 1 && !reserve.isKept)
    }

    @Test func `a disk that is full without a reserve is told`() throws {
        let desk = try Desk()
        let (client, _, _) = try AuditClient.open(desk.client.home)
        #expect(throws: StorageError.diskFull(path: "")) {
            _ = try client.store.record(desk.audit, at: Date()) { _ in
                throw StorageError.diskFull(path: "")
            }
        }
    }

    private static func title(_ title: String, by author: PersonID) -> ChangeBody {
        ChangeBody(
            author: author, act: .plan,
            writes: [Write(field: FieldID(.title), value: Drafts.text(title), replaces: [])],
            sees: VersionVector(), wallTime: 0)
    }
}
