import Foundation
package import Shared
import Storage

/// An audit's local number and its sums.
struct StoredAudit {
    let number: Int64
    let id: AuditID
    let isOnServer: Bool
    let cursor: [UInt8]?
    let root: Hash256
    /// The ordinal up to which it is known what leads made of the person's changes.
    var settled: UInt64 = 0
    /// The stamp of the devices that are known to have ended; 0 while there is none.
    var ended: UInt64 = 0
}

extension ClientStore {
    /// The audits this laptop has, in the order they came.
    package func audits() throws -> [AuditID] { try file.read(Self.audits) }

    static func audits(_ database: Database) throws -> [AuditID] {
        try database.rows("select id from audit order by number") { try $0.identifier(0) }
    }

    /// The plan of an audit; nil when this laptop does not have the audit.
    package func plan(_ audit: AuditID) throws -> Plan? { try record(.plan(audit)).map(Plan.init) }

    /// An audit's plan as it is shown; an empty one while there is none.
    static func plan(_ audit: StoredAudit, _ database: Database) throws -> Plan {
        let key = RecordKey.plan(audit.id)
        let record = try database.first(selectRecord, audit.number, key) { try $0.record(0) }
        return Plan(record ?? Record(key: key))
    }

    /// One record as shown; nil when nothing of it is known.
    package func record(_ key: RecordKey) throws -> Record? {
        try read(key.audit, or: nil) { audit, database in
            try database.first(Self.selectRecord, audit.number, key) { try $0.record(0) }
        }
    }

    static let selectRecord =
        "select coalesce(shown, pulled) from record where audit = ?1 and key = ?2"

    static let selectRecords = """
        select coalesce(shown, pulled) from record
        where audit = ?1 and key >= ?2 and key < ?3 order by key
        """

    /// Every record of one kind as shown, ascending by key, so that all laptops list alike.
    package func records(
        _ audit: AuditID, kind: RecordKind, _ body: (Record) throws -> Void
    ) throws {
        try read(audit, or: ()) { audit, database in
            try database.each(
                Self.selectRecords, audit.number, kind.firstKey(of: audit.id),
                kind.lastKey(of: audit.id)
            ) { try body(try $0.record(0)) }
        }
    }

    package func count(_ audit: AuditID, kind: RecordKind) throws -> Int {
        try read(audit, or: 0) { audit, database in
            try database.count(
                "select count(*) from record where audit = ?1 and key >= ?2 and key < ?3",
                audit.number, kind.firstKey(of: audit.id), kind.lastKey(of: audit.id))
        }
    }

    /// How many components are here; what was refused leaves a record of nothing, which is none.
    func componentCount(_ audit: AuditID) throws -> Int {
        try read(audit, or: 0) { row, database in
            let some = RecordKind.component
            let empty = Record(key: .component(audit, ComponentID(high: 0, low: 0))).encoded()
            return try database.count(
                """
                select count(*) from record where audit = ?1 and key >= ?2 and key < ?3
                  and (pulled is not null or length(shown) > ?4)
                """, row.number, some.firstKey(of: audit), some.lastKey(of: audit),
                Int64(empty.count))
        }
    }

    static func audit(_ id: AuditID, _ database: Database) throws -> StoredAudit? {
        try database.first(
            "select number, is_on_server, cursor, root, settled, ended from audit where id = ?1", id
        ) { row in
            StoredAudit(
                number: row.int(0), id: id, isOnServer: row.int(1) == 1,
                cursor: row.optional(2, row.blob), root: try row.hash(3),
                settled: row.unsigned(4), ended: row.unsigned(5))
        }
    }

    static func ensureAudit(_ id: AuditID, _ database: Database) throws -> StoredAudit {
        if let known = try audit(id, database) { return known }
        try database.run("insert into audit (id, root) values (?, ?)", id, Hash256.zero)
        return StoredAudit(
            number: database.insertedNumber, id: id, isOnServer: false, cursor: nil, root: .zero)
    }

    /// - Returns: The number of its row.
    static func ensureRecord(
        _ key: RecordKey, _ audit: StoredAudit, _ database: Database
    ) throws -> Int64 {
        let known = try database.first(
            "select number from record where audit = ?1 and key = ?2", audit.number, key
        ) { $0.int(0) }
        if let known { return known }
        let empty = Record(key: key)
        try database.run(
            """
            insert into record (audit, key, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, 0)
            """, audit.number, key, empty.encoded(), empty.digest)
        return database.insertedNumber
    }

    /// The number by which the database knows an epoch, noted when it is new.
    static func number(of epoch: EpochID, _ database: Database) throws -> Int64 {
        try database.run("insert or ignore into epoch (id) values (?1)", epoch)
        return Int64(try database.count("select number from epoch where id = ?1", epoch))
    }

    static let selectNameDigests = """
        select key, shown_digest from record
        where audit = ?1 and key >= ?2 and key < ?3 order by key
        """

    static let selectNames = """
        select key, shown_digest, coalesce(shown, pulled) from record
        where audit = ?1 and key >= ?2 and key < ?3 order by key
        """

    /// The same while no plan and no component of an audit has changed.
    func nameFingerprint(_ audit: AuditID) throws -> Hash256 {
        try read(audit, or: .zero, Self.nameFingerprint)
    }

    static func nameFingerprint(_ audit: StoredAudit, _ database: Database) throws -> Hash256 {
        var hash = RunningHash()
        try database.each(
            selectNameDigests, audit.number, RecordKind.plan.firstKey(of: audit.id),
            RecordKind.component.lastKey(of: audit.id)
        ) { hash.update(ofName: $0) }
        return hash.value
    }

    static let selectWaiting = """
        select key from record indexed by record_shared
        where audit = ?1 and key >= ?2 and key < ?3 and is_shared = 1
        union all select key from news where audit = ?1 and is_seen = 0
        union all select key from wide_record where audit = ?1
        union all select key from news_record where audit = ?1
        """

    /// Components by the names that they share with others.
    static let selectSharedNames = """
        select record.key, summary.bytes
        from record join summary on summary.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3
        """

    /// The plan, and the components of which something may wait for a person or is to be told.
    func waitingNames(_ audit: AuditID) throws -> [Record] {
        try read(audit, or: []) { found, database in
            var components: Set<ComponentID> = []
            try database.each(
                Self.selectWaiting, found.number, RecordKind.component.firstKey(of: audit),
                RecordKind.state.lastKey(of: audit)
            ) { row in
                switch try row.recordKey(0) {
                case .component(_, let id): components.insert(id)
                case .state(_, let id): components.insert(id.component)
                case .plan, .other: break
                }
            }
            func record(_ key: RecordKey) throws -> Record? {
                try database.first(Self.selectRecord, found.number, key) { try $0.record(0) }
            }
            let plan = try record(.plan(audit))
            let waiting = try components.compactMap { try record(.component(audit, $0)) }
            // Of several names the plan's leads say which holds; who has several waits.
            let several = waiting.map(Component.init).filter { !$0.named.isEmpty }
            let settled = Dictionary(uniqueKeysWithValues: several.map { ($0.id, $0) })
                .withNames(by: Plan(plan ?? Record(key: .plan(audit))))
            var named: [[UInt8]: Set<ComponentID>] = [:]
            for (id, component) in settled {
                if let name = component.nameID { named[name.bytes, default: []].insert(id) }
            }
            try database.each(
                Self.selectSharedNames, found.number, RecordKind.component.firstKey(of: audit),
                RecordKind.component.lastKey(of: audit)
            ) { row in
                guard case .component(_, let id) = try row.recordKey(0), settled[id] == nil
                else { return }
                named[row.blob(1), default: []].insert(id)
            }
            let sharing = named.values.filter { $0.count > 1 }.flatMap(\.self)
            let others = try sharing.filter { !components.contains($0) }.compactMap {
                try record(.component(audit, $0))
            }
            return [plan].compactMap(\.self) + waiting + others
        }
    }

    /// The digests of an audit's plan and components, and their fingerprint.
    ///
    /// - Parameter take: Gets the record of each that is not known.
    func names(
        _ audit: AuditID, besides known: Set<Hash256>, _ take: (Record) -> Void
    ) throws -> (digests: Set<Hash256>, fingerprint: Hash256) {
        try read(audit, or: (digests: [], fingerprint: .zero)) { found, database in
            var digests: Set<Hash256> = []
            var hash = RunningHash()
            try database.each(
                Self.selectNames, found.number, RecordKind.plan.firstKey(of: audit),
                RecordKind.component.lastKey(of: audit)
            ) { row in
                // Nothing here asks for it: what cannot be read is told all the same.
                _ = try row.recordKey(0)
                let digest = try row.hash(1)
                digests.insert(digest)
                hash.update(ofName: row)
                if !known.contains(digest) { take(try row.record(2)) }
            }
            return (digests, hash.value)
        }
    }
}

extension RunningHash {
    /// Takes in a row of a plan or a component that begins with its key and digest.
    fileprivate mutating func update(ofName row: Row) {
        row.withBlob(0) { update($0) }
        row.withBlob(1) { update($0) }
    }
}

/// From whose id and which nonce an audit's id was made.
struct Founding: Hashable, Sendable {
    let person: PersonID
    /// 16 bytes that only she knows at first.
    let nonce: [UInt8]

    var audit: AuditID { .founded(by: person, nonce: nonce) }
}

extension ClientStore {
    /// Begins an audit in a person's name: makes its id, and keeps what shows that it is hers.
    ///
    /// Nothing of the audit is there before its plan is saved.
    package func found(
        by person: PersonID, using generator: inout some RandomNumberGenerator
    ) throws -> AuditID {
        let nonce = (0..<AuditID.nonceBytes).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        let founding = Founding(person: person, nonce: nonce)
        try keep(founding)
        return founding.audit
    }

    func keep(_ founding: Founding) throws {
        try file.write {
            try $0.run(
                "insert or ignore into founding values (?, ?, ?)", founding.audit, founding.person,
                founding.nonce)
        }
    }

    /// How an audit was begun; nil where that is not known here.
    func founding(of audit: AuditID) throws -> Founding? {
        try file.read { try Self.founding(of: audit, $0) }
    }

    static func founding(of audit: AuditID, _ database: Database) throws -> Founding? {
        try database.first("select person, nonce from founding where audit = ?1", audit) {
            Founding(person: try $0.identifier(0), nonce: $0.blob(1))
        }
    }

    /// What a server is shown that is to know an audit.
    func creation(of audit: AuditID) throws -> WireCreateAuditRequest {
        var request = WireCreateAuditRequest()
        if let founding = try founding(of: audit) {
            request.person = Data(founding.person.bytes)
            request.nonce = Data(founding.nonce)
        }
        request.cursor = Data(try file.read { try Self.audit(audit, $0)?.cursor } ?? [])
        return request
    }
}
