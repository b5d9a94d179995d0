# Makes the table of Benchmarks/run from lines "side work seconds count wire disk memory", sorted
# so that the median of each side and work is the middle one of its lines.

BEGIN {
    count = split(floors, given, " ")
    for (i = 1; i <= count; i++) {
        split(given[i], pair, "=")
        floor[pair[1]] = pair[2]
    }
}

++seen[$1, $2] == int((rounds + 1) / 2) {
    seconds[$1, $2] = $3
    done[$2] = $4
    if ($1 == "accord") {
        wire[$2] = $5
        disk[$2] = $6
        memory[$2] = $7
    } else {
        raw[$2] = $5
    }
}

END {
    format = "%-8s %12s %12s %8s %7s %12s %12s %12s\n"
    printf format, "work", "Accord", "C limit", "ratio", "floor", "a second", "wire bytes", "disk bytes"
    works = split("join record bulk push pull", order, " ")
    for (i = 1; i <= works; i++) row(order[i])
    foot()
    for (i = 1; i <= works; i++) check(order[i])
    if (memory["push"] > 64 * 1048576) {
        print "MISSED: the server takes more than 64 MiB while findings arrive"
        failed = 1
    }
    if (seconds["accord", "beside"] > 0.1) {
        print "MISSED: a change waits longer than 100 ms beside others"
        failed = 1
    }
    if (seconds["accord", "open"] > 0.005) {
        print "MISSED: opening one control takes longer than 5 ms"
        failed = 1
    }
    exit failed
}

function row(work) {
    ratio[work] = 100 * seconds["c", work] / seconds["accord", work]
    printf format, work, milliseconds(seconds["accord", work]), milliseconds(seconds["c", work]), \
        sprintf("%.1f %%", ratio[work]), floor[work] " %", \
        sprintf("%.0f", done[work] / seconds["accord", work]), \
        each(wire[work], work), each(disk[work], work)
}

function milliseconds(time) {
    return sprintf("%.1f ms", time * 1000)
}

function each(bytes, work) {
    return bytes ? sprintf("%.0f", bytes / done[work]) : "-"
}

function foot() {
    print ""
    printf "Medians of %d rounds. join: %d pairs of records; record: %d findings, one commit each;\n", \
        rounds, done["join"], done["record"]
    printf "bulk, push, pull: %d findings, 10 in each component state. Bytes are a finding's, disk\n", \
        done["push"]
    print "those of the database that the work fills. C joins without values, commits one bare row,"
    printf "and neither hashes, merges nor compresses: it sends %s bytes a finding and gets %s.\n", \
        each(raw["push"], "push"), each(raw["pull"], "pull")
    printf "One change pushed beside 20 who push 3,000 each: %d pushes, p99 %s, limit 100 ms.\n", \
        done["beside"], milliseconds(seconds["accord", "beside"])
    printf "Opening one control of the catalogue: %s with %d criteria, limit 5 ms.\n", \
        milliseconds(seconds["accord", "open"]), done["open"]
    printf "The server took %.0f MiB while all arrived, limit 64 MiB, and %.0f MiB until it was pulled.\n", \
        memory["push"] / 1048576, memory["pull"] / 1048576
}

function check(work) {
    if (ratio[work] >= floor[work]) return
    printf "MISSED: %s reaches %.1f %% of the limit, its floor is %s %%\n", \
        work, ratio[work], floor[work]
    failed = 1
}
