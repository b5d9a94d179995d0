import Foundation
import Reading
import Shared
import TestSupport

@testable import Client
@testable import Server

/// A server that is asked about an audit answers as a laptop does.
extension World {
    func differentAnswers() async throws -> [String] {
        let catalogue = CatalogueLoader.embedded()
        var found: [String] = []
        for audit in audits {
            let asked = try laptops.indices.first { index in
                try !isOut(laptops[index]) && !restoring.strange.contains(index)
                    && laptops[index].store.devices.unconfirmed(audit).isEmpty
            }
            guard let asked else { continue }
            let client = try AuditClient(home: laptops[asked].home)
            defer { try? client.store.close() }
            let view = try client.view(audit)
            let answers = try Self.answers(of: view, catalogue)
            let there = try await ServerReading(core: core).view(of: audit, for: view.person)
            found += zip(answers, try Self.answers(of: there, catalogue)).filter { $0 != $1 }.map {
                "laptop \(asked) answers \($0), the server \($1)"
            }
        }
        return found
    }

    /// Whatever lists and pages ask, each answer as a text.
    static func answers(of view: AuditView, _ catalogue: Catalogue) throws -> [String] {
        let coverage = try AuditCoverage(of: view, catalogue)
        let disputes = try view.disputes()
        let untested = try view.untested(catalogue)
        let withdrawn = try view.contestedWithdrawals()
        var failed = AuditFilter()
        failed.show = .failed
        var waiting = AuditFilter()
        waiting.isWaiting = true
        return [
            "names: \(view.components.map { "\($0.name) \($0.control) \($0.id)" })",
            "to choose: \(view.contested)",
            "shared names: \(try view.sharedNames().map(\.words))",
            "findings: \(try view.states().map(words))",
            "waiting: \(try view.states(matching: waiting).map(words))",
            "failed: \(try view.states(matching: failed, in: coverage).map(words))",
            "untested: \(untested.map { "\($0.name) \($0.criteria.map(\.id))" })",
            "counted: \(coverage.states.map { "\($0.place.id) \($0.tally) \($0.isMine)" })",
            "conflicts: \(disputes.states.filter(\.isConflict).map { "\($0.id)" }.sorted())",
            "disputes: \(try view.disputeCount())",
            "withdrawn: \(withdrawn.map { "\($0.name) \($0.criterion ?? "")" })",
        ]
    }

    private static func words(of item: StateItem) -> String {
        let findings = item.findings.map {
            "\($0.criterion) \($0.effective) \($0.isWithdrawn) \($0.authors)"
        }
        return "\(item.name) \(item.id.round): \(findings)"
    }
}
