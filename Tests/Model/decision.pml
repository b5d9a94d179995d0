/*
 * decision: two testers disagree about one finding, a lead decides and decides anew, while edits
 * made offline come in late. The server may be given any change of any chain again at any time. The
 * lead may have read a tester's chain from a bundle before the server has it.
 *
 * run: sound               |                        | holds
 * run: context-ignored     | CONTEXT_IGNORED        | fails decision_stays
 * run: decision-replaces   | DECISION_REPLACES      | fails judgements_stay
 * run: tester-replaces     | TESTER_REPLACES        | fails decision_stays
 * run: sees-into-context   | SEES_INTO_CONTEXT      | fails judgements_stay
 * run: settles-by-vector   | SETTLES_BY_VECTOR      | fails settled_was_shown
 * run: sees-at-saving      | SEES_AT_SAVING         | fails informed_was_shown
 */
#define LEAD 3                  /* persons 1 and 2 are testers; each has one replica */
#define CHANGES 2               /* a tester's first change is at the server from the start */
#ifdef LONG
#define EDITS_LATE(person) true
#else
#define EDITS_LATE(person) ((person) != 2)
#endif
#define ID(person, n) (((person) - 1) * CHANGES + (n) - 1)
#define BIT(id) (1 << (id))
#define OF(person) (((1 << CHANGES) - 1) << (((person) - 1) * CHANGES))
#define JUDGEMENTS (OF(1) | OF(2))
#define DECISIONS OF(LEAD)

/* A set of edits is a number with a bit each. Index 0 is no person and no edit. */
typedef Change {
    short names;                /* what it replaces */
    short settled;              /* a decision's: the judgements that it is about */
    byte sees[LEAD + 1];
    short shown                 /* what its form showed; only claims read it */
}
Change change[LEAD * CHANGES];
byte made[LEAD + 1];

/* The server: the record's live edits and its context, and how far each chain has come in. */
short live;
byte context[LEAD + 1];
byte top[LEAD + 1];
short delivered;

/* A laptop: the record as shown, its context, and one form with both as they were on opening. */
typedef Laptop {
    short view; byte context[LEAD + 1];
    bool open; short shown; byte sees[LEAD + 1]
}
Laptop laptop[LEAD + 1];
byte bundled;                   /* how much of the first tester's chain the lead holds */

/* Scratch of single d_steps: no step reads what another wrote, so they are no part of the state. */
hidden byte i, k, id;
hidden short replaced, mine;

bool decision_stays = true;
bool judgements_stay = true;
bool settled_was_shown = true;
bool informed_was_shown = true;
inline claim(name, truth) { name = (truth); assert(name) }

/* -- Laptops --------------------------------------------------------------------------------- */

#define LAPTOP laptop[me]

/* Shown is what the server sent, and then what its context does not cover: own changes, and for
   the lead those of a bundle. */
inline overlay(reader, author, upto) {
    for (k : 1 .. CHANGES) {
        if
        :: k <= upto && k > laptop[reader].context[author] ->
            id = ID(author, k);
            laptop[reader].view = (laptop[reader].view & ~change[id].names) | BIT(id);
            laptop[reader].context[author] = k
        :: else
        fi
    }
    skip                        /* a d_step must not end in a loop */
}

inline pull(me) {
    LAPTOP.view = live;
    for (i : 1 .. LEAD) { LAPTOP.context[i] = context[i] }
    overlay(me, me, made[me]);
    if :: me == LEAD -> overlay(me, 1, bundled) :: else fi
}

inline open_form(me) {
    LAPTOP.open = true;
    LAPTOP.shown = LAPTOP.view;
    for (i : 1 .. LEAD) { LAPTOP.sees[i] = LAPTOP.context[i] }
    skip
}

/* Rule: with one value shown a save replaces it; with several a tester's replaces only her own. */
inline name_judgements(me) {
    replaced = LAPTOP.shown & JUDGEMENTS;
    mine = replaced & OF(me);
    if
    :: (replaced & (replaced - 1)) != 0 -> replaced = mine
    :: else
    fi;
    /* Both rules hold because a decision has a register of its own; in the judgements' register it
       would replace what it was shown, and be replaced by whoever was shown it. */
#ifdef DECISION_REPLACES
    if :: me == LEAD -> replaced = LAPTOP.shown :: else fi;
#endif
#ifdef TESTER_REPLACES
    if :: me != LEAD -> replaced = replaced | (LAPTOP.shown & DECISIONS) :: else fi;
#endif
}

inline save(me) {
    made[me]++;
    id = ID(me, made[me]);
    name_judgements(me);
    change[id].shown = LAPTOP.shown;
    if
    :: me == LEAD ->
#ifndef DECISION_REPLACES
        /* Rule: a decision removes no judgement, and no tester's edit removes a decision. */
        replaced = LAPTOP.shown & DECISIONS;
#endif
        /* Rule: it is about what its form showed, whatever the laptop has learned since. */
#ifdef SETTLES_BY_VECTOR
        change[id].settled = LAPTOP.view & JUDGEMENTS
#else
        change[id].settled = LAPTOP.shown & JUDGEMENTS
#endif
    :: else
    fi;
    change[id].names = replaced;
    for (i : 1 .. LEAD) {
#ifdef SEES_AT_SAVING
        change[id].sees[i] = LAPTOP.context[i]
#else
        /* Rule: `sees` is the context when the form opened. */
        change[id].sees[i] = LAPTOP.sees[i]
#endif
    }
    overlay(me, me, made[me]);
    LAPTOP.open = false;
    LAPTOP.shown = 0;
    for (i : 1 .. LEAD) { LAPTOP.sees[i] = 0 }
    skip
}

proctype Person(byte me) {
end:
    do
    :: d_step { pull(me); skip }
    :: d_step { !LAPTOP.open && made[me] < CHANGES && EDITS_LATE(me) -> open_form(me) }
    :: d_step { LAPTOP.open && (me != LEAD || (LAPTOP.shown & JUDGEMENTS)) -> save(me) }
    :: d_step { me == LEAD && bundled < made[1] -> bundled = made[1]; pull(me); skip }
    od
}

/* -- Server ---------------------------------------------------------------------------------- */

/* What is replaced by others of a register's delivered edits: the oracle, without any clock. */
inline gather(register) {
    replaced = 0;
    for (i : 0 .. LEAD * CHANGES - 1) {
        if
        :: delivered & register & BIT(i) -> replaced = replaced | change[i].names
        :: else
        fi
    }
}

inline check() {
    /* Only a decision ends a decision, only a judgement a judgement; nothing comes back. */
    gather(DECISIONS);
    claim(decision_stays, (live & DECISIONS) == (delivered & DECISIONS & ~replaced));
    gather(JUDGEMENTS);
    claim(judgements_stay, (live & JUDGEMENTS) == (delivered & JUDGEMENTS & ~replaced));
    for (i : ID(LEAD, 1) .. ID(LEAD, CHANGES)) {
        if
        :: live & BIT(i) ->
            /* A live judgement that the lead was not shown challenges the decision. */
            claim(settled_was_shown, (live & change[i].settled & ~change[i].shown) == 0);
            for (k : 0 .. ID(LEAD, 1) - 1) {
                /* It is called informed only when its form showed the decision, else late. */
                claim(informed_was_shown, !(live & BIT(k))
                    || ((change[k].sees[LEAD] > i - ID(LEAD, 1))
                        == ((change[k].shown & BIT(i)) != 0)))
            }
        :: else
        fi
    }
    skip
}

/* Rule: what the context covers leaves the record as it is; `sees` never enters the context. */
#ifdef CONTEXT_IGNORED
#define COVERED(person, n) false
#else
#define COVERED(person, n) (n <= context[person])
#endif

inline deliver(author, number) {
    id = ID(author, number);
    if :: number > top[author] -> top[author] = number; delivered = delivered | BIT(id) :: else fi;
    if
    :: !COVERED(author, number) ->
        live = (live & ~change[id].names) | BIT(id);
        if :: number > context[author] -> context[author] = number :: else fi;
#ifdef SEES_INTO_CONTEXT
        for (i : 1 .. LEAD) {
            if
            :: change[id].sees[i] > context[i] -> context[i] = change[id].sees[i]
            :: else
            fi
        }
#endif
    :: else
    fi;
    check()
}

/* A chain comes in by its numbers; a number that is there already may be delivered again. */
proctype Delivery(byte person) {
    byte n;
end:
    do
    :: n < made[person] && n <= top[person] -> n++
    :: n > 0 -> d_step { deliver(person, n); n = 0 }
    od
}

init {
    d_step {
        for (i : 1 .. 2) {
            made[i] = 1;
            top[i] = 1;
            context[i] = 1;
            delivered = delivered | BIT(ID(i, 1))
        }
        live = delivered;
        for (i : 1 .. LEAD) {
            laptop[i].view = live;
            laptop[i].context[1] = 1;
            laptop[i].context[2] = 1
        }
    }
    atomic {
        run Person(1); run Person(2); run Person(LEAD);
        run Delivery(1); run Delivery(2); run Delivery(LEAD)
    }
}
