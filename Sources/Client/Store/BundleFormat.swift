import Foundation
package import Shared

/// What every reader and writer of bundles keeps to (docs/formats.md, "Bundles").
enum BundleFormat {
    static let magic = [UInt8]("ACCBNDL1".utf8)
    /// The header's; a reader refuses a later one.
    static let version: UInt32 = 2
    /// A file has it in which nobody writes under several certified ids: earlier readers take it.
    static let plainVersion: UInt32 = 1
    /// An item is never larger, so that a damaged length asks for no memory.
    static let itemBytesMax = 8 * 1024 * 1024
    /// After how many bytes of keys and bodies an item of changes ends.
    static let changesBytesMax = 512 * 1024
    /// How much of a file of evidence one item has at most.
    static let partBytes = 1024 * 1024
}

/// How much a bundle has.
package struct BundleCounts: Hashable, Sendable {
    package var chains: UInt64 = 0
    package var changes: UInt64 = 0
    package var files: UInt64 = 0
}

/// The person in whose name all changes of a chain are.
package struct Author: Hashable, Sendable {
    package let person: PersonID
    package let name: String
}

extension WireBundleChain {
    init(_ chain: SignedChain, by author: Author) {
        self.init()
        replica = Data(chain.end.replica.bytes)
        person = Data(author.person.bytes)
        personName = author.name
        signed = chain.wire
        device = chain.device.wire
    }

    /// Whose it is said to be, in one line; nil when nobody is named.
    var author: Author? {
        let name = personName.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return PersonID(bytes: person).map { Author(person: $0, name: name) }
    }

    /// Nil when something of it is missing.
    var chain: SignedChain? {
        ReplicaID(bytes: replica).flatMap { SignedChain(signed, of: $0, by: device) }
    }
}
