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

    /// Whether bulk recording passes over the column, so that an export can be read back.
    package var isExportOnly: Bool {
        switch self {
        case .screen, .control, .label, .ordinal, .environment, .state, .criterion, .outcome,
            .severity, .attribution, .tags, .round, .links:
            false
        default: text == nil  // open set: texts, which are recorded, and what is worked out
        }
    }

    /// The register whose text the column holds; nil for the other columns.
    package var text: FieldName? { Self.texts[self] }

    private static let texts: [FindingColumn: FieldName] = Dictionary(
        uniqueKeysWithValues: (FieldName.findingTexts + FieldName.testedTexts).compactMap { name in
            FindingColumn(rawValue: name.rawValue).map { ($0, name) }
        })

    /// The columns that bulk recording takes, in order.
    package static let recordable = allCases.filter { !$0.isExportOnly }
}
