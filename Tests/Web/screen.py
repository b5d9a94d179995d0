"""The screen of `accord record` on a terminal of its own."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios

import patience
from programs import PROGRAMS

SAVED = "Saved on this laptop"


class Screen:
    """One component state on a terminal. A save ends when the screen says so."""

    def __init__(self, laptop, component, environment, state):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            [PROGRAMS / "accord", "record", "--component", component, "--environment", environment,
             "--state", state],
            env=laptop.environment, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.wait("? keys")

    def wait(self, words):
        """Reads until the screen has said these words since the last key."""
        shown = ""
        while words not in shown:
            ready, _, _ = select.select([self.master], [], [], patience.SECONDS_MAX)
            assert ready, f"no {words} on the screen: {shown}"
            shown += os.read(self.master, 65536).decode(errors="replace")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def saving(self, keys):
        self.press(keys)
        self.wait(SAVED)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.press("q")
        self.process.wait(timeout=patience.SECONDS_MAX)
        os.close(self.master)
