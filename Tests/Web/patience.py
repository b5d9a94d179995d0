"""How long tests wait: the only place that names a time-out of theirs.

ACCORD_PATIENCE=3 gives three times as long, on a slower or busier machine.
"""

import os

FACTOR = max(1, int(os.environ.get("ACCORD_PATIENCE") or 1))
SECONDS_MAX = 60 * FACTOR  # for one answer or one command; scripts over large audits raise it
LONG_SECONDS_MAX = 600 * FACTOR  # for a command over a large audit
PAGE_MILLISECONDS = 30_000 * FACTOR  # for anything that a page has to show
CONNECT_SECONDS_MAX = 5 * FACTOR
