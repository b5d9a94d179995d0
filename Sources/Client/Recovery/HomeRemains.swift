import Foundation
import Shared
import Storage

/// What can be had of a damaged home without a server.
struct HomeRemains {
    /// Replicas of this laptop, the one that wrote last at the end.
    let replicas: [ReplicaID]
    /// Whose laptop it is, as its database says; empty where that cannot be read.
    let personName: String
    /// Unanswered changes of the last replica, ascending by audit and number.
    let entries: [JournalEntry]
    /// Unanswered changes of others before it, in the order in which they were recorded.
    ///
    /// Nearly all were issued again under the last one; of a journal whose end was torn off, or
    /// one that did not fit, they may be all there is.
    let earlier: [JournalEntry]
    /// All that the journal had, to tell whether something was saved since.
    let journalled: [JournalEntry]

    init(of home: ClientHome, _ identity: Identity) throws {
        journalled = try Journal(path: home.journalPath).entriesWithOrphans()
        var entries = journalled
        // Often only some pages are damaged, and these are others. What is taken for a new
        // file is left alone, since opening it fills it.
        let size = FileStatus(of: home.databasePath)?.size ?? 0
        let old = try size < Self.databaseBytesMin ? nil : Self.opened(home.databasePath)
        let known = (try? old?.replicas()) ?? []
        personName = (try? old?.home()?.personName) ?? ""
        entries += (try? old?.recovery.unanswered()) ?? []
        try? old?.close()
        let writer = known.last ?? entries.last?.dot.replica ?? identity.replica
        replicas = known.isEmpty ? [writer] : known
        self.entries = Set(entries.filter { $0.dot.replica == writer }).sorted {
            ($0.key.audit, $0.dot.n) < ($1.key.audit, $1.dot.n)
        }
        earlier = entries.filter { $0.dot.replica != writer }
    }

    /// Nil for a database in ruins; one of another version is whole, and left to that.
    private static func opened(_ path: String) throws(StorageError) -> ClientStore? {
        do { return try ClientStore(path: path) } catch {
            switch error {
            case .newerVersion, .olderVersion, .taken, .unfit: throw error
            case .foreignFile, .damaged, .diskFull, .busy, .replaced, .failed: return nil
            }
        }
    }

    /// No database is smaller than its smallest page.
    private static let databaseBytesMin = 512

    /// What the server told of a change, with the body where that never left this laptop.
    func completed(_ change: ChainChange, by replica: ReplicaID) -> ChainChange {
        guard change.body.isEmpty else { return change }
        let dot = Dot(replica: replica, n: change.n)
        let kept = (entries + earlier).lazy.filter { $0.dot == dot }.first {
            ChangeHash.hash(keyBytes: $0.key.bytes, dot: dot, body: $0.body) == change.hash
        }
        guard let kept else { return change }
        return ChainChange(
            n: change.n, key: kept.key.bytes, hash: change.hash, body: kept.body,
            answer: change.answer)
    }
}
