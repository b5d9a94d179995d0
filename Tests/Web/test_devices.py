"""A lead looks at devices, settles what was set aside, and ends one: by keyboard, without script."""

import pytest

import checks
import story
from programs import Laptop, Server, Workbench

NAME = "مايا " + "Lindqvist" * 20  # a name may be long, and read from the right
REASON = "سجلت مرتين: recorded twice."


@pytest.fixture
def team(tmp_path):
    """A lead, and a reader whose six verdicts were set aside."""
    with Server(tmp_path / "server") as server:
        lead, maya = Laptop(tmp_path, "Tomas Berg"), Laptop(tmp_path, NAME, home="maya")
        for laptop in (lead, maya):
            server.enrol(laptop)
        lead.audit = story.plan(lead, environments=[story.IOS])
        lead.run("sync")
        lead.run("audit", "people", "add", NAME, "--role", "tester")
        lead.run("sync")
        maya.run("sync")
        # By what stands of her work her laptop is known.
        maya.record([maya.asked("list", "--untested")[0] | {"outcome": "passed"}])
        maya.run("sync")
        lead.run("audit", "people", "role", NAME, "--role", "reader")
        lead.run("sync")
        rows = maya.asked("list", "--untested")[:6]
        for row in rows:
            maya.record([row | {"outcome": "passed", "note": "Said at once."}])
        maya.run("sync")
        lead.run("sync")
        yield lead, maya, server


def opened(browser, workbench, laptop, path, **settings):
    page = workbench.browse(browser, **settings)
    page.goto(f"{workbench.address}/audits/{laptop.audit}{path}")
    return page


def press(page, role, name):
    """Reaches something by its role and name, and presses it without a mouse."""
    thing = page.get_by_role(role, name=name)
    thing.focus()
    thing.press("Space" if role == "checkbox" else "Enter")


@pytest.mark.parametrize("script", [True, False])
def test_what_was_set_aside_is_settled_after_a_page_that_lists_it(browser, team, script):
    lead, _, _ = team
    assert len(lead.asked("quarantine", "list")) == 6
    with Workbench(lead) as workbench:
        page = opened(browser, workbench, lead, "/lead/devices", java_script_enabled=script)
        press(page, "link", "Look through what was set aside")
        boxes = page.get_by_role("checkbox")
        assert boxes.count() == 6
        for number in range(2):
            boxes.nth(number).focus()
            boxes.nth(number).press("Space")
        press(page, "button", "Discard the ticked")
        assert page.get_by_role("heading", name="What that discards").is_visible()
        assert len(lead.asked("quarantine", "list")) == 6
        # Nothing is done without a reason, and nothing of the page is gone.
        press(page, "button", "Discard 2 changes")
        assert "Say why" in page.locator("main").inner_text()
        page.get_by_label("Reason").focus()
        page.keyboard.type(REASON)
        press(page, "button", "Discard 2 changes")
        assert "2 changes settled" in page.locator("main").inner_text()
        press(page, "button", "Adopt what needs no look: 4 changes")
        text = page.locator("main").inner_text()
        assert text.count("Said at once.") + text.count("Passed") >= 4
        press(page, "button", "Adopt 4 changes")
        assert "Nothing waits." in page.locator("main").inner_text()
        page.context.close()
    settled = [one["settled"] for one in lead.asked("quarantine", "list", "--all")]
    assert sorted(settled) == ["adopted"] * 4 + ["discarded"] * 2


def test_a_lead_ends_a_device_without_a_mouse(browser, team):
    lead, maya, _ = team
    with Workbench(lead) as workbench:
        page = opened(browser, workbench, lead, "/lead/devices")
        row = page.get_by_role("row").filter(has_text="Lindqvist")
        link = row.get_by_role("link", name="End")
        link.focus()
        page.keyboard.press("Enter")
        page.get_by_role("radio", name="Retired").wait_for()
        assert page.get_by_role("radio").count() == 1
        press(page, "button", "End ")
        page.get_by_role("heading", name="It has ended: retired").wait_for()
        page.context.close()
    with pytest.raises(AssertionError, match="retired"):
        maya.run("sync")


def test_pages_of_devices_pass_what_accord_audits(browser, team):
    lead, _, _ = team
    wrong = []
    with Workbench(lead) as workbench:
        page = opened(browser, workbench, lead, "/quarantine", viewport=checks.DESK)
        page.get_by_role("checkbox").first.check()
        page.get_by_role("button", name="Discard the ticked").click()
        devices = opened_again(page, workbench, lead)
        for one in (page, devices):
            for mode in ("light", "320 px", "200 % text"):
                checks.turn(one, mode)
                found = checks.axe(one) + checks.overflow(one)
                wrong += [f"{one.title()}, {mode}: {what}" for what in found]
        page.context.close()
    assert wrong == []


def opened_again(page, workbench, lead):
    """The page that ends the other laptop, in a second tab."""
    tab = page.context.new_page()
    tab.goto(f"{workbench.address}/audits/{lead.audit}/lead/devices")
    tab.get_by_role("row").filter(has_text="Lindqvist").get_by_role("link", name="End").click()
    return tab
