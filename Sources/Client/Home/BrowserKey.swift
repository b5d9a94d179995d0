import Foundation
import Storage

/// What the cookies of browsers are sealed with that were let in to the pages of a home.
///
/// It lies beside the identity: no copy of the home and no backup carries it along.
package struct BrowserKey: Hashable, Sendable {
    package let bytes: [UInt8]
    private static let bytesCount = 32

    /// A new one that nobody else knows.
    package static func drawn() -> BrowserKey {
        BrowserKey(bytes: (0..<bytesCount).map { _ in UInt8.random(in: .min ... .max) })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The key of a home; nil where there is none, or one that others on the machine could read.
    package init?(of home: ClientHome) {
        guard let mode = FileStatus.permissions(of: home.browserKeyPath), mode & 0o077 == 0,
            let file = try? DiskFile(home.browserKeyPath, for: .reading),
            let bytes = try? file.read(Self.bytesCount + 1, at: 0), bytes.count == Self.bytesCount
        else { return nil }
        self.bytes = bytes
    }

    /// Makes it the home's in place of any other, whole or not at all, for its owner only.
    package func keep(for home: ClientHome) throws {
        try DurableFolder.write(bytes, to: home.browserKeyPath)
    }
}
