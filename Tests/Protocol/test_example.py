"""docs/examples/export.py, run as scripts run it, against a server."""

import json
import subprocess
import sys

import document
import patience
import pytest
from palette import judgement
from programs import PROGRAMS, REPOSITORY
from scene import JUDGEMENT

EXAMPLE = REPOSITORY / "docs/examples/export.py"
PARAMETERS = {one.get("name") for one in document.operation(
    "GET", f"/v1/audits/{'0' * 32}/export")["parameters"]}


class Copy:
    """An audit, its exporter's token, and a file that the example writes."""

    def __init__(self, story, folder):
        self.story, self.audit = story, story.audit.hex()
        self.folder, self.file = folder, folder / "findings.ndjson"
        made = subprocess.run(
            [PROGRAMS / "accord-server", "token", "new", "--data", story.team.folder,
             "--audit", self.audit, "--json"],
            capture_output=True, text=True, timeout=patience.SECONDS_MAX, check=True)
        self.token = json.loads(made.stdout)["token"]
        for state in ("collapsed", "expanded"):
            self.judge("passed", state)

    def judge(self, value, state="expanded", **words):
        self.story.save(self.story.maya, {JUDGEMENT: judgement(value, **words)}, state)
        assert self.story.push(self.story.maya) == []

    def run(self, *words, token=None):
        return subprocess.run(
            [sys.executable, "-I", EXAMPLE, *words], capture_output=True, text=True,
            timeout=patience.SECONDS_MAX, env={
                "ACCORD_SERVER": self.story.team.server.address,
                "ACCORD_TOKEN": token or self.token})

    def export(self):
        """The answer with the whole export."""
        answer = self.story.tomas.device.get(
            self.story.audit, "/export?format=ndjson", Accept_Encoding=None)
        assert answer.status == 200
        return answer

    def update(self):
        done = self.run("update", self.audit, self.file)
        assert done.returncode == 0, done.stderr
        assert sorted(self.file.read_bytes().splitlines()) == sorted(
            self.export().data.splitlines())

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def copy(story, tmp_path):
    return Copy(story, tmp_path)


def test_it_is_short_and_needs_nothing_but_python():
    text = EXAMPLE.read_text()
    assert len(text.splitlines()) <= 200
    modules = {line.split()[1].split(".")[0] for line in text.splitlines()
               if line.startswith(("import ", "from "))}
    assert modules <= sys.stdlib_module_names


def test_it_lists_what_the_token_reads(copy):
    done = copy.run("list")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == [copy.audit]
    lead = copy.run("list", token=copy.story.tomas.device.token)
    assert copy.audit in lead.stdout


def test_it_brings_the_whole_export(copy):
    for value in ("passed", "cantTell"):
        copy.judge(value)
        done = copy.run("whole", copy.audit, copy.file)
        assert done.returncode == 0, done.stderr
        assert copy.file.read_bytes() == copy.export().data
        assert copy.files() == [copy.file.name]


def test_what_is_refused_leaves_the_file_as_it_was(copy):
    copy.file.write_text("of yesterday\n")
    stranger, lead = copy.story.team.stranger.token, copy.story.tomas.device.token
    for audit, token, code in ((copy.audit, "accord_AAAA", "token-expired"),
                               (copy.audit, stranger, "not-a-member"),
                               ("7" * 32, lead, "audit-unknown")):
        done = copy.run("whole", audit, copy.file, token=token)
        assert done.returncode == 1 and code in done.stderr, done
    assert copy.file.read_text() == "of yesterday\n"
    assert copy.files() == [copy.file.name]
    assert copy.run("whole").returncode == 1


def test_an_interrupted_export_goes_on_behind_what_has_come(copy):
    answer = copy.export()
    if "ETag" not in answer.headers:
        pytest.skip("exports have no tag yet")
    part, tag = (copy.folder / (copy.file.name + end) for end in (".part", ".tag"))
    # Other bytes than those of the export show that it asked for the rest alone.
    for told, front in ((answer.headers["ETag"], b"?" * 100), ('"of another export"', b"")):
        part.write_bytes(b"?" * 100)
        tag.write_text(told)
        done = copy.run("whole", copy.audit, copy.file)
        assert done.returncode == 0, done.stderr
        assert copy.file.read_bytes() == front + answer.data[len(front):]
        assert copy.files() == [copy.file.name]


@pytest.mark.skipif("after" not in PARAMETERS, reason="exports tell no increments yet")
def test_increments_keep_a_copy_as_a_whole_export_is(copy):
    copy.update()
    copy.judge("cantTell")
    copy.update()
    copy.judge("passed", "half-screen")
    copy.update()
    story = copy.story
    story.save(story.maya, {JUDGEMENT: None}, "half-screen")  # nothing is left of it
    assert story.push(story.maya) == []
    copy.update()
    kept = copy.folder / (copy.file.name + ".cursor")
    kept.write_text("of another life")
    copy.update()
    assert copy.files() == sorted([copy.file.name, kept.name])
