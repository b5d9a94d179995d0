import Shared
import Testing

/// What the clauses of one standard became in the next.
struct LensDifferenceTests {
    private func difference(
        _ old: String, _ new: String, isForSoftware: Bool = true
    ) throws -> LensDifference {
        LensDifference(
            from: try #require(Lens.named(old)), to: try #require(Lens.named(new)),
            isForSoftware: isForSoftware)
    }

    /// The table was made from facts on both versions, not from the lenses.
    @Test func `for software the two versions of EN 301 549 differ as the golden table says`()
        throws
    {
        let difference = try difference("en-301-549-3.2.1", "en-301-549-4.1")
        let rows = difference.rows.map { row in
            let before =
                switch row.step {
                case .same, .renumbered: row.before.map(\.number).joined(separator: " ")
                case .new: row.clause.news ?? ""
                case .void: "-"
                }
            return [row.clause.number, row.step.rawValue, before]
        }
        let others = [("gone", difference.gone), ("unknown", difference.unknown)]
            .flatMap { step, clauses in clauses.map { [$0.number, step, "-"] } }
        let golden = try Fixture.text("lens-diff-software.txt").split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        #expect(golden.count == 108)
        #expect(rows + others == golden)
    }

    @Test func `what a void clause was is told, and what is only recommended now`() throws {
        let rows = try difference("en-301-549-3.2.1", "en-301-549-4.1").rows
        let parsing = try #require(rows.first { $0.clause.number == "11.4.1.1" })
        #expect(parsing.before.map(\.number) == ["11.4.1.1.1"])
        let changed = rows.filter { !$0.changes.isEmpty }
        #expect(changed.map(\.clause.number) == ["11.5.2.3"])
        #expect(changed.flatMap(\.changes) == ["a recommendation now"])
    }

    @Test func `of all clauses nothing is left untold`() throws {
        let old = try #require(Lens.named("en-301-549-3.2.1"))
        let new = try #require(Lens.named("en-301-549-4.1"))
        let all = LensDifference(from: old, to: new, isForSoftware: false)
        #expect(all.rows.map(\.clause) == new.clauses)
        let told = all.rows.flatMap(\.before) + all.gone + all.unknown
        let void = old.clauses.filter { $0.scope == .void }
        #expect(Set(told).union(void) == Set(old.clauses))
        // Authoring tools moved from chapter 11 to chapter 5.
        #expect(
            all.rows.first { $0.clause.number == "5.10.3" }?.before.map(\.number) == ["11.8.3"])
    }

    @Test func `WCAG 2.2 has six criteria more than 2.1, and one less`() throws {
        let difference = try difference("wcag-2.1", "wcag-2.2")
        #expect(
            difference.rows.filter { $0.step == .new }.map(\.clause.number) == [
                "2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8",
            ])
        #expect(difference.gone.map(\.number) == ["4.1.1"])
    }

    @Test func `what is new in a lens is not new against a lens that it does not succeed`() throws {
        let rows = try difference("wcag-2.2", "wcag-2.2").rows
        #expect(rows.allSatisfy { $0.step == .same && $0.changes.isEmpty })
    }

    @Test func `each number that a clause continues is one of the lens before`() throws {
        for lens in Lens.all {
            guard let id = lens.succeeds else { continue }
            let old = try #require(Lens.named(id))
            let rows = LensDifference(from: old, to: lens, isForSoftware: false).rows
            for row in rows where row.step == .new {
                #expect(row.clause.news != nil, "\(lens.id) \(row.clause.number)")
            }
        }
    }
}
