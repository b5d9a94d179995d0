/// The clauses of one standard, by which findings are grouped; it alters none (docs/lenses.md).
package struct Lens: Sendable {
    /// Such as `en-301-549-3.2.1`; audits name it for ever.
    package let id: String
    package let title: String
    /// What was read for it, and what is not known.
    package let about: String
    /// The lens whose clauses this one's continue; nil for none.
    package let succeeds: String?
    /// Fronts of the standard's numbers that are not held here, such as `5.5`.
    package let leavesOut: [String]
    /// Whether a criterion that is named by id is in no clause by anything else.
    let isExact: Bool
    package let outside: [Outside]
    /// In the order of the standard; no two have one number.
    package let clauses: [LensClause]

    /// Success criteria of which no clause asks anything.
    package struct Outside: Hashable, Sendable {
        package let wcag: [String]
        package let reason: String
    }

    /// Nil for a lens that this version does not have.
    package static func named(_ id: String) -> Lens? { all.first { $0.id == id } }

    /// The clauses that a criterion answers, in the lens's order; none for what is outside.
    package func clauses(of criterion: Criterion) -> [LensClause] {
        let named = isExact ? clauses.filter { $0.names(criterion) } : []
        return named.isEmpty ? clauses.filter { $0.isReached(by: criterion) } : named
    }

    /// Why no clause asks what a criterion judges; nil where one does, and where nothing is known.
    package func reasonOutside(of criterion: Criterion) -> String? {
        guard clauses(of: criterion).isEmpty else { return nil }
        return outside.first { !Set($0.wcag).isDisjoint(with: criterion.wcag) }?.reason
    }

    /// Whether a number of the standard lies in what is not held here.
    func leavesOut(_ number: String) -> Bool {
        leavesOut.contains { number == $0 || number.hasPrefix($0 + ".") }
    }
}

/// A clause of a standard, with what in the catalogue answers it.
package struct LensClause: Hashable, Sendable {
    /// Such as `11.5.2.10`.
    package let number: String
    package let title: String
    /// WCAG's, where the standard has them.
    package let level: SuccessCriterion.Level?
    package let scope: Scope
    /// When it is asked, in our own words; nil for always, and where that is not told.
    package let condition: String?
    /// Whether the standard only recommends it.
    package let isRecommendation: Bool
    /// Numbers of the clauses that it continues; nil for the same number, where there is one.
    let was: [String]?
    /// Since when it asks something, where it continues no clause.
    package let news: String?
    package let reach: Reach

    /// What a clause is asked of.
    package enum Scope: String, CaseIterable, Sendable {
        case software
        /// Software that assistive technology cannot reach, such as that of a kiosk.
        case closedFunctionality = "closed-functionality"
        case platformOnly = "platform-only"
        case assistiveTechnology = "assistive-technology"
        case authoringTool = "authoring-tool"
        /// What is published about a product, and those who help its users.
        case information
        /// Documents and pages that the software only shows.
        case content
        case service
        /// Nothing: the number is there, and no requirement.
        case void
    }

    /// What answers a clause.
    package enum Reach: Hashable, Sendable {
        case by(Answering)
        case nothing(reason: String)
    }

    /// Criteria of any catalogue: by success criteria, by category, or by their ids.
    package struct Answering: Hashable, Sendable {
        package let wcag: [String]
        /// The only controls on which success criteria count; empty for all.
        package let controls: [String]
        package let categories: [String]
        package let criteria: [CriterionName]
    }

    /// A criterion's full id, with `*` where its platform may be any.
    package struct CriterionName: Hashable, Sendable {
        package let text: String
        private let control: Substring
        private let platform: Substring?
        private let id: Substring

        /// Nil for what is no such name.
        init?(_ text: String) {
            let words = text.split(
                separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 3, words.allSatisfy({ !$0.isEmpty }), !words[0].contains("*"),
                words[1] == "*" || !words[1].contains("*"), !words[2].contains("*")
            else { return nil }
            self.text = text
            control = words[0]
            platform = words[1] == "*" ? nil : words[1]
            id = words[2]
        }

        /// Whether it is that of a criterion, in any version of it.
        package func isName(of criterion: Criterion) -> Bool {
            criterion.ids.contains { full in
                let words = full.split(separator: ".", maxSplits: 2)
                return words.count == 3 && words[0] == control && words[2] == id
                    && (platform == nil || platform == words[1])
            }
        }
    }

    fileprivate func names(_ criterion: Criterion) -> Bool {
        guard case .by(let answering) = reach else { return false }
        return answering.criteria.contains { $0.isName(of: criterion) }
    }

    fileprivate func isReached(by criterion: Criterion) -> Bool {
        guard case .by(let answering) = reach else { return false }
        return names(criterion) || answering.categories.contains(criterion.category.rawValue)
            || answering.hasSuccessCriterion(of: criterion)
    }
}

extension LensClause.Answering {
    fileprivate func hasSuccessCriterion(of criterion: Criterion) -> Bool {
        guard !Set(wcag).isDisjoint(with: criterion.wcag) else { return false }
        return controls.isEmpty || controls.contains { criterion.id.hasPrefix($0 + ".") }
    }
}
