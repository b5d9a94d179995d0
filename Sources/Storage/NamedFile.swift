import Foundation

/// A file to write that a person or a script named, as `--output` does.
///
/// A file is replaced as a whole or not at all, and by nothing but a file; a link to one stays a
/// link. A pipe or a device is written to as it is. A folder, and what can only be one, is refused.
package final class NamedFile: Sendable {
    private let draft: (content: FileDraft, target: String)?
    private let replacing: Bool
    private let file: DiskFile

    /// What there is to write to under a name.
    private enum Place {
        /// A file, or nothing yet, at the end of all links.
        case file(path: String, known: stat?)
        case stream
    }

    /// Refuses a name under which no file can be written; looks, and touches nothing.
    ///
    /// - Parameter replacing: Whether a file may be there already.
    /// - Throws: `StorageError.unfit`, `.taken`, `.failed`.
    package static func check(_ name: String, replacing: Bool = true) throws(StorageError) {
        _ = try place(of: name, replacing: replacing)
    }

    /// Begins what a name is to have; a pipe is waited for until somebody reads it.
    ///
    /// - Parameters:
    ///   - replacing: Whether a file may be there already.
    ///   - permissions: Of a new one, less what the process's mask takes away.
    package init(
        _ name: String, replacing: Bool = true, permissions: UInt32 = 0o666
    ) throws(StorageError) {
        self.replacing = replacing
        switch try Self.place(of: name, replacing: replacing) {
        case .stream:
            file = try DiskFile(stream: name)
            draft = nil
        case .file(let path, let known):
            let content = try FileDraft(
                in: Self.folder(of: path), for: name, permissions: permissions)
            file = content.file
            draft = (content, path)
            if let known { file.takeOwner(of: known) }
        }
    }

    /// Adds bytes at the end.
    package func write(_ bytes: [UInt8]) throws(StorageError) { try file.append(bytes) }

    /// Ends it: the name has all that was written, durable when this returns.
    ///
    /// - Throws: `StorageError.taken` where something has taken the name meanwhile.
    package func publish() throws(StorageError) {
        // What went to a pipe or a device is there.
        guard let draft else { return }
        try draft.content.publish(as: draft.target, replacing: replacing)
    }

    private static func place(of name: String, replacing: Bool) throws(StorageError) -> Place {
        let place = try found(name, replacing: replacing)
        if case .file(let path, _) = place, isOwn(path) {
            throw .unfit(name: name, reason: "is where Accord keeps work or keys of its own")
        }
        return place
    }

    private static func found(_ name: String, replacing: Bool) throws(StorageError) -> Place {
        guard !name.isEmpty else { throw .unfit(name: name, reason: "names no file") }
        guard name.utf8.last != UInt8(ascii: "/") else { throw folderNamed(name) }
        var status = stat()
        guard stat(name, &status) == 0 else {
            guard errno == ENOENT else { throw .ofSystem(name) }
            guard replacing || !DurableFolder.isTaken(name) else { throw .taken(path: name) }
            return .file(path: try end(of: name), known: nil)
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw folderNamed(name) }
        guard replacing else { throw .taken(path: name) }
        switch kind {
        case S_IFREG: break
        case S_IFIFO, S_IFCHR: return .stream
        case S_IFSOCK: throw .unfit(name: name, reason: "is a socket, and no file")
        default:  // open set: kinds of files
            // Whoever writes over a disk by a slip has lost all that is on it.
            throw .unfit(name: name, reason: "is a disk, and no file")
        }
        // What was protected from writing is not replaced either.
        guard access(name, W_OK) == 0 else { throw .ofSystem(name) }
        let path = try end(of: name)
        var found = stat()
        // A file that an open descriptor stands for may have no name to replace.
        guard lstat(path, &found) == 0, found.st_ino == status.st_ino,
            found.st_dev == status.st_dev
        else { return .stream }
        return .file(path: path, known: status)
    }

    /// Whether a path is that of something in a home, in an identity's folder or in a server's.
    ///
    /// A database or a key that is written over is gone.
    private static func isOwn(_ path: String) -> Bool {
        guard let real = realpath(folder(of: path), nil) else { return false }
        defer { free(real) }
        var above = String(cString: real)
        var name = String(
            path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        while true {
            let isNamed = own.contains(name) || marks.contains { name.hasPrefix($0) }
            if isNamed, marks.contains(where: { DurableFolder.isTaken("\(above)/\($0)") }) {
                return true
            }
            guard let slash = above.lastIndex(of: "/"), above != "/" else { return false }
            name = String(above[above.index(after: slash)...])
            above = folder(of: above)
        }
    }

    /// The files by which those folders are known; what goes with one begins with its name.
    private static let marks = ["accord.sqlite", "identity.json", "accord-server.sqlite"]
    /// What else lies beside them (docs/database.md).
    private static let own: Set<String> = [
        "address", "blobs", "evidence", "journal", "keep", "reserve", "sync.lock", "sync.turn",
    ]

    private static func folderNamed(_ name: String) -> StorageError {
        .unfit(name: name, reason: "is the name of a folder")
    }

    /// Follows links to where a file is, or is to be.
    private static func end(of name: String) throws(StorageError) -> String {
        var path = name
        for _ in 0..<40 {
            let files = FileManager.default
            guard let target = try? files.destinationOfSymbolicLink(atPath: path)
            else { return path }
            path = target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
        }
        throw .ofSystem(name, code: ELOOP)
    }

    /// As the system sees it: what stands before the last slash, whatever links are in it.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
