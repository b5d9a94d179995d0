import Foundation
import Shared
import Storage

/// Where a server keeps evidence: files by their SHA-256, and what of them is still arriving.
///
/// All that is asked of the place, which is `DIR/blobs` (docs/decisions/0030-engines.md). A file
/// may belong to several audits; which audit has it stands in the database. Every call may wait for
/// the disk.
struct BlobStore: Sendable {
    private let folder: URL

    init(in dataFolder: URL) { folder = dataFolder.appending(path: "blobs") }

    /// Where a blob lies; two digits make a folder, so that none gets too full.
    func path(of hash: Hash256) -> String {
        folder.appending(path: "\(hash.hex.prefix(2))/\(hash.hex)").path
    }

    func path(of upload: UploadID) -> String { arriving.appending(path: upload.hex).path }

    /// Every file that lies where a blob of its name would, ascending.
    func blobs() -> [Hash256] {
        DurableFolder.names(in: folder.path).filter { $0.utf8.count == 2 }.flatMap { front in
            DurableFolder.names(in: folder.appending(path: front).path).compactMap { name in
                guard name.hasPrefix(front), let bytes = [UInt8](hex: name) else { return nil }
                return Hash256(bytes: bytes)
            }
        }
    }

    /// Every upload of which bytes lie here, whether or not it is still known.
    func uploads() -> [UploadID] {
        DurableFolder.names(in: arriving.path).compactMap { UploadID(hex: $0) }
    }

    /// What has arrived of an upload, to be gone on with; begun where nothing has.
    func arriving(_ upload: UploadID) throws(StorageError) -> ArrivingBlob {
        try DurableFolder.make(arriving.path)
        return ArrivingBlob(file: try DiskFile(path(of: upload), for: .writing))
    }

    /// A file to be read from; nil where it is not.
    func stored(_ hash: Hash256) throws(StorageError) -> StoredBlob? {
        guard size(of: hash) != nil else { return nil }
        return StoredBlob(file: try DiskFile(path(of: hash), for: .reading))
    }

    /// How many bytes of an upload have arrived; nil where nothing has.
    func size(of upload: UploadID) -> UInt64? { FileStatus(of: path(of: upload))?.size }
    func size(of hash: Hash256) -> UInt64? { status(of: hash)?.size }
    /// Size and time of the last write, by which one is known that was uploaded anew.
    func status(of hash: Hash256) -> FileStatus? { FileStatus(of: path(of: hash)) }

    /// Gives gathered bytes, synchronized and of that hash, their name for ever, in a transaction
    /// that also writes the row, so that nothing collects the file; the upload's own file stays.
    func publish(_ upload: UploadID, as hash: Hash256) throws(StorageError) {
        let target = path(of: hash)
        try makeFolder(of: target)
        // A second name, not a move: if the commit fails, the upload still has its bytes.
        try DurableFolder.share(path(of: upload), as: target)
    }

    func setAside(_ hash: Hash256) throws(StorageError) {
        let aside = folder.appending(path: "damaged/\(hash.hex)").path
        try makeFolder(of: aside)
        try DurableFolder.move(path(of: hash), to: aside)
    }

    func copy(_ hash: Hash256, to target: BlobStore) throws {
        try makeFolder(of: target.path(of: hash))
        try DurableFolder.copy(path(of: hash), to: target.path(of: hash))
    }

    func remove(_ upload: UploadID) throws(StorageError) {
        try DurableFolder.remove(path(of: upload))
    }

    func remove(_ hash: Hash256) throws(StorageError) { try DurableFolder.remove(path(of: hash)) }

    /// How many bytes fit; nil when nobody knows.
    func freeBytes() -> UInt64? {
        DurableFolder.freeBytes(at: folder.deletingLastPathComponent().path)
    }

    private var arriving: URL { folder.appending(path: "arriving") }

    private func makeFolder(of path: String) throws(StorageError) {
        try DurableFolder.make(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}

/// What of an upload is here, with its end open.
struct ArrivingBlob: Sendable {
    fileprivate let file: DiskFile

    func size() throws(StorageError) -> UInt64 { try file.size() }

    func append(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
        try file.write(bytes, at: offset)
    }

    /// Makes what has arrived last, and tells its hash and its first bytes.
    func finish(head count: Int) throws(StorageError) -> (hash: Hash256, head: [UInt8]) {
        try file.synchronize()
        return (try file.hash(), try file.read(count, at: 0))
    }
}

/// A file that is here, for as long as somebody reads it.
struct StoredBlob: Sendable {
    fileprivate let file: DiskFile

    /// Those bytes; fewer where the file ends before.
    func read(_ range: Range<UInt64>) throws(StorageError) -> [UInt8] {
        try file.read(range.count, at: range.lowerBound)
    }

    func hash() throws(StorageError) -> Hash256 { try file.hash() }
}
