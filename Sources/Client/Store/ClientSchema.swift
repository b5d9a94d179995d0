import Reading
import Storage

/// The laptop's database (docs/database.md, "Laptop").
enum ClientSchema {
    static let format = DatabaseFile.Format(
        applicationID: 0x4163_6331,  // "Acc1"
        oldest: 6,
        migrations: [
            tables, news, summaries, taken, unbelieved, refusals, sharedNames, quarantine,
            allSummaries, ownIDs, evidence, dueDays, seenChecks,
        ],
        derive: RecordSummary.writeAll)

    /// The outcome of a change that was issued again under another replica; never on the wire.
    static let outcomeMoved: Int64 = 0

    private static let tables = """
        -- One row: whose database this is and which server it belongs to.
        create table home (
          id integer primary key check (id = 1),
          -- 16 random bytes; names the folder that holds the identity.
          home blob not null,
          person blob not null,
          person_name text not null,
          -- In which the writing replica was enrolled; null before the first contact with a server,
          -- and once the server has forgotten the replica.
          epoch blob,
          -- Where the identity lies; a copy of the home finds the way to its server there.
          identity_path text not null
        ) strict;

        -- One row is a replica that this database wrote under; the highest number writes now.
        create table replica (
          number integer primary key,
          id blob not null unique
        ) strict;

        -- One row is one life of the server's database.
        create table epoch (
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
          checkpoint_is_exact integer not null default 0,
          -- The last checkpoint as it came, with its seal, and the epoch of that; null before.
          checkpoint blob,
          checkpoint_epoch integer references epoch (number),
          -- The stamp of the devices that it knows to have ended.
          ended integer not null default 0,
          -- In which the records were pulled; null before the first pull.
          epoch blob,
          -- Of the server that has to be healed first; null when none has.
          healing blob,
          -- 1 once all is brought back that this laptop has.
          is_brought_back integer not null default 0,
          -- Of the last attempt to sync, unless it came to its end: when, why not, and when the
          -- next is due, null when that is for the person to say.
          trouble_milliseconds integer,
          trouble text,
          next_attempt_milliseconds integer,
          -- The ordinal up to which it knows what leads made of its person's changes.
          settled integer not null default 0
        ) strict;

        -- One row is a chain of changes in one audit: one of this laptop's, or somebody else's.
        create table chain (
          -- Ascending in the order in which own chains were enrolled, and others' were imported.
          number integer primary key,
          audit integer not null references audit (number),
          -- 16 bytes: whose chain it is.
          replica blob not null,
          -- 1 own: written by this laptop. 2 imported: from somebody's bundle.
          source integer not null check (source in (1, 2)),
          -- The last number and its chain hash.
          n integer not null,
          hash blob not null,
          -- The last number that a server is known to have answered; 0 before the first answer.
          acknowledged integer not null default 0,
          -- The server's seal of that, and its epoch; null before, and of imported ones.
          acknowledged_seal blob,
          acknowledged_epoch integer references epoch (number),
          -- The last number of an own chain that a checkpoint told of.
          checked integer not null default 0,
          -- What follows is null of own chains: in whose name it is, and whose key signed its end.
          person blob,
          person_name text,
          -- Another replica than the chain's where the laptop goes on under that. Such a chain is
          -- never sent.
          signer blob,
          -- A WireDeviceProof of the signer: its keys, and a server's certificate if it has one.
          proof blob,
          signature blob,
          -- Whether it is known to be its person's: 0 nobody says so, 1 a person here has accepted
          -- the device, 2 the server has certified it. What is 0 is kept apart, and 1 counts only
          -- while no server has the audit.
          trust integer not null default 2 check (trust between 0 and 2),
          -- The last number that the server keeps for the leads because it cannot place the chain.
          unplaced integer not null default 0,
          -- 1: a server refused the rest for good.
          is_refused integer not null default 0,
          -- Why the rest was not taken at the last attempt; null when it was.
          trouble text,
          check (iif(source = 2, 5, 0) = (person is not null) + (person_name is not null)
            + (signer is not null) + (proof is not null) + (signature is not null))
        ) strict;
        create unique index chain_by_replica on chain (audit, source, replica);
        create index chain_in_order on chain (audit, source, number);

        -- One row is a device that a server says was retired or lost: nothing above its number
        -- counts in that audit, nor a device whose only proof it is.
        create table ended_device (
          audit integer not null references audit (number),
          replica blob not null,
          n integer not null,
          primary key (audit, replica)
        ) strict, without rowid;

        -- One row says from whose id and which nonce an audit's id was made, where that is known
        -- here: by that its creator makes it known to a server.
        create table founding (
          audit blob primary key,
          person blob not null,
          nonce blob not null
        ) strict, without rowid;

        -- One row is a device that the person at this laptop accepted, by its fingerprint.
        create table accepted_device (
          public_key blob primary key,
          accepted_milliseconds integer not null
        ) strict, without rowid;

        -- One row is a change of such a chain.
        create table change (
          chain integer not null references chain (number) on delete cascade,
          n integer not null,
          -- The record it belongs to.
          record integer not null references record (number),
          hash blob not null,
          -- The chain hash at this number.
          chain_hash blob not null,
          -- Unix milliseconds, for "oldest unsent" only; null of imported ones.
          recorded_milliseconds integer,
          -- Trail.Outcome's code; null until a server answers, 0 when a later chain of this laptop
          -- has issued the change again.
          outcome integer,
          -- The server's sentence for an outcome other than applied.
          reason text,
          -- 2: unconfirmed, part of what is shown. 1: an own one that was applied, and no pulled
          -- record has it yet. 0: in the pulled record, or refused.
          overlay integer not null,
          -- As first written; empty for an own one of which no body is left anywhere.
          body blob not null
        ) strict;
        create unique index change_by_dot on change (chain, n);
        create index change_kept on change (record) where overlay > 0 or outcome > 1;
        -- Few of them lie above what the server acknowledged, so that counting what it has not
        -- answered does not read all of that.
        create index change_answered on change (chain, n) where outcome is not null;

        -- One row is a record: as pulled, and as shown.
        create table record (
          number integer primary key,
          audit integer not null references audit (number),
          -- RecordKey's bytes: the audit's id, then the kind, so that each kind is one range.
          key blob not null,
          -- As pulled, byte for byte with its seal; null while the server has sent none.
          pulled blob,
          -- That of the seal.
          pulled_epoch integer references epoch (number),
          -- Digest of the base: pulled, and own applied changes on it; null without either.
          base_digest blob,
          -- Base and unconfirmed changes, without a seal; null when that is `pulled`.
          shown blob,
          -- Digest of what is shown.
          shown_digest blob not null,
          -- 1 when something in it may wait for a person, or was settled by one or by a rule.
          is_shared integer not null
        ) strict;
        create unique index record_by_key on record (audit, key);
        create index record_shared on record (audit, key) where is_shared = 1;

        -- One row is what holds on a component state on which nothing differs; it follows from what
        -- is shown. Without a row the record has to be read.
        create table state_outcomes (
          record integer primary key references record (number),
          -- StateOutcomes' bytes.
          outcomes blob not null
        ) strict;

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
          -- 1 withdrawn, 2 lifted, 3 replaced, 4 overruled, 5 repinned.
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

        -- One row is a record that came with the numbers of many devices in its context.
        create table wide_record (
          audit integer not null references audit (number),
          key blob not null,
          primary key (audit, key)
        ) strict, without rowid;

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

    /// Format 7: when what is told happened, what to look through for it, and a record's changes.
    private static let news = """
        -- Unix milliseconds on the clock of whoever did it; null where nobody tells.
        alter table news add column happened_milliseconds integer;
        -- Unix milliseconds when she last said that she has seen everything; null before.
        alter table news_mark add column looked_milliseconds integer;

        -- One row is a record that came since news was looked for last, and in which somebody may
        -- be mentioned or given something to do.
        create table news_record (
          audit integer not null references audit (number),
          key blob not null,
          primary key (audit, key)
        ) strict, without rowid;

        -- A finding's history reads its record's changes, and no others.
        create index change_of_record on change (record);
        """

    /// Format 18: which field checks were seen.
    private static let seenChecks = """
        -- One row is a question that whoever works here has seen, on this laptop alone.
        create table seen_check (
          audit integer not null references audit (number),
          -- FieldChecks.Question.subject
          subject text not null,
          -- How many there were then: with more it is shown again.
          count integer not null,
          primary key (audit, subject)
        ) strict, without rowid;
        """

    /// Format 8: what stands on a component state with its severities and authors.
    private static let summaries = """
        drop table state_outcomes;

        -- One row is what stands on a component state on which nothing differs; it follows from
        -- what is shown. Without a row the record has to be read.
        create table state_summary (
          record integer primary key references record (number),
          -- StateSummary's bytes.
          summary blob not null
        ) strict;

        -- Few changes were refused or set aside: those are found without reading the others.
        create index change_refused on change (chain, n) where outcome > 1;
        """
}
