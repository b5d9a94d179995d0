import Client
import Foundation
import GRDB
import Server
import Shared

/// What `Limit/` starts from: Accord's own bytes, and Accord's own databases while still empty.
///
/// So neither side computes the other's formats, and tables, indexes and page sizes are the same.
struct LimitInput {
    let folder: URL

    /// Writes `rows.bin`, `laptop.sqlite` and `server.sqlite`.
    func write(findings: Int) throws {
        let scratch = folder.appending(path: "scratch")
        try? FileManager.default.removeItem(at: scratch)
        _ = try SyncWork(folder: scratch, findings: findings).record()
        try writeRows(of: scratch.appending(path: "sender/accord.sqlite"))
        try writeEmptyLaptop(in: scratch)
        try writeEmptyServer(in: scratch)
        try FileManager.default.removeItem(at: scratch)
    }

    /// One row a change: key, body, hash, chain, digest, image; each a length and so many bytes.
    ///
    /// Lengths are 32 bits, little-endian. The image is the record as the server stores it.
    private func writeRows(of database: URL) throws {
        let path = folder.appending(path: "rows.bin")
        try Data().write(to: path)
        let file = try FileHandle(forWritingTo: path)
        let queue = try DatabaseQueue(path: database.path)
        try queue.read { database in
            let rows = try GRDB.Row.fetchCursor(
                database,
                sql: """
                    select record.key, change.body, change.hash, change.chain_hash,
                      record.shown_digest, record.shown
                    from change join record on record.number = change.record
                    order by change.n
                    """)
            while let row = try rows.next() {
                var bytes = Data()
                for column in 0..<row.count {
                    let blob: Data = row[column]
                    withUnsafeBytes(of: UInt32(blob.count).littleEndian) {
                        bytes.append(contentsOf: $0)
                    }
                    bytes += blob
                }
                try file.write(contentsOf: bytes)
            }
        }
        try queue.close()
        try file.close()
    }

    private func writeEmptyLaptop(in scratch: URL) throws {
        let laptop = try Laptop("empty", in: scratch)
        _ = try laptop.close()
        try replace("laptop.sqlite", by: URL(fileURLWithPath: laptop.client.home.databasePath))
    }

    private func writeEmptyServer(in scratch: URL) throws {
        let data = scratch.appending(path: "server")
        var generator = SystemRandomNumberGenerator()
        try Administration(dataFolder: data, at: Date(), using: &generator).close()
        try replace("server.sqlite", by: data.appending(path: AuditStore.fileName))
    }

    private func replace(_ name: String, by file: URL) throws {
        let target = folder.appending(path: name)
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: file, to: target)
    }
}
