"""A phone in the network sends pictures to one finding, and can do nothing else."""

import http.client
import urllib.parse

import pytest

import checks
import patience
import story
from programs import Workbench
from sheet import Sheet, until

PHONE = {"viewport": {"width": 320, "height": 640}, "reduced_motion": "reduce"}


@pytest.fixture
def workbench(maya):
    """Her workbench, which lets phones in; the network is this machine."""
    with Workbench(maya, 0, "--phone", "--phone-address", "127.0.0.1") as workbench:
        yield workbench


@pytest.fixture
def phone_address(page, workbench, maya):
    """The address that the QR code holds, opened beside a criterion."""
    sheet = Sheet(page, workbench, maya).open()
    box = sheet.box(sheet.criteria()[1])
    box.locator("details.more").first.evaluate("one => { one.open = true; }")
    page.goto(box.get_by_role("link", name="From a phone").evaluate("one => one.href"))
    page.get_by_role("button", name="Show the QR code").press("Enter")
    assert page.get_by_role("img", name="QR code").is_visible()
    address = page.get_by_label("Or type this address").input_value()
    assert urllib.parse.urlsplit(address).hostname == "127.0.0.1"
    return address


def files(maya, criterion):
    state = story.spoken(story.MENU, story.IOS, "expanded")
    rows = {row["criterion"].split(".")[-1]: row for row in maya.asked("show", state)}
    return [one["name"] for one in rows.get(criterion, {}).get("files", [])]


@pytest.mark.parametrize("script", [True, False])
def test_pictures_come_from_a_phone_that_is_as_wide_as_a_hand(
        browser, page, workbench, maya, phone_address, script):
    criterion = page.url.split("criterion=")[1].split(".")[-1]
    phone = browser.new_context(java_script_enabled=script, **PHONE).new_page()
    phone.goto(phone_address)
    picture = {"name": "IMG_1.png", "mimeType": "image/png", "buffer": story.png(8, 8)}
    video = {"name": "IMG_2.mp4", "mimeType": "video/mp4",
             "buffer": b"\0\0\0\x18ftypmp42" + bytes(200_000)}
    phone.get_by_label("What they show").fill("The menu, open.")
    phone.get_by_label("Choose pictures or videos").set_input_files([picture, video])
    phone.get_by_role("button", name="Send").press("Enter")
    if script:
        until(phone, "document.querySelectorAll('[data-sent] li').length === 2"
                     " && document.querySelectorAll('[data-sent] progress').length === 0")
    assert "on the laptop" in phone.locator("[data-sent]").inner_text().lower()
    assert files(maya, criterion) == sorted(["IMG_1.png", "IMG_2.mp4"]) \
        or sorted(files(maya, criterion)) == ["IMG_1.png", "IMG_2.mp4"]
    page.get_by_role("button", name="Look again").press("Enter")
    page.wait_for_load_state()
    assert "IMG_2.mp4" in page.locator("main").inner_text()
    if script:
        wrong = checks.overflow(phone) + checks.targets(phone) + checks.axe(phone)
        assert wrong == []
    phone.context.close()


def asked(address, method="GET", path=None, headers=(), body=None):
    """One request over a real socket; the status and the cookie that came with it."""
    parts = urllib.parse.urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname, parts.port, timeout=patience.SECONDS_MAX)
    line.putrequest(method, path or parts.path)
    for name, value in headers:
        line.putheader(name, value)
    line.endheaders(body)
    answer = line.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
    line.close()
    return answer.status, cookie


def test_whatever_else_a_network_tries_is_refused(page, maya, phone_address):
    origin = ("Origin", "http://" + urllib.parse.urlsplit(phone_address).netloc)
    status, cookie = asked(phone_address)
    assert status == 200 and cookie
    path = urllib.parse.urlsplit(phone_address).path
    own = ("Cookie", cookie)
    # A second use, another page, another origin, and three gibibytes of which none is sent.
    assert asked(phone_address)[0] == 403
    for other in ("/", "/audits", "/assets/accord.css", "/enter", "/p/AAAA-AAAA-AAAA"):
        assert asked(phone_address, path=other, headers=[own])[0] in (403, 404)
    size = ("Content-Length", str(3 * 1024 ** 3))
    assert asked(phone_address, "PUT", path + "?name=a.png", [own, origin, size])[0] == 413
    evil = ("Origin", "http://evil.example")
    small = ("Content-Length", "4")
    assert asked(phone_address, "PUT", path, [own, evil, small], b"abcd")[0] == 403
    assert asked(phone_address, "PUT", path, [origin, small], b"abcd")[0] == 403
    assert asked(phone_address, "PUT", path + "?name=a.txt", [own, origin, small], b"abcd")[0] == 200
    page.get_by_role("button", name="Stop now").press("Enter")
    page.wait_for_load_state()
    assert asked(phone_address, headers=[own])[0] == 403
    assert asked(phone_address, "PUT", path, [own, origin, small], b"abce")[0] == 403
    assert len(maya.asked("evidence", "list")) == 1
