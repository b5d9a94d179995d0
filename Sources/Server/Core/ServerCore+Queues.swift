import Foundation
import GRDB
import Shared

extension ServerCore {
    /// Keeps what a device told with its pull of the work that it has not sent, for the leads.
    ///
    /// A pull that tells nothing new writes nothing, and none fails because this could not be kept.
    func noteQueue(of request: PullRequest, by bearer: Bearer, at now: Date) async {
        guard case .device(_, let device) = bearer else { return }
        let milliseconds = now.unixMilliseconds
        let count = min(request.unsent.count, UInt64(UInt32.max))
        let isNews = try? await read { db in
            guard let queue = try Self.queue(of: device, request, bearer, in: db) else {
                return false
            }
            return try queue.table.isNews(count, of: queue.replica, at: milliseconds)
        }
        guard isNews == true else { return }
        let age = Int64(clamping: min(request.unsent.age, UInt64(UInt32.max))) * 1000
        try? await write(by: bearer) { db in
            guard let queue = try Self.queue(of: device, request, bearer, in: db) else { return }
            try queue.table.note(
                count, oldest: milliseconds - age, of: queue.replica, at: milliseconds)
        }
    }

    /// Nil for one that is no member (any more).
    private static func queue(
        of device: ReplicaID, _ request: PullRequest, _ bearer: Bearer, in db: Database
    ) throws -> (table: QueueTable, replica: Int64)? {
        let reader = try AuditReader(bearer, of: request.audit, in: db)
        return reader.replica.map {
            (QueueTable(db: db, audit: reader.audit.number), $0.number)
        }
    }

    /// Over all audits, what each device that has something to send last told.
    func queues() async throws(Problem) -> [QueueSummary] {
        try await read { db in try QueueTable.all(in: db) }
    }
}
