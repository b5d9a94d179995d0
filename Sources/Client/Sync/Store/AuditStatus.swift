package import Foundation
package import Shared

/// How an audit on the laptop relates to the server.
package struct AuditStatus: Hashable, Sendable {
    /// Whether a server is known to have the audit.
    package let isOnServer: Bool
    /// The sum of the base digests here.
    package let root: Hash256
    /// The server's root at the last checkpoint, nil before the first.
    package let checkpointRoot: Hash256?
    /// The server's sequence at that checkpoint, nil before the first.
    package let checkpointSequence: UInt64?
    /// When that checkpoint was stored or last confirmed, by this laptop's clock; nil before.
    package let checkpointAt: Date?
    /// Whether the roots speak of the same changes, so that they must be equal.
    package let isExact: Bool

    /// Whether what the laptop holds is proved to be what the server held; nil before any proof.
    package var agrees: Bool? {
        guard let checkpointRoot, isExact else { return nil }
        return checkpointRoot == root
    }
}
