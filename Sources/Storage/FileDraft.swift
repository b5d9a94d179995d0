import Foundation
import Synchronization

/// The new content of a file until it has the file's name: how Accord gives a name other content.
///
/// It lies in the file's folder under a name that nothing had, and takes the file's name in one
/// step, once all of it is on the disk (decision 0021). Whatever ends the program before that
/// leaves what had the name as it was. One that is never published goes with its last user.
package final class FileDraft: Sendable {
    /// Its content; errors are told of the file that it is for.
    package let file: DiskFile
    /// Where it lies until it is published.
    package let path: String
    private let isPublished = Mutex(false)

    /// Makes an empty one.
    ///
    /// - Parameters:
    ///   - folder: Where the file is to lie.
    ///   - name: What errors call it; nil where that is not known yet.
    ///   - permissions: Less what the process's mask takes away.
    package init(
        in folder: String, for name: String? = nil, permissions: UInt32 = 0o600
    ) throws(StorageError) {
        path = DraftName.free(in: folder)
        do { file = try DiskFile(new: path, for: name ?? path, permissions) } catch {
            guard case .failed(let path, DiskFile.notThere) = error else { throw error }
            throw .failed(path: path, detail: "its folder is not there")
        }
        DraftName.sweep(folder, after: path)
    }

    deinit { discard() }

    /// Removes it now, where it was not published: for whoever answers that nothing is left of it.
    package func discard() {
        // One that cannot be removed now is swept up later.
        if !isPublished.withLock(\.self) { try? DurableFolder.remove(path) }
    }

    /// Gives it a name in its folder, durable when this returns.
    ///
    /// No folder is ever replaced.
    ///
    /// - Throws: `StorageError.taken` where something has the name and is not to be replaced.
    package func publish(as target: String, replacing: Bool = true) throws(StorageError) {
        try file.synchronize()
        if replacing {
            guard rename(path, target) == 0 else { throw .ofSystem(target) }
        } else {
            try takeFree(target)
        }
        isPublished.withLock { $0 = true }
        try DurableFolder.synchronize(folderOf: target)
    }

    /// Takes a name that nothing has, by a second name for the file: that step replaces nothing.
    private func takeFree(_ target: String) throws(StorageError) {
        guard link(path, target) != 0 else { return _ = unlink(path) }
        switch errno {
        case EEXIST: throw .taken(path: target)
        case EPERM, EMLINK, ENOSYS, ENOTSUP: break
        default: throw .ofSystem(target)  // open set: the system's codes
        }
        // A file system without second names, such as that of a memory stick.
        guard !DurableFolder.isTaken(target) else { throw .taken(path: target) }
        guard rename(path, target) == 0 else { throw .ofSystem(target) }
    }
}

/// A folder that is filled before it has its name; one that is never published goes.
package final class FolderDraft: Sendable {
    /// Where it lies until it is published.
    package let path: String
    private let isPublished = Mutex(false)

    /// Makes an empty one beside what it is to become, with the folders above.
    package init(for target: String) throws(StorageError) {
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try DurableFolder.make(folder)
        path = DraftName.free(in: folder)
        guard mkdir(path, 0o700) == 0 else { throw .ofSystem(target) }
        DraftName.sweep(folder, after: path)
    }

    deinit {
        if !isPublished.withLock(\.self) { try? DurableFolder.removeTree(path) }
    }

    /// Gives it its name, durable when this returns; what is in it was synchronized before.
    ///
    /// - Throws: `StorageError.taken` where something has the name.
    package func publish(as target: String) throws(StorageError) {
        guard !DurableFolder.isTaken(target) else { throw .taken(path: target) }
        try DurableFolder.move(path, to: target)
        isPublished.withLock { $0 = true }
    }
}

extension DiskFile {
    /// Makes a file that has no name: it is gone with its last user, whatever ends the program.
    package convenience init(namelessIn folder: String) throws(StorageError) {
        let path = DraftName.free(in: folder)
        try self.init(new: path, for: path, 0o600)
        try DurableFolder.remove(path)
    }
}

/// How drafts are called: nothing else is, and no pattern of names for files meets them.
private enum DraftName {
    private static let front = ".accord-draft-"
    private static let digitCount = 16
    /// Whoever writes a file adds to it more often than that.
    private static let fileSecondsMax = 3600
    /// The same of a folder, in which one large file may be written for long.
    private static let folderSecondsMax = 24 * 3600
    /// Where this program has looked for what others left.
    private static let swept = Mutex<Set<String>>([])

    /// A path that nothing has; making it fails should something have it all the same.
    static func free(in folder: String) -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let zeros = String(repeating: "0", count: digitCount - number.count)
        return "\(folder)/\(front)\(zeros)\(number)"
    }

    /// Removes what killed programs left in a folder, once nobody can be at work on it any more.
    ///
    /// A program looks once in each folder, when it first writes there.
    ///
    /// - Parameter new: What it has just made there: its time is by the clock of that disk.
    static func sweep(_ folder: String, after new: String) {
        guard swept.withLock({ $0.insert(folder).inserted }), let new = Entry(new) else { return }
        for name in DurableFolder.names(in: folder) where isOne(name) {
            let path = "\(folder)/\(name)"
            guard let left = Entry(path), left.isOwn else { continue }
            switch left.kind {
            case S_IFREG where left.seconds + fileSecondsMax < new.seconds: unlink(path)
            case S_IFDIR where left.newest(in: path) + folderSecondsMax < new.seconds:
                try? DurableFolder.removeTree(path)
            default: break  // open set: kinds of files
            }
        }
    }

    private static func isOne(_ name: String) -> Bool {
        name.hasPrefix(front) && name.utf8.count == front.utf8.count + digitCount
            && name.dropFirst(front.count).allSatisfy(\.isHexDigit)
    }

    /// What lies under a name itself, not where a link leads.
    private struct Entry {
        let kind: mode_t
        /// The time of the last writing.
        let seconds: Int
        let isOwn: Bool

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            kind = status.st_mode & S_IFMT
            seconds = Int(status.st_mtim.tv_sec)
            isOwn = status.st_uid == geteuid()
        }

        /// The time of the last writing of all that is in a folder.
        func newest(in path: String) -> Int {
            let names = FileManager.default.subpaths(atPath: path) ?? []
            return names.compactMap { Entry("\(path)/\($0)")?.seconds }.reduce(seconds, max)
        }
    }
}
