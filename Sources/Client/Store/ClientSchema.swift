import Storage

/// The laptop's database (docs/database.md, "Laptop").
enum ClientSchema {
    static let format = DatabaseFile.Format(
        applicationID: 0x4163_6331,  // "Acc1"
        migrations: [first])

    private static let first = """
        -- One row: whose database this is and which server it belongs to.
        create table home (
          id integer primary key check (id = 1),
          -- 16 random bytes; names the folder that holds the identity.
          home blob not null,
          person blob not null,
          person_name text not null,
          -- Null before the first contact with a server.
          epoch blob
        ) strict;

        -- One row is a replica that this database wrote under; the highest number writes now.
        create table replica (
          number integer primary key,
          id blob not null unique
        ) strict;

        -- One row is an audit that this laptop has.
        create table audit (
          number integer primary key,
          id blob not null unique,
          -- 1 once the server has it.
          is_on_server integer not null default 0,
          -- The resume point of the next pull; null before the first piece.
          cursor blob,
          -- Sum of the base digests of all records, modulo 2^256.
          root blob not null,
          -- What the last checkpoint said: its root, sequence and Unix milliseconds; null before.
          checkpoint_root blob,
          checkpoint_sequence integer,
          checkpoint_milliseconds integer,
          -- 1 when the own chain was acknowledged up to the checkpoint, so that roots compare.
          checkpoint_is_exact integer not null default 0
        ) strict;

        -- One row is one of this laptop's chains in one audit.
        create table chain (
          audit integer not null references audit (number),
          replica integer not null references replica (number),
          -- The last number written and its chain hash.
          n integer not null,
          hash blob not null,
          -- What the server acknowledged last, with its seal; 0 and null before the first answer.
          acknowledged integer not null default 0,
          acknowledged_seal blob,
          primary key (audit, replica)
        ) strict, without rowid;

        -- One row is a change that this laptop wrote.
        create table change (
          audit integer not null,
          replica integer not null,
          n integer not null,
          -- The record it belongs to.
          record integer not null references record (number),
          hash blob not null,
          chain blob not null,
          -- Unix milliseconds; for "oldest unsent" only.
          recorded_milliseconds integer not null,
          -- Trail.Outcome's code; null until the server answers.
          outcome integer,
          -- The server's sentence for an outcome other than applied.
          reason text,
          -- 2: unconfirmed, part of what is shown. 1: applied, and no pulled record has it yet.
          -- 0: in the pulled record, or refused.
          overlay integer not null,
          body blob not null
        ) strict;
        create unique index change_by_dot on change (audit, replica, n);
        create index change_kept on change (record) where overlay > 0 or outcome > 1;
        create index change_unanswered on change (audit, replica, n) where outcome is null;

        -- One row is a record: as pulled, and as shown.
        create table record (
          number integer primary key,
          audit integer not null references audit (number),
          -- RecordKey's bytes.
          key blob not null,
          -- 1 plan, 2 component, 3 state.
          kind integer not null,
          -- As pulled, byte for byte with its seal; null while the server has sent none.
          pulled blob,
          -- Digest of the base: pulled, and own applied changes on it; null without either.
          base_digest blob,
          -- Base and unconfirmed changes, without a seal; null when that is `pulled`.
          shown blob,
          -- Digest of what is shown.
          shown_digest blob not null,
          -- 1 when several changes live in it, so that it may hold a conflict.
          is_shared integer not null
        ) strict;
        create unique index record_by_key on record (audit, key);
        create index record_by_kind on record (audit, kind);
        create index record_shared on record (audit) where is_shared = 1;
        """
}
