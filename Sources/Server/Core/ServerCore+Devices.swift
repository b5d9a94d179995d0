package import Foundation
package import Shared
import Storage

extension ServerCore {
    /// Every device, in the order in which they came.
    package func devices() async throws(Problem) -> [DeviceSummary] {
        try await read { try IdentityTables(db: $0).devices() }
    }

    /// Ends a device, by its person or by a lead of an audit that it has written in.
    ///
    /// As lost, which refuses what it still has, only its person ends it; retired, it may deposit
    /// that. It reads nothing and enrols nobody. Doing it again changes nothing, but that a retired
    /// device may turn out to be lost.
    ///
    /// - Parameter bearer: Nil for whoever has the data folder, who may end every device.
    /// - Throws: `not-found`, `not-allowed`, `replica-retired` when the asker's own has ended.
    package func retire(
        _ replica: ReplicaID, as retirement: Retirement, by bearer: Bearer?, at now: Date
    ) async throws(Problem) -> DeviceSummary {
        let asker = try bearer?.device()
        let retired = RetiredDevices(in: store.folder)
        return try await write(by: bearer) { db in
            let tables = IdentityTables(db: db)
            guard let row = try tables.replica(replica)
            else { throw Problem(.notFound, detail: "no device with this id has enrolled here") }
            if let (person, device) = asker {
                _ = try tables.active(device)
                if row.person != person {
                    try tables.checkLead(person, mayEnd: replica, as: retirement)
                }
            }
            try retired.end(replica, of: row.person, as: retirement, at: now, db)
            guard let ended = try tables.device(replica) else { throw Problem(.bug) }
            return ended
        }
    }

    /// Ends again, before the first request, what was retired since the backup that was put back.
    package func reapplyRetirements() async throws(Problem) {
        let retired = RetiredDevices(in: store.folder)
        try await write { db in
            let tables = IdentityTables(db: db)
            for entry in try retired.entries() {
                let former = try tables.retirement(of: entry.replica)
                if let former, former >= entry.retirement { continue }
                _ = try tables.ensured(entry.replica, of: entry.person, at: entry.milliseconds)
                try tables.retire(entry.replica, as: entry.retirement, at: entry.milliseconds)
            }
        }
    }

    /// Notes that a device has asked for something; where that cannot be written, it is not known.
    func noteContact(of replica: ReplicaID, at now: Date) async {
        try? await write { db in
            try IdentityTables(db: db).noteContact(of: replica, at: now.unixMilliseconds)
        }
    }

    /// Over all audits, what each device that has something to send last told.
    package func queues() async throws(Problem) -> [QueueSummary] {
        try await read { try QueueTable.all(in: $0) }
    }

    /// Keeps for the leads what a device told of unsent work, if it is news; no pull fails by it.
    func noteQueue(of request: PullRequest, by bearer: Bearer, at now: Date) async {
        guard case .device = bearer else { return }
        let milliseconds = now.unixMilliseconds
        let count = min(request.unsent.count, UInt64(UInt32.max))
        let isNews = try? await read { db in
            guard let queue = try Self.queue(request, bearer, in: db) else { return false }
            return try queue.table.isNews(count, of: queue.replica, at: milliseconds)
        }
        guard isNews == true else { return }
        let age = Int64(clamping: min(request.unsent.age, UInt64(UInt32.max))) * 1000
        try? await write(by: bearer) { db in
            guard let queue = try Self.queue(request, bearer, in: db) else { return }
            try queue.table.note(
                count, oldest: milliseconds - age, of: queue.replica, at: milliseconds)
        }
    }

    private static func queue(
        _ request: PullRequest, _ bearer: Bearer, in db: Database
    ) throws -> (table: QueueTable, replica: Int64)? {
        let reader = try AuditReader(bearer, of: request.audit, in: db)
        return reader.replica.map { (QueueTable(db: db, audit: reader.audit.number), $0.number) }
    }
}

extension IdentityTables {
    /// - Throws: `not-allowed` when it is no device of her audits, or she says that it is lost.
    fileprivate func checkLead(
        _ person: PersonID, mayEnd replica: ReplicaID, as retirement: Retirement
    ) throws {
        guard try isLed(replica, by: person) else {
            throw Problem(
                .notAllowed, detail: "a device is retired by its person or by a lead of its audits")
        }
        guard retirement == .retired else {
            throw Problem(
                .notAllowed,
                detail: "that a device is lost is for its person to say, or for whoever runs "
                    + "the server; a lead may retire it")
        }
    }
}

extension RetiredDevices {
    /// Ends a device that has a row, unless it has ended so already.
    func end(
        _ replica: ReplicaID, of person: PersonID, as retirement: Retirement, at now: Date,
        _ db: Database
    ) throws {
        let tables = IdentityTables(db: db)
        if let former = try tables.retirement(of: replica), former >= retirement { return }
        let now = now.unixMilliseconds
        // The file first: a retirement that only the file has takes effect at the next start.
        try append(
            Entry(replica: replica, person: person, milliseconds: now, retirement: retirement))
        try tables.retire(replica, as: retirement, at: now)
    }
}
