/*
 * restore: a server's database goes back to an older state, declared by the operator (a new epoch
 * at once) or not (new pushes may overtake what was lost before anybody notices). Two laptops write
 * and read; the disk of the first may go back too. A request and its effect are one step here, an
 * answer may be lost; push.pml has the slower network.
 *
 * run: sound               | ROLLBACKS=0                       | holds
 * run: rolled-back         | READER                            | holds
 * run: copied              | COPIED                            | holds
 * run: twice               | TWICE READER                      | holds
 * run: queues              | EDITS=2 ROLLBACKS=0 LIVENESS      | holds
 * run: nothing-healed      | READER NOTHING_HEALED             | fails what_was_read_stays
 * run: chain-kept-back     | READER CHAIN_KEPT_BACK            | fails replicas_suffice
 * run: cursor-by-number    | READER CURSOR_BY_NUMBER           | fails what_was_read_stays
 * run: fork-forgets-cursor | READER FORK_FORGETS_CURSOR        | fails what_was_read_stays
 * run: no-seal-demanded    | READER NO_SEAL_DEMANDED           | fails one_dot_one_content
 * run: seal-by-number      | COPIED SEAL_BY_NUMBER             | fails acknowledged_stays
 * run: refused-chain-kept  | COPIED REFUSED_CHAIN_KEPT         | fails acknowledged_stays
 * run: newest-chain-alone  | EDITS=3 READER NEWEST_CHAIN_ALONE | fails acknowledged_stays
 * run: joined-unseen       | READER JOINED_UNSEEN              | fails record_agrees_with_log
 * run: not-pulled-afresh   | READER NOT_PULLED_AFRESH          | fails checkpoint_is_the_servers
 * run: heal-without-cursor | TWICE READER HEAL_WITHOUT_CURSOR  | fails what_was_read_stays
 * run: unchanged-by-head   | READER LIVENESS UNCHANGED_BY_HEAD | fails queues_empty
 * run: epoch-not-minted    | READER LIVENESS EPOCH_NOT_MINTED  | fails queues_empty
 */
#if defined(LONG) && !defined(TWICE) && !defined(LIVENESS)
#undef READER
#define EDITS 3
#endif
#ifndef EDITS
#if defined(READER) || defined(COPIED)
#define EDITS 2
#else
#define EDITS 3
#endif
#endif
#ifdef TWICE                    /* restored twice, and no laptop rolls back */
#define RESTORES 2
#define ROLLBACKS 0
#else
#define RESTORES 1
#endif
#define code byte               /* a chain of three edits */
#define LAPTOPS 2
#ifdef COPIED                   /* the first laptop is copied instead, once, onto the second */
#define COPIES 1
#define ROLLBACKS 0
#else
#define COPIES 0
#endif
#ifndef ROLLBACKS
#define ROLLBACKS 1
#endif
/* Each laptop takes a new replica in each epoch, the one that rolls back takes more. */
#define REPLICAS ((LAPTOPS + ROLLBACKS + COPIES) * (1 + RESTORES))
#define BASE (EDITS + 1)

/* A chain of changes is its edits, as the digits of one number; it is its own hash (push.pml). */
#define EDIT(chain) ((chain) % BASE)
#define BEFORE(chain) ((chain) / BASE)

/* The trail is too long for that: its hash is one, of entries that tell dot and content. */
#define TRAIL 12
#define LOGGED(who, edit) ((who) * BASE + (edit))
#define HEALED(who, edit) ((REPLICAS + (who) + 1) * BASE + (edit))
#define EXTENDED(hash, entry) (((hash) * 67 + (entry)) % 32749)

/* One record for each replica's edits; nothing replaces anything, so that a record is a chain. */
typedef Server {
    code log[REPLICAS + 1];     /* changes by replica, as numbered here */
    code record[REPLICAS + 1];  /* changes and what was healed: never shorter than the log */
    byte changed[REPLICAS + 1]; /* the head when the record last changed */
    short trail[TRAIL + 1]; byte head
}
Server server, server_backup;
byte epoch;
byte minted;
bit aside[EDITS + 1];           /* edits in records set aside for the lead: visible, not joined */

typedef Disk {
    byte epoch; byte replica;
    code own[REPLICAS + 1];     /* own chains, older ones too: laptops are the server's backup */
    code seal[REPLICAS + 1];    /* how far each is acknowledged, sealed by the server */
    code base[REPLICAS + 1];    /* records as pulled, with their seals */
    byte told;                  /* edits that were acknowledged, a bit each; only claims read it */
    short cursor; byte seen;     /* the trail's hash at the last checkpoint, and its length */
    byte uploaded; bit fresh    /* the epoch that it healed for last; a full pull is due */
}
Disk disk[LAPTOPS + 1], disk_backup;

byte edits, restores, rollbacks, copies;
bool backed_up, undeclared, calm;
byte backup_epoch;
code learned[REPLICAS + 1];     /* the chain that somebody was told of; only claims read it */

/* Scratch of single d_steps: no step reads what another wrote, so they are no part of the state. */
hidden byte i, j, r, has;
hidden int x, y, z;

bool what_was_read_stays = true;
bool acknowledged_stays = true;
bool checkpoint_is_the_servers = true;
bool one_dot_one_content = true;
bool record_agrees_with_log = true;
bool replicas_suffice = true;
inline claim(name, truth) { name = (truth); assert(name) }

/* y becomes the longest chain with which both begin. */
inline common(a, b) {
    y = a; z = b;
    do
    :: y > z -> y = BEFORE(y)
    :: z > y -> z = BEFORE(z)
    :: else -> break
    od
}
/* After common(a, b): one of them continues the other. */
#define AGREE(a, b) (y == a || y == b)

/* Both copies of a disk and of the server, field by field: Promela has no assignment of structs. */
inline copy_disk(from, to) {
    to.epoch = from.epoch; to.replica = from.replica; to.cursor = from.cursor; to.seen = from.seen;
    to.uploaded = from.uploaded; to.fresh = from.fresh; to.told = from.told;
    for (i : 1 .. REPLICAS) {
        to.own[i] = from.own[i]; to.seal[i] = from.seal[i]; to.base[i] = from.base[i]
    }
    skip                        /* a d_step must not end in a loop */
}

inline copy_server(from, to) {
    to.head = from.head;
    for (i : 0 .. TRAIL) { to.trail[i] = from.trail[i] }
    for (i : 1 .. REPLICAS) {
        to.log[i] = from.log[i]; to.record[i] = from.record[i]; to.changed[i] = from.changed[i]
    }
    skip
}

#include "restore-server.pml"
#include "restore-laptop.pml"

#if defined(COPIED)
#define WRITES(me) (me == 1 || copies > 0)
#elif defined(READER)           /* a smaller world: the second laptop only reads */
#define WRITES(me) (me == 1)
#else
#define WRITES(me) true
#endif

#define IN_EPOCH (DISK.epoch == epoch)

proctype Laptop(byte me) {
end:
    do
    :: d_step { !calm && edits < EDITS && WRITES(me) -> edits++; CHAIN = CHAIN * BASE + edits }
    :: d_step { IN_EPOCH && CHAIN != SEAL -> push(me, true); skip }
    :: d_step { !calm && IN_EPOCH && CHAIN != SEAL -> push(me, false); skip }
    :: d_step { IN_EPOCH && (DISK.fresh || !UNCHANGED) -> pull(me); skip }
    :: d_step { !IN_EPOCH && DISK.uploaded != epoch -> heal(me) }
    :: d_step { !IN_EPOCH && DISK.uploaded == epoch -> enter_epoch(me) }
    od
}

/* -- Disasters ------------------------------------------------------------------------------- */

proctype Disaster() {
end:
    do
    :: d_step {
        !calm && restores < RESTORES && (!backed_up || backup_epoch < epoch) ->
        backed_up = true; backup_epoch = epoch; copy_server(server, server_backup)
    }
    :: d_step {
        !calm && backed_up && restores < RESTORES ->
        restores++; copy_server(server_backup, server); mint_epoch(); skip
    }
#ifndef DECLARED
    :: d_step {
        /* A backup of an older epoch shows itself: every request names a later one. */
        !calm && backed_up && backup_epoch == epoch && restores < RESTORES ->
        restores++; copy_server(server_backup, server); undeclared = true
    }
#endif
#ifdef COPIED
    :: d_step { !calm && copies == 0 -> copies++; copy_disk(disk[1], disk[2]) }
#endif
    :: d_step { !calm && rollbacks < ROLLBACKS && edits > 0 -> copy_disk(disk[1], disk_backup) }
    :: d_step { !calm && rollbacks < ROLLBACKS -> rollbacks++; copy_disk(disk_backup, disk[1]) }
#ifdef LIVENESS
    :: !calm -> calm = true
#endif
    od
}

init {
    d_step {
        minted = LAPTOPS;
        disk[1].replica = 1;
        disk[2].replica = 2;
        disk_backup.replica = 1
    }
    atomic { run Laptop(1); run Laptop(2); run Disaster() }
}

/* Once disasters stop, both laptops are in the server's epoch with nothing left to send. */
#ifdef LIVENESS
#define SENT(me, replica) (disk[me].own[replica] == disk[me].seal[replica])
#define KEPT(me, replica) (server.log[replica] >= disk[me].seal[replica])
#define DONE(me) \
    (disk[me].epoch == epoch && SENT(me, disk[me].replica) && KEPT(me, disk[me].replica))
ltl queues_empty { [] (calm -> <> (DONE(1) && DONE(2))) }
#endif
