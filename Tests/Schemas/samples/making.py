"""What a sample is, and how a broken one is made from a good one."""

import copy
from collections.abc import Callable
from typing import Any

# Its name, what the file holds, and nothing when it is good or a part of the problem to be told.
Sample = tuple[str, Any, str | None]


def edited(value: Any, edit: Callable[[Any], Any]) -> Any:
    value = copy.deepcopy(value)
    edit(value)
    return value
