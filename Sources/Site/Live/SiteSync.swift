package import Foundation
package import HTTPClient
package import Shared

/// What keeps the audits of a home in step with their server while its pages are open.
package protocol SiteSync: Sendable {
    /// The way to the server; nil where there is none.
    var connect: (@Sendable () async throws -> any Transport)? { get }
    /// False: only when a person asks for it.
    var isFollowing: Bool { get }
    /// Why no audit is synced; nil when they are.
    var outside: ReportedError? { get }
    func status(of audit: AuditID) -> AuditSyncStatus
    /// Syncs at once, an audit or all; returns when that is over or has taken too long for a page.
    func syncNow(_ audit: AuditID?) async
}

/// What is known of the sync of one audit beside what its database says.
package struct AuditSyncStatus: Sendable {
    package var isSyncing = false
    /// Why the last run did not do everything; nil when it did.
    package var trouble: ReportedError?
    /// When a run last came to its end, and what it moved.
    package var success: (at: Date, sent: Int, received: Int)?
    package var sequence: UInt64?
    /// Changes of others since the program began.
    package var arrived = 0

    package init() {}
}
