package import Reading
import Shared

extension ClientDecisions {
    /// Begins the audit once more on a later build: the same component states, all untested.
    ///
    /// What stands in earlier rounds stays there, and what is still on its way into them, too.
    ///
    /// - Parameter builds: By platform; of one that is not named the build stays.
    /// - Returns: The number of the new round.
    package func beginRound(
        of builds: [String: String], in view: AuditView
    ) throws -> UInt32 {
        try view.requireLead("begin a round")
        let builds = builds.mapValues(\.trimmed)
        try check(builds, of: view)
        let plan = view.plan
        let (number, isBeyond) = plan.currentRound.addingReportingOverflow(1)
        guard !isBeyond else {
            throw AuditError.invalid("no round comes after round \(plan.currentRound)")
        }
        var edits = [round(number, of: plan.builds.merging(builds) { $1 })]
        // The plan has the builds of one round; what the last one was of is told with it.
        if plan.rounds[plan.currentRound] == nil, !plan.builds.isEmpty {
            edits.append(round(plan.currentRound, of: plan.builds))
        }
        edits += Drafts.builds(builds)
        try client.savePlan(edits, of: view)
        return number
    }

    private func check(_ builds: [String: String], of view: AuditView) throws {
        let platforms = view.plan.platforms
        for name in builds.keys.sorted() where !platforms.contains(name) {
            throw AuditError.notFound(
                what: "platform of “\(view.plan.title)”", name: name, known: platforms)
        }
        guard !builds.isEmpty, !builds.values.contains(where: \.isEmpty) else {
            let ways = platforms.map { "\($0)=8.5.0" }.joined(separator: " or ")
            throw AuditError.invalid("a round is tested on a build: name one, such as \(ways)")
        }
        let known = view.plan.builds
        guard builds.contains(where: { known[$0.key] != $0.value }) else {
            throw AuditError.invalid(
                "round \(view.plan.currentRound) is of that build already: a round is tested on a "
                    + "later one")
        }
    }

    private func round(_ number: UInt32, of builds: [String: String]) -> FieldEdit {
        let names = builds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return FieldEdit(
            .round(number),
            .round(number: number, build: Text(typed: names.joined(separator: ", "))))
    }
}
