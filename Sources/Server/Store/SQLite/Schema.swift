import Storage

/// The server's tables (docs/database.md, "Server").
///
/// Every key leads with the audit's number, so that audits could be spread over several databases.
enum Schema {
    static let fileName = "accord-server.sqlite"
    static let format = DatabaseFile.Format(
        applicationID: 0x4143_4353,  // "ACCS", so that `file` can tell a server's database.
        oldest: 8,
        migrations: [
            [
                identity, audits, changes, records, healing, EvidenceTables.schema,
                QuarantineTables.schema, UnplacedTables.schema, QueueTable.schema,
                UsageTables.schema,
            ].joined(separator: "\n"), GrantTables.leadsInviteSchema,
            UnplacedTables.adoptionSchema, QuarantineTables.filesSchema,
        ])

    private static let identity = """
        -- The one row is this database's life: a restored database gets a new epoch.
        create table server (
            id integer primary key check (id = 1),
            epoch blob not null check (length(epoch) = 16),
            created_ms integer not null, -- Unix milliseconds, as in every column *_ms
            -- When this life began because the database was put back; null in its first life.
            restored_ms integer
        ) strict;

        -- One row is one person who has enrolled a device here.
        create table person (
            id blob primary key check (length(id) = 16),
            name text not null
        ) strict, without rowid;

        -- One row is another id under which a person has written: that of a device's own key.
        create table alias (
            id blob primary key check (length(id) = 16),
            person blob not null references person (id)
        ) strict, without rowid;

        create index alias_by_person on alias (person);

        -- One row is one incarnation of one laptop's database.
        create table replica (
            number integer primary key, -- what other tables say for the id
            id blob not null unique check (length(id) = 16),
            person blob not null references person (id),
            device text not null, -- the name its owner gave it
            public_key blob not null, -- Ed25519, 32 bytes, or empty
            enrolled_ms integer not null,
            retired_ms integer, -- null while the device may sync
            -- With retired_ms, 1 when nothing is taken from it any more.
            is_lost integer not null default 0 check (is_lost in (0, 1)),
            -- In which it was enrolled; null for one that only its token or its seals prove.
            epoch blob check (length(epoch) = 16),
            -- When another device of its person was last enrolled by its token; null for never.
            succeeded_ms integer,
            -- When it last asked for anything, within ten minutes; null for never.
            seen_ms integer,
            -- 1 for one under which this server writes; it is nobody's device.
            is_own integer not null default 0 check (is_own in (0, 1))
        ) strict;

        create index replica_ended on replica (person) where retired_ms is not null;
        create index replica_by_person on replica (person);

        -- One row is one invite; the code itself is never stored.
        create table invite (
            hash blob primary key check (length(hash) = 32), -- SHA-256 of the code
            name text not null, -- of the person invited
            person blob check (length(person) = 16), -- null: the client brings a new id
            device text, -- the fingerprint of the one device that it lets in, null for any
            expires_ms integer not null,
            used_ms integer, -- null while it can be used
            replica blob check (length(replica) = 16) -- who used it, null with used_ms
        ) strict, without rowid;

        -- One row is one token by which scripts read an audit; the token itself is never stored.
        create table exporter_token (
            hash blob primary key check (length(hash) = 32), -- SHA-256 of the token
            audit blob not null check (length(audit) = 16), -- which it reads
            made_ms integer not null,
            expires_ms integer not null
        ) strict, without rowid;

        -- One row is an invite or a token that was taken back; keep/revoked has the same.
        create table revoked (
            hash blob primary key check (length(hash) = 32),
            revoked_ms integer not null
        ) strict, without rowid;
        """

    private static let audits = """
        -- One row is one audit and its head: what every push reads first and writes last.
        create table audit (
            number integer primary key, -- what other tables say for the id
            id blob not null unique check (length(id) = 16),
            creator blob not null check (length(creator) = 16), -- a person
            created_ms integer not null,
            title text not null, -- from the plan, empty until it has one
            sequence integer not null, -- of the last row of change, 0 for none
            count integer not null, -- of record rows
            root blob not null check (length(root) = 32), -- sum of the records' digests
            trail blob not null check (length(trail) = 32) -- of the last row of change
        ) strict;

        -- One row is one person's role in one audit, derived from the plan record.
        create table member (
            audit integer not null references audit (number),
            person blob not null check (length(person) = 16),
            role integer not null check (role in (1, 2, 3)), -- reader, tester, lead
            primary key (audit, person)
        ) strict, without rowid;

        create index member_by_person on member (person, audit, role);

        -- One row says how far one replica's changes are known: the audit-wide vector.
        create table chain (
            audit integer not null references audit (number),
            replica integer not null references replica (number),
            n integer not null check (n > 0),
            hash blob not null check (length(hash) = 32), -- chain(n)
            outcomes blob not null check (length(outcomes) = 32), -- outcomes(n)
            primary key (audit, replica)
        ) strict, without rowid;

        -- One row is what chain said at every 256th number: from there on, and never from the
        -- beginning, a chain is hashed again.
        create table chain_mark (
            audit integer not null references audit (number),
            replica integer not null references replica (number),
            n integer not null check (n > 0 and n % 256 = 0),
            hash blob not null check (length(hash) = 32), -- chain(n)
            outcomes blob not null check (length(outcomes) = 32), -- outcomes(n)
            primary key (audit, replica, n)
        ) strict, without rowid;
        """

    private static let changes = """
        -- One row is one change as it was received, whatever became of it.
        create table change (
            number integer primary key,
            audit integer not null,
            sequence integer not null check (sequence > 0), -- dense within the audit
            replica integer not null,
            n integer not null check (n > 0),
            outcome integer not null check (outcome between 1 and 4), -- Trail.Outcome.code
            received_ms integer not null,
            key blob not null, -- a record key's bytes, or what came in their place
            hash blob not null check (length(hash) = 32), -- h
            reason text, -- null when applied
            trail blob check (length(trail) = 32), -- null but for the last change of a push
            body_bytes integer not null, -- how large the body is, kept or not
            body blob -- as first serialised; null for a rejected one that is above its bound
        ) strict;

        create unique index change_by_sequence on change (audit, sequence);
        create unique index change_by_dot on change (audit, replica, n);
        create index change_refused on change (audit, replica, n) where outcome <> 1;

        -- One row is the first writing of a re-issue: so that its edit is applied once, and so that
        -- a lead can adopt what came in no other way.
        create table reissue (
            audit integer not null references audit (number),
            replica blob not null check (length(replica) = 16), -- of the first dot
            n integer not null,
            hash blob not null check (length(hash) = 32), -- the first h
            key blob not null,
            is_applied integer not null check (is_applied in (0, 1)),
            primary key (audit, replica, n, hash, key)
        ) strict, without rowid;
        """

    private static let records = """
        -- One row is one record: what is live of everything that was said about its key.
        create table record (
            number integer primary key,
            audit integer not null,
            sequence integer not null, -- of its last applied change
            writer integer not null, -- the replica of its last applied change
            before integer not null, -- sequence of the last applied change by another, 0: none
            key blob not null,
            digest blob not null check (length(digest) = 32),
            image blob not null -- a WireRecord without seal: what travels
        ) strict;

        create unique index record_by_key on record (audit, key);
        create unique index record_by_sequence on record (audit, sequence);
        """

    private static let healing = """
        -- One row is one record that a laptop brought back after a restore. It takes a sequence of
        -- its own, so that `change` and this together are dense.
        create table healed (
            audit integer not null,
            sequence integer not null,
            replica integer not null, -- who brought it
            received_ms integer not null,
            key blob not null,
            digest blob not null check (length(digest) = 32), -- as it was sealed
            trail blob not null check (length(trail) = 32),
            primary key (audit, sequence)
        ) strict, without rowid;

        -- One row is a live change of such a record: under its dot nothing else is taken.
        create table healed_change (
            audit integer not null references audit (number),
            replica blob not null check (length(replica) = 16),
            n integer not null,
            hash blob not null check (length(hash) = 32), -- h
            key blob not null,
            primary key (audit, replica, n)
        ) strict, without rowid;

        -- One row is a sealed record that contradicts what the server has: kept for the leads.
        create table set_aside (
            audit integer not null references audit (number),
            digest blob not null check (length(digest) = 32),
            key blob not null,
            epoch blob not null check (length(epoch) = 16), -- of its seal
            replica integer not null, -- who brought it
            received_ms integer not null,
            reason text not null,
            image blob not null, -- a WireRecord with its seal, as it was pulled
            primary key (audit, digest)
        ) strict, without rowid;
        """
}

extension StorageError {
    /// A row does not hold what this program writes there.
    static func unreadable(_ detail: String) -> StorageError {
        .damaged(path: Schema.fileName, detail: detail)
    }
}
