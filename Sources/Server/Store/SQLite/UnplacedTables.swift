import Shared
import Storage

/// Carried chains that this server cannot place, kept for the leads of one audit.
///
/// They use nobody's number and are no recorded outcome: when their owner brings them herself they
/// are decided as if nobody had.
struct UnplacedTables {
    let db: Database
    let audit: Int64

    static let schema = """
        -- One row is a carried chain that the server cannot place, as far as it was brought.
        create table unplaced_chain (
            number integer primary key, -- what unplaced_change says for it
            audit integer not null references audit (number),
            replica blob not null check (length(replica) = 16),
            public_key blob not null check (length(public_key) = 32), -- that signed it
            n integer not null check (n > 0),
            hash blob not null check (length(hash) = 32), -- chain(n)
            reason text not null -- why it cannot be placed
        ) strict;

        create unique index unplaced_chain_by_key on unplaced_chain (audit, replica, public_key);

        -- One row is an edit of such a chain, once in it, whoever brought it.
        create table unplaced_change (
            number integer primary key, -- in the order in which they came
            audit integer not null references audit (number),
            edit blob not null check (length(edit) = 16),
            chain integer not null references unplaced_chain (number),
            n integer not null check (n > 0),
            hash blob not null check (length(hash) = 32), -- h
            -- The first writing's: by these a lead's adoption of it is known.
            first_replica blob not null check (length(first_replica) = 16),
            first_n integer not null,
            first_hash blob not null check (length(first_hash) = 32),
            key blob not null,
            body blob not null,
            carrier blob not null check (length(carrier) = 16), -- a person
            received_ms integer not null
        ) strict;

        create unique index unplaced_change_by_edit on unplaced_change (audit, edit);
        create index unplaced_change_by_hash on unplaced_change (audit, hash);
        create index unplaced_change_by_first
            on unplaced_change (audit, first_replica, first_n, first_hash);
        create index unplaced_change_by_carrier on unplaced_change (carrier);
        """

    static let adoptionSchema = """
        -- An edit is listed once a chain, so that nobody's deposit hides whose another one is.
        drop index unplaced_change_by_edit;
        create unique index unplaced_change_by_edit on unplaced_change (audit, edit, chain);

        -- One row is the first writing of what a lead adopted while nothing showed whose it is:
        -- known to who adopts it once more, and not to its author, whose own has its full effect.
        create table unplaced_adoption (
            audit integer not null references audit (number),
            replica blob not null check (length(replica) = 16), -- of the first dot
            n integer not null,
            hash blob not null check (length(hash) = 32), -- the first h
            key blob not null,
            primary key (audit, replica, n, hash, key)
        ) strict, without rowid;

        -- One row tells one state of what an audit keeps for its leads from every other.
        create table quarantine_stamp (
            audit integer primary key references audit (number),
            ordinal integer not null -- ascends with whatever comes, and whatever is settled
        ) strict;
        """

    /// How far a chain was brought; nil when nothing of it was.
    func end(
        of replica: ReplicaID, publicKey: [UInt8]
    ) throws -> (number: Int64, end: ChainEnd, reason: String)? {
        try db.first(
            """
            select number, n, hash, reason from unplaced_chain
            where audit = ? and replica = ? and public_key = ?
            """, audit, replica, publicKey
        ) {
            let dot = Dot(replica: replica, n: $0.unsigned(1))
            let end = ChainEnd(dot: dot, chain: try $0.hash(2))
            return (number: $0.int(0), end: end, reason: $0.text(3))
        }
    }

    /// The number of what was kept last; 0 before the first.
    func last() throws -> UInt64 {
        try db.first(
            "select coalesce(max(number), 0) from unplaced_change where audit = ?", audit
        ) { $0.unsigned(0) } ?? 0
    }

    /// Whether anything of a chain was kept, whichever key signed it.
    func hasAny(of replica: ReplicaID) throws -> Bool {
        try db.hasRow(
            "select 1 from unplaced_chain where audit = ? and replica = ? limit 1", audit, replica)
    }

    /// How many bytes and changes of others' a person has brought that could not be placed.
    func used(by carrier: PersonID) throws -> (bytes: Int64, changes: Int64) {
        try db.first(
            """
            select coalesce(sum(length(body)), 0), count(*) from unplaced_change where carrier = ?
            """, carrier
        ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
    }

    /// Notes how far a chain has come, and returns its number.
    func set(_ end: ChainEnd, publicKey: [UInt8], because reason: String) throws -> Int64 {
        try db.first(
            """
            insert into unplaced_chain (audit, replica, public_key, n, hash, reason)
            values (?, ?, ?, ?, ?, ?)
            on conflict (audit, replica, public_key) do update
                set n = excluded.n, hash = excluded.hash, reason = excluded.reason
            returning number
            """, audit, end.replica, publicKey, end.n, end.chain, reason
        ) { $0.int(0) } ?? 0
    }

    /// Keeps a change, unless its edit is kept of this chain already.
    func insert(_ change: Change, in chain: Int64, by carrier: PersonID, at now: Int64) throws {
        let first = change.writing
        try db.run(
            """
            insert or ignore into unplaced_change (audit, edit, chain, n, hash, first_replica,
                first_n, first_hash, key, body, carrier, received_ms)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, audit, change.edit, chain, change.dot.n, change.hash, first.dot.replica,
            first.dot.n, first.hash, change.key, change.bytes, carrier, now)
    }

    func holds(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from unplaced_change
            where audit = ? and first_replica = ? and first_n = ? and first_hash = ? and key = ?
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }
}
