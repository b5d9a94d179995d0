import Foundation
import Shared
import Testing
import Yams

/// What a reader found wrong in the first catalogue stays mended, finding by finding.
struct ReviewTests {
    private static let read: Result<Catalogue, any Error> = Result {
        let folder = Fixture.root.appending(path: "config/catalogue")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = try names.map { name in
            CatalogueFiles.File(
                path: name, content: [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
        return try CatalogueLoader.load(try CatalogueFiles(files))
    }

    private let catalogue: Catalogue
    private let all: [Place]

    private typealias Place = (control: String, platform: ControlPlatform)

    init() throws {
        catalogue = try Self.read.get()
        all = catalogue.controls.flatMap { control in control.platforms.map { (control.id, $0) } }
    }

    @Test(arguments: ReviewEntry.all(of: .weakened))
    func `what was weakened asks in full again`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .dated))
    func `what was dated names what is used today`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .wrong))
    func `what was wrong on its platform is right`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .missing))
    func `what was missing is shown in code`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .fact))
    func `a fact of the platforms is told as it is`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .mapping))
    func `a criterion names what it is about`(entry: ReviewEntry) throws { try expect(entry) }

    @Test(arguments: ReviewEntry.all(of: .gap))
    func `what nothing asked for is asked or told`(entry: ReviewEntry) throws { try expect(entry) }

    @Test func `all that the reader counted is there, and each entry can fail`() throws {
        let entries = try ReviewEntry.read.get()
        let anywhere: Set<ReviewEntry.Key> = [.found, .spelt]
        let beside = anywhere.union([.hint, .help, .says, .never, .heard])
        let count = Dictionary(grouping: entries, by: \.kind).mapValues(\.count)
        let counted: [ReviewEntry.Kind] = [.weakened, .dated, .wrong, .missing]
        #expect(counted.map { count[$0] } == [38, 6, 5, 3])
        #expect(Set(count.keys) == Set(ReviewEntry.Kind.allCases))
        for entry in entries {
            #expect(!entry.keys.isEmpty, "\(entry.statement): nothing has to hold")
            // Without its place a condition would hold of nothing.
            let known = entry.hint == nil && entry.help == nil ? anywhere : beside
            let isSound = !entry.criteria.isEmpty || entry.keys.isSubset(of: known)
            #expect(isSound, "\(entry.statement): of which criteria, hint or help?")
            for number in entry.wcag + entry.notWCAG {
                #expect(SuccessCriterion.named(number) != nil, "\(entry.statement): \(number)")
            }
        }
    }

    @Test(arguments: [
        "criterias: [menu.ios.item-role]", "say: [button]", "says: []", "says:", "never: ['']",
        "never: button", "basis: normal", "hints: [uikitt]", "says: [a]\n  says: [b]",
        "spelt: {}",
    ])
    func `a condition that is misspelt or empty is refused`(condition: String) {
        let yaml = "- statement: menu\n  class: gap\n  was: Nothing.\n  \(condition)\n"
        #expect(throws: DecodingError.self) { try ReviewEntry.entries(of: yaml) }
    }

    // MARK: What has to hold

    private func expect(_ entry: ReviewEntry) throws {
        var places: [Place] = []
        func place(_ id: String) throws -> ControlPlatform {
            let place = try #require(
                all.first { "\(id).".hasPrefix("\($0.control).\($0.platform.id).") },
                "\(entry.statement): no \(id)")
            places.append(place)
            return place.platform
        }
        for id in entry.criteria {
            let criterion = try #require(catalogue.criterion(id), "\(entry.statement): no \(id)")
            expect(entry, of: criterion, on: try place(id))
        }
        if let source = entry.hint {
            let isCited = { (hint: FixHint) in hint.sources.contains(source) }
            let citing = all.filter { $0.platform.hints.contains(where: isCited) }
            #expect(!citing.isEmpty, "\(entry.statement): no hint cites \(source)")
            expect(entry, saidIn: citing.flatMap(\.platform.hints).filter(isCited).flatMap(\.texts))
            places += citing
        }
        if let id = entry.help {
            let texts = try place(id).help.map(\.text)
            #expect(!texts.isEmpty, "\(entry.statement): \(id) has no help")
            expect(entry, saidIn: texts)
        }
        for place in places {
            let lacking = Set(entry.heard).subtracting(place.platform.announcements.map(\.example))
            #expect(lacking == [], "\(entry.statement): heard on \(place.platform.id)")
        }
        for control in Set(places.map(\.control)) where !entry.never.isEmpty {
            let file = catalogue.files.files.first { $0.path == "\(control).yaml" }
            let content = try #require(file, "\(entry.statement): no \(control).yaml").content
            let text = String(decoding: content, as: UTF8.self).collapsed
            for phrase in entry.never {
                #expect(!text.contains(phrase.collapsed), "\(entry.statement): “\(phrase)”")
            }
        }
        for name in entry.found {
            #expect(catalogue.control(name) != nil, "\(entry.statement): \(name) is not found")
        }
        for (number, name) in entry.spelt {
            #expect(SuccessCriterion.named(number)?.name == name, "\(entry.statement): \(number)")
        }
    }

    private func expect(
        _ entry: ReviewEntry, of criterion: Criterion, on platform: ControlPlatform
    ) {
        let name = "\(entry.statement): \(criterion.id)"
        #expect(criterion.isEnabled, "\(name) is switched off")
        let isAny = criterion.states.contains("any")
        let states = isAny ? platform.states.flatMap(\.covers) : criterion.states
        #expect(Set(entry.states).subtracting(states) == [], "\(name): states")
        let roles = platform.criteria.filter { $0.category == .role && $0.isEnabled }
        #expect(Set(entry.parts).subtracting(roles.compactMap(\.part)) == [], "\(name): parts")
        #expect(entry.basis == nil || entry.basis == criterion.basis, "\(name): basis")
        #expect(entry.impact == nil || entry.impact == criterion.impact.id, "\(name): impact")
        #expect(Set(entry.wcag).subtracting(criterion.wcag) == [], "\(name): wcag")
        #expect(Set(entry.notWCAG).intersection(criterion.wcag) == [], "\(name): not-wcag")
        let hints = platform.hints.filter { $0.criteria.contains(criterion.id) }
        #expect(Set(entry.hints).subtracting(hints.map(\.framework)) == [], "\(name): hints")
        let shown = hints.filter { $0.code != nil }
        #expect(Set(entry.code).subtracting(shown.map(\.framework)) == [], "\(name): code")
        guard entry.hint == nil, entry.help == nil else { return }
        let test = criterion.test
        let own = [criterion.statement, test.action, test.expected, test.failure]
        expect(entry, saidIn: own + hints.flatMap(\.texts) + platform.help.map(\.text))
    }

    private func expect(_ entry: ReviewEntry, saidIn texts: [String]) {
        let texts = texts.map(\.collapsed)
        for phrase in entry.says {
            let isSaid = texts.contains { $0.contains(phrase.collapsed) }
            #expect(isSaid, "\(entry.statement): nothing says “\(phrase)”")
        }
    }
}

/// An entry of review.yaml, which says what its keys mean.
struct ReviewEntry: Decodable, Sendable, CustomTestStringConvertible {
    let statement, was: String
    let kind: Kind
    /// Those that say where it is mended and what has to hold.
    let keys: Set<Key>
    let criteria, states, parts, wcag, notWCAG, says, never, heard, found: [String]
    let hint, help, impact: String?
    let basis: Criterion.Basis?
    let hints, code: [FixHint.Framework]
    let spelt: [String: String]

    var testDescription: String { "\(statement): \(was)" }

    enum Kind: String, Decodable, CaseIterable {
        case weakened, dated, wrong, missing, fact, mapping, gap
    }

    enum Key: String, CodingKey, CaseIterable {
        case statement, was, criteria, hint, help, states, parts, basis, impact, wcag, says, never
        case heard, hints, code, found, spelt
        case kind = "class"
        case notWCAG = "not-wcag"
    }

    /// Whatever stands behind a key.
    private struct Written: Decodable { init(from _: any Decoder) {} }

    /// Throws for a key that is none of them, and for a list in which nothing is written.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func fault(_ reason: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        func list<Value: Decodable>(_ key: Key) throws -> [Value] {
            guard container.contains(key) else { return [] }
            let values = try container.decode([Value].self, forKey: key)
            let isBlank = values.contains { ($0 as? String)?.collapsed.isEmpty == true }
            guard !values.isEmpty, !isBlank else { throw fault("\(key.rawValue) is empty") }
            return values
        }
        func value<Value: Decodable>(_ key: Key) throws -> Value? {
            container.contains(key) ? try container.decode(Value.self, forKey: key) : nil
        }
        let written = try decoder.singleValueContainer().decode([String: Written].self).keys
        if let unknown = written.first(where: { Key(rawValue: $0) == nil }) {
            throw fault("\(unknown) is no key")
        }
        keys = Set(written.compactMap { Key(rawValue: $0) }).subtracting([.statement, .kind, .was])
        statement = try container.decode(String.self, forKey: .statement)
        was = try container.decode(String.self, forKey: .was)
        kind = try container.decode(Kind.self, forKey: .kind)
        criteria = try list(.criteria)
        states = try list(.states)
        parts = try list(.parts)
        wcag = try list(.wcag)
        notWCAG = try list(.notWCAG)
        found = try list(.found)
        says = try list(.says)
        never = try list(.never)
        heard = try list(.heard)
        hints = try list(.hints)
        code = try list(.code)
        hint = try value(.hint)
        help = try value(.help)
        impact = try value(.impact)
        basis = try value(.basis)
        spelt = try value(.spelt) ?? [:]
        guard keys.contains(.spelt) != spelt.isEmpty else { throw fault("spelt is empty") }
    }

    static let read: Result<[ReviewEntry], any Error> = Result {
        try entries(of: try Fixture.text("review.yaml"))
    }

    /// None where the file cannot be read, which the test that counts them tells.
    static func all(of kind: Kind) -> [ReviewEntry] {
        ((try? read.get()) ?? []).filter { $0.kind == kind }
    }

    static func entries(of yaml: String) throws -> [ReviewEntry] {
        try YAMLDecoder().decode([ReviewEntry].self, from: yaml)
    }
}

extension FixHint {
    fileprivate var texts: [String] { [text, code].compactMap(\.self) }
}

extension String {
    /// For comparing: with one space for any others, in lower case.
    fileprivate var collapsed: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
