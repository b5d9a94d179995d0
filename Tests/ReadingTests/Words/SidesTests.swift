import Shared
import TestSupport
import Testing

@testable import Reading

/// What others said is one answer, whoever draws it (`Sides.swift`).
struct SidesTests {
    private static let seeds = UInt64(1)...40
    private static let judgements: [Judgement] = [.passed, .cantTell, .failed(.serious, .app)]

    private func view(_ ids: Int...) -> AuditView {
        let people = Set(ids.map(Sample.person))
        let plan = Record(key: .plan(Sample.audit))
        return AuditView(
            names: AuditNames(plan: Plan(plan), components: [:], assignees: [:]),
            records: PlainRecords([plan]), person: Sample.person(ids[0]), ids: people)
    }

    private func finding(_ changes: [Change]) throws -> Finding {
        let findings = Record.after(changes).findings(
            policy: .one(.standard), control: "", environment: "", withdrawals: [])
        return try #require(findings.first { $0.criterion == Sample.criterion })
    }

    /// Verdicts of four people, sometimes two of one, sometimes decided or taken back.
    private func random(_ generator: inout SeededGenerator) throws -> Finding {
        var changes: [Change] = []
        for n in 1...Int.random(in: 1...5, using: &generator) {
            let judgement = Self.judgements.randomElement(using: &generator) ?? .passed
            changes.append(
                .judged(
                    n, 1, judgement, author: Int.random(in: 1...4, using: &generator),
                    wallTime: Int64.random(in: 0..<9, using: &generator)))
        }
        let edits = changes.map(\.edit)
        if Int.random(in: 0..<3, using: &generator) == 0 {
            changes.append(.decided(8, 1, .passed, settled: edits))
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            changes.append(.withdrawn(9, 1, covers: edits, act: .decision))
        }
        return try finding(changes)
    }

    @Test(arguments: seeds)
    func `every verdict is on one side, and what is beside her word is all but that`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let finding = try random(&generator)
        for person in 1...5 {
            let sides = view(person).sides(of: finding)
            #expect((sides.own + sides.others).sorted { $0.dot < $1.dot } == finding.judgements)
            #expect(sides.own.allSatisfy { $0.author == Sample.person(person) })
            #expect(
                Set(sides.besides)
                    == Set(finding.judgements).subtracting([sides.word].compactMap(\.self)))
            #expect(Set(sides.differing).isSubset(of: sides.others))
            #expect(
                (sides.agreement == nil)
                    == (sides.word == nil || sides.others.isEmpty || finding.isWithdrawn))
            if let other = sides.other {
                #expect(sides.differing.allSatisfy { $0.value == .judgement(other) })
                #expect(sides.word?.value != .judgement(other))
            }
        }
    }

    @Test(arguments: seeds)
    func `what she says under another id of hers is nobody else's`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let finding = try random(&generator)
        let apart = view(1).sides(of: finding)
        let other = view(2).sides(of: finding)
        let both = view(1, 2).sides(of: finding)
        #expect(Set(both.own) == Set(apart.own + other.own))
        #expect(Set(both.others) == Set(apart.others).intersection(other.others))
        #expect(both.word == both.own.newest)
    }

    @Test(arguments: seeds)
    func `two who judged differ from each other, or neither does`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let said = (0..<2).map { _ in Self.judgements.randomElement(using: &generator) ?? .passed }
        let finding = try finding([.judged(1, 1, said[0]), .judged(2, 1, said[1])])
        let sides = [1, 2].map { view($0).sides(of: finding) }
        #expect(sides[0].differing.isEmpty == sides[1].differing.isEmpty)
        #expect(sides[0].differing.isEmpty == (said[0] == said[1]))
        #expect(sides.map(\.other) == (said[0] == said[1] ? [nil, nil] : [said[1], said[0]]))
    }

    @Test func `a lead's decision overrules whom it contradicts, and nobody else`() throws {
        let changes = [Change.judged(1, 1, .passed), .judged(2, 1, .cantTell)]
        let finding = try finding(
            changes + [.decided(8, 1, .passed, settled: changes.map(\.edit))])
        #expect([1, 2, 3].map { view($0).sides(of: finding).isOverruled } == [false, true, false])
        #expect(view(3).sides(of: finding).decision?.author == Sample.person(8))
        #expect(view(1).sides(of: finding).isTaken)
    }

    @Test func `nobody's word takes a finding but another's, a lead's, or a withdrawal`() throws {
        let own = Change.judged(1, 1, .passed)
        #expect(!view(1).sides(of: try finding([own])).isTaken)
        #expect(view(2).sides(of: try finding([own])).isTaken)
        let gone = try finding([own, .withdrawn(1, 2, covers: [own.edit])])
        #expect(view(1).sides(of: gone).isTaken)
        #expect(!gone.isUntouched)
        #expect(try finding([.noted(1, 1, "Twice.")]).isUntouched)
    }
}

extension AuditView {
    fileprivate func sides(of finding: Finding) -> Sides { Sides(finding, in: self) }
}
