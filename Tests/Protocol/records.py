"""Records as docs/merge.md, section 2, has them, and as docs/protocol.md, section 6, sends them."""

import messages
from algebra import read_vector, sha256, u16, u32, u64, vector_bytes
from changes import Change


class Record:
    """A context, and of each change that still lives in part, which of its writes do."""

    def __init__(self, key, context=None, live=None):
        self.key = key
        self.context = dict(context or {})
        self.live = dict(live or {})  # dot -> (change, indexes)

    @classmethod
    def received(cls, message):
        """A record as a server sent it."""
        key, sent, found = message["key"], message["changes"], {}
        for one in sent:
            if "again" not in one:
                change = Change(key, one["replica"], one["n"], one["body"])
                found[change.dot] = change
        carriers = first_bodies(found.values())
        for one in sent:
            if "again" in one:
                again = one["again"]
                body = carriers[again["replica"], again["n"]].first_bytes
                data = messages.encode("Body", {"again": again | {"body": body}})
                change = Change(key, one["replica"], one["n"], data)
                found[change.dot] = change
        live = {(one["replica"], one["n"]): tuple(one["live"]) for one in sent}
        return cls(key, read_vector(message["context"]), {
            dot: (found[dot], indexes) for dot, indexes in live.items()})

    def sent(self):
        """Its changes as they travel: the first body of an edit with several dots goes once."""
        changes = [change for _, (change, _) in sorted(self.live.items())]
        carriers, sent = first_bodies(changes), []
        for change in changes:
            one = {"replica": change.replica, "n": change.n, "body": change.bytes,
                   "live": list(self.live[change.dot][1])}
            carrier = carriers[change.first]
            if change.first != change.dot and carrier is not change and (
                    carrier.edit == change.edit):
                again = messages.decode("Body", change.bytes)["again"]
                if "unknown" not in again:
                    one |= {"body": b"", "again": again | {"body": b""}}
            sent.append(one)
        return sent

    def copy(self):
        return Record(self.key, self.context, self.live)

    def covers(self, replica, n):
        return self.context.get(replica, 0) >= n

    def apply(self, change):
        """What an accepted change does."""
        if self.covers(*change.dot):
            return
        self._remove_named(change)
        self._add(change, tuple(
            index for index, write in enumerate(change.body["writes"])
            if write.get("value") is not None and not any(
                other.names(change, write["field"]) for other in self._writers(write["field"]))))

    def apply_again(self, change):
        """What a change does whose edit is known: it lives under one dot more, where it lives."""
        if self.covers(*change.dot):
            return
        lives = [one for one in self.live.values() if one[0].edit == change.edit]
        if all(other.unplaced for other, _ in lives):  # nothing has shown whose it is until now
            self._remove_named(change)
        self._add(change, tuple(sorted({index for _, indexes in lives for index in indexes})))

    def _remove_named(self, change):
        for dot, (other, indexes) in list(self.live.items()):
            rest = tuple(index for index in indexes
                         if not change.names(other, other.fields[index]))
            if rest:
                self.live[dot] = (other, rest)
            else:
                del self.live[dot]

    def _add(self, change, indexes):
        if indexes:
            self.live[change.dot] = (change, indexes)
        self.context[change.replica] = change.n

    def has(self, edit):
        return any(change.edit == edit for change, _ in self.live.values())

    def _writers(self, field):
        """The changes whose write of a register lives, ascending by dot."""
        return [change for _, (change, indexes) in sorted(self.live.items(), key=lambda i: i[0])
                if any(change.fields[index] == field for index in indexes)]

    def siblings(self, field):
        """Those that are shown: each edit once, and none that another live write names."""
        shown, writers = {}, self._writers(field)
        for change in writers:
            dots = [one for one in writers if one.edit == change.edit]
            if not any(all(other.hides(one, field) for one in dots) for other in writers
                       if other.edit != change.edit):
                shown.setdefault(change.edit, change)
        return list(shown.values())

    def said(self, field):
        """What stands in a register, as people mean it: who said what."""
        return sorted((one.author, str(one.value(field))) for one in self.siblings(field))

    def edits(self, criterion):
        """The edits of a finding's live writes, but for its withdrawals."""
        return {change.edit for change, indexes in self.live.values() for index in indexes
                if change.fields[index].startswith(criterion + "/")
                and not change.fields[index].endswith("/withdrawn")}

    @property
    def has_siblings(self):
        """Whether two live writes are of one register."""
        fields = [change.fields[index] for change, indexes in self.live.values()
                  for index in indexes]
        return len(fields) > len(set(fields))

    @property
    def has_two_dots(self):
        """Whether an edit lives under several dots."""
        return len({change.edit for change, _ in self.live.values()}) < len(self.live)

    def digest(self):
        writes = sorted(
            (change.fields[index].encode(), change.replica, change.n, change.hash)
            for change, indexes in self.live.values() for index in indexes)
        return sha256(
            b"accord/record/1", u32(len(self.key)), self.key,
            u32(len(self.context)), vector_bytes(self.context), u32(len(writes)),
            *(u16(len(field)) + field + replica + u64(n) + h for field, replica, n, h in writes))

    def same_as(self, other):
        """Equal content, body bytes included."""
        return self.context == other.context and {
            dot: (change.bytes, indexes) for dot, (change, indexes) in self.live.items()
        } == {dot: (change.bytes, indexes) for dot, (change, indexes) in other.live.items()}


def first_bodies(changes):
    """Which change carries the first body of each first dot: that one, else the lowest wrapper."""
    carriers = {}
    for change in sorted(changes, key=lambda change: change.dot):
        if change.first == change.dot:
            carriers[change.first] = change
        carriers.setdefault(change.first, change)
    return carriers
