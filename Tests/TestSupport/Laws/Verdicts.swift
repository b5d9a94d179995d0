package import Shared

extension Judgement {
    /// Every judgement there is, in the order of the catalogue's words.
    package static let every: [Judgement] =
        [.passed, .cantTell, .inapplicable]
        + Severity.allCases.flatMap { severity in
            Attribution.allCases.map { Judgement.failed(severity, $0) }
        }

    /// One word, as the golden table writes it: `passed` or `failed/serious/app`.
    package var word: String {
        [outcome.rawValue, severity?.rawValue, attribution?.rawValue]
            .compactMap(\.self).joined(separator: "/")
    }
}

extension Sample {
    /// Live judgements of the sample criterion, written offline by these persons.
    package static func siblings(_ verdicts: [(person: Int, judgement: Judgement)]) -> [Sibling] {
        let changes = verdicts.enumerated().map { index, verdict in
            Change.judged(index + 1, 1, verdict.judgement, author: verdict.person)
        }
        return Record.after(changes).siblings(of: judgement)
    }
}

/// Every order of the elements.
package func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.indices.flatMap { index -> [[Element]] in
        var others = elements
        let first = others.remove(at: index)
        return permutations(others).map { [first] + $0 }
    }
}
