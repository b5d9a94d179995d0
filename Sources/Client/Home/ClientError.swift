package import HTTPClient
package import Presentation
package import Shared
package import Storage

/// Everything that can go wrong for a tester, with what is still safe and what to do next.
package enum ClientError: Error, Sendable {
    /// There is no home yet; nothing was read or written.
    case noHome(path: String)
    /// There is one already; it was not touched.
    case homeExists(path: String)
    /// Its database is gone or is none; what is left was not touched.
    case homeInRuins(HomeRuins)
    case identityUnreadable(path: String)
    case identityUnwritable(path: String)
    case notJoined
    /// Somebody else's invite; what was recorded stays under its author.
    case personDiffers(name: String)
    /// The server certifies devices by another key than it did; both fingerprints.
    case serverKeyChanged(known: String, told: String)
    /// Rows of a bulk input break rules; nothing was saved.
    case invalidRows(BulkInputError)
    case storage(StorageError)
    case transport(TransportError)
    case problem(Problem)
    case blocked(SyncBlock)
}

/// What needs a person or a repair.
package enum SyncBlock: Equatable, Sendable {
    case refused(Problem)
    /// Something on the way refused a change in every form; in words, what and how.
    case refusedOnTheWay(String)
    /// Another device wrote under this replica's numbers.
    case forked
    /// The server has changes of this replica that this database never wrote.
    case rolledBack(missing: UInt64)
    /// The server has less than it had acknowledged, and does not believe its own seals.
    case serverRestored(acknowledged: UInt64)
    /// The server was put back to an older state and is healed; it takes what is new under a new
    /// replica only.
    case epochEnded
}
