package import Shared

/// A few changes of one record by a laptop, its copy and a lead: written, issued again, adopted.
package struct ReissueHistory: Sendable {
    /// Who writes: one person's laptop and its copy, and a lead.
    package enum Writer: Int, CaseIterable, Sendable {
        case laptop = 1
        case copy, lead

        var person: Int { self == .lead ? 2 : 1 }
    }

    /// Which changes there are.
    package enum Alphabet: Sendable {
        /// A judgement, a note, or both; each a value or a removal, with any names.
        case both
        /// A judgement with any names, its removal, and a note that names nothing.
        case plain
    }

    package struct Step: Sendable {
        package let change: Change
        let writer: Writer
        /// The place of the first writing: its own, or that of what it wraps.
        let original: Int
        /// The places of what the first writing names, as bits.
        let names: Int
    }

    /// In the order of writing.
    package private(set) var steps: [Step] = []

    /// Tells every history of so many changes, until the visitor has seen enough.
    ///
    /// - Parameter visit: Returns whether to go on.
    package static func each(
        of count: Int, _ alphabet: Alphabet, _ visit: (ReissueHistory) -> Bool
    ) {
        _ = ReissueHistory().continued(to: count, alphabet, visit)
    }

    private func continued(
        to count: Int, _ alphabet: Alphabet, _ visit: (ReissueHistory) -> Bool
    ) -> Bool {
        if steps.count == count {
            // Without anything issued again a longer history shows what shorter ones do.
            let isNew = count < 3 || steps.contains { $0.change.first != nil }
            return isNew ? visit(self) : true
        }
        // Laptop and copy are alike: the laptop writes first.
        for writer in Writer.allCases where !(steps.isEmpty && writer == .copy) {
            for next in wrapped(by: writer) + written(by: writer, alphabet, isLong: count > 3) {
                var longer = self
                longer.steps.append(next)
                guard longer.continued(to: count, alphabet, visit) else { return false }
            }
        }
        return true
    }

    // MARK: What can come next

    private func wrapped(by writer: Writer) -> [Step] {
        steps.indices.flatMap { index -> [Step] in
            let step = steps[index]
            guard step.original == index, step.writer != .lead, step.writer != writer,
                step.change.body.writes.contains(where: { $0.value != nil })
            else { return [] }
            let lead = writer == .lead ? Sample.person(writer.person) : nil
            // A lead adopts what its author brought, or what nothing shows to be hers.
            return (lead == nil ? [false] : [false, true]).map { isUnplaced in
                Step(
                    change: step.change.issuedAgain(
                        at: dot(of: writer), adoptedBy: lead, isUnplaced: isUnplaced),
                    writer: writer, original: index, names: step.names)
            }
        }
    }

    private func written(by writer: Writer, _ alphabet: Alphabet, isLong: Bool) -> [Step] {
        let judgements = choices(Sample.judgement) { step in
            // Another's verdict is named in vain; longer histories leave that out.
            !isLong || step.writer.person == writer.person
        }
        let notes = choices(Sample.note) { _ in alphabet == .both }
        let pairs =
            alphabet == .both
            ? judgements.flatMap { one in notes.map { [one, $0] } }
            : judgements.map { [$0] } + [[Choice(field: Sample.note, isValue: true, names: 0)]]
        return pairs.compactMap { pair in
            let choices = pair.filter { $0.isValue || $0.names != 0 }
            return choices.isEmpty ? nil : step(choices, by: writer)
        }
    }

    private struct Choice {
        let field: FieldID
        /// False for a removal, and for nothing at all when it names nothing.
        let isValue: Bool
        let names: Int
    }

    /// Every value and removal with every set of names, and nothing at all.
    private func choices(_ field: FieldID, _ isNamed: (Step) -> Bool) -> [Choice] {
        var candidates = 0
        for (index, step) in steps.enumerated() where step.original == index && isNamed(step) {
            let says = step.change.body.writes.contains { $0.field == field && $0.value != nil }
            if says { candidates |= 1 << index }
        }
        return (0..<1 << steps.count).filter { $0 & ~candidates == 0 }.flatMap { names in
            [true, false].map { Choice(field: field, isValue: $0, names: names) }
        }
    }

    private func step(_ choices: [Choice], by writer: Writer) -> Step {
        let index = steps.count
        let writes = choices.map { choice in
            let value: FieldValue =
                choice.field == Sample.judgement
                ? .judgement(Judgement.every[index]) : .text(Text(normalizing: "note \(index)"))
            let named = steps.indices.filter { choice.names & 1 << $0 != 0 }
            return Write(
                field: choice.field, value: choice.isValue ? value : nil,
                replaces: named.map { steps[$0].change.edit })
        }
        let change = Change.sample(
            writer.rawValue, dot(of: writer).n, writes, author: writer.person,
            wallTime: Deed(index))
        return Step(
            change: change, writer: writer, original: index,
            names: choices.reduce(0) { $0 | $1.names })
    }

    private func dot(of writer: Writer) -> Dot {
        let n = steps.count { $0.writer == writer } + 1
        return Dot(replica: Sample.replica(writer.rawValue), n: UInt64(n))
    }

    // MARK: What it means

    /// What each first writing means: of judgements it replaces its author's own.
    var meanings: [Deed: [FieldID: Oracle.Meaning]] {
        var deeds: [EditID: Deed] = [:]
        var authors: [Deed: PersonID] = [:]
        var result: [Deed: [FieldID: Oracle.Meaning]] = [:]
        for step in steps where step.change.first == nil {
            let change = step.change
            let author = step.change.body.author
            deeds[change.edit] = change.deed
            authors[change.deed] = author
            result[change.deed] = change.meaning(deeds).reduce(into: [:]) { result, meaning in
                let field = meaning.key
                let taken = meaning.value
                result[field] = Oracle.Meaning(
                    says: taken.says,
                    replaces: taken.replaces.filter {
                        field != Sample.judgement || authors[$0] == author
                    })
            }
        }
        return result
    }

    /// Such as `laptop: judgement; copy: again 0`, for people.
    package var description: String {
        steps.enumerated().map { index, step in
            let names = steps.indices.filter { step.names & 1 << $0 != 0 }
            let words = step.change.body.writes.map {
                "\($0.value == nil ? "-" : "")\($0.field.name?.rawValue ?? "")"
            }
            return step.original == index
                ? "\(step.writer): \(words.joined(separator: " ")) \(names)"
                : "\(step.writer): again \(step.original)"
                    + (step.change.unplacedOrigin == nil ? "" : ", unplaced")
        }.joined(separator: "; ")
    }
}
