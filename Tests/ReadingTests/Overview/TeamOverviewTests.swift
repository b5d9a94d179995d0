import Foundation
import Shared
import TestSupport
import Testing

@testable import Reading

/// How far an audit is: every sum is that of its parts, however the records came.
struct TeamOverviewTests {
    private static let seeds = Seeds.first(5)

    @Test(arguments: seeds)
    func `the parts of every table add up to the whole, and cells to their control`(
        seed: UInt64
    ) throws {
        let drawn = DrawnTeam(seed: seed)
        let coverage = try drawn.coverage()
        let overview = try TeamOverview(of: coverage, hasCatalogue: true)
        let whole = overview.whole
        #expect(whole.states == coverage.states.count && whole.states > 0)
        #expect(whole.total == coverage.states.total && whole.judged == coverage.states.judged)
        func sum(_ parts: some Sequence<AuditProgress>) -> AuditProgress {
            parts.reduce(into: AuditProgress()) { $0 += $1 }
        }
        #expect(sum(overview.environments.map(\.progress)) == whole)
        #expect(sum(overview.screens.map(\.progress)) == whole)
        #expect(sum(overview.controls.map(\.progress)) == whole)
        let matrices = CoverageMatrices(of: coverage, matching: AuditFilter()).whole
        #expect(sum(matrices.map(\.progress)) == whole)
        for matrix in matrices {
            let cells = matrix.rows.flatMap(\.cells).compactMap(\.self)
            #expect(sum(cells.map { Self.sum([$0]) }) == matrix.progress)
            #expect(matrix.rows.allSatisfy { $0.cells.count == matrix.columns.count })
            for row in matrix.rows {
                for (cell, column) in zip(row.cells, matrix.columns) {
                    guard let place = cell?.place else { continue }
                    #expect(place.component.id == row.component.id)
                    #expect(place.environment == column.environment)
                    #expect(place.id.state == column.state)
                }
            }
        }
        #expect(whole.counts.all.values.reduce(whole.conflicts, +) == whole.total)
        #expect(
            Severity.allCases.map { whole.severities[$0] }.reduce(0, +) == whole.counts[.failed])
    }

    /// Lists ask whether something is hers in another way.
    @Test(arguments: seeds, [nil, 60])
    func `what somebody has is what her own page calls hers`(seed: UInt64, byTwo: Int?) throws {
        let drawn = DrawnTeam(seed: seed, byTwo: byTwo)
        let overview = try TeamOverview(of: try drawn.coverage(), hasCatalogue: true)
        for tester in overview.testers {
            let own = try drawn.coverage(for: tester.person).states.filter(\.isMine)
            #expect(tester.progress == Self.sum(own))
            #expect(tester.due == own.filter(\.tally.isOpen).compactMap(\.due).min())
            #expect(tester.work == (try TeamWork(of: drawn.view()))[tester.person])
        }
        let nobodys = try drawn.coverage().states.filter { state in
            overview.testers.allSatisfy { tester in
                !drawn.view(for: tester.person).isAssigned(state.place.id, to: drawn.own(state))
            }
        }
        #expect(overview.nobodys == Self.sum(nobodys))
    }

    @Test(arguments: seeds)
    func `the order in which work came changes nothing`(seed: UInt64) throws {
        let drawn = DrawnTeam(seed: seed)
        let first = try Self.words(drawn)
        for turn in 1...3 as ClosedRange<UInt64> {
            #expect(try Self.words(drawn.shuffled(seed: seed * 100 + turn)) == first)
        }
    }

    @Test(arguments: seeds)
    func `pages of components are the whole, cut`(seed: UInt64) throws {
        let coverage = try DrawnTeam(seed: seed).coverage()
        let matrices = CoverageMatrices(of: coverage, matching: AuditFilter())
        let whole = matrices.whole
        #expect(matrices.count == coverage.components.count)
        for size in [1, 2, 5] {
            var rows: [String: [ComponentID]] = [:]
            for start in stride(from: 0, to: matrices.count, by: size) {
                let page = matrices.tables(of: start..<min(start + size, matrices.count))
                for table in page {
                    rows[table.control, default: []] += table.rows.map(\.component.id)
                    let same = whole.first { $0.control == table.control }
                    #expect(table.columns == same?.columns && table.progress == same?.progress)
                }
            }
            for table in whole {
                #expect(rows[table.control] == table.rows.map(\.component.id))
            }
        }
    }

    /// Each finding is looked at here, in the order that UX.md gives.
    @Test(arguments: seeds)
    func `a cell is the worst that its findings say, with the gravest severity`(
        seed: UInt64
    ) throws {
        let drawn = DrawnTeam(seed: seed)
        for state in try drawn.coverage().states {
            let item = try drawn.view().item(state.place.id)
            let findings = item.findings
            let judgements = findings.compactMap(\.effective.judgement)
            let bases = Set(findings.map(\.effective.basis))
            let left = state.place.criteria.count { criterion in
                findings.first { $0.criterion == criterion.id }?.effective ?? .untested
                    == .untested
            }
            let outcomes = Set(judgements.map(\.outcome))
            let expected: StateCounts.Worst =
                if bases.contains("challenged") {
                    .challenged
                } else if bases.contains("undecided") {
                    .conflict
                } else if outcomes.contains(.failed) {
                    .failed
                } else if outcomes.contains(.cantTell) {
                    .cantTell
                } else if judgements.isEmpty {
                    .untested
                } else if left > 0 {
                    .started
                } else {
                    outcomes == [.inapplicable] ? .inapplicable : .passed
                }
            #expect(state.tally.worst == expected)
            #expect(state.tally.severities.gravest == judgements.compactMap(\.severity).max())
        }
    }

    @Test(arguments: seeds)
    func `a round can be signed where nothing waits and all that a criterion rests on is judged`(
        seed: UInt64
    ) throws {
        let coverage = try DrawnTeam(seed: seed).coverage()
        let overview = try TeamOverview(of: coverage, hasCatalogue: true)
        let findings = try coverage.view.disputes().states.flatMap(\.findings)
        let undecided = findings.count { $0.effective.basis == "undecided" }
        let challenged = findings.count { $0.effective.basis == "challenged" }
        var expected: [SigningBlock] = []
        if challenged > 0 { expected.append(.challenges(challenged)) }
        if undecided > 0 { expected.append(.conflicts(undecided)) }
        let untested = overview.whole.untestedNormative
        if untested > 0 { expected.append(.untested(untested)) }
        #expect(overview.blocks == expected)
        let lacking = try TeamOverview(of: coverage, hasCatalogue: false).blocks
        #expect(lacking == [.catalogueMissing] + expected)
        #expect(lacking.allSatisfy { !$0.words.isEmpty })
    }

    @Test func `an audit without components says that nothing is planned`() throws {
        let overview = try TeamOverview(
            of: try DrawnTeam(seed: 1, components: 0).coverage(), hasCatalogue: true)
        #expect(overview.blocks == [.nothingPlanned])
        #expect(overview.whole == AuditProgress() && overview.whole.share == 0)
        #expect(overview.gravest.isEmpty && overview.environments.isEmpty)
    }

    @Test(arguments: seeds)
    func `who judged chooses component states with a verdict of hers`(seed: UInt64) throws {
        let drawn = DrawnTeam(seed: seed)
        let coverage = try drawn.coverage()
        for person in DrawnTeam.people {
            var filter = AuditFilter()
            filter.add(tester: person)
            let shown = CoverageMatrices(of: coverage, matching: filter).whole
                .flatMap(\.rows).flatMap(\.cells).compactMap { $0?.place.id }
            let judged = try coverage.states.map(\.place.id).filter { id in
                let findings = try drawn.view().item(id).findings
                return findings.flatMap(\.judgements).contains { $0.author == person }
            }
            #expect(Set(shown) == Set(judged))
        }
    }

    @Test func `the gravest failures come first, five of them`() throws {
        let coverage = try DrawnTeam(seed: 3, components: 30).coverage()
        let gravest = try TeamOverview(of: coverage, hasCatalogue: true).gravest
        #expect(gravest.count == 5)
        let severities = gravest.compactMap(\.tally.severities.gravest)
        #expect(severities.count == 5 && severities == severities.sorted(by: >))
        let all = coverage.states.compactMap(\.tally.severities.gravest).max()
        #expect(severities.first == all)
    }

    @Test func `a day is over once it has ended everywhere`() throws {
        let day = try DueDay("2026-12-04")
        #expect(!day.isOver(at: day.noon.addingTimeInterval(24 * 3600)))
        #expect(day.isOver(at: day.noon.addingTimeInterval(24 * 3600 + 1)))
    }

    private static func sum(_ states: [AuditCoverage.CoveredState]) -> AuditProgress {
        states.reduce(into: AuditProgress()) { $0.add($1.tally) }
    }

    /// All that an overview says, as a text.
    private static func words(_ drawn: DrawnTeam) throws -> String {
        let coverage = try drawn.coverage()
        let overview = try TeamOverview(of: coverage, hasCatalogue: true)
        let matrices = CoverageMatrices(of: coverage, matching: AuditFilter()).whole
        return [
            "\(overview.whole) \(overview.disputes) \(overview.blocks) \(overview.nobodys)",
            "\(overview.gravest.map(\.place.id))", "\(overview.testers)",
            "\(overview.environments) \(overview.screens) \(overview.controls)",
            "\(matrices.map { "\($0.control) \($0.columns) \($0.progress)" })",
            "\(matrices.flatMap(\.rows).flatMap(\.cells).map { $0?.tally.worst })",
        ].joined(separator: "\n")
    }
}
