import Client
import Foundation
import Presentation
import Reading
import Shared
import Storage

/// An export that is written whole before its first byte is sent, and has no name on the disk.
final class ExportFile: Sendable {
    let name: String
    let size: Int
    private let file: DiskFile

    init(of view: AuditView, as format: Export, by client: AuditClient) throws {
        // Whatever ends the program, no copy of the findings is left behind.
        let file = try DiskFile(namelessIn: client.home.folder.path)
        var size = 0
        _ = try client.queries.export(view, as: format) { piece in
            try file.write(piece, at: UInt64(size))
            size += piece.count
        }
        self.file = file
        self.size = size
        let words = view.plan.title.lowercased().split {
            !($0.isASCII && $0.isLetter || $0.isNumber)
        }
        let title = words.filter { $0.allSatisfy(\.isASCII) }.joined(separator: "-")
        name = "\(title.isEmpty ? "findings" : title).\(format.fileExtension)"
    }

    /// The next bytes from a place on; none behind the end.
    func piece(at offset: UInt64) throws -> [UInt8] { try file.read(64 * 1024, at: offset) }
}
