package import Reading
package import Shared
import Storage

/// Component states, told without decoding their records.
package struct StateIndex {
    let store: ClientStore

    static let selectSummaries = """
        select record.key, summary.bytes,
          iif(summary.bytes is null, coalesce(record.shown, record.pulled), null)
        from record left join summary on summary.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3 order by record.key
        """

    /// What stands on every component state of an audit, ascending by key.
    package func summaries(
        _ audit: AuditID, _ body: (StateID, StateSummary) throws -> Void
    ) throws {
        try store.read(audit, or: ()) { try Self.summaries($0, $1, body) }
    }

    static func summaries(
        _ audit: StoredAudit, _ database: Database,
        _ body: (StateID, StateSummary) throws -> Void
    ) throws {
        try database.each(
            Self.selectSummaries, audit.number, RecordKind.state.firstKey(of: audit.id),
            RecordKind.state.lastKey(of: audit.id)
        ) { row in
            // The statement's range has component states alone.
            guard case .state(_, let id) = try row.recordKey(0) else { return }
            let missing = row.isNull(2) ? nil : StateSummary(try row.record(2))
            try body(id, try missing ?? row.summary(1))
        }
    }

    static let selectContested = """
        select record.key, summary.revision
        from record indexed by record_shared left join summary on summary.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3 and is_shared = 1
        order by record.key
        """
    static let selectRevisions = """
        select record.key, summary.revision
        from record left join summary on summary.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3 order by record.key
        """

    /// The component states that are contested, each with the revision of its summary.
    ///
    /// - Parameter components: Those that are withdrawn; all states of theirs are among them.
    func contested(_ audit: AuditID, under components: [ComponentID]) throws -> [StateID: Int64] {
        try store.read(audit, or: [:]) { row, database in
            var revisions: [StateID: Int64] = [:]
            func read(_ statement: String, from first: [UInt8], to last: [UInt8]) throws {
                try database.each(statement, row.number, first, last) {
                    if case .state(_, let id) = try $0.recordKey(0) { revisions[id] = $0.int(1) }
                }
            }
            try read(
                Self.selectContested, from: RecordKind.state.firstKey(of: audit),
                to: RecordKind.state.lastKey(of: audit))
            for component in components {
                let keys = RecordKind.states(of: component, in: audit)
                try read(Self.selectRevisions, from: keys.firstKey, to: keys.lastKey)
            }
            return revisions
        }
    }

    static let selectSummary = """
        select summary.bytes from record join summary on summary.record = record.number
        where record.audit = ?1 and record.key = ?2
        """

    /// What stands on these component states, without those of which nothing is known.
    func summaries(
        of states: some Collection<StateID>, in audit: AuditID
    ) throws -> [StateID: StateSummary] {
        guard !states.isEmpty else { return [:] }
        return try store.read(audit, or: [:]) { row, database in
            var summaries: [StateID: StateSummary] = [:]
            for state in states {
                summaries[state] = try database.first(
                    Self.selectSummary, row.number, RecordKey.state(audit, state)
                ) { try $0.summary(0) }
            }
            return summaries
        }
    }

    static let selectVersions = """
        select sum(versions) from summary indexed by summary_of_versions
        where audit = ?1 and versions > 0
        """

    /// How many texts of an audit stand in several versions.
    func versions(_ audit: AuditID) throws -> Int {
        try store.read(audit, or: 0) { row, database in
            try database.first(Self.selectVersions, row.number) { Int(clamping: $0.int(0)) } ?? 0
        }
    }

    static let selectChanged = """
        select record.key, summary.bytes, summary.revision
        from summary indexed by summary_by_revision join record on record.number = summary.record
        where summary.audit = ?1 and summary.revision > ?2 order by summary.revision
        """

    /// The records of which anything else is shown since a revision.
    ///
    /// - Parameter body: Gets what stands, too, of a component state.
    /// - Returns: The last revision.
    func changed(
        _ audit: AuditID, since revision: Int64, _ body: (RecordKey, StateSummary?) throws -> Void
    ) throws -> Int64 {
        try store.read(audit, or: revision) { row, database in
            var last = revision
            try database.each(Self.selectChanged, row.number, revision) { row in
                let key = try row.recordKey(0)
                last = row.int(2)
                let isState = if case .state = key { true } else { false }
                try body(key, isState ? try row.summary(1) : nil)
            }
            return last
        }
    }

    /// The last revision of an audit's summaries; 0 while there is none.
    func revision(_ audit: AuditID) throws -> Int64 {
        try store.read(audit, or: 0) { row, database in
            try database.first(SummaryWriter.selectRevision, row.number) { $0.int(0) } ?? 0
        }
    }

    /// Every state of one component as shown, in every environment and round, ascending by key.
    package func states(
        of component: ComponentID, in audit: AuditID, _ body: (Record) throws -> Void
    ) throws {
        try store.read(audit, or: ()) { row, database in
            let keys = RecordKind.states(of: component, in: audit)
            try database.each(
                ClientStore.selectRecords, row.number, keys.firstKey, keys.lastKey
            ) { try body(try $0.record(0)) }
        }
    }
}

extension Row {
    fileprivate func summary(_ column: Int32) throws -> StateSummary {
        guard let summary = StateSummary(bytes: blob(column)) else {
            throw damage("what stands on a component state cannot be read")
        }
        return summary
    }
}
