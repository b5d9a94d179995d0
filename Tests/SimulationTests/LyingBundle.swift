import Foundation
import Shared
import SwiftProtobuf

@testable import Client

/// What whoever carries a file can write into it: everything beside the signed bytes.
enum LyingBundle {
    /// Says of every change that a server refused it, and calls everybody by another name.
    static func alter(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let items = Array(bytes.dropFirst(BundleFormat.magic.count))
        var altered = BundleFormat.magic
        let ranges = Framing.ranges(in: items, bytesMax: BundleFormat.itemBytesMax) ?? []
        for range in ranges {
            var item = try WireBundleItem(serializedBytes: Array(items[range]))
            lie(&item, after: altered)
            Framing.append(item.canonicalBytes(), to: &altered)
        }
        try Data(altered).write(to: URL(filePath: path))
    }

    private static func lie(_ item: inout WireBundleItem, after bytes: [UInt8]) {
        switch item.item {
        case .chain(var chain):
            chain.personName = "Somebody\nelse"
            item.chain = chain
        case .changes(var list):
            for index in list.changes.indices {
                list.changes[index].outcome = index.isMultiple(of: 2) ? .rejected : .quarantined
                list.changes[index].reason = "not-allowed: says the file"
            }
            item.changes = list
        case .end(var end):
            end.hash = Data(Hash256(of: bytes).bytes)
            item.end = end
        case .header, .file, .part, nil: break
        }
    }
}
