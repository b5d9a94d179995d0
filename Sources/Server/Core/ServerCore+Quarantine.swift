package import Foundation
package import Shared
import Storage

extension ServerCore {
    /// A page of what the audit keeps for its leads.
    ///
    /// Records come first, then what could not be placed, then changes in the order of the log.
    /// Without a bearer it is for whoever has the data folder.
    ///
    /// - Parameters:
    ///   - place: The `next` of the page before; nil for the first page.
    ///   - isOpen: Leaves out what was adopted or discarded.
    /// - Returns: The items, and behind which place the next page begins; nil where there is none.
    /// - Throws: `audit-unknown`, `not-allowed` for anybody but a lead.
    package func quarantine(
        of id: AuditID, after place: QuarantinePlace? = nil, waitingOnly isOpen: Bool = false,
        by bearer: Bearer?
    ) async throws(Problem) -> (items: [QuarantinedItem], next: QuarantinePlace?) {
        try await read { db in
            let reader = try bearer.map { try AuditReader($0, of: id, in: db) }
            if let reader, reader.role != .lead {
                throw Problem(.notAllowed, detail: "quarantine is for leads")
            }
            let audit = try reader?.audit ?? AuditTables(db: db).known(id)
            let page = try QuarantineTables(db: db, audit: audit.number)
                .page(after: place, waitingOnly: isOpen)
            var words = try QuarantineWords(of: audit, in: db)
            return (try page.rows.map { try words.item($0) }, page.next)
        }
    }

    /// What a lead wants to become of something that is kept.
    package enum QuarantineOrder: Hashable, Sendable {
        /// - Parameter looked: Whether somebody has looked at what it does; else only what needs no
        ///   look is adopted.
        case adopt(looked: Bool = true)
        case discard(reason: String)
    }

    /// Settles one item in the name of the bearer, who leads the audit.
    ///
    /// - Parameter item: The first digits of its id, at least eight.
    /// - Throws: `not-found`, `malformed` when several begin so, `not-allowed` when it cannot take
    ///   effect; nothing has changed then.
    package func settle(
        _ item: String, of audit: AuditID, _ order: QuarantineOrder, by bearer: Bearer,
        at now: Date
    ) async throws(Problem) -> QuarantinedItem {
        let person = try bearer.device().person
        return try await settle(item, of: audit, order, of: person, with: bearer, at: now)
    }

    /// The same in the name of a lead, by whoever has the data folder.
    package func settle(
        _ item: String, of audit: AuditID, _ order: QuarantineOrder, by lead: PersonID, at now: Date
    ) async throws(Problem) -> QuarantinedItem {
        try await settle(item, of: audit, order, of: lead, with: nil, at: now)
    }

    private func settle(
        _ item: String, of id: AuditID, _ order: QuarantineOrder, of lead: PersonID,
        with bearer: Bearer?, at now: Date
    ) async throws(Problem) -> QuarantinedItem {
        let device = try bearer?.device().replica
        let first = try Self.digits(item)
        let (after, settled) = try await write(by: bearer) { [ownReplicas, limits] db in
            if let device { _ = try IdentityTables(db: db).active(device) }
            let audits = AuditTables(db: db)
            let audit = try audits.known(id)
            let role = try audits.role(of: lead, in: audit.number)
            if role == nil, device != nil { throw Problem(.notAMember) }
            guard role == .lead
            else { throw Problem(.notAllowed, detail: "only leads settle what is kept for them") }
            let row = try Self.only(first, of: audit, in: db)
            let epoch = try ServerTable(db: db).currentEpoch()
            var after = audit
            switch order {
            case .adopt(let looked):
                if !looked, row.resolution?.kind != .adopted {
                    var words = try QuarantineWords(of: audit, in: db)
                    if let look = try words.look(at: row) {
                        throw Problem(.notAllowed, detail: "it needs a look: \(look)")
                    }
                }
                let writing = OwnWriting(
                    epoch: epoch, audit: audit, lead: lead,
                    replica: ownReplicas.replica(of: lead, in: epoch), limits: limits,
                    now: now.unixMilliseconds, db: db)
                after = try QuarantineAdoption(writing: writing).run(row)
            case .discard(let reason):
                try Self.discard(row, because: reason, of: audit, by: lead, at: now, limits, db)
            }
            try QuarantineTables(db: db, audit: audit.number).noteNews(at: now.unixMilliseconds)
            var words = try QuarantineWords(of: after, in: db)
            return (after, try words.item(try Self.only(first, of: audit, in: db)))
        }
        note(after.head, of: id)
        return settled
    }

    private static func discard(
        _ row: QuarantineTables.Row, because reason: String, of audit: AuditRow,
        by lead: PersonID, at now: Date, _ limits: Limits, _ db: Database
    ) throws {
        guard row.resolution?.kind != .adopted else {
            throw Problem(.notAllowed, detail: "it was adopted; decide about what it says instead")
        }
        guard !reason.isEmpty, reason.utf8.count <= limits.textBytesMax else {
            throw Problem(
                .malformed, expected: "a reason of 1 to \(limits.textBytesMax) bytes",
                actual: "\(reason.utf8.count)")
        }
        try QuarantineTables(db: db, audit: audit.number).settle(
            row, Resolution(.discarded, by: lead, at: now, reason: reason))
    }

    private static func digits(_ item: String) throws(Problem) -> [UInt8] {
        guard item.count >= 8, item.count <= 64, let bytes = [UInt8](hex: item) else {
            throw Problem(
                .malformed, expected: "8 to 64 hexadecimal digits, an even number",
                actual: String(item.prefix(80)))
        }
        return bytes
    }

    private static func only(
        _ first: [UInt8], of audit: AuditRow, in db: Database
    ) throws -> QuarantineTables.Row {
        let rows = try QuarantineTables(db: db, audit: audit.number).rows(item: first)
        guard let row = rows.first
        else { throw Problem(.notFound, detail: "nothing that is kept begins with \(first.hex)") }
        guard rows.count == 1
        else { throw Problem(.malformed, detail: "several begin with \(first.hex)") }
        return row
    }
}
