/// How an element of a capture is known to be one of the catalogue's controls (docs/imports.md).
///
/// Every condition that a rule has must hold.
package struct CaptureRule: Hashable, Sendable, Codable {
    let control: String
    let part: CapturedPart
    let platform: String
    let types: [String]
    let typePieces: [String]
    /// Last parts of an identifier.
    let identifiers: [String]
    /// Pieces of its last part.
    let identifierPieces: [String]
    let names: [String]
    /// Types of what it lies directly in.
    let parents: [String]
    /// Names of what it is drawn up and down by, one of them directly in it.
    let grabbers: [String]
    /// Last parts of identifiers that are all somewhere in it.
    let holds: [String]
    /// Last parts of identifiers of what has its title.
    let titles: [String]
    let isTarget: Bool

    /// The form in which identifiers are compared.
    static func plain(_ identifier: String) -> String {
        String(identifier.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }
}

/// Which part of a control an element is.
package enum CapturedPart: String, CaseIterable, Sendable, Codable {
    /// What opens it: a menu's button.
    case opener
    case whole, row
}
