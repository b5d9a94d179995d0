/*
 * pull: a laptop that writes and pulls, beside another writer, on two records. Pulls may be cut or
 * limited after any record and go on from there later; answers to pushes may be lost, and may come
 * between a pull's snapshot and its records. At every checkpoint the laptop's base is the server's
 * record as the snapshot had it.
 *
 * run: sound               |                        | holds
 * run: echo-by-position    | ECHO_BY_POSITION       | fails base_is_the_servers_record
 * run: ack-folded          | ACK_FOLDED             | fails base_is_the_servers_record
 * run: context-ignored     | CONTEXT_IGNORED        | fails base_is_the_servers_record
 * run: outcomes-left-out   | OUTCOMES_LEFT_OUT      | fails base_is_the_servers_record
 * run: cursor-apart        | CURSOR_APART           | fails base_is_the_servers_record
 * run: number-first        | NUMBER_FIRST           | fails base_is_the_servers_record
 */
#define RECORDS 2
#ifdef LONG
#define OWN 3                   /* edits of the laptop: 1 .. OWN, the number is the edit */
#define OTHERS 3                /* edits of the other writer: OWN + 1 .. OWN + OTHERS */
#else
#define OWN 2
#define OTHERS 3
#endif
#define BIT(edit) (1 << (edit))

mtype = { NOBODY, LAPTOP, OTHER };

/* A record: its live edits, a bit each, and its context's entry for the laptop. The row beside it
   says when it changed, who changed it last, and when somebody else last did. */
typedef Row { byte live; byte context; byte sequence; mtype writer; byte before }
Row row[RECORDS];
byte head;                      /* the last sequence number */
byte top;                       /* the laptop's number at the server */
byte refused;                   /* its changes that were not applied, a bit each */

/* The snapshot that a running pull reads. */
Row snapshot[RECORDS];
byte snapshot_head, snapshot_top;
bool pulling;

/* The laptop: own chain with what is known of its outcomes, records as pulled, and the cursor. */
byte own, acked;
byte key[OWN + 1], names[OWN + 1];
byte known_refused;
typedef Pulled { byte live; byte context }
Pulled pulled[RECORDS];
byte floor;                     /* the head at the last checkpoint */
byte position;                  /* where the next piece begins: at a checkpoint the same */

byte others;
byte taken;                     /* a number not yet committed, where numbers come first */

/* Scratch of single d_steps: no step reads what another wrote, so they are no part of the state. */
hidden byte i, k, n, next, view;

bool base_is_the_servers_record = true;
inline claim(name, truth) { name = (truth); assert(name) }

/* -- Apply, one function for both sides ------------------------------------------------------ */

/* Rule: a change removes the live writes that it names, and adds its own. */
inline apply(writes, edit, named) { writes = (writes & ~(named)) | BIT(edit) }

/* Rule: base is the pulled record and then the own changes answered `applied` that its context
   does not cover, in order; shown adds the unconfirmed ones. The pulled record stays as it is. */
#ifdef CONTEXT_IGNORED
#define COVERED(record, number) false
#else
#define COVERED(record, number) (number <= pulled[record].context)
#endif

inline view_of(record, upto) {
    view = pulled[record].live;
    for (n : 1 .. OWN) {
        if
        :: n <= upto && key[n] == record && !COVERED(record, n) && !(known_refused & BIT(n)) ->
            apply(view, n, names[n])
        :: else
        fi
    }
    skip                        /* a d_step must not end in a loop */
}

/* -- Server ---------------------------------------------------------------------------------- */

inline write_row(record, who, edit, named, number) {
    if :: row[record].writer != who -> row[record].before = row[record].sequence :: else fi;
    row[record].writer = who;
    row[record].sequence = number;
    apply(row[record].live, edit, named)
}

/* Rule: only applied changes touch a record's row and its context; all count in the log. */
inline accept(refusing) {
    top++;
    head++;
    if
    :: refusing -> refused = refused | BIT(top)
    :: else ->
        write_row(key[top], LAPTOP, top, names[top], head);
        row[key[top]].context = top
    fi
}

/* -- The laptop ------------------------------------------------------------------------------ */

inline record(which, replacing) {
    view_of(which, own);
    own++;
    key[own] = which;
    if :: replacing -> names[own] = view :: else fi;
    skip
}

inline fold(upto) {
#ifdef ACK_FOLDED
    for (n : 1 .. OWN) {
        if
        :: n > acked && n <= upto && !(known_refused & BIT(n)) && n > pulled[key[n]].context ->
            apply(pulled[key[n]].live, n, names[n]);
            pulled[key[n]].context = n
        :: else
        fi
    }
#endif
    acked = upto
}

inline push(refusing, answered) {
    if :: acked == top -> accept(refusing) :: else fi;      /* else it repeats what it had sent */
    if
    :: answered -> known_refused = known_refused | (refused & BIT(acked + 1)); fold(acked + 1)
    :: else
    fi;
    skip
}

/* Rule: a pull opens with the laptop's number at the server and the outcomes above its own; that
   is settled before the first record. */
inline open_pull() {
    for (i : 0 .. RECORDS - 1) {
        snapshot[i].live = row[i].live; snapshot[i].context = row[i].context;
        snapshot[i].sequence = row[i].sequence; snapshot[i].writer = row[i].writer;
        snapshot[i].before = row[i].before
    }
    snapshot_head = head;
    snapshot_top = top;
#ifndef OUTCOMES_LEFT_OUT
    known_refused = refused;
#endif
    fold(top);
    pulling = true
}

/* Rule: own work does not echo. A record that nobody else changed since the last CHECKPOINT is left
   out; since the resume point would be wrong, for until then there are records not yet read. */
#ifdef ECHO_BY_POSITION
#define ECHO(record) (snapshot[record].writer == LAPTOP && snapshot[record].before <= position)
#else
#define ECHO(record) (snapshot[record].writer == LAPTOP && snapshot[record].before <= floor)
#endif

/* Records come in the order of their sequence; next is the record, or RECORDS when none is left. */
inline find_next() {
    next = RECORDS;
    for (k : 0 .. RECORDS - 1) {
        if
        :: snapshot[k].sequence > position && !ECHO(k) ->
            if
            :: next == RECORDS -> next = k
            :: next < RECORDS && snapshot[k].sequence < snapshot[next].sequence -> next = k
            :: else
            fi
        :: else
        fi
    }
}

/* Rule: the root is compared when the acknowledged number is the checkpoint's entry for us. */
inline compare_with_snapshot() {
    for (k : 0 .. RECORDS - 1) {
        view_of(k, acked);
        claim(base_is_the_servers_record, acked != snapshot_top || view == snapshot[k].live)
    }
}

/* Rule: a piece and its cursor are stored in one transaction. */
inline take(storing) {
    find_next();
    if
    :: next < RECORDS ->
        position = snapshot[next].sequence;
        if
        :: storing ->
            pulled[next].live = snapshot[next].live;
            pulled[next].context = snapshot[next].context
        :: else -> pulling = false
        fi
    :: else ->
        floor = snapshot_head;
        position = snapshot_head;
        pulling = false;
        compare_with_snapshot()
    fi;
    skip
}

active proctype Laptop() {
end:
    do
    :: d_step { own < OWN -> record(0, false) }
    :: d_step { own < OWN -> record(0, true) }
    :: d_step { own < OWN -> record(1, false) }
    :: d_step { own < OWN -> record(1, true) }
    :: d_step { !pulling && (position != head || acked != top) -> open_pull() }
    :: d_step { pulling -> take(true) }
    :: d_step { pulling -> pulling = false }                /* cut, or limited */
#ifdef CURSOR_APART
    :: d_step { pulling -> take(false) }                    /* a crash between cursor and piece */
#endif
    od
}

/* Pushes go their own way beside a pull. */
active proctype Pushing() {
end:
    do
    :: d_step { acked < own -> push(false, true) }
    :: d_step { acked < own -> push(false, false) }
    :: d_step { acked < own && acked == top -> push(true, true) }
    :: d_step { acked < own && acked == top -> push(true, false) }
    od
}

/* -- The other writer, as the server sees it ------------------------------------------------- */

inline write(which, replacing) {
    others++;
    head++;
    view = 0;
    if :: replacing -> view = row[which].live :: else fi;
    write_row(which, OTHER, OWN + others, view, head)
}

active proctype Other() {
end:
    do
#ifdef NUMBER_FIRST
    /* Rule taken away: the head row is locked first, so that the feed's order is the commits'. */
    :: d_step { others < OTHERS && taken == 0 -> head++; taken = head }
    :: d_step {
        taken > 0 -> others++; write_row(0, OTHER, OWN + others, 0, taken); taken = 0
    }
#else
    :: d_step { others < OTHERS -> write(0, false) }
    :: d_step { others < OTHERS -> write(0, true) }
    :: d_step { others < OTHERS -> write(1, false) }
    :: d_step { others < OTHERS -> write(1, true) }
#endif
    od
}
