import Foundation
import Shared
import Storage

/// `DIR/blobs`: evidence as files named by their SHA-256, and what of it is still arriving.
///
/// A file may belong to several audits; which audit has it stands in the database. Every call may
/// wait for the disk.
struct BlobFolder: Sendable {
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

    func open(_ upload: UploadID) throws(StorageError) -> DiskFile {
        try DurableFolder.make(arriving.path)
        return try DiskFile(path(of: upload), for: .writing)
    }

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

    func copy(_ hash: Hash256, to target: BlobFolder) throws {
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
