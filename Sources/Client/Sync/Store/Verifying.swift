package import Shared
package import struct Shared.Record

/// What a check of an audit found.
package struct Verification: Sendable {
    /// Records whose stored digest is not what their content gives: damage on this laptop.
    package let damaged: [RecordKey]
    /// The sum of all base digests, computed anew.
    package let root: Hash256
    /// Whether the stored root is that sum.
    package let rootIsSound: Bool
    /// Chains of this laptop whose hashes do not follow from their changes.
    package let brokenChains: [ReplicaID]
    /// How many records were checked.
    package let records: Int
    /// As stored before the check.
    package let standing: AuditStatus

    /// Nothing wrong on this laptop, and nothing known to differ from the server.
    package var isSound: Bool {
        damaged.isEmpty && rootIsSound && brokenChains.isEmpty && standing.agrees != false
    }
}
