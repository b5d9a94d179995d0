import CXLSXWriter
import Foundation
import Synchronization

/// An Office Open XML workbook, written row by row by libxlsxwriter.
///
/// All that it needs until it is whole lies in files without a name: they are gone with it,
/// whatever ends the program. It has no time, name or path of the machine: the same calls make the
/// same bytes.
final class Workbook {
    private let folder: String
    private let book: UnsafeMutablePointer<lxw_workbook>
    /// The finished file.
    private let file: Int32
    private let looks: [Look: UnsafeMutablePointer<lxw_format>]
    private var sheets: [UnsafeMutablePointer<lxw_worksheet>] = []
    private var text = CellText()
    private var isClosed = false
    /// How many texts were longer than a cell.
    private(set) var cuts = 0

    /// What a sheet can hold.
    static let rowsMax = 1_048_576

    /// How a cell is shown.
    enum Look: CaseIterable {
        case header, plain, wrapped, time
    }

    /// The library asks the system for a time in a place that all threads share.
    private static let closing = Mutex(())

    /// - Parameter folder: For files without a name.
    init(in folder: String) throws(WorkbookError) {
        self.folder = folder
        file = try Self.nameless(in: folder)
        // A name for a file that has none, which the library opens when the workbook is closed.
        let path = "/dev/fd/\(file)"
        let book = folder.withCString { folder in
            var options = lxw_workbook_options(
                constant_memory: 1, tmpdir: UnsafeMutablePointer(mutating: folder), use_zip64: 0)
            return workbook_new_opt(path, &options)
        }
        guard let book else {
            close(file)
            throw .failed(folder: folder, detail: "there is not enough memory")
        }
        self.book = book
        looks = Look.allCases.reduce(into: [:]) { $0[$1] = Self.format($1, of: book) }
    }

    deinit {
        if !isClosed { accord_xlsx_abandon(book) }
        close(file)
    }

    private static func nameless(in folder: String) throws(WorkbookError) -> Int32 {
        var template = Array("\(folder)/.accord-export-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw ofSystem(folder) }
        unlink(template)
        return file
    }

    private static func format(
        _ look: Look, of book: UnsafeMutablePointer<lxw_workbook>
    ) -> UnsafeMutablePointer<lxw_format>? {
        guard let format = workbook_add_format(book) else { return nil }
        format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
        switch look {
        case .header: format_set_bold(format)
        case .plain: break
        case .wrapped: format_set_text_wrap(format)
        case .time: format_set_num_format(format, "yyyy-mm-dd hh:mm:ss")
        }
        return format
    }

    private static func ofSystem(_ folder: String) -> WorkbookError {
        let number = errno
        return number == ENOSPC || number == EDQUOT
            ? .noRoom(folder: folder)
            : .failed(folder: folder, detail: String(cString: strerror(number)))
    }
}

// MARK: Sheets

extension Workbook {
    /// Adds a sheet, behind those that are there.
    func add(_ name: String) throws(WorkbookError) -> UnsafeMutablePointer<lxw_worksheet> {
        errno = 0
        guard let sheet = workbook_add_worksheet(book, name) else { throw Self.ofSystem(folder) }
        sheets.append(sheet)
        return sheet
    }

    /// Throws where the library has refused something; `number` is the system's reason, or 0.
    private func require(_ result: lxw_error, _ number: Int32 = 0) throws(WorkbookError) {
        switch result {
        case LXW_NO_ERROR: return
        case LXW_ERROR_ZIP_BAD_ZIP_FILE, LXW_ERROR_WORKSHEET_INDEX_OUT_OF_RANGE: throw .tooLarge
        default:  // open set: of the library
            if number == ENOSPC || number == EDQUOT { throw .noRoom(folder: folder) }
            let words = lxw_strerror(result).map { String(cString: $0) } ?? "\(result.rawValue)"
            throw .failed(folder: folder, detail: words)
        }
    }

    func put(
        text: String, _ look: Look, in sheet: UnsafeMutablePointer<lxw_worksheet>, row: UInt32,
        column: UInt16
    ) throws(WorkbookError) {
        guard !text.isEmpty else { return }
        if !self.text.take(text) { cuts += 1 }
        let result = self.text.bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                worksheet_write_string(sheet, row, column, $0.baseAddress, looks[look])
            }
        }
        try require(result)
    }

    func put(
        number: Double, _ look: Look, in sheet: UnsafeMutablePointer<lxw_worksheet>, row: UInt32,
        column: UInt16
    ) throws(WorkbookError) {
        try require(worksheet_write_number(sheet, row, column, number, looks[look]))
    }
}

// MARK: Pictures

extension Workbook {
    /// How wide and high a picture may be, in pixels.
    private static let pictureMax = 176.0

    /// Makes rows as high as a picture is, but for the first, before any is written.
    func makeRoomForPictures(in sheet: UnsafeMutablePointer<lxw_worksheet>) {
        let points = (Self.pictureMax + 4) * 72 / 96
        worksheet_set_default_row(sheet, points, 0)
        worksheet_set_row(sheet, 0, 18, nil)
    }

    /// Puts a picture into a cell; false where the library can make nothing of it.
    ///
    /// - Parameter says: What it is in place of for whoever does not see it.
    func put(
        picture: [UInt8], says: String, in sheet: UnsafeMutablePointer<lxw_worksheet>, row: UInt32,
        column: UInt16
    ) throws(WorkbookError) -> Bool {
        _ = text.take(says)
        errno = 0
        let result = text.bytes.withUnsafeBufferPointer { says in
            says.withMemoryRebound(to: CChar.self) { says in
                accord_xlsx_picture(
                    sheet, row, column, picture, picture.count, says.baseAddress, Self.pictureMax)
            }
        }
        switch result {
        case LXW_NO_ERROR: return true
        case LXW_ERROR_IMAGE_DIMENSIONS, LXW_ERROR_PARAMETER_VALIDATION: return false
        default:  // open set: of the library
            try require(result, errno)
            return false
        }
    }
}

// MARK: The whole

extension Workbook {
    /// Writes the workbook and passes it on in pieces.
    ///
    /// - Parameters:
    ///   - title: Such as the audit's; what programs tell of the file.
    ///   - created: Seconds since 1970, within the years that a workbook knows.
    func finish(
        title: String, created: Int, to pass: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        precondition(!isClosed, "A workbook is finished once.")
        set(title: title, created: created)
        let lengths = try sheets.map { sheet throws(WorkbookError) in
            let length = accord_xlsx_rows(sheet)
            guard length >= 0 else { throw Self.ofSystem(folder) }
            return Int(length)
        }
        try assemble()
        // The library does not ask either whether a sheet could be copied: what was full then may
        // have room again now, and a workbook with lost rows would look like one without.
        guard try WorkbookParts(file).rows(ofSheets: sheets.count) == lengths else {
            throw WorkbookError.noRoom(folder: folder)
        }
        try WorkbookParts(file).pieces(pass)
    }

    private func set(title: String, created: Int) {
        // Programs show it in a line, and Excel takes 255 characters.
        _ = text.take(String(title.unicodeScalars.prefix(120)))
        text.bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { title in
                var properties = lxw_doc_properties()
                properties.title = title.baseAddress.map(UnsafeMutablePointer.init(mutating:))
                // Zero would be now.
                properties.created = max(created, 1)
                _ = workbook_set_properties(book, &properties)
            }
        }
    }

    private func assemble() throws(WorkbookError) {
        let files = sheets.map { accord_xlsx_descriptor($0) }
        let own = files.map { dup($0) }
        isClosed = true
        errno = 0
        let result = Self.closing.withLock { _ in workbook_close(book) }
        let number = errno
        for (file, own) in zip(files, own) { accord_xlsx_release(file, own) }
        try require(result, number)
    }
}
