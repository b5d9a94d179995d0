import Client
import Foundation
import Shared

/// A bundle that was sent by a form: in a file of its own until it is taken over.
struct BundleIntake: Sendable {
    private let path: String
    /// As the browser called it.
    private let name: String

    /// Reads the form as it comes; of the file no more than a piece is in memory.
    ///
    /// - Throws: `PageError.badForm`, `ReportedError` of kind `disk`; nothing is left behind.
    init(_ request: PageRequest) async throws {
        let home = request.site.client.home
        let path = home.folder.appending(path: "bundle-\(UUID().uuidString).part").path
        let handle = try await request.runAside { _ in try Self.file(at: path) }
        var name = ""
        do {
            try await request.request.readParts { event in
                switch event {
                case .begin(let part): name = part.file ?? name
                case .bytes(let bytes):
                    try await request.runAside { _ in try handle.write(contentsOf: bytes) }
                case .end: break
                }
            }
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        self.path = path
        self.name = name
    }

    private static func file(at path: String) throws -> FileHandle {
        guard
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ReportedError(.disk, "\(path) cannot be written. Nothing was taken over.") }
        return handle
    }

    /// Takes over what is new in it; the file goes, whatever comes of it.
    func take(into client: AuditClient) throws -> (audit: AuditID, taken: BundleTaken) {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try client.bundles.importBundle(from: path)
    }

    /// Why it was not taken over, under the name that its owner knows.
    func words(for error: any Error) -> String {
        guard !name.isEmpty else { return "No file was chosen." }
        return ReportedError(error).message.replacing(path, with: "“\(name)”")
    }
}
