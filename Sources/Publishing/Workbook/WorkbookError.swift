/// A workbook that could not be written; nothing of it was passed on.
package enum WorkbookError: Error, Hashable, Sendable {
    /// The disk of that folder is full.
    case noRoom(folder: String)
    /// It has more than a workbook can hold.
    case tooLarge
    /// Something else of the library or the system.
    case failed(folder: String, detail: String)

    /// What happened, what is safe, and what to do.
    package var sentence: String {
        switch self {
        case .noRoom(let folder):
            "There is no room for the workbook: its pieces are written in \(folder) before any "
                + "of it is passed on. Nothing was written, and the audit is as it was. Make room "
                + "there, or export csv or ndjson, which need none."
        case .tooLarge:
            "That is more than one workbook holds. Nothing was written. Export fewer findings, "
                + "such as those of one screen or one environment, or all of them as csv or ndjson."
        case .failed(let folder, let detail):
            "The workbook could not be written in \(folder): \(detail). Nothing of it was passed "
                + "on, and the audit is as it was. See that the folder can be written to and do "
                + "it again, or export csv or ndjson, which need no files there."
        }
    }
}
