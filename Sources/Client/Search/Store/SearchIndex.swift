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

    /// One script: an index of an older format is made anew.
    private static let format = DatabaseFile.Format(
        applicationID: 0x4163_6353,  // "AccS"
        oldest: 3,
        migrations: [
            """
            -- One row is an audit of which something is indexed, or the catalogue, without an id.
            create table audit (
              number integer primary key,
              id blob not null unique
            ) strict;

            -- One row is a record as it was indexed, or the catalogue.
            create table source (
              number integer primary key,
              audit integer not null references audit (number),
              key blob not null,
              -- Empty where it is to be indexed again.
              digest blob not null
            ) strict;
            create unique index source_by_key on source (audit, key, digest);

            -- One row is a thing that can be found; its words stand in `words` under its number,
            -- which also says whose it is and what holds for it (SearchRange).
            create table passage (
              number integer primary key,
              source integer not null references source (number),
              kind text not null,
              name text not null
            ) strict;
            create index passage_by_source on passage (source);

            create virtual table words using fts5(
              said, names, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
            );
            """
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
            return try $0.rows(select, SearchRange(of: audit, in: $0).number) {
                Source(key: $0.blob(0), digest: try $0.hash(1))
            }
        }
    }

    /// Whether a source is not indexed as it stands; a nil audit is the catalogue.
    func isStale(_ source: Source, of audit: AuditID?) throws -> Bool {
        try file.read { database in
            try !database.hasRow(
                "select 1 from source where audit = ?1 and key = ?2 and digest = ?3",
                SearchRange(of: audit, in: database).number, source.key, source.digest)
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

    /// A page of hits, best first, equally good ones as they were indexed.
    func search(
        _ query: SearchQuery, in audit: AuditID, of counts: (findings: Int, entries: Int)
    ) throws -> SearchResult {
        try file.read { database in
            let findings = counts.findings
            let entries = counts.entries
            guard let expression = query.expression
            else { return SearchResult(hits: [], total: 0, findings: findings, entries: entries) }
            let own = try SearchRange(of: audit, in: database).number
            let catalogue = try SearchRange(of: nil, in: database).number
            let (one, other) =
                switch query.place {
                case .everything: (own, catalogue)
                case .findings: (own, own)
                case .catalogue: (catalogue, catalogue)
                }
            let status = SearchRange.code(of: query.standing)
            // Only what is shown is looked up: among thousands of matches that is most of the work.
            let found = try database.rows(
                """
                select rowid, snippet(words, -1, char(2), char(3), '…', 32) \(Self.matching)
                order by bm25(words, 2.0, 1.0), rowid limit ?5 offset ?6
                """, expression, one, other, status, query.limit, query.offset
            ) { (number: $0.int(0), excerpt: $0.text(1)) }
            let passage = try SQLStatement(
                """
                select passage.kind, passage.name, source.key
                from passage join source on source.number = passage.source
                where passage.number = ?1
                """, in: database)
            let hits = try found.compactMap { number, excerpt in
                let subject = try passage.first(number) {
                    SearchHit.Subject(kind: $0.text(0), name: $0.text(1), key: $0.blob(2))
                }
                return subject?.map { SearchHit(subject: $0, excerpt: pieces(of: excerpt)) }
            }
            let total = try database.count(
                "select count(*) \(Self.matching)", expression, one, other, status)
            return SearchResult(hits: hits, total: total, findings: findings, entries: entries)
        }
    }

    private static let matching = """
        from words where words match ?1
          and (rowid >> \(SearchRange.auditShift)) in (?2, ?3)
          and (?4 = 0 or (rowid & \(SearchRange.statusMask)) = ?4)
        """

    /// Counts what can be found; it reads the number of each.
    func counts(_ audit: AuditID) throws -> (findings: Int, entries: Int) {
        try file.read { database in
            func count(_ audit: AuditID?) throws -> Int {
                let range = try SearchRange(of: audit, in: database)
                return try database.count(
                    "select count(*) from passage where number between ?1 and ?2", range.first,
                    range.last)
            }
            return (findings: try count(audit), entries: try count(nil))
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
