import Foundation
package import Shared

extension SecondOpinions {
    /// Reads a draw as people name it, in the names of one audit.
    ///
    /// - Parameters:
    ///   - given: Conditions under the names that filters have for them.
    ///   - among: Names of people; empty for all testers.
    ///   - seed: Nil for that of the plan, or `fresh`.
    package init(
        share: Int, of given: [(name: String, value: String)], among names: [String],
        seed: String?, orElse fresh: String, in view: AuditView, _ catalogue: AuditCatalogue
    ) throws(AuditError) {
        guard Self.shares.contains(share) else {
            throw .invalid("\(share) % is no share: name a whole number from 1 to 100")
        }
        let seed = seed ?? view.plan.secondOpinions?.seed ?? fresh
        guard Self.isSeed(seed) else {
            throw .invalid("a seed is 1 to \(Self.seedBytesMax) letters and digits")
        }
        let people = try Self.people(named: names, in: view)
        let concerns = try Self.concerns(given, in: view, catalogue)
        guard let opinions = Self(share: share, seed: seed, concerns: concerns, people: people)
        else { throw .invalid("nobody tests yet: name who is to be second") }
        self = opinions
    }

    private static func people(
        named names: [String], in view: AuditView
    ) throws(AuditError) -> Set<PersonID> {
        guard !names.isEmpty else {
            return Set(view.plan.people.filter { $0.value.role == .tester }.keys)
        }
        var people: Set<PersonID> = []
        for name in names {
            let person = try view.member(named: name)
            guard view.plan.role(of: person) != .reader else {
                throw .invalid("\(view.plan.name(of: person)) is a reader, who judges nothing")
            }
            people.insert(person)
        }
        return people
    }

    private static func concerns(
        _ given: [(name: String, value: String)], in view: AuditView, _ catalogue: AuditCatalogue
    ) throws(AuditError) -> [Concern: Set<String>] {
        var filter = AuditFilter()
        try filter.put(given, in: view, catalogue, zone: .gmt)
        var concerns: [Concern: Set<String>] = [:]
        for (condition, values) in filter.wanted {
            guard let concern = Concern(rawValue: condition.rawValue) else {
                throw .invalid("\(condition.rawValue) is no condition of a component state here")
            }
            concerns[concern] = values
        }
        return concerns
    }
}
