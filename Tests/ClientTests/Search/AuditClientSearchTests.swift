import Foundation
import GRDB
import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// Searching findings and catalogue, and the index that it stands on.
struct AuditClientSearchTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
    }

    private func search(
        _ text: String, _ change: (inout SearchQuery) -> Void = { _ in }
    )
        throws -> SearchResult
    {
        var query = SearchQuery(text)
        query.place = .findings
        change(&query)
        return try desk.client.queries.search(query, in: try desk.view(), desk.catalogue)
    }

    private func criteria(_ result: SearchResult) -> [String] {
        result.hits.compactMap { hit in
            if case .finding(_, let criterion) = hit.subject { criterion } else { nil }
        }
    }

    // MARK: What is found

    @Test(arguments: [
        "grumbl", "GRUMB", "\"a grumbling noise\"", "noïse", "noise account", "expand grumb",
    ])
    func `words of a note are found by their fronts, in any order, with names`(text: String) throws
    {
        try desk.record(.failed, note: "There was a grumbling noise.")
        #expect(criteria(try search(text)) == [Desk.criterion])
    }

    @Test func `an index that was removed between two searches is made anew`() throws {
        try desk.record(.failed, note: "There was a grumbling noise.")
        #expect(try search("grumbling").total == 1)
        try SearchIndex.remove(desk.client.home.searchPath)
        #expect(try search("grumbling").total == 1)
        #expect(try search("trap") { $0.place = .everything }.total > 0)
    }

    @Test func `what another program recorded between two searches is found`() throws {
        #expect(try search("grumbling").total == 0)
        let other = try AuditClient(home: desk.client.home)
        let item = try desk.item()
        var finding = FindingEntry(
            environment: Desk.android, state: item.id.state, criterion: "state-open")
        finding.outcome = .failed
        finding.texts[.note] = "There was a grumbling noise."
        _ = try other.recording.record(
            finding, of: Desk.menu, in: try other.view(desk.audit), catalogue: desk.catalogue)
        #expect(try search("grumbling").total == 1)
    }

    @Test(arguments: ["rumble", "\"noise grumbling\"", "grumbling elephants"])
    func `what nobody wrote is not found`(text: String) throws {
        try desk.record(.failed, note: "There was a grumbling noise.")
        #expect(try search(text).total == 0)
    }

    @Test func `comments and texts of others are found`() throws {
        let field = FieldID(criterion: Desk.criterion, .heard)
        try desk.hear(
            from: desk.lee,
            [Write(field: field, value: Drafts.text("Moreover, options"), replaces: [])]
        )
        try desk.client.recording.comment(
            "retested", on: Desk.criterion, of: try desk.item(), in: try desk.view())
        #expect(try search("moreover").total == 1)
        #expect(try search("retest").total == 1)
    }

    @Test func `the excerpt marks what was looked for and keeps the rest`() throws {
        try desk.record(.failed, note: "<b>said</b> \u{2}nothing\u{3} & said it again")
        let pieces = try #require(try search("said").hits.first).excerpt
        #expect(pieces.filter(\.isMatch).map(\.text) == ["said", "said"])
        #expect(pieces.map(\.text).joined() == "<b>said</b> nothing & said it again")
    }

    @Test func `only what holds that way is found when somebody asks for it`() throws {
        try desk.record(.failed, note: "grumble")
        #expect(try search("grumble") { $0.standing = .failed }.total == 1)
        #expect(try search("grumble") { $0.standing = .passed }.total == 0)
        try desk.hear(from: desk.lee, .passed)
        #expect(try search("grumble") { $0.standing = .failed }.total == 0)
        #expect(try search("grumble") { $0.standing = .conflict }.total == 1)
    }

    @Test func `the catalogue is found beside findings or alone`() throws {
        try desk.record(.passed, note: "collapsed")
        let everything = try search("collapsed") { $0.place = .everything }
        let catalogue = try search("collapsed") { $0.place = .catalogue }
        #expect(catalogue.total > 0)
        #expect(everything.total == catalogue.total + 1)
    }

    @Test func `pages follow each other without gap or repeat`() throws {
        let all = try search("button") {
            $0.place = .catalogue
            $0.limit = 1_000
        }
        var paged: [SearchHit.Subject] = []
        for offset in stride(from: 0, to: all.total, by: 7) {
            paged += try search("button") {
                $0.place = .catalogue
                $0.limit = 7
                $0.offset = offset
            }.hits.map(\.subject)
        }
        #expect(all.total > 20)
        #expect(paged == all.hits.map(\.subject))
    }

    @Test(arguments: [
        "\"", "'", "'; drop table words; --", "said:x", "{said names}: a", "NEAR(a b)", "a AND",
        "NOT", "^a", "a*b", "(((", "\\", "x'00'", "-a +b", "\u{0}", "%", "\u{FEFF}",
        String(repeating: "a ", count: 5_000), String(repeating: "\"", count: 999),
    ])
    func `nothing that somebody types is an error or does harm`(text: String) throws {
        try desk.record(.failed, note: "grumble")
        _ = try search(text) { $0.place = .everything }
        #expect(try search("grumble").total == 1)
    }

    // MARK: The index

    /// Everything in an index, whatever the order in which it came.
    private func content(of path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try String.fetchAll(
                database,
                sql: """
                    select hex(id) || hex(key) || hex(digest)
                    from source join audit on audit.number = source.audit
                    union all
                    select hex(key) || kind || name || (passage.number & 7) || said || names
                    from passage
                    join words on words.rowid = passage.number
                    join source on source.number = passage.source
                    order by 1
                    """)
        }
    }

    private func contentAnew() throws -> [String] {
        let path = desk.client.home.searchPath + ".anew"
        try SearchIndex.remove(path)
        let index = try SearchIndex(path: path)
        try desk.client.queries.bringUpToDate(index, with: try desk.view(), desk.catalogue)
        try index.close()
        return try content(of: path)
    }

    @Test(arguments: 1...6)
    func `an index brought up to date is the index made anew`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for step in 0..<12 {
            switch generator.below(6) {
            case 0: try desk.record(.failed, note: "note \(step)")
            case 1:
                try desk.record(
                    .passed, note: "other \(step)", state: "disabled", criterion: "state-disabled")
            case 2: try desk.hear(from: desk.lee, generator.chance(50) ? .passed : .cantTell)
            case 3:
                let component = try #require(try desk.view().components.first).id
                let name = generator.chance(50) ? "ACCOUNTS" : "Accounts"
                let edit = FieldEdit(FieldID(.screen), Drafts.text(name))
                try desk.client.save(
                    [RecordDraft(key: .component(desk.audit, component), edits: [edit])],
                    in: desk.audit)
            case 4:
                let rule = PolicyRule(
                    method: generator.chance(50) ? "most-severe" : "majority", ranks: [])
                try desk.client.save(
                    [Drafts.policy(desk.audit, Policy(rules: [rule]))], in: desk.audit)
            default:
                try desk.client.decideIfOpen(desk)
            }
            if generator.chance(60) { _ = try search("note") }
        }
        _ = try search("note")
        #expect(try content(of: desk.client.home.searchPath) == contentAnew())
    }

    @Test func `a large audit is indexed piece by piece, and the result says how much waits`()
        throws
    {
        for state in ["expanded", "collapsed"] {
            try desk.record(.failed, note: "A grumbling noise.", state: state)
        }
        func part() throws -> SearchResult {
            var query = SearchQuery("grumbling")
            query.place = .findings
            return try desk.client.queries.search(
                query, in: try desk.view(), desk.catalogue, indexing: 1)
        }
        let results = try (0..<3).map { _ in try part() }
        #expect(results.map(\.waiting) == [1, 0, 0])
        #expect(results.map(\.total) == [1, 2, 2])
        // A name of the plan is part of all words: until they are indexed the old ones are found.
        try desk.openRound()
        let renamed = try part()
        #expect((renamed.total, renamed.waiting) == (2, 1))
        #expect(
            try desk.client.queries.index(desk.view(), desk.catalogue, statesMax: 10) == 0)
        #expect(try search("grumbling").total == 2)
    }

    @Test func `what did not change is not indexed again`() throws {
        try desk.record(.failed, note: "first")
        try desk.record(.passed, note: "second", state: "disabled", criterion: "state-disabled")
        _ = try search("first")
        let index = try DatabaseQueue(path: desk.client.home.searchPath)
        try index.write { try $0.execute(sql: "update words set said = 'planted'") }
        try index.close()
        try desk.record(.failed, note: "third")
        #expect(criteria(try search("third")) == [Desk.criterion])
        #expect(criteria(try search("planted")) == ["menu.android.state-disabled"])
    }

    @Test(arguments: ["", "no database at all", "SQLite format 3\0 and then nonsense"])
    func `an index that is no index is made anew`(content: String) throws {
        try desk.record(.failed, note: "grumble")
        _ = try search("grumble")
        let path = desk.client.home.searchPath
        try SearchIndex.remove(path)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try search("grumble").total == 1)
    }

    @Test func `an index with damaged pages is made anew`() throws {
        try desk.record(.failed, note: "grumble")
        _ = try search("grumble")
        let path = desk.client.home.searchPath
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        try SearchIndex.remove(path)
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try search("grumble").total == 1)
    }

    @Test func `the index of another program or of a later version is made anew`() throws {
        try desk.record(.failed, note: "grumble")
        let path = desk.client.home.searchPath
        for sql in [
            "create table stranger (x)",
            "pragma application_id = \(0x4163_6353); pragma user_version = 99; create table x (y)",
            "pragma application_id = \(0x4163_6353); pragma user_version = 1; create table x (y)",
        ] {
            try SearchIndex.remove(path)
            let stranger = try DatabaseQueue(path: path)
            try stranger.writeWithoutTransaction { try $0.execute(sql: sql) }
            try stranger.close()
            #expect(try search("grumble").total == 1)
        }
    }
}

extension AuditClient {
    /// Decides the menu's criterion when there is something to decide.
    fileprivate func decideIfOpen(_ desk: Desk) throws {
        let item = try desk.item()
        guard item.findings.contains(where: { $0.criterion == Desk.criterion }) else { return }
        try decisions.decide(
            .decide(.passed, reason: "heard it"), on: item, criteria: [Desk.criterion],
            in: try desk.view())
    }
}
