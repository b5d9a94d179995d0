package import Foundation
import Reading
package import Shared
import Storage

/// Imported work without effect here: nobody knows its device, or a server keeps it for the leads.
package struct ApartChain: Sendable {
    /// In whose name it is.
    let person: PersonID
    package internal(set) var personName: String
    /// Two people compare it before one accepts the other's device.
    package let fingerprint: String
    /// How many changes no server has answered.
    package let changes: Int
    package let standing: Status

    /// Who knows the device, and what that is worth.
    package enum Status: String, Sendable {
        /// Neither a server nor the person at this laptop knows the device.
        case unknown
        /// It was accepted here, and counts only in an audit that no server has.
        case accepted
        /// A server keeps it for the leads.
        case unplaced
        /// A server has more of its device, and has not been shown it yet.
        case unchecked
        /// A server has other changes under its numbers.
        case contradicted
    }
}

extension ChainRow {
    /// Why what no server has answered of an imported chain has no effect; nil where it has.
    func apart(in audit: StoredAudit, _ standing: LastCheckpoint.Status) -> ApartChain.Status? {
        if unplaced > acknowledged { return .unplaced }
        guard trust.counts(in: audit) else { return trust == .accepted ? .accepted : .unknown }
        return switch standing {
        case .confirmed: nil
        case .unchecked: .unchecked
        case .contradicted: .contradicted
        }
    }
}

/// Devices that were retired or lost.
package struct EndedDevices: Sendable {
    /// The last number that counts of each device.
    var last: [ReplicaID: UInt64] = [:]
    /// What tells this list from every other; 0 while there is none.
    var stamp: UInt64 = 0
}

/// Whose devices are believed, and what waits on them.
package struct DeviceStore {
    let store: ClientStore

    /// What of an audit is kept apart, in the order in which it was imported.
    package func apart(_ audit: AuditID) throws -> [ApartChain] {
        try store.read(audit, or: []) { row, database in try Self.apart(row, database) }
    }

    private static func apart(_ audit: StoredAudit, _ database: Database) throws -> [ApartChain] {
        let chains = try ClientStore.chains(audit, .imported, database)
            .filter { $0.acknowledged < $0.n && !$0.isRefused }
        guard !chains.isEmpty else { return [] }
        let plan = try ClientStore.plan(audit, database)
        let checkpoint = try LastCheckpoint(of: audit, database)
        return try chains.compactMap { chain in
            let standing = try checkpoint.standing(of: chain, in: audit, database)
            guard let author = chain.author, let status = chain.apart(in: audit, standing)
            else { return nil }
            return ApartChain(
                person: author.person, personName: plan.name(of: author.person, said: author.name),
                fingerprint: chain.signed?.key?.fingerprint ?? "",
                changes: Int(clamping: chain.n - chain.acknowledged), standing: status)
        }
    }

    /// Accepts a device: what it wrote has effect until a server has the audit.
    ///
    /// - Returns: What of it is here, each with whether it has effect now.
    /// - Throws: `AuditError.notFound` for a fingerprint that nothing imported has.
    package func accept(
        _ fingerprint: String, at now: Date
    ) throws -> [(audit: AuditID, personName: String, changes: Int, counts: Bool)] {
        let wanted = DeviceKey.fingerprint(typed: fingerprint)
        return try store.file.write { database in
            var found: [(audit: AuditID, personName: String, changes: Int, counts: Bool)] = []
            var known: Set<String> = []
            for audit in try Self.audits(database) {
                known.formUnion(try Self.apart(audit, database).map(\.fingerprint))
                for chain in try ClientStore.chains(audit, .imported, database) {
                    guard let key = chain.signed?.key, key.fingerprint == wanted,
                        let person = chain.author?.person
                    else { continue }
                    try database.run(
                        "insert or ignore into accepted_device values (?, ?, ?)",
                        key.publicKey, now.unixMilliseconds, person)
                    let counts = try Self.trust(chain, in: audit, trusting: nil, database)
                    let changes = Int(clamping: chain.n - chain.acknowledged)
                    let name = try chain.author.map {
                        try ClientStore.plan(audit, database).name(of: $0.person, said: $0.name)
                    }
                    found.append((audit.id, name ?? "", changes, counts))
                }
            }
            guard !found.isEmpty else {
                throw AuditError.notFound(
                    what: "device", name: fingerprint, known: known.sorted())
            }
            return found
        }
    }

    /// The changes that are shown here and that no server has confirmed.
    package func unconfirmed(_ audit: AuditID) throws -> DotRanges {
        try store.read(audit, or: DotRanges(), Self.unconfirmed)
    }

    static func unconfirmed(_ audit: StoredAudit, _ database: Database) throws -> DotRanges {
        var dots = DotRanges()
        try database.each(
            """
            select chain.replica, change.n from chain join change on change.chain = chain.number
            where chain.audit = ?1 and change.n > chain.acknowledged and change.overlay = 2
            """, audit.number
        ) { dots.insert(Dot(replica: try $0.identifier(0), n: $0.unsigned(1))) }
        return dots
    }

    /// Looks anew at whose each imported chain is, once a server's key is known.
    package func proveImported(by server: ServerKey) throws {
        try store.file.write { database in
            for audit in try Self.audits(database) {
                for chain in try ClientStore.chains(audit, .imported, database) {
                    _ = try Self.trust(chain, in: audit, trusting: server, database)
                }
            }
        }
    }

    /// Takes note that a server keeps an imported chain for the leads: it has no effect any more.
    func noteUnplaced(_ audit: AuditID, _ end: ChainEnd) throws {
        try store.write(audit) { row, database in
            let imported = try ClientStore.chain(row, end.replica, .imported, database)
            guard let chain = imported else { return }
            try database.run(
                "update chain set unplaced = max(unplaced, ?2), trouble = null where number = ?1",
                chain.number, min(end.n, chain.n))
            try Self.lay(chain, over: row, shown: false, database)
        }
    }

    func endedStamp(_ audit: AuditID) throws -> UInt64 {
        try store.read(audit, or: 0) { row, _ in row.ended }
    }

    /// Takes note of devices that ended; what they wrote afterwards has no effect any more.
    static func note(ended told: EndedDevices, in audit: StoredAudit, _ database: Database) throws {
        try database.run(
            "update audit set ended = ?1 where number = ?2 and ended <> ?1",
            Int64(clamping: told.stamp), audit.number)
        let ended = told.last
        guard !ended.isEmpty else { return }
        var isNew = false
        for (replica, n) in ended {
            try database.run(
                """
                insert into ended_device (audit, replica, n) values (?1, ?2, ?3)
                on conflict do update set n = excluded.n where n <> excluded.n
                """, audit.number, replica, n)
            isNew = isNew || database.writtenCount > 0
        }
        guard isNew else { return }
        for chain in try ClientStore.chains(audit, .imported, database) {
            let isCut = ended[chain.replica].map { $0 < chain.n } ?? false
            let certified = chain.signed?.device.certificates.map(\.replica) ?? []
            let isHandedOn = certified.contains { $0 != chain.replica && ended[$0] != nil }
            guard isCut || isHandedOn else { continue }
            try database.run("update chain set trust = 0 where number = ?1", chain.number)
            try lay(chain, over: audit, shown: false, database)
        }
    }

    private static func audits(_ database: Database) throws -> [StoredAudit] {
        try ClientStore.audits(database).compactMap { try ClientStore.audit($0, database) }
    }

    /// Notes how well a chain is known now, lets it count where it may, and tells whether it does.
    private static func trust(
        _ chain: ChainRow, in audit: StoredAudit, trusting server: ServerKey?, _ database: Database
    ) throws -> Bool {
        guard let signed = chain.signed, let author = chain.author else { return false }
        let found = try DeviceTrust(server, in: audit, database)
            .level(of: signed, by: author.person)
        let level = found.rawValue > chain.trust.rawValue ? found : chain.trust
        let counts = level.counts(in: audit) && chain.unplaced == 0
        guard level != chain.trust else { return counts }
        try database.run(
            "update chain set trust = ?2 where number = ?1", chain.number, level.rawValue)
        if counts { try lay(chain, over: audit, shown: true, database) }
        return counts
    }

    /// Ends what a server has said of imported chains in an epoch that is over.
    ///
    /// What it kept for the leads, or refused, it may have lost: all of it is offered again.
    static func offerAnew(_ audit: AuditID, _ database: Database) throws {
        guard let row = try ClientStore.audit(audit, database) else { return }
        for chain in try ClientStore.chains(row, .imported, database)
        where chain.unplaced > 0 || chain.isRefused {
            try database.run(
                """
                update chain set unplaced = 0, is_refused = 0, trouble = null where number = ?1
                """, chain.number)
            guard chain.trust.counts(in: row) else { continue }
            try lay(chain, over: row, shown: true, database)
        }
    }

    /// Lays what no server has answered of a chain over the records, or takes it away.
    ///
    /// Nothing is laid of what a server refused for good, nor of what it has under other hashes, or
    /// may have.
    static func lay(
        _ chain: ChainRow, over audit: StoredAudit, shown: Bool, _ database: Database
    ) throws {
        let overlay = shown ? 2 : 0
        var answered = chain.acknowledged
        if shown {
            let standing = try LastCheckpoint(of: audit, database)
                .standing(of: chain, in: audit, database)
            guard case .confirmed(let n) = standing else { return }
            answered = max(answered, n)
        }
        let records = try database.numbers(
            """
            update change set overlay = ?3 where chain = ?1
              and n > max(?2, iif(?3 = 2, (select unplaced from chain where number = ?1), 0))
              and outcome is null and overlay <> ?3
              and (?3 = 0 or not exists (
                select 1 from chain where number = ?1 and is_refused = 1)) and n > (
              select coalesce(max(own.n), 0) from chain as own
              where own.audit = ?4 and own.source = 1 and own.replica = ?5) returning record
            """, chain.number, answered, overlay, audit.number, chain.replica)
        let hers = try ClientStore.home(database)?.ids ?? []
        let isOthers = shown && chain.author.map { !hers.contains($0.person) } == true
        let before = isOthers ? try TakenWords.shown(in: records, database) : [:]
        try RecordRefresh.refresh(records, of: audit, database)
        try TakenWords.note(of: hers, from: before, audit: audit.number, database)
    }
}
