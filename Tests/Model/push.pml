/*
 * push: one laptop and one server behind a network that loses, doubles and reorders messages. The
 * laptop may crash between any two steps, and once its whole disk goes back to an old backup.
 *
 * run: sound               |                           | holds
 * run: queue               | LIVENESS                  | holds
 * run: ack-without-hash    | ACK_WITHOUT_HASH          | fails told_safe_is_on_server
 * run: no-hash             | ACK_WITHOUT_HASH NO_CHECK | fails told_safe_is_on_server
 * run: hash-in-ack-alone   | NO_CHECK LIVENESS         | fails queue_empties
 * run: repeat-is-applied   | REPEAT_IS_APPLIED         | fails outcome_is_the_recorded_one
 * run: no-edit-id-index    | NO_INDEX                  | fails applied_once
 * run: number-apart        | NUMBER_APART              | fails saved_is_kept
 * run: commit-not-synced   | COMMIT_NOT_SYNCED         | fails saved_is_kept
 * run: answer-first        | ANSWER_FIRST              | fails told_safe_is_on_server
 * run: no-deadline         | NO_DEADLINE LIVENESS      | fails queue_empties
 */
#ifdef LONG
#define EDITS 4
#define ROLLBACKS 2
#else
#define EDITS 3
#define ROLLBACKS 1
#endif
#define REPLICAS (ROLLBACKS + 1)
#define BASE (EDITS + 1)

/*
 * A chain hash stands for every change up to a number, and for nothing else. Here it is these edits
 * themselves, as the digits of one number: chain(n) = chain(n - 1) * BASE + edit, chain(0) = 0.
 */
#define EDIT(chain) ((chain) % BASE)
#define BEFORE(chain) ((chain) / BASE)

mtype = { ACK, FORK };
chan up = [2] of { byte, byte, short };               /* replica, n, chain(n) */
chan down = [1] of { mtype, byte, byte, short, bit }; /* ..., replica, n, chain(n), refused */

typedef Chain { byte top; short at[EDITS + 1]; bit refused[EDITS + 1] }
Chain server[REPLICAS + 1];
bool on_server[EDITS + 1];  /* the body is in some chain on the server, whatever its outcome */
bool applied[EDITS + 1];    /* the index of edit ids */

typedef Disk { byte replica; byte n; byte acked; short at[EDITS + 1] }
Disk disk, backup;
bool waiting;               /* for an answer; memory, not disk */
byte edits, minted = 1;
byte crashes, rollbacks;
bool saved[EDITS + 1];      /* its person was told "saved" */
bool undone[EDITS + 1];     /* the backup was older than it: no protocol can bring it back */
bool calm;                  /* from here on no faults and no new edits */

/* Scratch of single d_steps: no step reads what another wrote, so they are no part of the state. */
hidden byte i, j, e, kind, r, n;
hidden short c;
hidden byte x;

bool told_safe_is_on_server = true;
bool outcome_is_the_recorded_one = true;
bool applied_once = true;
bool saved_is_kept = true;
bool replicas_suffice = true;
inline claim(name, truth) { name = (truth); assert(name) }

inline copy(from, to) {
    to.replica = from.replica; to.n = from.n; to.acked = from.acked;
    for (i : 1 .. EDITS) { to.at[i] = from.at[i] }
    skip                    /* a d_step must not end in a loop */
}

/* -- Laptop ---------------------------------------------------------------------------------- */

/* Rule: one transaction writes change and counter, synced, before the person is told "saved". */
inline record() {
    edits++;
    disk.at[disk.n + 1] = disk.at[disk.n] * BASE + edits;
    saved[edits] = true;
#ifndef NUMBER_APART
    disk.n++;
#endif
}

inline look_for_saved() {
    for (e : 1 .. EDITS) {
        j = on_server[e] || undone[e] || !saved[e];
        for (i : 1 .. EDITS) { j = j || (i <= disk.n && EDIT(disk.at[i]) == e) }
        claim(saved_is_kept, j)
    }
    skip
}

inline crash() {
    crashes++;
    waiting = false;
#ifdef COMMIT_NOT_SYNCED
    if :: disk.n > disk.acked -> disk.at[disk.n] = 0; disk.n-- :: else fi;
#endif
#ifdef NUMBER_APART
    if :: disk.n < EDITS -> disk.at[disk.n + 1] = 0 :: else fi;
#endif
    look_for_saved()
}

/* The worst backup: nothing outside it, neither journal nor identity file, tells that it is old. */
inline roll_back() {
    rollbacks++;
    waiting = false;
    for (i : 1 .. EDITS) { undone[i] = saved[i] && !on_server[i] }
    copy(backup, disk);
    for (i : 1 .. EDITS) {
        if :: i <= disk.n -> undone[EDIT(disk.at[i])] = false :: else fi
    }
    skip
}

/* Rule: changes above `common` are re-issued, in order, under a new replica; edit ids stay. */
inline reissue_above(common) {
    claim(replicas_suffice, minted < REPLICAS);
    minted++;
    disk.replica = minted;
    j = 0;
    for (i : 1 .. EDITS) {
        if
        :: i > common && i <= disk.n ->
            disk.at[j + 1] = disk.at[j] * BASE + EDIT(disk.at[i]);
            j++
        :: else
        fi
    }
    for (i : 1 .. EDITS) {
        if :: i > j -> disk.at[i] = 0 :: else fi
    }
    disk.n = j;
    disk.acked = 0;
}

/* Rule: an acknowledgement names number and hash; one that names another chain is not ours. */
#ifdef ACK_WITHOUT_HASH
#define NAMES_OUR_CHAIN (r == disk.replica && n <= disk.n)
#else
#define NAMES_OUR_CHAIN (r == disk.replica && n <= disk.n && disk.at[n] == c)
#endif

inline settle_ack() {
    if
    :: NAMES_OUR_CHAIN && n == disk.acked + 1 ->
        disk.acked = n;
        /* The edit is there, and so is everything before it, in the laptop's order. */
        claim(told_safe_is_on_server,
            on_server[EDIT(disk.at[n])] && server[r].at[n] == disk.at[n]);
        claim(outcome_is_the_recorded_one, x == server[r].refused[n])
    :: else
    fi
}

inline settle_fork() {
    if :: NAMES_OUR_CHAIN -> reissue_above(n) :: else fi
}

/* Rule: every waiting state has a deadline. In calm it passes only when no answer can come. */
#define DEADLINE (waiting && (!calm || (empty(up) && empty(down))))

active proctype Laptop() {
    disk.replica = 1;
    backup.replica = 1;
end:
    do
    :: d_step { !calm && edits < EDITS && disk.n < EDITS -> record() }
#ifdef NUMBER_APART
    :: disk.n < EDITS && disk.at[disk.n + 1] > 0 -> disk.n++
#endif
    :: atomic {
        !waiting && disk.acked < disk.n && nfull(up) ->
        up ! disk.replica, disk.acked + 1, disk.at[disk.acked + 1];
        waiting = true
    }
    :: d_step {
        down ? kind, r, n, c, x ->
        waiting = false;
        if :: kind == ACK -> settle_ack() :: else -> settle_fork() fi
    }
#ifndef NO_DEADLINE
    :: DEADLINE -> waiting = false
#endif
    :: d_step { !calm && crashes == 0 -> crash() }
    :: d_step { !calm && rollbacks < ROLLBACKS && edits > 0 -> copy(disk, backup) }
    :: d_step { !calm && rollbacks < ROLLBACKS && backup.n > 0 -> roll_back() }
    od
}

/* -- Server ---------------------------------------------------------------------------------- */

/* In chaos an answer may meet a full channel, which is one more way to lose it. */
inline answer(kind_of, refusal) {
    if
    :: nfull(down) -> down ! kind_of, r, n, server[r].at[n], refusal
    :: full(down)
    fi
}

/* Rule: only applied edits are known by their id; what is known is `again`, without effect. */
#ifdef NO_INDEX
#define KNOWN(edit) false
#else
#define KNOWN(edit) applied[edit]
#endif

/* Edit 2 may be refused, so that outcomes differ. What is refused keeps its number and body. */
inline accept(refusing) {
    e = EDIT(c);
    server[r].top = n;
    server[r].at[n] = server[r].at[n - 1] * BASE + e;
    on_server[e] = true;
    if
    :: KNOWN(e)
    :: !KNOWN(e) && refusing && e == 2 -> server[r].refused[n] = 1
    :: else -> claim(applied_once, !applied[e]); applied[e] = true
    fi
}

/* Rule: a number that the server has must come with its chain, or the replica has forked. */
#ifdef NO_CHECK
#define CONTINUES (n == server[r].top + 1)
#define REPEATS (n <= server[r].top)
#else
#define CONTINUES (n == server[r].top + 1 && server[r].at[n - 1] == BEFORE(c))
#define REPEATS (n <= server[r].top && server[r].at[n] == c)
#endif

/* Rule: a repeat is answered with its recorded outcome. */
#ifdef REPEAT_IS_APPLIED
#define RECORDED 0
#else
#define RECORDED server[r].refused[n]
#endif

/* Rule: `common` is the last number where both chains agree. */
inline find_common() {
    do
    :: n > server[r].top || server[r].at[n] != c -> c = BEFORE(c); n--
    :: else -> break
    od
}

inline serve(refusing) {
    up ? r, n, c;
    if
    :: CONTINUES -> accept(refusing); answer(ACK, server[r].refused[n])
    :: REPEATS -> answer(ACK, RECORDED)
    :: n > server[r].top + 1                            /* a gap: nothing to acknowledge */
    :: else -> find_common(); answer(FORK, 0)
    fi
}

/* A crash of a server that answers before its commit: what it said last is forgotten. */
inline forget() {
    e = EDIT(server[1].at[server[1].top]);
    on_server[e] = false;
    applied[e] = false;
    server[1].at[server[1].top] = 0;
    server[1].refused[server[1].top] = 0;
    server[1].top--
}

active proctype Server() {
end:
    do
#ifdef ANSWER_FIRST             /* rule taken away: no answer leaves before its commit returned */
    :: d_step { !calm && server[1].top > 0 -> forget() }
#endif
    :: d_step { nempty(up) && (!calm || nfull(down)) -> serve(false); skip }
    :: d_step { nempty(up) && (!calm || nfull(down)) -> serve(true); skip }
    od
}

/* -- Network --------------------------------------------------------------------------------- */

active proctype Network() {
end:
    do
    :: d_step { !calm && nempty(up) -> up ? r, n, c }                              /* loses */
    :: d_step { !calm && nempty(down) -> down ? kind, r, n, c, x }
    :: d_step { !calm && len(up) == 1 -> up ? <r, n, c>; up ! r, n, c }            /* doubles */
    :: d_step { !calm && len(up) == 2 -> up ? r, n, c; up ! r, n, c }              /* reorders */
#ifdef LIVENESS
    :: !calm -> calm = true
#endif
    od
}

/* Once faults stop, every change of the laptop gets its answer (and told_safe says which). */
#ifdef LIVENESS
ltl queue_empties { [] (calm -> <> (disk.acked == disk.n)) }
#endif
