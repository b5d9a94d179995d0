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
    case importedFrom = "imported-from"

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

    /// The key of a row's files, beside the columns; whoever reads rows passes it over.
    package static let filesKey = "files"
}
