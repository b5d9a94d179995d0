import Foundation
package import Shared

/// A file that is read and written at given places; closed with its last user.
///
/// For evidence, of which no more than a piece is ever in memory. Every call may wait for the disk.
package final class DiskFile: Sendable {
    /// As it was opened, for messages; the file may have another name since.
    package let path: String
    private let descriptor: Int32

    /// What a file is opened for.
    package enum Use: Sendable {
        /// Reading needs a file; writing makes one that is missing, readable by its owner only.
        case reading, writing
    }

    /// Opens a file, and nothing else: a pipe would be waited for, and a device may have no end.
    package init(_ path: String, for use: Use) throws(StorageError) {
        self.path = path
        descriptor =
            switch use {
            case .reading: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            case .writing: open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
            }
        guard descriptor >= 0 else { throw .ofSystem(path) }
        if let other = try status().kindOfNoFile {
            // What was opened is closed by `deinit`, of a throwing initialiser too.
            throw .failed(path: path, detail: other)
        }
    }

    /// Makes a file under a name that nothing has.
    ///
    /// - Parameter name: What errors call it.
    init(new path: String, for name: String, _ permissions: UInt32) throws(StorageError) {
        self.path = name
        descriptor = open(
            path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions))
        guard descriptor >= 0 else { throw .ofSystem(name) }
    }

    /// Opens what takes bytes and keeps none, such as a pipe, which waits for whoever reads it.
    init(stream path: String) throws(StorageError) {
        self.path = path
        var opened: Int32
        repeat {
            opened = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        } while opened < 0
            && errno == EINTR
        descriptor = opened
        guard descriptor >= 0 else { throw .ofSystem(path) }
    }

    deinit { close(descriptor) }

    package func size() throws(StorageError) -> UInt64 { try status().size }

    package func status() throws(StorageError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .ofSystem(path) }
        return FileStatus(status)
    }

    /// Up to so many bytes from a place on; none behind the end.
    package func read(_ count: Int, at offset: UInt64) throws(StorageError) -> [UInt8] {
        var failure: StorageError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
                    off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = .ofSystem(path) }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes from a place on; of a write that fails a part may be there.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                off_t(offset) + off_t(written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ofSystem(path) }
            written += count
        }
    }

    package func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        do { try bytes.withUnsafeBytes { try write($0, at: offset) } } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Writes all bytes behind those that were appended before; nothing else moves that place.
    func append(_ bytes: [UInt8]) throws(StorageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ofSystem(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives it owner and rights of the file that it replaces, as far as this user may.
    func takeOwner(of other: stat) {
        _ = fchown(descriptor, other.st_uid, other.st_gid)
        _ = fchmod(descriptor, other.st_mode & 0o777)
    }

    package func truncate(to size: UInt64) throws(StorageError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .ofSystem(path) }
    }

    /// Returns once a power cut could no longer take the bytes away.
    package func synchronize() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw .ofSystem(path) }
    }

    package func hash() throws(StorageError) -> Hash256 {
        var hash = RunningHash()
        var offset: UInt64 = 0
        while true {
            let piece = try read(Self.pieceBytes, at: offset)
            guard !piece.isEmpty else { return hash.value }
            piece.withUnsafeBytes { hash.update($0) }
            offset += UInt64(piece.count)
        }
    }

    package static let pieceBytes = 1024 * 1024
    static let notThere = "it is not there"
}

/// What a folder knows of a file.
package struct FileStatus: Hashable, Sendable {
    package let size: UInt64
    /// Whole seconds since 1970 of the last write.
    package let changedSeconds: Int64
    /// Tells two files of one name apart that followed each other.
    private let number: UInt64
    /// What lies there instead of a file, as a clause; nil for a file.
    package let kindOfNoFile: String?
    package let isFolder: Bool

    fileprivate init(_ status: stat) {
        size = UInt64(status.st_size)
        changedSeconds = Int64(status.st_mtim.tv_sec)
        number = UInt64(status.st_ino)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        kindOfNoFile =
            switch status.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFDIR: "it is a folder and no file"
            case S_IFIFO: "it is a pipe and no file"
            case S_IFSOCK: "it is a socket and no file"
            default: "it is a device and no file"  // open set: kinds of files
            }
    }

    /// Whether both are of one file, whatever was written to it in between.
    package func isOfSameFile(as other: FileStatus) -> Bool { number == other.number }

    /// Who may read and write what lies at a path; nil when nothing is there.
    package static func permissions(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : nil
    }

    /// Takes all rights to a file or folder from everybody but the owner; whether any were taken.
    @discardableResult
    package static func makePrivate(_ path: String) -> Bool {
        guard let mode = permissions(of: path), mode & 0o077 != 0 else { return false }
        return chmod(path, mode_t(mode & 0o700)) == 0
    }

    /// Looks at a path; nil when nothing is there, an error where a folder may not be read.
    package init?(lookingAt path: String) throws(StorageError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .ofSystem(path) }
            return nil
        }
        self.init(status)
    }

    /// Looks at a path; nil when nothing is there, or nobody can tell.
    package init?(of path: String) {
        guard let status = try? FileStatus(lookingAt: path) else { return nil }
        self = status
    }
}

/// What is done with files as a whole so that it lasts.
package enum DurableFolder {
    /// Makes a folder readable by its owner only, with those above it, and makes them last.
    package static func make(_ path: String) throws(StorageError) {
        guard FileStatus(of: path) == nil else { return }
        let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if above != path { try make(above) }
        // Somebody else may have made it meanwhile.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .ofSystem(path) }
        try synchronize(folderOf: path)
    }

    /// Gives a synchronized file another name on its file system, whatever had it; that lasts.
    package static func move(_ source: String, to target: String) throws(StorageError) {
        guard rename(source, target) == 0 else { throw .ofSystem(target) }
        try synchronize(folderOf: target)
    }

    /// Gives a file a second name, under which it stays when another takes the first one.
    ///
    /// Nothing may have that name. Where the file system has no second names, it is copied.
    package static func keep(_ path: String, as name: String) throws {
        guard link(path, name) != 0 else { return try synchronize(folderOf: name) }
        guard errno != EEXIST else { throw StorageError.ofSystem(name) }
        try copy(path, to: name)
    }

    /// Gives a synchronized file one more name on its file system, whatever had it; that lasts.
    package static func share(_ path: String, as target: String) throws(StorageError) {
        let second = path + ".whole"
        try remove(second)
        guard link(path, second) == 0 else { throw .ofSystem(second) }
        try move(second, to: target)
        // Moving one name of a file onto another of the same file leaves both.
        try remove(second)
    }

    /// Copies a file, durable under its new name when this returns.
    ///
    /// - Throws: `StorageError.taken` where something has that name and is not to be replaced.
    package static func copy(
        _ path: String, to target: String, replacing: Bool = true
    ) throws(StorageError) {
        let source = try DiskFile(path, for: .reading)
        let draft = try FileDraft(in: folder(of: target), for: target)
        while true {
            let piece = try source.read(DiskFile.pieceBytes, at: try draft.file.size())
            guard !piece.isEmpty else { break }
            try draft.file.append(piece)
        }
        try draft.publish(as: target, replacing: replacing)
    }

    /// Gives a file this content, whole and durable when this returns, for its owner only.
    ///
    /// - Throws: `StorageError.taken` where something has that name and is not to be replaced.
    package static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool = true
    ) throws(StorageError) {
        let draft = try FileDraft(in: folder(of: path), for: path)
        try draft.file.append(bytes)
        try draft.publish(as: path, replacing: replacing)
    }

    /// A path that nothing has, with any of the endings: the given one, or one with a number.
    package static func freePath(_ path: String, endings: [String] = [""]) -> String {
        var free = path
        var number = 1
        while endings.contains(where: { FileStatus(of: free + $0) != nil }) {
            number += 1
            free = "\(path)-\(number)"
        }
        return free
    }

    /// Removes a file; one that is not there is none.
    package static func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .ofSystem(path) }
    }

    /// Removes a folder with all that is in it, such as one that this program made to throw away.
    package static func removeTree(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// Refuses a name that no folder can have or get; looks, and touches nothing.
    package static func check(_ name: String) throws(StorageError) {
        guard !name.isEmpty else { throw .unfit(name: name, reason: "names no folder") }
        guard isTaken(name), try FileStatus(lookingAt: name)?.isFolder != true else { return }
        throw .unfit(name: name, reason: "is no folder")
    }

    /// Whether anything has a name, a link to nothing too.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// Makes what happened to names in a file's folder last.
    package static func synchronize(folderOf path: String) throws(StorageError) {
        let folder = folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .ofSystem(folder) }
    }

    /// How many bytes an ordinary user can still write where a path lies; nil when nobody knows.
    package static func freeBytes(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// The names in a folder, ascending; none when it does not exist.
    package static func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}

extension StorageError {
    /// What the system said last, of the call that just failed.
    package static func ofSystem(_ path: String) -> StorageError { ofSystem(path, code: errno) }

    package static func ofSystem(_ path: String, code: Int32) -> StorageError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull(path: path)
        default: .failed(path: path, detail: words(of: code))  // open set: the system's codes
        }
    }

    /// Why the system did not let somebody use a file, in words that fit behind its path.
    static func words(of code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "this user may not use it"
        case ENOENT: DiskFile.notThere
        case ENOTDIR: "part of its path is a file and no folder"
        case EISDIR: "it is a folder and no file"
        case ELOOP: "the links on its path lead in a circle"
        case ENAMETOOLONG: "its name is too long"
        case EROFS: "nothing can be written to its disk"
        case EIO: "its disk gives errors"
        case EMFILE, ENFILE: "too many files are open"
        case let other: "the system says: \(String(cString: strerror(other)))"
        }
    }
}
