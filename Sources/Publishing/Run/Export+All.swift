import Shared

/// Every format; one that is not here is offered nowhere.
extension Export {
    static let ndjson = NDJSONWriter.export
    static let csv = CSVWriter.export
    static let xlsx = XLSXWriter.export
    static let earl = EARLWriter.export
    static let wcagEM = WCAGEMWriter.export
    static let sarif = SARIFWriter.export
    static let junit = JUnitWriter.export
    static let markdown = MarkdownReport.export
    static let html = HTMLReport.export

    /// In the order in which people are offered them.
    package static let all: [Export] = [
        .ndjson, .csv, .xlsx, .earl, .wcagEM, .sarif, .junit, .markdown, .html,
    ]

    /// Finds a format by its name, in any capitals.
    package static func named(_ name: String) -> Export? {
        all.first { $0.id == name.trimmed.lowercased() }
    }
}
