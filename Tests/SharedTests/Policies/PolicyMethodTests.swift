import Shared
import TestSupport
import Testing

/// Every policy method, by cases and by the whole table of what three persons can say.
struct PolicyMethodTests {
    private static let subject = PolicySubject(
        control: "", state: "", environment: "", criterion: "")
    private let serious = Judgement.failed(.serious, .app)

    private static func settled(
        _ method: String, _ siblings: [Sibling], ranks: [Int] = []
    ) -> Effective {
        let rule = PolicyRule(method: method, ranks: ranks.map(Sample.person))
        return effective(
            judgements: siblings, decisions: [], policy: .one(Policy(rules: [rule])),
            subject: subject)
    }

    /// What a method makes of these verdicts, in every order; nil when it falls through.
    private func chosen(
        _ method: String, _ verdicts: [(Int, Judgement)], ranks: [Int] = []
    ) -> Judgement? {
        let siblings = Sample.siblings(verdicts.map { (person: $0.0, judgement: $0.1) })
        let answers = Set(
            permutations(siblings).map { Self.settled(method, $0, ranks: ranks).judgement })
        #expect(answers.count == 1, "the order of the siblings matters")
        return answers.first ?? nil
    }

    @Test func `every method has an id and a summary of its own`() {
        #expect(
            PolicyMethod.all.map(\.id)
                == ["lead-decides", "most-severe", "majority", "seniority", "knowing"])
        for method in PolicyMethod.all {
            #expect(method.summary.hasSuffix("."))
            #expect(PolicyMethod.named(method.id)?.summary == method.summary)
        }
        #expect(PolicyMethod.named("latest-wins") == nil)
    }

    @Test func `lead-decides settles nothing`() {
        #expect(chosen("lead-decides", [(1, .passed), (2, .cantTell)]) == nil)
    }

    @Test func `most-severe ranks every pair of values one way`() {
        let order: [Judgement] = [
            .failed(.critical, .app), .failed(.serious, .app), .failed(.moderate, .app),
            .failed(.minor, .app), .cantTell, .passed, .inapplicable,
        ]
        for (index, graver) in order.enumerated() {
            for lesser in order[(index + 1)...] {
                #expect(chosen("most-severe", [(1, lesser), (2, graver)]) == graver)
            }
        }
    }

    @Test func `most-severe falls through when the gravest values differ`() {
        let tie: [(Int, Judgement)] = [
            (1, .failed(.serious, .app)), (2, .failed(.serious, .platform)), (3, .passed),
        ]
        #expect(chosen("most-severe", tie) == nil)
        #expect(chosen("most-severe", tie + [(4, .failed(.critical, .app))]) != nil)
    }

    @Test func `majority needs more than half of the persons`() {
        #expect(chosen("majority", [(1, .passed), (2, serious)]) == nil)
        #expect(chosen("majority", [(1, .passed), (2, serious), (3, serious)]) == serious)
        #expect(
            chosen("majority", [(1, .passed), (2, serious), (3, serious), (4, .passed)]) == nil)
    }

    @Test func `majority counts persons, not edits`() {
        #expect(
            chosen("majority", [(1, .passed), (1, .passed), (1, .passed), (2, serious)]) == nil)
    }

    @Test func `somebody with two values counts in a majority and votes for nothing`() {
        let torn: [(Int, Judgement)] = [(1, .passed), (1, serious), (2, serious)]
        #expect(chosen("majority", torn) == nil)
        #expect(chosen("majority", torn + [(3, serious)]) == serious)
    }

    @Test func `seniority takes the best-ranked person who judged`() {
        let verdicts: [(Int, Judgement)] = [(1, .passed), (2, serious), (3, .cantTell)]
        #expect(chosen("seniority", verdicts, ranks: [9, 3, 1, 2]) == .cantTell)
        #expect(chosen("seniority", verdicts, ranks: [2]) == serious)
    }

    @Test func `seniority falls through without a ranked person or with a torn one`() {
        #expect(chosen("seniority", [(1, .passed), (2, serious)], ranks: [8, 9]) == nil)
        #expect(chosen("seniority", [(1, .passed), (2, serious)]) == nil)
        let torn: [(Int, Judgement)] = [(1, .passed), (1, serious), (2, .cantTell)]
        #expect(chosen("seniority", torn, ranks: [1, 2]) == nil)
    }

    // MARK: Knowing

    /// A judgement of the sample criterion that knew these; later ones come later.
    private func known(_ person: Int, _ judgement: Judgement, _ knew: [Change] = []) -> Change {
        .judged(person, 1, judgement, knew: knew.map(\.edit))
    }

    private func knowing(_ changes: [Change]) -> Judgement? {
        let siblings = Record.after(changes).siblings(of: Sample.judgement)
        let answers = Set(permutations(siblings).map { Self.settled("knowing", $0).judgement })
        #expect(answers.count == 1, "the order of the siblings matters")
        return answers.first ?? nil
    }

    @Test func `knowing takes the value that was given in knowledge of the others`() {
        let first = known(1, .passed)
        let second = known(2, serious, [first])
        let third = known(3, .cantTell, [first, second])
        #expect(knowing([first, second]) == serious)
        #expect(knowing([first, second, third]) == .cantTell)
    }

    @Test func `knowing falls through when two did not know of each other`() {
        let first = known(1, .passed)
        let second = known(2, serious, [first])
        let third = known(3, .cantTell, [first])
        #expect(knowing([first, known(2, serious)]) == nil)
        #expect(knowing([first, second, third]) == nil)
        #expect(knowing([first, second, known(3, serious, [first])]) == serious)
    }

    @Test func `knowing asks for ids, so an id that nobody has counts for nothing`() {
        let first = known(1, .passed)
        let liar = Change.judged(2, 1, serious, knew: [Sample.edit(7)])
        #expect(knowing([first, liar]) == nil)
    }

    @Test func `knowing stays the same when a verdict is issued again`() {
        let first = known(1, .passed)
        let again = first.issuedAgain(at: Dot(replica: Sample.replica(8), n: 1))
        #expect(knowing([again, known(2, serious, [first])]) == serious)
    }

    // MARK: The table

    /// The bytes of this table are the same in every version and on every machine.
    @Test func `the table of all methods is the recorded one`() throws {
        let recorded = try GoldenVectors.recorded().policyTable
        var lines: [String] = []
        let choices: [Judgement?] = [nil] + Judgement.every
        for method in PolicyMethod.all.map(\.id) {
            // Later persons may have known earlier ones: no id can be named before it exists.
            let pairs = method == "knowing" ? [[2, 1], [3, 1], [3, 2]] : []
            for one in choices {
                for two in choices {
                    for three in choices {
                        for bits in 0..<1 << pairs.count {
                            let knew = pairs.indices.filter { bits & 1 << $0 != 0 }
                            lines.append(
                                Self.line(method, [one, two, three], knew.map { pairs[$0] }))
                        }
                    }
                }
            }
        }
        #expect(lines.count == recorded.lines)
        let table = lines.joined(separator: "\n")
        #expect(Hash256(of: Array(table.utf8)).hex == recorded.sha256)
        let known = Set(lines)
        for sample in recorded.samples { #expect(known.contains(sample), "\(sample)") }
    }

    private static func line(
        _ method: String, _ verdicts: [Judgement?], _ knew: [[Int]]
    ) -> String {
        let siblings = verdicts.enumerated().compactMap { index, judgement in
            judgement.map { judgement in
                Sibling(
                    field: Sample.judgement, dot: Dot(replica: Sample.replica(index + 1), n: 1),
                    edit: Sample.edit(index + 1), author: Sample.person(index + 1),
                    value: .judgement(judgement),
                    knew: knew.filter { $0[0] == index + 1 }.map { Sample.edit($0[1]) },
                    sees: VersionVector(), wallTime: 0)
            }
        }
        let holding = settled(method, siblings, ranks: [3, 1])
        var parts = [method, verdicts.map { $0?.word ?? "-" }.joined(separator: ",")]
        if method == "knowing" {
            let told = knew.map { "\($0[0])>\($0[1])" }.joined(separator: " ")
            parts.append(told.isEmpty ? "-" : told)
        }
        return (parts + [holding.basis, holding.judgement?.word ?? "-"]).joined(separator: "|")
    }
}
