import Client
import Foundation
import Publishing
import Reading
import Shared
import Storage
import Synchronization

/// An export that is written whole before its first byte is sent, and has no name on the disk.
final class ExportFile: Sendable {
    let name: String
    let size: Int
    private let file: DiskFile

    init(_ query: ExportQuery, of view: AuditView, by client: AuditClient) throws {
        // Whatever ends the program, no copy of the findings is left behind.
        let file = try DiskFile(namelessIn: client.home.folder.path)
        let size = Mutex(0)
        let given = try Catalogue.read(folder: client.settings.catalogue)
        _ = try client.queries.export(query, of: view, besides: given) { piece in
            try size.withLock { size in
                try file.write(piece, at: UInt64(size))
                size += piece.count
            }
        }
        self.file = file
        self.size = size.withLock { $0 }
        let words = view.plan.title.lowercased().split {
            !($0.isASCII && $0.isLetter || $0.isNumber)
        }
        let title = words.filter { $0.allSatisfy(\.isASCII) }.joined(separator: "-")
        name = "\(title.isEmpty ? "findings" : title).\(query.export.fileExtension)"
    }

    /// The next bytes from a place on; none behind the end.
    func piece(at offset: UInt64) throws -> [UInt8] { try file.read(64 * 1024, at: offset) }
}
