import Foundation
import Shared
import Storage
import SwiftProtobuf

/// Writes a bundle item by item, under a draft's name until it is whole and durable.
final class BundleWriter {
    private let file: NamedFile
    private var hash = RunningHash()
    private(set) var counts = BundleCounts()

    init(path: String, header: WireBundleHeader) throws {
        file = try NamedFile(path, replacing: false, permissions: 0o600)
        try write(BundleFormat.magic)
        try append(.header(header))
    }

    func append(_ chain: SignedChain, by author: Author) throws {
        try append(.chain(WireBundleChain(chain, by: author)))
        counts.chains += 1
    }

    /// Appends the next changes of the chain that was appended last.
    func append(_ changes: [WirePushedChange]) throws {
        guard !changes.isEmpty else { return }
        try append(.changes(.with { $0.changes = changes }))
        counts.changes += UInt64(changes.count)
    }

    func append(_ evidence: DiskFile, named name: Hash256) throws {
        var item = WireBundleFile()
        item.hash = Data(name.bytes)
        item.size = try evidence.size()
        try append(.file(item))
        var position: UInt64 = 0
        while position < item.size {
            let part = try evidence.read(BundleFormat.partBytes, at: position)
            guard !part.isEmpty else { break }
            try append(.part(Data(part)))
            position += UInt64(part.count)
        }
        counts.files += 1
    }

    /// Writes the end, makes it last, and gives the file its name.
    ///
    /// - Throws: `StorageError.taken` when something has taken the name meanwhile.
    func finish() throws {
        var end = WireBundleEnd()
        end.hash = Data(hash.value.bytes)
        end.chains = counts.chains
        end.changes = counts.changes
        end.files = counts.files
        try append(.end(end))
        try file.publish()
    }

    private func append(_ content: WireBundleItem.OneOf_Item) throws {
        var bytes: [UInt8] = []
        Framing.append(WireBundleItem.with { $0.item = content }.canonicalBytes(), to: &bytes)
        try write(bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        bytes.withUnsafeBytes { hash.update($0) }
        try file.write(bytes)
    }
}
