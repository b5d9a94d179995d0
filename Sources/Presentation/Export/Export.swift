/// A file format for findings, written row by row so that memory stays constant.
///
/// To add one: one file in this folder and one line in `all`. The bytes are those of `header`, then
/// of `encode` for each row.
package struct Export: Sendable {
    /// What `--format` and the `format` parameter say.
    package let id: String
    /// Without the dot.
    package let fileExtension: String
    package let mediaType: String
    package let header: [UInt8]
    package let encode: @Sendable (_ row: FindingRow, _ bytes: inout [UInt8]) -> Void

    /// Every format, in the order people are offered them.
    package static let all: [Export] = [.ndjson, .csv]

    /// Finds a format by its name, in any capitals.
    ///
    /// - Parameter byteOrderMark: Asks for one at the beginning, which only CSV can have.
    package static func named(_ name: String, byteOrderMark: Bool = false) -> Export? {
        let export = all.first { $0.id == name.lowercased() }
        guard byteOrderMark else { return export }
        return export?.id == csv.id ? csv(byteOrderMark: true) : nil
    }
}
