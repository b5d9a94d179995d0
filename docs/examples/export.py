#!/usr/bin/env python3
"""Keeps a copy of an audit's findings, with nothing but Python's standard library.

    export ACCORD_SERVER=https://audits.example.org
    export ACCORD_TOKEN=...            of `accord-server token new`, which reads one audit

    export.py list                     the audits that the token reads
    export.py whole AUDIT FILE         every finding; one that was interrupted goes on
    export.py update AUDIT FILE        what has changed since the last update of that file

Files are NDJSON: docs/formats.md says what a row holds, docs/protocol.md, section 8, how it is
asked for, and docs/openapi.yaml has all addresses. FILE is replaced when everything has come, and
never holds half an export.
"""

import contextlib
import http.client
import json
import os
import pathlib
import sys
import time
import urllib.parse

ATTEMPTS = 6
PIECE_BYTES = 64 * 1024


class Refused(Exception):
    """A problem of the server: `code` is for programs, the title for people."""

    def __init__(self, status, headers, body):
        try:
            said = json.loads(body)
        except ValueError:
            said = {}
        # Without this header an answer comes from somebody else, such as a hotel's login page.
        if "Accord-Protocol" not in headers:
            said = {"title": "That is no answer of an Accord server."}
        self.code = said.get("code", "")
        self.wait = int(headers.get("Retry-After", 0))
        words = [said.get("title"), said.get("detail"), said.get("expected")]
        super().__init__(f"{status} {self.code}: " + " ".join(word for word in words if word))


class Broken(Exception):
    """An answer that ended before it was whole."""


class Server:
    def __init__(self, address, token):
        self.address, self.token = urllib.parse.urlsplit(address), token

    @contextlib.contextmanager
    def get(self, path, **headers):
        """One answer that is no problem; an export is read from it piece by piece."""
        secure = self.address.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = connect(self.address.netloc, timeout=120)
        try:
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            headers |= {"Authorization": f"Bearer {self.token}", "Accord-Protocol": "1",
                        "Accept": "application/json", "Cache-Control": "no-cache"}
            connection.request("GET", self.address.path.rstrip("/") + path, headers=headers)
            answer = connection.getresponse()
            if answer.status >= 400 or "Accord-Protocol" not in answer.headers:
                raise Refused(answer.status, answer.headers, answer.read(PIECE_BYTES))
            yield answer
        finally:
            connection.close()


def pieces(answer):
    """The body; what is cut off ends with an error, and never like a whole one."""
    left = answer.headers["Content-Length"]
    left = None if left is None else int(left)
    while piece := answer.read(PIECE_BYTES):  # of a chunked answer this finds out itself
        left = None if left is None else left - len(piece)
        yield piece
    if left:
        raise Broken(f"{left} bytes are missing")


def beside(file, ending):
    return file.with_name(file.name + ending)


def fetch_once(server, path, part, tag):
    """Begins an export, or goes on behind what has come of the same one."""
    have = part.stat().st_size if part.exists() and tag.exists() else 0
    asked = {"Range": f"bytes={have}-", "If_Range": tag.read_text()} if have else {}
    with server.get(path, **asked) as answer:
        goes_on = answer.status == 206
        if goes_on:
            if not answer.headers["Content-Range"].startswith(f"bytes {have}-"):
                raise Broken("the server sent another range")
        else:
            # Another export than the one that was begun: nothing of the two is put together.
            tag.unlink(missing_ok=True)
            part.write_bytes(b"")
            if answer.headers["ETag"]:
                tag.write_text(answer.headers["ETag"])
        with part.open("ab") as file:
            for piece in pieces(answer):
                file.write(piece)


def fetch(server, path, file):
    """Brings an export into a file, however often the line breaks."""
    part, tag = beside(file, ".part"), beside(file, ".tag")
    for attempt in range(ATTEMPTS):
        wait = 2 ** attempt
        try:
            fetch_once(server, path, part, tag)
            break
        except Refused as refusal:
            if refusal.code == "range-unsatisfiable":
                tag.unlink()  # a whole file that was not put in its place, or none of this export
            elif refusal.code in ("rate-limited", "overloaded"):
                wait = refusal.wait or wait
            else:
                raise
        except (OSError, http.client.HTTPException, Broken) as fault:
            print(f"interrupted, goes on: {fault}", file=sys.stderr)
        time.sleep(min(wait, 300))
    else:
        raise SystemExit(f"It was interrupted too often. What came is in {part}: run this again.")
    tag.unlink(missing_ok=True)
    part.replace(file)


def place(row):
    """The component state that a row is of."""
    return row["component"], row["environment"], row["round"], row["state"]


def read_rows(lines, rows):
    """Puts the rows of each component state where those before were; returns the next cursor."""
    cursor, changed = "", {}
    for line in lines:
        row = json.loads(line)
        if "cursor" in row and "component" not in row:
            cursor = row["cursor"]
            continue
        of_state = changed.setdefault(place(row), [])
        if not row.get("gone"):
            of_state.append(line)
    for state, of_state in changed.items():
        rows[state] = of_state
    return cursor


def update(server, path, file):
    """Brings a file up to date. Cut off anywhere and run again, it ends alike: states are whole."""
    kept, news = beside(file, ".cursor"), beside(file, ".news")
    rows, cursor = {}, ""
    if file.exists() and kept.exists():
        cursor = kept.read_text()
        with file.open("rb") as lines:
            read_rows(lines, rows)
    try:
        fetch(server, f"{path}&after={urllib.parse.quote(cursor)}", news)
    except Refused as refusal:
        if refusal.code != "cursor-expired" or not cursor:
            raise
        kept.unlink()  # of another life of the server: everything once more
        return update(server, path, file)
    with news.open("rb") as lines:
        following = read_rows(lines, rows)
    whole = beside(file, ".new")
    with whole.open("wb") as lines:
        lines.writelines(line for of_state in rows.values() for line in of_state)
    whole.replace(file)
    kept.write_text(following)
    news.unlink()


def main(words):
    address, token = (os.environ.get(f"ACCORD_{name}") for name in ("SERVER", "TOKEN"))
    if not address or not token:
        sys.exit(__doc__)
    server = Server(address, token)
    match words:
        case ["list"]:
            with server.get("/v1/audits") as answer:
                for audit in json.load(answer).get("audits", []):
                    print(audit["audit"], audit.get("title", ""))
        case [("whole" | "update") as what, audit, file]:
            bring = fetch if what == "whole" else update
            bring(server, f"/v1/audits/{audit}/export?format=ndjson", pathlib.Path(file))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as refusal:
        sys.exit(f"Refused, and nothing was written. {refusal}")
