import Client
import Foundation
import Shared
import Storage
import TestSupport

/// Disks that are full, and databases that another program is writing.
extension World {
    /// A laptop's disk is full after some pages: what does not fit is told, and nothing of it is
    /// kept; once there is room again work goes on.
    mutating func fillDisk(_ index: Int) async throws {
        try laptops[index].store.leaveRoom(pages: generator.below(3))
        for _ in 0..<2 + generator.below(5) {
            try await expectFailure(index, .diskFull) {
                if case .diskFull = $0 { true } else { false }
            }
        }
        try laptops[index].store.leaveRoom(pages: nil)
    }

    /// Another program is writing to a laptop's database, and does not stop in time.
    mutating func keepBusy(_ index: Int) async throws {
        let lock = try HeldLock(of: laptops[index].path)
        defer { withExtendedLifetime(lock) {} }
        for _ in 0..<1 + generator.below(3) {
            try await expectFailure(index, .busy) {
                if case .busy = $0 { true } else { false }
            }
        }
    }

    /// The server's disk is full while some laptops sync; they are told, and try again.
    mutating func fillServerDisk() async throws {
        try serverStore.leaveRoom(pages: generator.below(3))
        for _ in 0..<2 + generator.below(4) {
            let index = generator.below(laptops.count)
            guard !laptops[index].isDown else { continue }
            try write(index)
            try await sync(index)
        }
        try serverStore.leaveRoom(pages: nil)
    }

    /// Saves or syncs, and wants a failure of this kind to leave the laptop as it was.
    mutating func expectFailure(
        _ index: Int, _ goal: Goal, isExpected: (StorageError) -> Bool
    ) async throws {
        let before = try laptops[index].standing()
        let writes = generator.chance(60)
        do {
            if writes { try write(index) } else { try await sync(index) }
        } catch let error as StorageError where isExpected(error) {
            goals[goal, default: 0] += 1
            guard try !writes || laptops[index].standing() == before else {
                throw Violation(text: "a save that failed left something behind: \(error)")
            }
            // The program says so and ends; the next one finds journal and database in step.
            laptops[index].forms = []
            laptops[index].session = nil
            laptops[index].held = nil
            if case .diskFull = error, generator.chance(50) {
                try laptops[index].crash(torn: 0, at: now)
            }
        }
        for audit in audits {
            let faults = try laptops[index].store.recovery.derivedFaults(audit)
            guard faults.isClean else {
                throw Violation(text: "a full or busy disk left half of something: \(faults)")
            }
        }
    }

    /// Records something that is new and needs room.
    mutating func write(_ index: Int) throws {
        let field = FieldID(criterion: generator.pick(criteria), .comment, commentID())
        let text = String(repeating: "Said twice. ", count: 1 + generator.below(300))
        try save(
            RecordDraft(
                key: try anyState(of: index), edits: [FieldEdit(field, Drafts.text(text))]),
            laptop: index)
    }

    private mutating func commentID() -> String {
        AuditID.random(using: &generator).hex
    }
}

extension Laptop {
    /// What it shows, what it has written and what waits, to be compared.
    struct Standing: Equatable {
        var digests: [Hash256] = []
        var own: [Deed] = []
        var waiting = 0
    }

    func standing() throws -> Standing {
        var standing = Standing()
        for audit in try store.audits() {
            for kind in [RecordKind.plan, .state] {
                try store.records(audit, kind: kind) { standing.digests.append($0.digest) }
            }
            try store.log.ownChanges(audit) { standing.own.append($0.change.deed) }
            standing.waiting += try store.push.queue(audit).count
        }
        return standing
    }
}
