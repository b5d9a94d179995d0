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

/* -- Laptops --------------------------------------------------------------------------------- */

#define DISK disk[me]
#define CHAIN DISK.own[DISK.replica]
#define SEAL DISK.seal[DISK.replica]
#define LOG server.log[DISK.replica]

/* The own chain above y is re-issued, in order, under a new replica, with its edit ids. */
inline reissue_rest(me) {
    claim(replicas_suffice, minted < REPLICAS);
    minted++;
    x = CHAIN;
    has = 0;
    do
    :: x == y -> break
    :: else -> x = BEFORE(x); has++
    od;
    do
    :: has == 0 -> break
    :: else ->
        x = CHAIN;
        for (i : 2 .. has) { x = BEFORE(x) }
#ifdef REFUSED_CHAIN_KEPT
        if
        :: DISK.told & (1 << EDIT(x))
        :: else -> DISK.own[minted] = DISK.own[minted] * BASE + EDIT(x)
        fi;
#else
        DISK.own[minted] = DISK.own[minted] * BASE + EDIT(x);
#endif
        has--
    od;
    CHAIN = y;
    DISK.replica = minted
}

inline acknowledge(me, chain) {
    if :: chain > SEAL -> SEAL = chain :: else fi;
    x = chain;
    do
    :: x == 0 -> break
    :: else -> DISK.told = DISK.told | (1 << EDIT(x)); x = BEFORE(x)
    od;
    learn(DISK.replica, chain)
}

/* Rule: a server whose chain does not lead through the own sealed ack has been restored. A number
   below the ack shows it, and so does other content, where a copy's pushes have overtaken it. */
#ifdef SEAL_BY_NUMBER
#define LENGTH(chain) (((chain) > 0) + ((chain) >= BASE) + ((chain) >= BASE * BASE))
#define KEEPS(chain, seal) (LENGTH(chain) >= LENGTH(seal))
#else
#define KEEPS(chain, seal) (y == (seal))        /* after common(chain, seal) */
#endif

/* Rules: another content for a known number is a fork; a server that knows more than the laptop
   means that the laptop is old. Both lead to a new replica. */
inline push(me, answered) {
    common(LOG, SEAL);
    has = KEEPS(LOG, SEAL);
    common(CHAIN, LOG);
    if
    :: !has -> notice_restore()
    :: has && y == LOG ->
        append(DISK.replica, CHAIN);
        if :: answered -> acknowledge(me, CHAIN) :: else fi
    :: has && y != LOG && answered ->
        acknowledge(me, y);
        common(CHAIN, LOG);
        reissue_rest(me)
#ifdef FORK_FORGETS_CURSOR
        ; DISK.cursor = 0; DISK.seen = 0; DISK.fresh = 1
#endif
    :: has && y != LOG && !answered
    fi
}

/* The lead sees each edit of a record that was set aside. */
inline set_aside(chain) {
    x = chain;
    do
    :: x == 0 -> break
    :: else -> aside[EDIT(x)] = 1; x = BEFORE(x)
    od
}

/* Rule: each laptop uploads its sealed records; one that holds another content for a dot than the
   server is set aside for the lead, never joined. */
inline upload_records(me) {
    for (r : 1 .. REPLICAS) {
        common(DISK.base[r], server.log[r]);
        j = AGREE(DISK.base[r], server.log[r]);
        common(DISK.base[r], server.record[r]);
        j = j && AGREE(DISK.base[r], server.record[r]);
#ifdef JOINED_UNSEEN
        j = true;
#endif
        if
        :: j && DISK.base[r] != y ->     /* y is what both have: the server lacks the rest */
            server.record[r] = DISK.base[r];
            note(HEALED(r, EDIT(DISK.base[r])), r);
            compare_record(r)
        :: !j -> set_aside(DISK.base[r])
        :: else
        fi
    }
}

/* Rule: own chains, older ones too, go above the server's number as far as their sealed acks
   reach; the server takes no number above an older replica's top without one. */
inline push_sealed(me) {
    for (r : 1 .. REPLICAS) {
        common(DISK.seal[r], server.log[r]);
        j = y == server.log[r];
        common(DISK.seal[r], server.record[r]);
        if
        :: j && AGREE(DISK.seal[r], server.record[r]) -> append(r, DISK.seal[r])
        :: else ->              /* the seal of a chain that another one has overtaken ends there */
#ifndef REFUSED_CHAIN_KEPT
            set_aside(DISK.seal[r]);
#endif
            common(DISK.seal[r], server.log[r]);
            DISK.seal[r] = y
        fi
    }
}

inline heal(me) {
#ifndef NOTHING_HEALED
    upload_records(me);
#endif
#ifndef CHAIN_KEPT_BACK
    push_sealed(me);
#endif
    DISK.uploaded = epoch;
#ifndef HEAL_WITHOUT_CURSOR
    /* Rule: a heal is answered with a cursor, through which the pull that follows must lead: the
       server may go back once more before the laptop has pulled what it healed. */
    DISK.cursor = server.trail[server.head];
    DISK.seen = server.head
#else
    DISK.cursor = 0;
    DISK.seen = 0
#endif
}

/* Rule: what no sealed ack covers is re-issued under a new replica. */
inline enter_epoch(me) {
    common(CHAIN, LOG);
#ifndef NO_SEAL_DEMANDED
    reissue_rest(me);
#endif
    DISK.epoch = epoch;
#ifndef NOT_PULLED_AFRESH
    DISK.fresh = 1
#endif
}

/* z becomes the edits that are in a record, or set aside where the lead sees them. */
inline gather_visible() {
    z = 0;
    for (i : 1 .. EDITS) { z = z | (aside[i] << i) }
    for (i : 1 .. REPLICAS) {
        y = server.record[i];
        do
        :: y == 0 -> break
        :: else -> z = z | (1 << EDIT(y)); y = BEFORE(y)
        od
    }
}

/* Whatever this laptop was shown or told is visible. */
inline look_for_all(me) {
    gather_visible();
    claim(acknowledged_stays, (DISK.told & ~z) == 0);
    for (i : 1 .. REPLICAS) {
        x = DISK.base[i];
        do
        :: x == 0 -> break
        :: else -> claim(what_was_read_stays, (z & (1 << EDIT(x))) != 0); x = BEFORE(x)
        od
    }
}

/* Rule: a pull tells the server's number of each own chain, older ones too, and each is compared
   as for a push. "Nothing to do" is answered by these numbers as well as by the head. */
inline compare_acks(me) {
    common(LOG, SEAL);
    has = KEEPS(LOG, SEAL);
#ifndef NEWEST_CHAIN_ALONE
    for (i : 1 .. REPLICAS) {
        common(server.log[i], DISK.seal[i]);
        has = has && KEEPS(server.log[i], DISK.seal[i])
    }
#endif
}

#ifdef UNCHANGED_BY_HEAD
#define UNCHANGED (DISK.cursor == server.trail[server.head])
#else
#define UNCHANGED (DISK.cursor == server.trail[server.head] && LOG >= SEAL)
#endif

/* Rule: a cursor is sealed with the trail hash at its position: a server whose trail does not lead
   through it has been restored. */
#ifdef CURSOR_BY_NUMBER
#define LEADS_ON (server.head >= DISK.seen)
#else
#define LEADS_ON (server.head >= DISK.seen && server.trail[DISK.seen] == DISK.cursor)
#endif

inline pull(me) {
    compare_acks(me);
    if
    :: !has || !LEADS_ON -> notice_restore()
    :: else -> take_records(me)
    fi
}

inline take_records(me) {
    look_for_all(me);
    for (r : 1 .. REPLICAS) {
        if
        :: DISK.fresh || server.changed[r] > DISK.seen ->
            DISK.base[r] = server.record[r];
            learn(r, server.record[r])
        :: else
        fi;
        claim(checkpoint_is_the_servers, DISK.base[r] == server.record[r])
    }
    DISK.fresh = 0;
    DISK.cursor = server.trail[server.head];
    DISK.seen = server.head
}

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
