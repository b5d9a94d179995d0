/*
 * A laptop of restore.pml: it pushes, notices, heals, and pulls.
 */

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
