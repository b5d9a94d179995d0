import Foundation
import Reading
import Shared
import TestSupport

@testable import Client

/// Whose word somebody else took away has it in her news.
extension World {
    /// Live words that others took away or replaced, and whose author is not told.
    func untoldRemovals() throws -> [String] {
        // What a restored server lacks it is brought in records, which tell no order of deeds.
        guard restoring.count == 0 else { return [] }
        let live = oracle.live()
        var found: [String] = []
        // A database that was put back or made anew has forgotten what it had told, and what it
        // was about to; so has the copy of one.
        for (index, laptop) in laptops.enumerated()
        where !isOut(laptop) && !laptop.hasTwin && !laptop.hasLostDatabase {
            for audit in audits {
                let told = Set(
                    try laptop.news(of: audit).filter { $0.kind == .removed }
                        .map { Place(key: $0.key, criterion: $0.criterion) })
                var own: [Change] = []
                try laptop.store.log.ownChanges(audit) { own.append($0.change) }
                for change in own {
                    for field in change.body.writes.map(\.field)
                    where isTakenByOthers(
                        change, field, of: laptop, standing: live[change.key]?[field] ?? [])
                        && !told.contains(Place(key: change.key, criterion: field.criterion))
                    {
                        found.append(
                            "laptop \(index) is not told that its \(field.path) was taken away")
                    }
                }
            }
        }
        return found
    }

    private struct Place: Hashable {
        let key: RecordKey
        let criterion: String
    }

    /// Whether a word of a laptop's person went by others' doing alone, and no word like it stands.
    private func isTakenByOthers(
        _ change: Change, _ field: FieldID, of laptop: Laptop, standing: Set<Deed>
    ) -> Bool {
        guard let name = field.name, Self.told.contains(name), oracle.isAccepted(change.deed),
            let word = oracle.word(change.deed, in: field), laptop.ids.contains(word.author)
        else { return false }
        let takers = oracle.takers(of: change.deed, in: field)
        return !takers.isEmpty && takers.isDisjoint(with: laptop.ids)
            && !standing.contains { oracle.word($0, in: field)?.value == word.value }
    }

    /// The registers whose words others may take away, and of which news speaks as `removed`.
    private static let told: Set<FieldName> = [.note, .evidence, .tag]
}

extension Laptop {
    /// What its program tells its person of others' doing.
    func news(of audit: AuditID) throws -> [WorkEvent] {
        let client = try AuditClient(home: home)
        defer { try? client.store.close() }
        return try client.queries.news(audit)
    }
}
