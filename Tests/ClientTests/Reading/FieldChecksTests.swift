@testable import Client
@testable import Reading
import Shared
import TestSupport
import Testing

/// Questions that are asked about what stands in a round, and which of them were seen.
struct FieldChecksTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func asked() throws -> [FieldChecks.Question] {
        try FieldChecks(in: try desk.view(), desk.catalogue).questions
    }

    private func question(_ kind: FieldChecks.Kind) throws -> FieldChecks.Question? {
        try asked().first { $0.kind == kind }
    }

    @Test func `nothing is asked where nothing stands`() throws {
        #expect(try asked().isEmpty)
    }

    @Test func `a failure without a word is asked after, until somebody writes one`() throws {
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        let bare = try #require(try question(.bare))
        #expect(bare.title == "1 failure without note, heard or evidence")
        #expect(bare.text.hasPrefix("Lee Okafor 1. "))
        #expect(bare.places.map(\.criterion) == [Desk.criterion])
        let note = FieldID(criterion: Desk.criterion, .note)
        try desk.hear(
            from: desk.maya, [Write(field: note, value: Drafts.text("Silent."), replaces: [])])
        #expect(try question(.bare) == nil)
    }

    @Test func `what passes while its check of what was heard fails cannot both hold`() throws {
        try desk.hear(from: desk.lee, .passed)
        let field = FieldID(criterion: Desk.criterion, .suggestion)
        let said = Drafts.text("failed state:collapsed")
        try desk.hear(from: desk.lee, [Write(field: field, value: said, replaces: [])])
        let pairs = try #require(try question(.pairs))
        #expect(pairs.text.hasPrefix("state-open passed, and what was heard fails its check, on "))
    }

    @Test func `a part that is not there is judged by nobody`() throws {
        let criteria = try #require(desk.catalogue.control("menu")?.platform("android")?.criteria)
        let role = try #require(
            criteria.first { role in
                role.category == .role && role.part != nil
                    && criteria.contains { $0.part == role.part && $0.id != role.id }
            })
        let other = try #require(criteria.first { $0.part == role.part && $0.id != role.id })
        try desk.hear(from: desk.lee, criterion: role.id, .inapplicable)
        #expect(try question(.pairs) == nil)
        try desk.hear(from: desk.lee, criterion: other.id, .passed)
        #expect(try question(.pairs)?.places.map(\.criterion) == [other.id])
    }

    @Test func `another build than the round's is asked after, however it is spelled`() throws {
        let name = Desk.open.replacing(Desk.android, with: Desk.ios)
        let criterion = "menu.ios.state-open"
        try desk.hear(from: desk.lee, on: name, criterion: criterion, .passed)
        for (build, isAsked) in [(" 8.4.0", false), ("8.3.9", true)] {
            let own = try desk.item(name).record.siblings(of: FieldID(.build)).map(\.edit)
            let write = Write(field: FieldID(.build), value: Drafts.text(build), replaces: own)
            try desk.hear(from: desk.lee, on: name, [write])
            #expect(
                try question(.build)?.text.contains("Lee Okafor noted 8.3.9") ?? false == isAsked)
        }
    }

    @Test func `one outcome alone is asked after where others found both`() throws {
        let criteria = try #require(desk.catalogue.control("menu")?.platform("android")?.criteria)
        for (number, one) in criteria.prefix(24).enumerated() {
            for state in [Desk.open, Desk.grey] {
                try desk.hear(from: desk.maya, on: state, criterion: one.id, .passed)
                try desk.hear(
                    from: desk.lee, on: state, criterion: one.id,
                    number % 3 == 0 ? .failed(.minor, .app) : .passed)
            }
        }
        let found = try asked().filter { $0.kind == .oneSided }
        let count = 2 * min(24, criteria.count)
        #expect(found.map(\.title) == ["Maya Lindqvist: \(count) of \(count) passed on Menu"])
        #expect(found.first?.person == desk.maya)
    }

    @Test(arguments: 1...UInt64(40))
    func `a minute with more than anybody gives is found wherever it begins`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let span = Int64.random(in: 60_000...400_000, using: &generator)
        let times = (0..<Int.random(in: 0...90, using: &generator))
            .map { _ in Int64.random(in: 0..<span, using: &generator) }.sorted()
        let wanted = times.indices.filter { index in
            times.contains { start in
                let together = times.filter { (start..<start + 60_000).contains($0) }
                return together.count > 20 && together.contains(times[index])
            }
        }
        #expect(FieldCheckReading.tooFast(times) == wanted)
    }

    @Test func `no time that somebody wrote is too far away`() {
        let ends = [Int64](repeating: .min, count: 21) + [Int64](repeating: .max, count: 20)
        #expect(FieldCheckReading.tooFast(ends) == Array(0...20))
    }

    @Test func `how unlikely it is decides, and few verdicts decide nothing`() {
        #expect(!FieldCheckReading.isUnlikely(20, outOf: 19, otherwise: 10))
        #expect(!FieldCheckReading.isUnlikely(20, outOf: 100, otherwise: 0))
        #expect(FieldCheckReading.isUnlikely(20, outOf: 100, otherwise: 21))
        #expect(!FieldCheckReading.isUnlikely(20, outOf: 100, otherwise: 20))
        #expect(FieldCheckReading.isUnlikely(1, outOf: 20, otherwise: 20))
    }

    @Test func `what was seen is shown again when there is more of it`() throws {
        func open() throws -> Int {
            try desk.client.fieldChecks.asked(of: try desk.view(), desk.catalogue)
                .count { $0.seen < $0.question.count }
        }
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        #expect(try open() == 1)
        let subject = try #require(try question(.bare)).subject
        try desk.client.fieldChecks.markSeen([subject: 1], in: desk.audit)
        #expect(try open() == 0)
        try desk.hear(from: desk.lee, on: Desk.grey, .failed(.serious, .app))
        #expect(try open() == 1)
        try desk.client.fieldChecks.markSeen([subject: 2], in: desk.audit)
        #expect(try open() == 0)
    }

    @Test(arguments: [Role.tester, .reader])
    func `only leads are asked`(role: Role) throws {
        let desk = try Desk(role: role)
        let found = trouble {
            _ = try desk.client.fieldChecks.asked(of: try desk.view(), nil)
        }
        #expect(found?.kind == .notAllowed)
    }
}
