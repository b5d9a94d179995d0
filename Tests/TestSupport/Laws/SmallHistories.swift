package import Shared

/// Every history of a few edits of one register that is everybody's: who wrote, what was replaced,
/// value or removal.
package struct SmallHistory: Sendable {
    /// In the order of writing; an edit names earlier ones only.
    package let changes: [Change]

    /// All histories of so many edits by so many replicas.
    package static func all(edits: Int, replicas: Int) -> [SmallHistory] {
        var histories = [SmallHistory(changes: [])]
        for _ in 0..<edits { histories = histories.flatMap { $0.continued(by: replicas) } }
        return histories
    }

    private func continued(by replicas: Int) -> [SmallHistory] {
        var result: [SmallHistory] = []
        for replica in 0..<replicas {
            for subset in 0..<1 << changes.count {
                let named = changes.indices.filter { subset & 1 << $0 != 0 }
                result.append(adding("note \(changes.count)", by: replica, replacing: named))
                if !named.isEmpty { result.append(adding(nil, by: replica, replacing: named)) }
            }
        }
        return result
    }

    private func adding(
        _ note: String?, by replica: Int, replacing named: [Int]
    ) -> SmallHistory {
        let author = Sample.replica(replica)
        let n = UInt64(changes.filter { $0.dot.replica == author }.count + 1)
        let names = named.map { changes[$0].edit }
        return SmallHistory(
            changes: changes + [
                .noted(replica, n, note, replaces: names, wallTime: Deed(changes.count + 1))
            ])
    }
}

extension SmallHistory {
    /// What each edit means, by its deed.
    package var meanings: [Deed: [FieldID: Oracle.Meaning]] {
        let deeds = changes.reduce(into: [:]) { $0[$1.edit] = $1.deed }
        return changes.reduce(into: [:]) { $0[$1.deed] = $1.meaning(deeds) }
    }

    /// Every order in which the edits can arrive: each replica's own in the order of writing.
    package var deliveries: [[Change]] {
        func extended(_ rest: [Change]) -> [[Change]] {
            guard !rest.isEmpty else { return [[]] }
            return rest.indices.flatMap { index -> [[Change]] in
                let next = rest[index]
                let isFirst = !rest[..<index].contains { $0.dot.replica == next.dot.replica }
                guard isFirst else { return [] }
                var others = rest
                others.remove(at: index)
                return extended(others).map { [next] + $0 }
            }
        }
        return extended(changes)
    }

    /// Whether no edit arrives after one that names it.
    package static func isCausal(_ delivery: [Change]) -> Bool {
        var named: Set<EditID> = []
        for change in delivery {
            if named.contains(change.edit) { return false }
            named.formUnion(change.body.writes.flatMap(\.replaces))
        }
        return true
    }
}
