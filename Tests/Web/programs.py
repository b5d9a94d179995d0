"""The built programs, run as their users run them: a laptop's commands, its workbench, a server."""

import json
import os
import pathlib
import select
import signal
import subprocess
import urllib.parse

import patience

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("ACCORD_PROGRAMS", REPOSITORY / ".build/debug")).resolve()


class Laptop:
    """One person's home, and the commands that she gives."""

    def __init__(self, folder, name, home=None, begins=True, program=PROGRAMS / "accord"):
        self.home = folder / (home or name.split()[0].lower())
        self.name = name
        self.program = program
        # The settings of whoever runs the tests are none of hers.
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith("ACCORD_")
        } | {"XDG_CONFIG_HOME": "/nowhere", "NO_COLOR": "1", "ACCORD_HOME": str(self.home)}
        if begins and not self.home.exists():
            self.run("init", "--name", name)

    def run(self, *words, typed=""):
        """Runs a command to its end and returns what it printed; a failure is an error."""
        done = subprocess.run(
            [self.program, *words], input=typed, env=self.environment,
            capture_output=True, text=True, timeout=patience.SECONDS_MAX)
        if done.returncode != 0:
            said = done.stderr + done.stdout
            raise AssertionError(f"accord {' '.join(words)}: {done.returncode}\n{said}")
        return done.stdout

    def asked(self, *words):
        """What a command says as JSON."""
        return json.loads(self.run(*words, "--json"))

    def record(self, rows):
        """Records many findings with one command."""
        lines = "\n".join(json.dumps(row) for row in rows)
        self.run("record", "--from", "-", typed=lines)

    def findings(self, state):
        """What another process finds recorded of a component state now, by short criterion."""
        return {
            row["criterion"].split(".")[-1]: row for row in self.asked("show", state)
        }


class Program:
    """A program that goes on running, and says on its first line where it listens."""

    def __init__(self, words, environment=None):
        self.process = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        ready, _, _ = select.select([self.process.stdout], [], [], patience.SECONDS_MAX)
        self.first_line = self.process.stdout.readline() if ready else ""
        if not self.first_line:
            self.kill()
            raise AssertionError(f"{' '.join(map(str, words))} did not say where it listens")

    def stop(self):
        """Asks it to end, as Ctrl-C does; what does not end is ended."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=patience.SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process.stdout.close()

    def kill(self):
        """Ends it in the midst of whatever it does."""
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Workbench(Program):
    """`accord serve` on a laptop, or another command that opens pages."""

    def __init__(self, laptop, port=0, *options, command="serve"):
        super().__init__(
            [PROGRAMS / "accord", command, "--port", str(port), *options], laptop.environment)
        self.entry = self.first_line.split()[-1]  # works once
        parts = urllib.parse.urlsplit(self.entry)
        self.address = f"http://{parts.netloc}"
        self.port = parts.port

    def browse(self, browser, **settings):
        """Opens the one-time address in a new browser of its own and returns its first page."""
        page = browser.new_context(**settings).new_page()
        page.goto(self.entry)
        return page


class Server(Program):
    """`accord-server serve` on a free port."""

    def __init__(self, folder):
        self.folder = folder
        super().__init__(
            [PROGRAMS / "accord-server", "serve", "--data", folder, "--listen", "127.0.0.1:0"])
        self.address = json.loads(self.first_line)["address"]

    def enrol(self, laptop):
        """Lets a laptop in, with an invite."""
        invite = subprocess.run(
            [PROGRAMS / "accord-server", "invite", "--data", self.folder,
             "--name", laptop.name, "--json"],
            capture_output=True, text=True, timeout=patience.SECONDS_MAX, check=True)
        laptop.run("join", self.address, json.loads(invite.stdout)["code"])
