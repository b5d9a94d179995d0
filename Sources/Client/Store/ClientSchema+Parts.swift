/// The tables of parts.
extension ClientSchema {
    static let newsTables = """
        -- One row says how often records of an audit came or own withdrawals were written, and how
        -- often that was when news was looked for: news is due while the two differ.
        create table news_mark (
          audit integer primary key references audit (number),
          changed integer not null,
          noted integer not null
        ) strict;

        -- One row is what somebody else did with work of this laptop's person. It stays until she
        -- has seen it, whatever else becomes of the record.
        create table news (
          number integer primary key,
          audit integer not null references audit (number),
          -- 16 bytes that are the same whenever the same is found.
          fact blob not null,
          -- 1 withdrawn, 2 lifted, 3 replaced, 4 overruled.
          kind integer not null,
          key blob not null,
          -- The criterion's full id; empty for a record as a whole.
          criterion text not null,
          -- Who did it; null where the record tells no more.
          person blob,
          reason text not null,
          -- Of her live work, findings and other entries: what is taken back, and what stands.
          taken_findings integer not null,
          taken_entries integer not null,
          standing_findings integer not null,
          standing_entries integer not null,
          -- 1 once a sync has told it.
          is_told integer not null default 0,
          -- 1 once she said that she has seen it.
          is_seen integer not null default 0
        ) strict;
        create unique index news_by_fact on news (audit, fact);
        create index news_unseen on news (audit, number) where is_seen = 0;

        -- One row is a withdrawal of hers that stood when news was looked for last, so that it is
        -- told when a lead has lifted it.
        create table own_withdrawal (
          audit integer not null references audit (number),
          key blob not null,
          field text not null,
          edit blob not null,
          primary key (audit, key, field, edit)
        ) strict, without rowid;
        """

    static let verdictTable = """
        -- One row is what a lead made of an own change that was set aside, as it was told last.
        create table lead_verdict (
          audit integer not null references audit (number),
          replica blob not null,
          n integer not null,
          -- 1 adopted, 2 discarded.
          kind integer not null check (kind in (1, 2)),
          -- The lead.
          person blob not null,
          -- Unix milliseconds, by the server's clock.
          settled_milliseconds integer not null,
          -- Why it was discarded; empty when it was adopted.
          reason text not null,
          primary key (audit, replica, n)
        ) strict, without rowid;
        """

    static let queueTables = """
        -- One row is how much a device had not sent when the server heard of it last.
        create table device_queue (
          audit integer not null references audit (number),
          replica blob not null,
          person blob not null,
          device text not null,
          unsent integer not null,
          -- Unix milliseconds, by the server's clock.
          oldest_milliseconds integer not null,
          told_milliseconds integer not null,
          primary key (audit, replica)
        ) strict, without rowid;

        -- One row is the ordinal up to which these are known.
        create table device_queue_mark (
          audit integer primary key references audit (number),
          ordinal integer not null
        ) strict;
        """

    static let wideTable = """
        -- One row is a record that came with the numbers of many devices in its context.
        create table wide_record (
          audit integer not null references audit (number),
          key blob not null,
          primary key (audit, key)
        ) strict, without rowid;
        """

    static let laterOutcomeTable = """
        -- One row is what a server made of a change in a word that this version does not know. The
        -- change itself has no outcome: it is shown as pending until the next checkpoint, is in no
        -- base, and is read anew by a version that knows the word.
        create table later_outcome (
          chain integer not null references chain (number) on delete cascade,
          n integer not null,
          -- As it stands on the wire.
          code integer not null,
          reason text not null,
          primary key (chain, n)
        ) strict, without rowid;
        """

    static let quotaTable = """
        -- One row is what the last pull's opening said of the person's quotas in an audit.
        create table quota (
          audit integer primary key references audit (number),
          log_used integer not null,
          log_most integer not null,
          evidence_used integer not null,
          evidence_most integer not null,
          -- Keys and bodies of changes that were recorded here and that log_used has not.
          log_new integer not null
        ) strict;
        """

    static let evidenceTables = """
        -- One row is a file of evidence that an audit's findings refer to, or are about to.
        create table evidence (
          audit integer not null references audit (number),
          hash blob not null check (length(hash) = 32),
          -- 1: to be sent. 2: to be fetched. 3: here, and on the server in the life `epoch`.
          state integer not null check (state in (1, 2, 3)),
          -- Bytes; null while only the hash is known.
          size integer,
          -- Bytes that are there already, for people; what counts is asked of server and disk.
          moved integer not null default 0,
          epoch blob,
          primary key (audit, hash)
        ) strict, without rowid;

        -- One row says at which sum of its digests an audit's references were last looked through.
        create table evidence_look (
          audit integer primary key references audit (number),
          root blob not null
        ) strict;
        """

    static let outcomeTable = """
        -- One row is what holds on a component state on which nothing differs; it follows from what
        -- is shown. Without a row the record has to be read.
        create table state_outcomes (
          record integer primary key references record (number),
          -- StateOutcomes' bytes.
          outcomes blob not null
        ) strict;
        """
}
