import Client
import Foundation
import Hummingbird
import Presentation
import Reading
import Shared

/// A file that was sent to name components, whole in memory.
struct PlanFile: Sendable {
    private var fields: [String: [UInt8]] = [:]
    private var name = ""
    private var bytes: [UInt8] = []

    var screen: String {
        String(decoding: fields["screen"] ?? [], as: UTF8.self).trimmed
    }

    init(_ request: Request) async throws {
        let fileMax = Limits.standard.captureBytesMax
        let fieldMax = 16 * Limits.standard.labelBytesMax
        var part: MultipartReader.Part?
        try await request.readParts { event in
            switch event {
            case .begin(let begun):
                part = begun
                if let file = begun.file { name = file }
            case .bytes(let piece) where part?.file != nil:
                // One byte more tells whoever reads it that it is too large.
                bytes += piece.prefix(max(0, fileMax + 1 - bytes.count))
            case .bytes(let piece):
                let field = part?.name ?? ""
                fields[field, default: []] += piece
                guard fields.count < 8, fields[field]?.count ?? 0 <= fieldMax else {
                    throw PageError.badForm
                }
            case .end: part = nil
            }
        }
    }

    /// What a file says, before anybody looks at the audit.
    enum Content: Sendable {
        case rows(String), capture(ScreenCapture)

        var remarks: [String] {
            if case .capture(let capture) = self { capture.remarks } else { [] }
        }
    }

    /// Reads the file, which may take seconds for a capture.
    func content() throws -> Content {
        guard !bytes.isEmpty else { throw AuditError.invalid("choose a file first") }
        let kind = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let isWorkbook = ["xlsx", "xlsm", "xls", "ods", "numbers"].contains(kind)
        guard isWorkbook || ["csv", "tsv", "txt"].contains(kind) else {
            return .capture(try ScreenCapture.read(bytes))
        }
        if let refusal = SpreadsheetFile.refusal(of: bytes) { throw AuditError.invalid(refusal) }
        let kibibytes = Limits.standard.plannedBytesMax / 1024
        guard bytes.count <= Limits.standard.plannedBytesMax else {
            throw AuditError.invalid("the file has more than \(kibibytes) KiB: add it in parts")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = SpreadsheetFile.foreignLine(of: bytes) ?? 1
            throw AuditError.invalid("line \(line) is not UTF-8: save the file as CSV UTF-8")
        }
        guard !isWorkbook else {
            throw AuditError.invalid("the file is a workbook: save it as CSV UTF-8")
        }
        return .rows(text)
    }

    func isToBlame(for error: any Error) -> Bool {
        if case AuditError.invalid = error { return true }
        return error is CaptureError
    }
}
