package import Shared

/// A file format for findings, written row by row so that memory stays constant.
///
/// To add one: one file in this folder and one line in `all`. The bytes are those of `header`, of
/// `encode` for each row, then of `footer`.
package struct Export: Sendable {
    /// What `--format` and the `format` parameter say.
    package let id: String
    /// Without the dot.
    package let fileExtension: String
    /// The Content-Type.
    package let mediaType: String
    /// What comes before the first row.
    package let header: @Sendable (_ plan: Plan) -> [UInt8]
    /// Appends one row.
    package let encode: @Sendable (_ row: FindingRow, _ bytes: inout [UInt8]) -> Void
    /// What comes after the last row.
    package let footer: [UInt8]

    /// Every format, in the order people are offered them.
    package static let all: [Export] = [.ndjson, .csv]

    /// The format of that id, nil when this version has none.
    package static func named(_ id: String) -> Export? {
        all.first { $0.id == id }
    }
}
