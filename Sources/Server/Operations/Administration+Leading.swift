package import Foundation
package import Shared

/// What leads and administrators settle in a data folder, possibly beside the serving process.
extension Administration {
    // MARK: Devices

    /// Every device that has enrolled, in the order in which they came.
    package func devices() async throws -> [DeviceSummary] {
        try await core.devices()
    }

    /// What each device that has something to send last told, over all audits.
    package func queues() async throws -> [QueueSummary] {
        try await core.queues()
    }

    /// Ends a device.
    ///
    /// - Throws: `Problem`, `not-found`.
    package func retire(
        _ replica: ReplicaID, as retirement: Retirement, at now: Date
    ) async throws -> DeviceSummary {
        try await core.retire(replica, as: retirement, at: now)
    }

    // MARK: Quarantine

    /// What an audit keeps for its leads, all of it.
    ///
    /// - Throws: `Problem`, `audit-unknown`.
    package func quarantine(of audit: AuditID) async throws -> [QuarantinedItem] {
        var items: [QuarantinedItem] = []
        var from: UInt64 = 1
        while true {
            let piece = try await core.quarantine(of: audit, from: from)
            items += piece
            guard let last = piece.compactMap(\.sequence).last else { return items }
            from = last + 1
        }
    }

    /// Settles one item in the name of a lead.
    ///
    /// - Parameter item: The first digits of its id, at least eight.
    /// - Throws: `Problem`; nothing has changed then.
    package func settle(
        _ item: String, of audit: AuditID, _ order: ServerCore.QuarantineOrder,
        by lead: PersonID, at now: Date
    ) async throws -> QuarantinedItem {
        try await core.settle(item, of: audit, order, by: lead, at: now)
    }

    // MARK: Trail

    /// Recomputes an audit from the bodies that were received.
    ///
    /// - Throws: `Problem`, `audit-unknown`.
    package func verify(_ audit: AuditID) async throws -> AuditVerification {
        try await core.verify(audit)
    }

    // MARK: Founding

    /// Makes an audit known whose creator does not come.
    ///
    /// - Parameter lead: Her id, or the name under which she enrolled.
    /// - Returns: The lead's name.
    /// - Throws: `Problem`, `not-found` unless exactly one person is called so.
    package func found(_ id: AuditID, lead: String, at now: Date) async throws -> String {
        let people = try await core.people()
        let wanted = people.filter { $0.id.hex == lead || $0.name == lead }
        guard let person = wanted.first, wanted.count == 1 else {
            throw Problem(
                .notFound,
                detail: wanted.isEmpty
                    ? "nobody called \(lead) has enrolled here"
                    : "several are called \(lead); name her by her id")
        }
        try await core.found(id, lead: person.id, at: now)
        return person.name
    }
}
