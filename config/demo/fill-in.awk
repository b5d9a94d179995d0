# Fills in the outcomes of rows that `accord list --untested --json` gives, as a tester would:
# most criteria pass, some fail with a note, a few cannot be told. The same seed gives the same.
#
# usage: awk -v seed=1 -f fill-in.awk

BEGIN { srand(seed) }

/^\{/ {
    sub(/,$/, "")
    draw = rand()
    if (draw < 0.80) outcome("passed")
    else if (draw < 0.92) failed()
    else if (draw < 0.96) outcome("cantTell")
    else outcome("inapplicable")
    print
}

function outcome(word) {
    sub(/"outcome":null/, "\"outcome\":\"" word "\"")
}

function failed() {
    outcome("failed")
    sub(/"note":null/, "\"note\":\"Noticed on the second device as well.\"")
}
