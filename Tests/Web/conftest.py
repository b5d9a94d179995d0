"""What tests stand on: one Chromium for all of them, and the Larkfield audit told once."""

import contextlib
import os

import pytest
from playwright.sync_api import sync_playwright

import patience
import story
from programs import Laptop, Workbench
from sheet import Sheet

CHROMIUM = os.environ.get("ACCORD_CHROMIUM", "/usr/bin/chromium")


@contextlib.contextmanager
def chromium():
    """A headless Chromium, the system's own."""
    if not os.access(CHROMIUM, os.X_OK):
        raise SystemExit(f"{CHROMIUM} is missing: run scripts/setup --browser")
    # Containers have little shared memory, and no sandbox for the superuser.
    flags = ["--disable-dev-shm-usage"] + (["--no-sandbox"] if os.getuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        opened = browser.new_context

        def new_context(**settings):
            context = opened(**settings)
            context.set_default_timeout(patience.PAGE_MILLISECONDS)
            return context

        browser.new_context = new_context  # whoever asks for one, its pages have time
        yield browser
        browser.close()


class Readers:
    """Everybody whose pages are looked at, each with a workbench that she has come into."""

    def __init__(self, browser, folder, names=story.Names()):
        self.browser = browser
        self.team = story.Team(folder, names)
        laptops = {
            "maya": self.team.maya, "tomas": self.team.tomas, "ines": self.team.ines,
            "guest": Laptop(folder, "Guest Visitor"),
            "newcomer": Laptop(folder, "Newcomer", begins=False),
        }
        self.workbenches = {
            who: Workbench(laptop, 0, "--phone-address", "127.0.0.1")
            for who, laptop in laptops.items()
        }
        self.workbenches["player"] = Workbench(laptops["newcomer"], command="demo")
        self.cookies = {
            who: one.browse(browser).context.storage_state()
            for who, one in self.workbenches.items()
        }

    def open(self, listed, **settings):
        """A listed page in a browser of its own; everything it writes to the console is kept."""
        who = "maya" if listed.reader == "stranger" else listed.reader
        cookies = None if listed.reader == "stranger" else self.cookies[who]
        context = self.browser.new_context(
            storage_state=cookies, reduced_motion="reduce", **settings)
        page = context.new_page()
        page.said = []
        page.on("console", lambda message: page.said.append(message.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.answer = page.goto(self.workbenches[who].address + listed.of(self.team))
        return page

    def end(self):
        for one in self.workbenches.values():
            one.stop()
        self.team.end()


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def readers(browser, tmp_path_factory):
    readers = Readers(browser, tmp_path_factory.mktemp("team"))
    yield readers
    readers.end()


@pytest.fixture(scope="session")
def strangers(browser, tmp_path_factory):
    """The same team, with names of any length and script."""
    readers = Readers(browser, tmp_path_factory.mktemp("strangers"), story.StrangeNames())
    yield readers
    readers.end()


@pytest.fixture
def maya(tmp_path):
    """A tester alone with a fresh audit on one platform."""
    laptop = Laptop(tmp_path, "Maya Lindqvist")
    laptop.audit = story.plan(laptop, environments=[story.IOS])
    laptop.components = story.component_ids(laptop)
    return laptop


@pytest.fixture
def workbench(maya):
    """Her workbench, as `accord serve` opens it."""
    with Workbench(maya) as workbench:
        yield workbench


@pytest.fixture
def page(browser, workbench):
    """A page in a browser that was let in; `loads` lists what it loaded since."""
    page = workbench.browse(browser)
    page.loads = []
    page.on("framenavigated", lambda frame: page.loads.append(frame.url))
    yield page
    page.context.close()


@pytest.fixture
def sheet(page, workbench, maya):
    """The form of a component state, open."""
    return Sheet(page, workbench, maya).open()
