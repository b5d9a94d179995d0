import Client
import Foundation
import Reading
import Shared

/// An export that is written whole before its first byte is sent, and has no name on the disk.
final class ExportFile: Sendable {
    let name: String
    let size: Int
    private let handle: FileHandle

    init(of view: AuditView, as format: String, by client: AuditClient) throws {
        let path = client.home.folder.appending(path: "export-\(UUID().uuidString).part").path
        let handle = try FileHandle.beginning(path, orElse: "Nothing was exported.")
        // Whatever ends the program, no copy of the findings is left behind.
        try FileManager.default.removeItem(atPath: path)
        var size = 0
        _ = try client.queries.export(view, as: format) { piece in
            try handle.write(contentsOf: piece)
            size += piece.count
        }
        try handle.seek(toOffset: 0)
        (self.handle, self.size) = (handle, size)
        let words = view.plan.title.lowercased().split {
            !($0.isASCII && $0.isLetter || $0.isNumber)
        }
        let title = words.filter { $0.allSatisfy(\.isASCII) }.joined(separator: "-")
        name = "\(title.isEmpty ? "findings" : title).\(format)"
    }

    func next() throws -> Data? {
        let piece = try handle.read(upToCount: 64 * 1024) ?? Data()
        return piece.isEmpty ? nil : piece
    }
}
