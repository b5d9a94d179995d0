/// A file format for findings, written row by row so that memory stays constant.
///
/// To add one: one file in `Formats` and its lines in `Run/Export+All.swift`.
package struct Export: Sendable {
    /// What commands and the `format` parameter say.
    package let id: String
    /// Without the dot.
    package let fileExtension: String
    package let mediaType: String
    /// What it is for, in a few words, as people are offered it.
    package let about: String
    let order: Order
    /// Whether its writer sees all rows once before it begins.
    let isCounted: Bool
    /// Whether what was withdrawn is in it.
    let hasWithdrawn: Bool
    /// Whether it says anything that stands in the audit's catalogue.
    let readsCatalogue: Bool
    /// The options that it understands, beside `strict`.
    let options: Set<ExportOptions.Name>
    let writer: @Sendable (ExportFacts) throws -> any ExportWriter

    init(
        id: String, fileExtension: String, mediaType: String, about: String, order: Order = .key,
        isCounted: Bool = false, hasWithdrawn: Bool = false, readsCatalogue: Bool = true,
        options: Set<ExportOptions.Name> = [],
        writer: @escaping @Sendable (ExportFacts) throws -> any ExportWriter
    ) {
        self.id = id
        self.fileExtension = fileExtension
        self.mediaType = mediaType
        self.about = about
        self.order = order
        self.isCounted = isCounted
        self.hasWithdrawn = hasWithdrawn
        self.readsCatalogue = readsCatalogue
        self.options = options
        self.writer = writer
    }

    /// The order of component states in a file; within one, findings ascend by criterion.
    package enum Order: Sendable {
        /// As databases have them: nothing is sorted.
        case key
        /// As people read them: by screen, component, round, environment, state.
        case plan
        /// The same for each environment by itself.
        case environment
    }
}

/// Writes one file of a format: what stands before its rows, each of them, and what stands behind.
package protocol ExportWriter {
    /// Sees each row of the file before `begin`, where its format `isCounted`.
    mutating func count(_ row: FindingRow) throws
    mutating func begin(_ output: inout ExportOutput) throws
    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) throws
    mutating func end(_ output: inout ExportOutput) throws
    /// How many findings the file has, at its end; nil for all that were given to it.
    var findings: Int? { get }
    /// What the file does not have, in sentences for whoever asked for it; mostly none.
    var remarks: [String] { get }
}

extension ExportWriter {
    package mutating func count(_ row: FindingRow) throws {}
    package mutating func begin(_ output: inout ExportOutput) throws {}
    package mutating func end(_ output: inout ExportOutput) throws {}
    package var findings: Int? { nil }
    package var remarks: [String] { [] }
}

/// Takes the bytes of a file, and passes them on in pieces.
package struct ExportOutput {
    package var bytes: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    /// What a piece is filled up to; a row's bytes stay together.
    private static let pieceBytes = 64 * 1024

    /// Passes on what is there, where that is enough for a piece.
    ///
    /// The driver calls it after each row; only who writes more than a row at once has to.
    package mutating func passOn() throws {
        if bytes.count >= Self.pieceBytes { try finish() }
    }

    mutating func finish() throws {
        guard !bytes.isEmpty else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
