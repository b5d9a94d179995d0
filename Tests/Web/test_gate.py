"""Nobody but the tester's own browser comes in, and nothing but our own pages changes anything."""

import http.client
import urllib.parse

import pytest

import patience
from programs import Workbench

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def ask(workbench):
    """Sends a request as no browser would, and returns the status and the page."""
    def ask(path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", workbench.port, timeout=patience.SECONDS_MAX)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=names)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    return ask


def cookie(page):
    return "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())


def verdict(sheet):
    """A form as the page would send it."""
    criterion = sheet.page.locator(".criterion").first.get_attribute("data-criterion")
    context = sheet.page.locator("input[name=context]").get_attribute("value")
    return f"act=save&context={context}&outcome.{criterion}=failed"


def path(sheet):
    return urllib.parse.urlsplit(sheet.address).path


def test_without_a_cookie_nothing_is_shown(ask, sheet, maya):
    for address in ("/audits", f"/audits/{maya.audit}", path(sheet)):
        status, words = ask(address)
        assert status == 403
        assert "Larkfield" not in words


def test_with_the_cookie_of_the_browser_it_is_shown(ask, page, sheet):
    status, words = ask(path(sheet), Cookie=cookie(page))
    assert status == 200
    assert "Larkfield" in words


def test_a_name_of_somebody_else_that_leads_here_is_turned_away(ask, page, sheet, workbench):
    for host in ("larkfield.example", f"larkfield.example:{workbench.port}", "127.0.0.1:1", ""):
        status, words = ask(path(sheet), Cookie=cookie(page), Host=host)
        assert status in (400, 403), host
        assert "Larkfield" not in words


def test_a_form_of_another_site_changes_nothing(ask, page, sheet):
    for headers in (
        {"Origin": "http://larkfield.example"}, {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"}, {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ):
        status, _ = ask(
            path(sheet), "POST", verdict(sheet), Cookie=cookie(page), Content_Type=FORM, **headers)
        assert status == 403, headers
    assert sheet.recorded() == {}


def test_a_form_of_our_own_changes_what_it_says(ask, page, sheet, workbench):
    status, _ = ask(
        path(sheet), "POST", verdict(sheet), Cookie=cookie(page), Content_Type=FORM,
        Origin=workbench.address)
    assert status == 303
    assert sheet.recorded()[sheet.criteria()[0]]["outcome"] == "failed"


def test_a_form_in_pieces_that_are_none_is_told_as_that(page, sheet, workbench):
    for piece in (b"ZZ\r\n", b"5\r\nhelloXX\r\n"):
        connection = http.client.HTTPConnection("127.0.0.1", workbench.port, timeout=patience.SECONDS_MAX)
        connection.putrequest("POST", path(sheet))
        for name, value in (
            ("Cookie", cookie(page)), ("Origin", workbench.address), ("Content-Type", FORM),
            ("Transfer-Encoding", "chunked"),
        ):
            connection.putheader(name, value)
        connection.endheaders()
        connection.send(piece)
        answer = connection.getresponse()
        assert answer.status in (400, 422)
        assert "nobody foresaw" not in answer.read().decode()
    assert sheet.recorded() == {}


def test_a_form_without_the_cookie_changes_nothing(ask, sheet, workbench):
    status, _ = ask(
        path(sheet), "POST", verdict(sheet), Content_Type=FORM, Origin=workbench.address)
    assert status == 403
    assert sheet.recorded() == {}


def test_the_address_works_once(browser, page, workbench):
    other = browser.new_context()
    assert other.new_page().goto(workbench.entry).status == 403
    other.close()
    assert page.goto(workbench.entry).status == 200  # the browser that is in already


def test_a_browser_is_still_in_after_a_restart_until_it_is_locked_out(page, sheet, maya, workbench):
    workbench.stop()
    with Workbench(maya, workbench.port):
        assert page.goto(sheet.address).status == 200
    with Workbench(maya, workbench.port, "--forget-browsers"):
        assert page.goto(sheet.address).status == 403
    with Workbench(maya, workbench.port):
        assert page.goto(sheet.address).status == 403


def test_another_site_cannot_show_or_read_a_page(browser, page, sheet, workbench):
    """In a frame it stays empty: no cookie is sent, and the policy forbids frames."""
    outside = page.context.new_page()
    outside.goto("about:blank")
    outside.set_content(f"<iframe src='{sheet.address}'></iframe>")
    outside.wait_for_load_state("networkidle")
    frame = outside.frames[-1]
    assert "Larkfield" not in frame.content()


def test_every_answer_carries_the_policy(page):
    answers = [page.goto(page.url), page.request.get(page.url + "/nothing")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
