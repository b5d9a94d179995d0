import Shared
import Storage

extension SearchIndex {
    /// Writes sources with their passages inside one transaction.
    struct Writer {
        private let audit: [UInt8]
        private let database: Database
        private let find, removeWords, removePassages, removeSource: SQLStatement
        private let addSource, addPassage, addWords: SQLStatement

        init(_ database: Database, audit: AuditID?) throws {
            self.database = database
            self.audit = audit?.bytes ?? []
            func statement(_ sql: String) throws -> SQLStatement {
                try SQLStatement(sql, in: database)
            }
            find = try statement("select number from source where audit = ?1 and key = ?2")
            removeWords = try statement(
                "delete from words where rowid in (select number from passage where source = ?1)")
            removePassages = try statement("delete from passage where source = ?1")
            removeSource = try statement("delete from source where number = ?1")
            addSource = try statement("insert into source (audit, key, digest) values (?1, ?2, ?3)")
            addPassage = try statement(
                "insert into passage (source, kind, name, standing) values (?1, ?2, ?3, ?4)")
            addWords = try statement("insert into words (rowid, said, names) values (?1, ?2, ?3)")
        }

        func remove(_ key: [UInt8]) throws {
            find.bind(1, audit)
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
                """, audit, prefix)
        }

        func write(_ source: Source, _ passages: [SearchEntry]) throws {
            try remove(source.key)
            try addSource.run(audit, source.key, source.digest)
            let number = database.insertedNumber
            for passage in passages {
                try addPassage.run(number, passage.kind.rawValue, passage.name, passage.standing)
                try addWords.run(database.insertedNumber, passage.said, passage.names)
            }
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
