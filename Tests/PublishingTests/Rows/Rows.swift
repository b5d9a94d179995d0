import Foundation
import Presentation
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Publishing

/// Rows to export: two with fixed bytes, and as many random ones as a test wants.
enum Rows {
    /// Where they all lie.
    static var state: StateID {
        StateID(
            component: ComponentID(high: 0xC000_0000_0000_0000, low: 1),
            environment: EnvironmentID(high: 0xE, low: 1), round: 1, state: "expanded")
    }

    static let changed: Int64 = 1_773_480_413_589

    /// Maya failed it, Lee passed it, and no rule chooses.
    static var undecided: FindingRow {
        var row = FindingRow(
            entry: entry, audit: Sample.audit, state: Rows.state,
            effective: .undecided(.fellThrough(method: "majority", why: "one each")))
        row.entry.round = 2
        row.entry.texts[.note] = "Says \"expanded\" twice;\nthen nothing"
        row.authors = ["Maya Lindqvist", "Lee Okafor"]
        row.changed = changed
        row.siblings = [
            verdict("Maya Lindqvist", 1, .failed(.serious, .app)),
            verdict("Lee Okafor", 2, .passed),
        ]
        row.version = version(
            .judged(1, 1, .failed(.serious, .app)),
            .judged(2, 4, .passed, sees: VersionVector([Dot(replica: Sample.replica(3), n: 7)])))
        return row
    }

    /// Tomas decided, and Lee saved again without having seen it.
    static var challenged: FindingRow {
        let decision = Decision(
            judgement: .failed(.serious, .app), settled: [Sample.edit(1)],
            reason: Text(normalizing: "Heard it myself"), rule: "most-severe")
        var row = FindingRow(
            entry: entry, audit: Sample.audit, state: Rows.state,
            effective: .challenged(decision, by: [.late(Sample.edit(2))]))
        row.entry.outcome = .failed
        row.entry.severity = .serious
        row.entry.attribution = .app
        row.entry.lists[.tag] = ["focus", "a|b"]
        row.authors = ["Lee Okafor"]
        row.changed = changed
        row.siblings = [verdict("Lee Okafor", 2, nil)]
        row.decisions = [
            FindingRow.Authored(
                author: "Tomas Berg", person: Sample.person(3), at: 0, edit: Sample.edit(3),
                value: decision)
        ]
        row.versions = [
            FindingRow.TextVersions(column: .heard, texts: [text("one"), text("two")])
        ]
        row.withdrawn = FindingRow.Withdrawn(
            level: .state, reason: "gone in 8.4", isContested: true)
        row.evidence = ["ab12"]
        row.entry.lists[.link] = ["https://example.org/7"]
        row.evidenceWords = [words]
        row.entry.texts[.device] = "Pixel 8"
        row.entry.texts[.assistiveTechnologyVersion] = "15.0.1"
        row.suggestion = "failed state:expanded"
        row.see = ["Accounts/Options", "a|b"]
        row.comments = [text("Same on the tablet"), text("a|b")]
        row.version = version(
            .judged(2, 1, .passed), .decided(3, 1, .failed(.serious, .app), settled: []))
        return row
    }

    /// The version of a component state on which nothing but these changes stands.
    private static func version(_ changes: Change...) -> FindingRow.Version {
        let record = Record.after(changes)
        return FindingRow.Version(
            context: record.context, judgements: record.siblings(of: Sample.judgement),
            decisions: record.siblings(of: Sample.decision))
    }

    /// What a picture shows, and one mark in it.
    private static var words: EvidenceWords {
        func register(
            _ name: FieldName, _ text: String, _ more: [String] = []
        ) -> (field: FieldID, siblings: [Sibling]) {
            let path = ["c", name.rawValue, "ab12"] + more
            let field = FieldID(path: path.joined(separator: "/")) ?? FieldID(.note)
            let write = Write(field: field, value: .text(Text(normalizing: text)), replaces: [])
            let change = Change(
                key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 1),
                body: ChangeBody(
                    author: Sample.person(1), act: .edit, writes: [write], sees: VersionVector(),
                    wallTime: 0))
            return (field, Record(key: Sample.state).applying(change).siblings(of: field))
        }
        return EvidenceWords(
            of: "ab12",
            in: [
                register(.evidenceShows, "A menu"),
                register(.evidenceArea, "1 2 3 4 No state", ["0123456789abcdef"]),
            ])
    }

    static var entry: FindingEntry {
        var entry = FindingEntry()
        entry.component = "c0000000000000000000000000000001"
        entry.screen = "Accounts"
        entry.control = "menu"
        entry.label = "Account options"
        entry.environment = "android-talkback-phone-15"
        entry.round = 1
        entry.state = "expanded"
        entry.criterion = "menu.android.state-open"
        return entry
    }

    private static func verdict(
        _ author: String, _ number: Int, _ judgement: Judgement?
    ) -> FindingRow.Authored<Judgement?> {
        FindingRow.Authored(
            author: author, person: Sample.person(number), at: changed, edit: Sample.edit(number),
            value: judgement)
    }

    private static func text(_ value: String) -> FindingRow.Authored<String> {
        FindingRow.Authored(
            author: "Lee Okafor", person: Sample.person(2), at: 0, edit: Sample.edit(4),
            value: value)
    }

    /// A row that no format should be able to bend.
    static func random(using generator: inout SeededGenerator) -> FindingRow {
        var row = FindingRow(
            entry: randomEntry(using: &generator), audit: Sample.audit, state: Rows.state,
            effective: .untested)
        if let judgement = generator.pick(Judgement.every.map(Optional.some) + [nil]) {
            row.effective = .single(judgement, by: Sample.person(1))
            row.entry.outcome = judgement.outcome
            row.entry.severity = judgement.severity
            row.entry.attribution = judgement.attribution
        }
        row.authors = [randomText(using: &generator)]
        return row
    }

    private static func randomEntry(using generator: inout SeededGenerator) -> FindingEntry {
        var entry = entry
        entry.screen = "S" + randomText(using: &generator)
        entry.label = randomText(using: &generator) + "l"
        entry.ordinal = UInt32(generator.below(3)) + 1
        entry.texts[.note] = randomText(using: &generator)
        entry.texts[.heard] = randomText(using: &generator)
        entry.texts[.steps] = randomText(using: &generator)
        entry.texts[.recommendation] = randomText(using: &generator)
        entry.texts[.workaround] = randomText(using: &generator)
        entry.texts[.importedFrom] = randomText(using: &generator)
        entry.texts[.device] = randomText(using: &generator)
        entry.texts[.build] = randomText(using: &generator)
        for name in FieldName.findingLists {
            let elements = randomElements(using: &generator)
            if !elements.isEmpty { entry.lists[name] = elements }
        }
        return entry
    }

    /// In CSV white space around an element is not the element's.
    private static func randomElements(using generator: inout SeededGenerator) -> [String] {
        (0..<generator.below(3)).map { _ in "t" + randomText(using: &generator) + "." }
    }

    private static func randomText(using generator: inout SeededGenerator) -> String {
        let pieces = [
            "=", "+", "-", "@", "'", "\"", ",", ";", "|", "\\", "/", " ", "\t", "\r", "\n",
            "\r\n", "\u{0}", "\u{8}", "\u{C}", "\u{1B}", "\u{7F}", "\u{FEFF}", "\u{2028}", "e",
            "\u{301}", "\u{E9}", "\u{FF1D}", "\u{1F468}\u{200D}\u{1F469}", "null", "word", "{", "]",
        ]
        return (0..<generator.below(6)).map { _ in generator.pick(pieces) }.joined()
    }
}

extension Export {
    /// A whole file of an empty audit's facts.
    func file(
        _ rows: [FindingRow], _ options: ExportOptions = ExportOptions(),
        files: @escaping ReferredFiles = { _, _ in .notHere }
    ) throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        var output = ExportOutput { piece in bytes.withLock { $0 += piece } }
        var writer = try writer(.sample(options, files: files))
        if isCounted { try rows.forEach { try writer.count($0) } }
        try writer.begin(&output)
        try rows.forEach { try writer.row($0, &output) }
        try writer.end(&output)
        try output.finish()
        return bytes.withLock { $0 }
    }

    func text(_ rows: [FindingRow]) throws -> String {
        String(decoding: try file(rows), as: UTF8.self)
    }
}

extension ExportFacts {
    /// Of an audit in which nothing is.
    static func sample(
        _ options: ExportOptions, files: @escaping ReferredFiles = { _, _ in .notHere }
    ) throws -> ExportFacts {
        let names = try #require(AuditNames([Record(key: .plan(Sample.audit))], over: nil))
        let view = AuditView(
            names: names, records: PlainRecords([]), person: Sample.person(1))
        return ExportFacts(
            view: view, catalogue: CatalogueLoader.embedded(), options: options,
            scratch: NSTemporaryDirectory(), files: files)
    }
}
