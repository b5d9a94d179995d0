import Client
import Foundation
import Shared

/// A bundle that was sent by a form: in a file of its own until it is taken over.
struct BundleIntake: Sendable {
    private let path: String
    private let name: String

    /// Reads the form as it comes, a piece at a time; an error leaves nothing behind.
    init(_ request: PageRequest) async throws {
        let home = request.site.client.home
        let path = home.folder.appending(path: "bundle-\(UUID().uuidString).part").path
        let handle = try await request.run(isAside: true) { _ in
            try FileHandle.beginning(path, orElse: "Nothing was taken over.")
        }
        var name = ""
        do {
            try await request.request.readParts { event in
                switch event {
                case .begin(let part): name = part.file ?? name
                case .bytes(let bytes):
                    try await request.run(isAside: true) { _ in
                        try handle.write(contentsOf: bytes)
                    }
                case .end: break
                }
            }
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        (self.path, self.name) = (path, name)
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

extension FileHandle {
    /// A new file that its owner alone may read and write; an error says what was not done.
    static func beginning(_ path: String, orElse undone: String) throws -> FileHandle {
        let files = FileManager.default
        guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forUpdatingAtPath: path)
        else { throw ReportedError(.disk, "\(path) cannot be written. \(undone)") }
        return handle
    }
}
