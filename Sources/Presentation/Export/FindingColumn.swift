package import Shared

/// A column of the NDJSON and CSV formats, in the order of the files (docs/formats.md).
///
/// The names and their order are promised to scripts: columns are only ever added, at the end.
package enum FindingColumn: String, CaseIterable, Sendable {
    case screen, control, label, ordinal, environment, state, criterion
    case outcome, severity, attribution
    case note, heard, steps, recommendation, tags
    case audit, round, effective, basis, authors, changed
    case siblings, decisions, versions, withdrawn, evidence, links
    case device, system
    case assistiveTechnologyVersion = "at-version"
    case build, comments, suggestion, version, unconfirmed, see, workaround
    case assistiveTechnologyHints = "at-hints"
    case assistiveTechnologyVerbosity = "at-verbosity"
    case assistiveTechnologyLanguage = "at-language"
    case evidenceWords = "evidence-words"
    case component

    /// Whether bulk recording passes over the column, so that an export can be read back.
    package var isExportOnly: Bool {
        switch self {
        case .screen, .control, .label, .ordinal, .environment, .state, .criterion, .outcome,
            .severity, .attribution, .round, .component, .audit:
            false
        default: text == nil && list == nil  // open set: what people fill, and what is worked out
        }
    }

    /// The register whose text the column holds; nil for the other columns.
    package var text: FieldName? { Self.texts[self] }

    /// The set whose elements the column lists; nil for the other columns.
    package var list: FieldName? { Self.lists[self] }

    private static let texts = byColumn(FieldName.findingTexts + FieldName.testedTexts)
    private static let lists = byColumn(FieldName.findingLists)

    /// A set is named for one of its elements, its column mostly for all: `tag`, `tags`.
    private static func byColumn(_ names: [FieldName]) -> [FindingColumn: FieldName] {
        Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                let column =
                    FindingColumn(rawValue: name.rawValue)
                    ?? FindingColumn(rawValue: name.rawValue + "s")
                return column.map { ($0, name) }
            })
    }

    /// The columns that bulk recording takes, in order.
    package static let recordable = allCases.filter { !$0.isExportOnly }
}

extension Effective {
    /// What holds in one cell: the judgement, such as `failed/serious/app`, else the basis.
    var cell: String { judgement?.cell ?? basis }

    /// The policy method that was applied or tried, or that a decision confirmed.
    var rule: String? {
        switch self {
        case .automatic(_, let method, _): method
        case .undecided(.fellThrough(let method, _)), .undecided(.unknownMethod(let method)): method
        case .decided(let decision), .challenged(let decision, _): decision.rule
        case .untested, .single, .agreed, .undecided(.noRule), .undecided(.policyContested),
            .undecided(.decisionsDiffer):
            nil
        }
    }

    /// A lead's reason for a decision, or the word for why nothing is decided.
    var reason: String? {
        switch self {
        case .decided(let decision), .challenged(let decision, _): decision.reason.string
        case .undecided(.noRule): "no-rule"
        case .undecided(.fellThrough): "rule-does-not-choose"
        case .undecided(.unknownMethod): "rule-unknown"
        case .undecided(.policyContested): "policies-differ"
        case .undecided(.decisionsDiffer): "decisions-differ"
        case .untested, .single, .agreed, .automatic: nil
        }
    }

    /// The judgements that a decision in effect does not settle.
    var challenges: [Challenge] {
        if case .challenged(_, let challenges) = self { challenges } else { [] }
    }
}

extension Judgement {
    /// The judgement in one cell: `passed`, `failed/serious/app`.
    var cell: String {
        switch self {
        case .failed(let severity, let attribution):
            "\(outcome.rawValue)/\(severity.rawValue)/\(attribution.rawValue)"
        case .passed, .cantTell, .inapplicable: outcome.rawValue
        }
    }
}
