/*
 * fork: a laptop is copied, and perhaps the copy once more, without anybody noticing. Several
 * writers go on under one replica and push in any order, over a network as in push.pml.
 *
 * run: sound               |                            | holds
 * run: queues              | LIVENESS                   | holds
 * run: above-acknowledged  | ABOVE_ACKNOWLEDGED         | holds
 * run: no-edit-id-index    | NO_INDEX                   | fails applied_once
 * run: origin-without-hash | ORIGIN_WITHOUT_HASH        | fails told_safe_is_applied
 * run: original-sees       | ORIGINAL_SEES              | fails sees_only_what_was_shown
 * run: common-by-number    | COMMON_BY_NUMBER           | fails told_safe_is_applied
 * run: ack-without-hash    | ACK_WITHOUT_HASH NO_CHECK  | fails told_safe_is_applied
 * run: enrolling-retires   | ENROLLING_RETIRES LIVENESS | fails queues_empty
 */
#if defined(LIVENESS) || defined(ABOVE_ACKNOWLEDGED)
#define EDITS_SHORT 2
#else
#define EDITS_SHORT 3
#endif
#ifdef LONG
#define EDITS (EDITS_SHORT + 1)
#else
#define EDITS EDITS_SHORT
#endif
#define LAPTOPS 3
#define COPIES (LAPTOPS - 1)
#define REPLICAS (COPIES + 1)           /* every copy forks at most once */
#define BASE (EDITS + 1)

/* A chain hash is the edits themselves, as the digits of one number; push.pml says more. */
#define EDIT(chain) ((chain) % BASE)
#define BEFORE(chain) ((chain) / BASE)

mtype = { ACK, FORK };
/* laptop, replica, n, chain(n), and one more entry of `sees`: former replica, number */
chan up = [2] of { byte, byte, byte, short, byte, byte };
chan down = [1] of { mtype, byte, byte, byte, short };  /* ..., laptop, replica, n, chain(n) */

typedef Chain { byte top; short at[EDITS + 1] }
Chain server[REPLICAS + 1];
bool retired[REPLICAS + 1];
bool applied[EDITS + 1];                /* the index of edit ids */

/*
 * `sees` of a change is: its own replica up to the number before it, and `former` up to `common`,
 * where this laptop left the replica that it wrote under before (0: none).
 */
typedef Disk {
    byte replica; byte n; byte acked; short at[EDITS + 1];
    byte former; byte common; byte reissued;
    byte view                           /* the edits that its person was shown, a bit each */
}
Disk disk[LAPTOPS + 1];                 /* replica 0: not copied yet */

byte edits, minted = 1;
bool calm;                              /* from here on no faults and no new edits */

/* What no message holds: only claims read it. */
byte shown_to[EDITS + 1];               /* what the person saw who made this edit */
byte sees_replica[EDITS + 1], sees_number[EDITS + 1];
byte first_replica[EDITS + 1], first_number[EDITS + 1];

/* Scratch of single d_steps: no step reads what another wrote, so they are no part of the state. */
hidden byte i, j, e, kind, to, r, n, former, number;
hidden short c;

bool told_safe_is_applied = true;
bool applied_once = true;
bool sees_only_what_was_shown = true;
bool replicas_suffice = true;
inline claim(name, truth) { name = (truth); assert(name) }

/* -- Laptops --------------------------------------------------------------------------------- */

inline record(me) {
    edits++;
    disk[me].n++;
    disk[me].at[disk[me].n] = disk[me].at[disk[me].n - 1] * BASE + edits;
    shown_to[edits] = disk[me].view;
    disk[me].view = disk[me].view | (1 << edits);
    first_replica[edits] = disk[me].replica;
    first_number[edits] = disk[me].n
}

inline copy(from, me) {
    disk[me].replica = disk[from].replica;
    disk[me].n = disk[from].n;
    disk[me].acked = disk[from].acked;
    disk[me].former = disk[from].former;
    disk[me].common = disk[from].common;
    disk[me].reissued = disk[from].reissued;
    disk[me].view = disk[from].view;
    for (i : 1 .. EDITS) { disk[me].at[i] = disk[from].at[i] }
    skip                                /* a d_step must not end in a loop */
}

/* Rule: `sees` of a re-issued change names the old replica up to `common` only: what lies above
   it at the server under the old replica is another writer's, which this person never saw. */
#ifdef ORIGINAL_SEES
#define SEES_OF_FORMER(me, n) \
    (n <= disk[me].reissued -> disk[me].common + n - 1 : disk[me].common)
#else
#define SEES_OF_FORMER(me, n) disk[me].common
#endif

/* Rule: up to `common` all is acknowledged; what is above it is re-issued, in order, under a new
   replica, with its edit ids. */
inline reissue_above(me, shared) {
    for (i : 1 .. EDITS) {
        if :: i <= shared -> claim(told_safe_is_applied, applied[EDIT(disk[me].at[i])]) :: else fi
    }
    claim(replicas_suffice, minted < REPLICAS);
    minted++;
#ifdef ENROLLING_RETIRES
    retired[disk[me].replica] = true;
#endif
    disk[me].former = disk[me].replica;
    disk[me].common = shared;
    disk[me].replica = minted;
    j = 0;
    for (i : 1 .. EDITS) {
        if
        :: i > shared && i <= disk[me].n ->
            disk[me].at[j + 1] = disk[me].at[j] * BASE + EDIT(disk[me].at[i]);
            j++
        :: else
        fi
    }
    for (i : 1 .. EDITS) {
        if :: i > j -> disk[me].at[i] = 0 :: else fi
    }
    disk[me].n = j;
    disk[me].reissued = j;
    disk[me].acked = 0
}

/* Rule: every answer names number and hash; one that names another chain is not ours. */
#if defined(ACK_WITHOUT_HASH) || defined(COMMON_BY_NUMBER)
#define NAMES_CHAIN_OF(me) (r == disk[me].replica && n <= disk[me].n)
#else
#define NAMES_CHAIN_OF(me) (r == disk[me].replica && n <= disk[me].n && disk[me].at[n] == c)
#endif

/* A push may bring several changes, of which the server refuses all when one is another writer's;
   the laptop then knows no `common`, re-issues all above its last acknowledgement, and is told
   `again` of what came twice. */
#ifdef ABOVE_ACKNOWLEDGED
#define SHARED(me, n) disk[me].acked
#define ACKNOWLEDGES(me, n) (n > disk[me].acked)
#else
#define SHARED(me, n) n
#define ACKNOWLEDGES(me, n) (n == disk[me].acked + 1)
#endif

inline settle(me) {
    if
    :: NAMES_CHAIN_OF(me) && kind == FORK -> reissue_above(me, SHARED(me, n))
    :: NAMES_CHAIN_OF(me) && kind == ACK && ACKNOWLEDGES(me, n) ->
        disk[me].acked = n;
        claim(told_safe_is_applied, applied[EDIT(disk[me].at[n])])
    :: else
    fi
}

/* A push is sent again at any time in chaos; in calm when no answer can come any more. */
#define MAY_SEND ((!calm && nfull(up)) || (calm && empty(up) && empty(down)))

proctype Laptop(byte me) {
end:
    do
    :: d_step { !calm && disk[me].replica > 0 && edits < EDITS -> record(me) }
    :: d_step { !calm && disk[me].replica == 0 && disk[1].replica > 0 -> copy(1, me) }
    :: d_step {
        !calm && disk[me].replica == 0 && me > 2 && disk[2].replica > 0 -> copy(2, me)
    }
    :: d_step {
        disk[me].acked < disk[me].n && MAY_SEND ->
        n = disk[me].acked + 1;
        up ! me, disk[me].replica, n, disk[me].at[n], disk[me].former, SEES_OF_FORMER(me, n)
    }
#ifdef ABOVE_ACKNOWLEDGED
    :: d_step {
        disk[me].acked + 1 < disk[me].n && MAY_SEND ->
        n = disk[me].acked + 2;
        up ! me, disk[me].replica, n, disk[me].at[n], disk[me].former, SEES_OF_FORMER(me, n)
    }
#endif
    :: d_step { down ?? [kind, eval(me), r, n, c] -> down ?? kind, eval(me), r, n, c; settle(me) }
    od
}

/* -- Server ---------------------------------------------------------------------------------- */

/* Rule: an edit is known by key, first dot AND first hash: two copies give one dot to two edits. */
inline look_up() {
    kind = applied[e];
#ifdef ORIGIN_WITHOUT_HASH
    for (i : 1 .. EDITS) {
        kind = kind || (applied[i] && first_replica[i] == first_replica[e]
            && first_number[i] == first_number[e])
    }
#endif
#ifdef NO_INDEX
    kind = false;
#endif
}

/* Whatever lies on the server where an applied change's `sees` reaches was shown to its person. */
inline compare_sights() {
    for (i : 1 .. EDITS) {
        if
        :: applied[i] ->
            j = sees_replica[i];
            for (n : 1 .. EDITS) {
                claim(sees_only_what_was_shown, j == 0 || n > sees_number[i]
                    || n > server[j].top || (shown_to[i] & (1 << EDIT(server[j].at[n]))))
            }
        :: else
        fi
    }
}

inline accept() {
    e = EDIT(c);
    server[r].top = n;
    server[r].at[n] = server[r].at[n - 1] * BASE + e;
    look_up();
    if
    :: kind                             /* `again`: it has its number, and no effect */
    :: else ->
        claim(applied_once, !applied[e]);
        applied[e] = true;
        sees_replica[e] = former;
        sees_number[e] = number
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

/* Rule: `common` is the last number where both chains agree, content and all. */
inline find_common() {
#ifdef COMMON_BY_NUMBER
    n = (n <= server[r].top -> n : server[r].top)
#else
    do
    :: n > server[r].top || server[r].at[n] != c -> c = BEFORE(c); n--
    :: else -> break
    od
#endif
}

/* In chaos an answer may meet a full channel, which is one more way to lose it. */
inline answer(kind_of) {
    if
    :: nfull(down) -> down ! kind_of, to, r, n, server[r].at[n]
    :: full(down)
    fi
}

/* Rule: enrolling the new replica retires nothing: the original of a copy goes on. */
inline serve() {
    up ? to, r, n, c, former, number;
    if
    :: retired[r]
    :: !retired[r] && CONTINUES -> accept(); answer(ACK); compare_sights()
    :: !retired[r] && REPEATS -> answer(ACK)
    :: !retired[r] && n > server[r].top + 1             /* a gap: nothing to acknowledge */
    :: else -> find_common(); answer(FORK)
    fi
}

proctype Server() {
end:
    do
    :: d_step { nempty(up) && (!calm || nfull(down)) -> serve(); skip }
    od
}

/* -- Network --------------------------------------------------------------------------------- */

proctype Network() {
end:
    do
    :: d_step { !calm && nempty(up) -> up ? to, r, n, c, former, number }            /* loses */
    :: d_step { !calm && nempty(down) -> down ? kind, to, r, n, c }
    :: d_step {                                                                      /* doubles */
        !calm && len(up) == 1 ->
        up ? <to, r, n, c, former, number>; up ! to, r, n, c, former, number
    }
    :: d_step {                                                                      /* reorders */
        !calm && len(up) == 2 ->
        up ? to, r, n, c, former, number; up ! to, r, n, c, former, number
    }
#ifdef LIVENESS
    :: !calm -> calm = true
#endif
    od
}

init {
    disk[1].replica = 1;
    atomic { run Laptop(1); run Laptop(2); run Laptop(3); run Server(); run Network() }
}

/* Once faults stop, every laptop's queue empties: with told_safe, each edit is applied. */
#ifdef LIVENESS
#define EMPTY(me) (disk[me].acked == disk[me].n)
ltl queues_empty { [] (calm -> <> (EMPTY(1) && EMPTY(2) && EMPTY(3))) }
#endif
