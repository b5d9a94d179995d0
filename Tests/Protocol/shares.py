"""What one author may have in one record: docs/protocol.md, section 5, "Shares"."""

import collections

import algebra

# bytes, writes, elements of one set, writes of one register
BOUNDS = (512 * 1024, 2_048, 250, 8)
PLAN_BOUNDS = (4 * 512 * 1024, 4 * 2_048, 2_000, 4 * 8)
ADOPTED_BOUNDS = (8 * 1024 * 1024, 8_192, 8_192, 64)


def _owner(change):
    """Whose room it takes: what leads adopted is counted apart."""
    return None if change.by else change.author


def _size(change):
    return len(change.first_bytes) - len(change.body["sees"])


def _measure(record, owner):
    """What an owner has live, each edit once."""
    sizes, sets, registers = {}, collections.Counter(), collections.Counter()
    for _, (change, indexes) in sorted(record.live.items()):
        if _owner(change) != owner or change.edit in sizes:
            continue
        sizes[change.edit] = _size(change)
        for index in indexes:
            field = change.fields[index]
            registers[field] += 1
            if field.count("/") > 1:
                sets[tuple(field.split("/")[:2])] += 1
    return (sum(sizes.values()), sum(registers.values()), max(sets.values(), default=0),
            max(registers.values(), default=0))


def exceeds(record, change):
    """Whether its owner would have more than her share, and more than before."""
    writes = sum(len(indexes) for _, indexes in record.live.values())
    size = sum(_size(one) for one, _ in record.live.values())
    if writes + len(change.body["writes"]) <= BOUNDS[2] and size + _size(change) <= BOUNDS[0]:
        return False  # too small a record to be counted
    owner, after = _owner(change), record.copy()
    after.apply(change)
    bounds = ADOPTED_BOUNDS if owner is None else (
        PLAN_BOUNDS if algebra.kind(change.key) == 1 else BOUNDS)
    return any(now > max(bound, was) for now, was, bound in zip(
        _measure(after, owner), _measure(record, owner), bounds))
