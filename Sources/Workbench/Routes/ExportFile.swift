import Client
import Foundation
import Shared

/// An export that is written whole before its first byte is sent, and has no name on the disk.
final class ExportFile: Sendable {
    let name: String
    let size: Int
    private let handle: FileHandle

    init(of view: AuditView, as format: String, by client: AuditClient) throws {
        let path = client.home.folder.appending(path: "export-\(UUID().uuidString).part").path
        guard
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forUpdatingAtPath: path)
        else { throw ReportedError(.disk, "\(path) cannot be written. Nothing was exported.") }
        // Whatever ends the program, no copy of the findings is left behind.
        try FileManager.default.removeItem(atPath: path)
        var size = 0
        _ = try client.queries.export(view, as: format) { piece in
            try handle.write(contentsOf: piece)
            size += piece.count
        }
        try handle.seek(toOffset: 0)
        self.handle = handle
        self.size = size
        let words = view.plan.title.lowercased().split {
            !($0.isASCII && $0.isLetter || $0.isNumber)
        }
        let title = words.filter { $0.allSatisfy(\.isASCII) }.joined(separator: "-")
        name = "\(title.isEmpty ? "findings" : title).\(format)"
    }

    /// The next bytes; nil behind the end.
    func next() throws -> Data? {
        let piece = try handle.read(upToCount: 64 * 1024) ?? Data()
        return piece.isEmpty ? nil : piece
    }
}
