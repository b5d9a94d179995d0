package import Shared

/// A signature, held against the audit as it is now.
package struct SignedRound: Sendable {
    /// Who signed, and when by her clock.
    package let signature: Sibling
    package let signOff: SignOff
    /// Whether the same is in effect in its round.
    package let isResultSame: Bool
    /// What was written since in the round and on its components, by whom; the most first.
    package let written: [Writing]
    /// Whether something that it was given over is not here.
    package let lacks: Bool

    /// What somebody wrote since.
    package struct Writing: Hashable, Sendable {
        /// Nil where nothing of it stands any more.
        package let person: PersonID?
        /// Component states and components.
        package let records: Int
    }

    /// What became of it, in one word.
    package enum State: String, CaseIterable, Sendable {
        case unchanged
        /// Something that it was not given over is there; the result is the same.
        case writtenSince = "written-since"
        /// Another verdict is in effect on a finding, or none.
        case resultChanged = "result-changed"
        /// Not all that it was given over is here, so nobody can say.
        case notAllHere = "not-all-here"
    }

    package var state: State {
        if !isResultSame { return .resultChanged }
        if !written.isEmpty { return .writtenSince }
        return lacks ? .notAllHere : .unchanged
    }

    /// Such as `Written since: 2 component states by Lee Okafor. The result is the same.`.
    package func words(in plan: Plan) -> String {
        let by = written.map { writing in
            let name = writing.person.map(plan.name(of:)) ?? "somebody whose words went again"
            return "\(counted(writing.records, "component state")) by \(name)"
        }
        let since = by.isEmpty ? nil : "Written since: \(by.joined(separator: ", "))."
        let missing = lacks ? "Not all that was signed is here." : nil
        let head: String? =
            switch state {
            case .unchanged: "Unchanged."
            case .writtenSince: nil
            case .resultChanged: "Result changed."
            case .notAllHere: "Nobody can say here whether it is unchanged."
            }
        let tail = state == .writtenSince ? "The result is the same." : nil
        return [head, since, tail, missing].compactMap(\.self).joined(separator: " ")
    }
}

extension SignedRound {
    /// Every signature of an audit with what became of it, the latest first.
    package static func all(in view: AuditView) throws -> [SignedRound] {
        let signatures = view.plan.signOffs.compactMap { sibling in
            sibling.value.signOff.map { (sibling, $0, VersionVector($0.known)) }
        }
        guard !signatures.isEmpty else { return [] }
        let here = try view.records.known()
        var results: [UInt32: RoundResult] = [:]
        for round in Set(signatures.map(\.1.round)) {
            results[round] = try RoundResult(of: round, in: view)
        }
        var since = [[RecordKey]](repeating: [], count: signatures.count)
        try view.records.contexts { key, context in
            for (index, (_, signOff, known)) in signatures.enumerated()
            where !known.covers(context) {
                guard results[signOff.round]?.isAbout(key, in: signOff.round) == true else {
                    continue
                }
                since[index].append(key)
            }
        }
        return try signatures.indices.map { index in
            let (sibling, signOff, known) = signatures[index]
            return SignedRound(
                signature: sibling, signOff: signOff,
                isResultSame: results[signOff.round]?.hash == signOff.result,
                written: try written(since[index], above: known, in: view),
                lacks: !here.covers(known))
        }.reversed()
    }

    /// Whose words stand in these records that a signature was not given over.
    private static func written(
        _ keys: [RecordKey], above known: VersionVector, in view: AuditView
    ) throws -> [Writing] {
        var counts: [PersonID?: Int] = [:]
        for key in keys {
            let changes = try view.records.record(key)?.changes ?? []
            let authors = Set(
                changes.filter { !known.covers($0.change.dot) }.map(\.change.body.author))
            for author in authors { counts[author, default: 0] += 1 }
            if authors.isEmpty { counts[nil, default: 0] += 1 }
        }
        return counts.map { Writing(person: $0.key, records: $0.value) }
            .sorted { left, right in
                left.records == right.records
                    ? left.person.map(\.hex) ?? "~" < right.person.map(\.hex) ?? "~"
                    : left.records > right.records
            }
    }
}

extension RoundResult {
    /// Whether a record is a component state of its round, or a component of one in it.
    fileprivate func isAbout(_ key: RecordKey, in round: UInt32) -> Bool {
        switch key {
        case .state(_, let state): state.round == round
        case .component(_, let component): components.contains(component)
        case .plan, .other: false
        }
    }
}
