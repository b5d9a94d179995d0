import Foundation

/// The repository that these tests were compiled from, read once.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every text file written by hand, in order of path.
    static let files: [SourceFile] = paths.compactMap { path in
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
            return nil  // An image or another file that is not text.
        }
        let file = SourceFile(path, text)
        return file.isGenerated ? nil : file
    }

    /// Every file a fresh clone would have, generated and binary ones too.
    static let paths: [String] = {
        let found = FileManager.default.enumerator(atPath: root.path(percentEncoded: false))
        var paths: [String] = []
        while let path = found?.nextObject() as? String {
            if isIgnored(path) {
                found?.skipDescendants()
            } else if isFile(path) {
                paths.append(path)
            }
        }
        return paths.sorted()
    }()

    /// What .gitignore names, told again because a release archive has no git.
    private static func isIgnored(_ path: String) -> Bool {
        let ignoredNames = [
            "Package.resolved", "demo-output", "build", ".web", ".protocol", ".schemas",
            ".agreement", ".git", ".DS_Store",
        ]
        return path.hasPrefix(".build") || path.hasSuffix("__pycache__")
            || ignoredNames.contains(path)
    }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        let full = root.appending(path: path).path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory)
            && !isDirectory.boolValue
    }

    static func byteCount(_ path: String) throws -> Int {
        let values = try root.appending(path: path).resourceValues(forKeys: [.fileSizeKey])
        return values.fileSize ?? 0
    }
}
