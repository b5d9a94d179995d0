"""A lead invites from the browser, by keyboard and names; who was invited gets into the audit."""

import io
import re

import pytest
import zxingcpp
from PIL import Image

import story
from programs import Laptop, Server, Workbench

NAME = "Inês Duarte " + "Vasconcelos" * 11  # a name may be long


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "server") as server:
        yield server


@pytest.fixture
def tomas(server, tmp_path):
    """A lead with an audit that the server has."""
    laptop = Laptop(tmp_path, "Tomas Berg")
    server.enrol(laptop)
    laptop.audit = story.plan(laptop, environments=[story.IOS])
    laptop.run("sync")
    return laptop


def press(page, role, name):
    """Reaches something by its role and name, and presses it without a mouse."""
    thing = page.get_by_role(role, name=name)
    thing.focus()
    thing.press("Space" if role == "radio" else "Enter")


def write(page, name, text, area=None):
    field = (area or page).get_by_label(name, exact=True)
    field.focus()
    page.keyboard.type(text)


def inviting(page):
    return page.get_by_role("region", name="Invite somebody")


def seen(page):
    """What a camera reads of the code on the page."""
    code = page.get_by_role("img", name="QR code of the invite’s link")
    picture = Image.open(io.BytesIO(code.screenshot())).convert("L")
    found = zxingcpp.read_barcodes(picture.resize((picture.width * 3, picture.height * 3)))
    return [one.text for one in found]


def test_an_invite_from_the_browser_brings_a_second_laptop_into_the_audit(
        browser, server, tomas, tmp_path):
    ines = Laptop(tmp_path, "Guest")
    with Workbench(tomas) as mine, Workbench(ines) as hers:
        page = mine.browse(browser)
        page.goto(f"{mine.address}/audits/{tomas.audit}")
        press(page, "link", "People")
        write(page, "Name", NAME, inviting(page))
        press(page, "radio", "Reader: looks")
        press(page, "button", "Make an invite")
        link = page.get_by_label("Link, works once").input_value()
        assert re.fullmatch(re.escape(server.address) + "/join#(\\w{5}-){3}\\w{5}", link)
        assert link.split("#")[1] not in page.url
        assert seen(page) == [link]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        other = hers.browse(browser)
        other.goto(f"{hers.address}/audits/join")
        write(other, "Invite", link)
        press(other, "button", "Join")
        other.wait_for_url("**/audits")

        # Shown once: the same page has no code any more, and says who has come.
        page.goto(f"{mine.address}/audits/{tomas.audit}/people")
        assert link.split("#")[1] not in page.content()
        joined = page.get_by_role("region", name="Joined, not in the team yet")
        assert NAME in joined.inner_text()
        press(page, "button", re.compile("^Add as reader.*" + NAME))
        team = page.get_by_role("table", name="Team").get_by_role("row")
        assert "Reader" in team.filter(has_text=NAME).inner_text()
        assert page.get_by_role("region", name="Joined, not in the team yet").count() == 0
        with page.expect_navigation():
            page.goto(f"{mine.address}/audits/{tomas.audit}/sync")
            press(page, "button", "Sync now")
        ines.run("sync")
        other.goto(f"{hers.address}/audits/{tomas.audit}/people")
        assert "can invite people and change roles." in other.inner_text("main")
        for one in (page, other):
            one.context.close()


def test_the_code_is_read_in_every_colour_scheme(browser, tomas):
    with Workbench(tomas) as workbench:
        cookies = workbench.browse(browser).context.storage_state()
        for settings in ({}, {"color_scheme": "dark"}, {"forced_colors": "active"},
                         {"forced_colors": "active", "color_scheme": "dark"}):
            context = browser.new_context(storage_state=cookies, **settings)
            page = context.new_page()
            page.goto(f"{workbench.address}/audits/{tomas.audit}/people")
            write(page, "Name", "Rui Costa", inviting(page))
            press(page, "button", "Make an invite")
            assert seen(page) == [page.get_by_label("Link, works once").input_value()], settings
            context.close()


def test_an_invite_is_taken_back_and_without_the_server_none_is_made(browser, server, tomas):
    with Workbench(tomas) as workbench:
        page = workbench.browse(browser)
        page.goto(f"{workbench.address}/audits/{tomas.audit}/people")
        press(page, "button", "Make an invite")
        assert page.title().startswith("Error: ")
        assert page.get_by_label("Name", exact=True).first.get_attribute("aria-invalid") == "true"
        write(page, "Name", "Rui Costa", inviting(page))
        press(page, "button", "Make an invite")
        press(page, "button", "Take back the invite for Rui Costa")
        assert "None." in page.get_by_role("region", name="Open invites").inner_text()
        server.stop()
        write(page, "Name", "Rui Costa", inviting(page))
        press(page, "button", "Make an invite")
        assert "Inviting needs the server." in page.get_by_role("alert").inner_text()
        assert inviting(page).get_by_label("Name").input_value() == "Rui Costa"
        page.context.close()
