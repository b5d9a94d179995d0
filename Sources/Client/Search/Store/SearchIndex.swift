import Shared
import Storage

/// The words of findings and catalogue, in a file of its own that can be made anew at any time.
///
/// Its lock is not that of the work: an index that is being written never holds up a save.
struct SearchIndex {
    private let file: DatabaseFile

    /// A record, or the catalogue, as it stands.
    struct Source: Hashable, Sendable {
        /// The record's key; empty for the catalogue.
        let key: [UInt8]
        let digest: Hash256
    }

    private static let format = DatabaseFile.Format(
        applicationID: 0x4163_6353,  // "AccS"
        migrations: [
            """
            -- One row is a record as it was indexed, or the catalogue.
            create table source (
              number integer primary key,
              -- Empty for the catalogue.
              audit blob not null,
              key blob not null,
              -- Empty where it is to be indexed again.
              digest blob not null
            ) strict;
            create unique index source_by_key on source (audit, key, digest);

            -- One row is a thing that can be found; its words stand in `words` under its number.
            create table passage (
              number integer primary key,
              source integer not null references source (number),
              kind text not null,
              name text not null,
              -- What holds for a finding; empty for the catalogue.
              standing text not null
            ) strict;
            create index passage_by_source on passage (source);

            create virtual table words using fts5(
              said, names, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
            );
            """,
            // Links are found too: what was indexed without them is indexed anew.
            "delete from words; delete from passage; delete from source;",
        ])

    init(path: String) throws(StorageError) {
        file = try DatabaseFile(path: path, format: Self.format, patience: .seconds(2))
    }

    func close() throws { try file.close() }

    static func remove(_ path: String) throws(StorageError) {
        for end in ["", "-wal", "-shm"] { try DurableFolder.remove(path + end) }
    }

    /// How many records of all audits are indexed, with the catalogue.
    func sourceCount() throws -> Int {
        try file.read { try $0.count("select count(*) from source") }
    }

    /// What is indexed of an audit and was not forgotten, ascending by key.
    func sources(of audit: AuditID) throws -> [Source] {
        try file.read {
            let select = """
                select key, digest from source where audit = ?1 and digest <> x'' order by key
                """
            return try $0.rows(select, audit) { Source(key: $0.blob(0), digest: try $0.hash(1)) }
        }
    }

    /// Whether a source is not indexed as it stands; a nil audit is the catalogue.
    func isStale(_ source: Source, of audit: AuditID?) throws -> Bool {
        let audit = audit?.bytes ?? []
        return try file.read { database in
            try !database.hasRow(
                "select 1 from source where audit = ?1 and key = ?2 and digest = ?3", audit,
                source.key, source.digest)
        }
    }

    func replace(_ source: Source, of audit: AuditID?, by passages: [SearchEntry]) throws {
        try file.write { database in try Writer(database, audit: audit).write(source, passages) }
    }

    /// Indexes many sources of an audit in one transaction.
    func update(
        _ audit: AuditID, _ body: (Writer) throws -> Void
    ) throws {
        try file.write { try body(Writer($0, audit: audit)) }
        try file.checkpoint()
    }

    /// A page of hits, best first.
    func search(
        _ query: SearchQuery, in audit: AuditID, of counts: (findings: Int, entries: Int)
    ) throws -> SearchResult {
        try file.read { database in
            let findings = counts.findings
            let entries = counts.entries
            guard let expression = query.expression
            else { return SearchResult(hits: [], total: 0, findings: findings, entries: entries) }
            let place = query.place == .everything ? "" : query.place.rawValue
            let standing = query.standing?.rawValue ?? ""
            var hits: [SearchHit] = []
            try database.each(
                """
                select passage.kind, passage.name, source.key,
                  snippet(words, -1, char(2), char(3), '…', 32) \(Self.matching)
                order by bm25(words, 2.0, 1.0), passage.kind, passage.name, source.key
                limit ?5 offset ?6
                """, expression, audit, place, standing, query.limit, query.offset
            ) { row in
                let kind = row.text(0)
                let name = row.text(1)
                let key = row.blob(2)
                guard let subject = SearchHit.Subject(kind: kind, name: name, key: key)
                else { return }
                hits.append(SearchHit(subject: subject, excerpt: pieces(of: row.text(3))))
            }
            let total = try database.count(
                "select count(*) \(Self.matching)", expression, audit, place, standing)
            return SearchResult(hits: hits, total: total, findings: findings, entries: entries)
        }
    }

    private static let matching = """
        from words join passage on passage.number = words.rowid
        join source on source.number = passage.source
        where words match ?1 and source.audit in (?2, x'')
          and (?3 = '' or (passage.kind = 'finding') = (?3 = 'findings'))
          and (?4 = '' or passage.standing = ?4)
        """

    /// Counts what can be found; it reads every row.
    func counts(_ audit: AuditID) throws -> (findings: Int, entries: Int) {
        try file.read { database in
            let counts = try database.first(
                """
                select count(*) filter (where source.audit <> x''),
                  count(*) filter (where source.audit = x'')
                from passage join source on source.number = passage.source
                where source.audit in (?1, x'')
                """, audit
            ) { (findings: Int($0.int(0)), entries: Int($0.int(1))) }
            return counts ?? (findings: 0, entries: 0)
        }
    }
}

extension StateIndex {
    /// Every record of an audit by key with the digest of what is shown, ascending by key.
    func shownDigests(_ audit: AuditID) throws -> [SearchIndex.Source] {
        try store.rows(
            of: audit, "select key, shown_digest from record where audit = ?1 order by key"
        ) { SearchIndex.Source(key: $0.blob(0), digest: try $0.hash(1)) }
    }
}
