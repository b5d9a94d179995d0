/*
 * The server of restore.pml: a log by replica, the records that it adds up to, and the trail.
 */

/* An epoch's cursors mean nothing in the next one, so the trail may begin anew. */
inline mint_epoch() {
    epoch++;
    for (i : 1 .. TRAIL) { server.trail[i] = 0 }
    server.head = 0;
    for (i : 1 .. REPLICAS) { server.changed[i] = 0 }
}

/* Rule: a restored server mints an epoch as soon as a seal of its own proves to it what it was. */
inline notice_restore() {
#ifndef EPOCH_NOT_MINTED
    mint_epoch()
#else
    skip
#endif
}

inline note(entry, who) {
    server.trail[server.head + 1] = EXTENDED(server.trail[server.head], entry);
    server.head++;
    server.changed[who] = server.head
}

inline compare_record(who) {
    common(server.record[who], server.log[who]);
    claim(record_agrees_with_log, AGREE(server.record[who], server.log[who]))
}

/* Logs the chain of a replica up to `chain`, which continues its log. */
inline append(who, chain) {
    do
    :: server.log[who] == chain -> break
    :: else ->
        x = chain;
        do
        :: BEFORE(x) == server.log[who] -> break
        :: else -> x = BEFORE(x)
        od;
        server.log[who] = x;
        note(LOGGED(who, EDIT(x)), who);
        /* A record that was healed may cover the dot already: then it stays as it is. */
        if :: server.record[who] < x -> server.record[who] = x :: else fi;
        compare_record(who)
    od
}

/* Somebody is told of a chain. Rule: one dot, one content, across restores. An undeclared restore
   together with a laptop's is what no rule can see in time; then nothing is joined unseen. */
inline learn(who, chain) {
    common(chain, learned[who]);
    claim(one_dot_one_content,
        AGREE(chain, learned[who]) || (undeclared && rollbacks + copies > 0));
    if :: chain > learned[who] -> learned[who] = chain :: else fi
}
