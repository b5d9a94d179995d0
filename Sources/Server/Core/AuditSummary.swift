package import Shared

/// An audit as an administrator sees it: sizes and roles, nothing of its content.
package struct AuditSummary: Hashable, Sendable {
    /// As its creator drew it, offline.
    package let id: AuditID
    /// The plan's, empty until it has one.
    package let title: String
    /// The sequence of the last change that was taken over.
    package let sequence: UInt64
    /// How many records something was applied to.
    package let records: UInt64
    /// The sum that laptops compare with their own.
    package let root: Hash256
    /// Ascending by id.
    package let members: [Member]

    /// Somebody with a role in the audit.
    package struct Member: Hashable, Sendable {
        package let person: PersonID
        package let role: Role
        /// Empty for one who never enrolled here.
        package let name: String
    }
}
