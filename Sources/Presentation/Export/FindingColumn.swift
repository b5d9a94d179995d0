/// A column of the NDJSON and CSV formats, in the order of the files (docs/formats.md).
///
/// The names and their order are promised to scripts: columns are only ever added, at the end.
package enum FindingColumn: String, CaseIterable, Sendable {
    // What bulk recording takes and an export gives.
    case screen, control, label, ordinal, environment, state, criterion
    case outcome, severity, attribution
    case note, heard, steps, recommendation, tags
    // What only an export gives; bulk recording passes over it.
    case audit, round, effective, basis, authors, changed
    case siblings, decisions, versions, withdrawn, evidence, links

    /// Whether the column follows from the audit, so that nobody can record it.
    package var isExportOnly: Bool {
        switch self {
        case .screen, .control, .label, .ordinal, .environment, .state, .criterion, .outcome,
            .severity, .attribution, .note, .heard, .steps, .recommendation, .tags:
            false
        case .audit, .round, .effective, .basis, .authors, .changed, .siblings, .decisions,
            .versions, .withdrawn, .evidence, .links:
            true
        }
    }

    /// The columns that bulk recording takes, in order.
    package static let recordable = allCases.filter { !$0.isExportOnly }
}
