import Shared
import Storage

extension SearchIndex {
    /// Writes sources with their passages inside one transaction.
    struct Writer {
        private let audit: SearchRange
        private let database: Database
        private let find, removeWords, removePassages, removeSource: SQLStatement
        private let addSource, newest, addPassage, addWords: SQLStatement

        init(_ database: Database, audit: AuditID?) throws {
            self.database = database
            let id = audit?.bytes ?? []
            try database.run("insert or ignore into audit (id) values (?1)", id)
            self.audit = try SearchRange(of: audit, in: database)
            func statement(_ sql: String) throws -> SQLStatement {
                try SQLStatement(sql, in: database)
            }
            find = try statement("select number from source where audit = ?1 and key = ?2")
            removeWords = try statement(
                "delete from words where rowid in (select number from passage where source = ?1)")
            removePassages = try statement("delete from passage where source = ?1")
            removeSource = try statement("delete from source where number = ?1")
            addSource = try statement("insert into source (audit, key, digest) values (?1, ?2, ?3)")
            newest = try statement(
                "select max(number) from passage where number between ?1 and ?2")
            addPassage = try statement(
                "insert into passage (number, source, kind, name) values (?1, ?2, ?3, ?4)")
            addWords = try statement("insert into words (rowid, said, names) values (?1, ?2, ?3)")
        }

        func remove(_ key: [UInt8]) throws {
            find.bind(1, audit.number)
            find.bind(2, key)
            var numbers: [Int64] = []
            while try find.step() { numbers.append(find.row.int(0)) }
            find.reset()
            for number in numbers {
                for statement in [removeWords, removePassages, removeSource] {
                    try statement.run(number)
                }
            }
        }

        /// Lets sources whose keys begin so be indexed again; until then their old words are found.
        func forget(_ prefix: [UInt8]) throws {
            try database.run(
                """
                update source set digest = x''
                where audit = ?1 and substr(key, 1, length(?2)) = ?2
                """, audit.number, prefix)
        }

        func write(_ source: Source, _ passages: [SearchEntry]) throws {
            try remove(source.key)
            try addSource.run(audit.number, source.key, source.digest)
            let source = database.insertedNumber
            for passage in passages {
                let newest = try self.newest.first(audit.first, audit.last) { $0.int(0) } ?? 0
                let number = audit.number(of: passage.standing, after: newest)
                try addPassage.run(number, source, passage.kind.rawValue, passage.name)
                try addWords.run(number, passage.said, passage.names)
            }
        }
    }
}

/// The numbers that passages of one audit have, or of the catalogue.
///
/// The upper bits say whose a passage is, the lowest what holds for it, those between ascend: so
/// what is asked for is told from thousands of matches by their numbers, without a look at a row.
struct SearchRange {
    static let auditShift: Int64 = 43
    static let statusMask: Int64 = 7
    /// The audit's number in the index; 0, which none has, before anything of it was indexed.
    let number: Int64

    init(of audit: AuditID?, in database: Database) throws {
        number = try Int64(
            database.count("select number from audit where id = ?1", audit?.bytes ?? []))
    }

    var first: Int64 { number << Self.auditShift }
    var last: Int64 { (number + 1) << Self.auditShift - 1 }

    /// - Parameter newest: The highest number so far; 0 without any.
    func number(of status: SearchQuery.Status?, after newest: Int64) -> Int64 {
        (max(first, newest) | Self.statusMask) + 1 + Self.code(of: status)
    }

    /// 0 where nothing holds, as for the catalogue.
    static func code(of status: SearchQuery.Status?) -> Int64 {
        switch status {
        case nil: 0
        case .failed: 1
        case .cantTell: 2
        case .passed: 3
        case .inapplicable: 4
        case .conflict: 5
        case .untested: 6
        }
    }
}

extension SearchHit.Subject {
    /// Nil for what no version writes.
    init?(kind: String, name: String, key: [UInt8]) {
        let parts = name.split(separator: "/").map(String.init)
        switch SearchEntry.Kind(rawValue: kind) {
        case .finding:
            guard case .state(_, let id) = RecordKey(bytes: key) else { return nil }
            self = .finding(id, criterion: name)
        case .criterion: self = .criterion(name)
        case .hint:
            guard parts.count == 4, let framework = FixHint.Framework(rawValue: parts[3]) else {
                return nil
            }
            let category = Criterion.Category(rawValue: parts[2])
            self = .hint(control: parts[0], platform: parts[1], category, framework)
        case .help:
            guard parts.count == 3, let index = Int(parts[2]) else { return nil }
            self = .help(control: parts[0], platform: parts[1], index: index)
        case nil: return nil
        }
    }
}

/// Takes an excerpt with its marks apart.
func pieces(of excerpt: String) -> [SearchHit.Piece] {
    var pieces: [SearchHit.Piece] = []
    var text = ""
    var isMatch = false
    func end(of text: String) {
        if !text.isEmpty { pieces.append(SearchHit.Piece(text: text, isMatch: isMatch)) }
    }
    for character in excerpt {
        switch character {
        case SearchEntry.matchBegins, SearchEntry.matchEnds:
            end(of: text)
            text = ""
            isMatch = character == SearchEntry.matchBegins
        default: text.append(character)  // open set: all other characters
        }
    }
    end(of: text)
    return pieces
}
