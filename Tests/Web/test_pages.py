"""Every page passes what Accord audits, in every way in which it is looked at."""

import os

import pytest

import checks
import pages


def fullest():
    """Of each template the page that has most: a lead's, else one that is shown in every form.

    All pages where ACCORD_PAGES is "all", as `make web` has it."""
    if os.environ.get("ACCORD_PAGES") == "all":
        return pages.PAGES
    found = {}
    for page in sorted(pages.PAGES, key=lambda page: (page.reader != "tomas", not page.is_main)):
        found.setdefault(pages.template(page.address), page)
    return [page for page in pages.PAGES if page in found.values()]


of_all = pytest.mark.parametrize("listed", pages.PAGES, ids=lambda page: page.name)
of_each_template = pytest.mark.parametrize("listed", fullest(), ids=lambda page: page.name)


def seen(page, mode):
    """What is wrong with a page that is looked at in one way."""
    wrong = checks.axe(page, mode) if mode != "400 % zoom" else []  # it is the page of 320 px
    if mode in ("320 px", "400 % zoom", "200 % text"):
        wrong += checks.overflow(page) + checks.cut(page)
    if mode in ("light", "320 px"):
        wrong += checks.targets(page)
    if mode in checks.CONTRAST_MIN:
        wrong += checks.contrast(page, mode)
    if mode == "400 % zoom":
        wrong += checks.room(page)
    return [f"{mode}: {one}" for one in wrong]


@of_all
def test_a_page_passes_what_accord_audits(readers, listed):
    """Loaded once, and looked at in every way: light, dark, forced colours, small and large."""
    page = readers.open(listed, viewport=checks.DESK)
    assert page.answer.status == listed.status
    wrong = checks.beginning(page) + checks.ids(page)
    for mode in checks.MODES:
        checks.turn(page, mode)
        wrong += seen(page, mode)
    wrong += checks.console(page)
    page.context.close()
    assert wrong == []


@of_each_template
def test_a_page_works_without_a_script(readers, listed):
    """Its words are those that axe has seen; axe itself is a script, and waits for ever here."""
    page = readers.open(listed, viewport=checks.DESK, java_script_enabled=False)
    wrong = checks.unscripted(page) + checks.beginning(page)
    checks.turn(page, "320 px")
    wrong += checks.overflow(page) + checks.cut(page)
    page.context.close()
    assert wrong == []


@pytest.mark.parametrize(
    "listed", [page for page in fullest() if page.reader in ("maya", "tomas", "ines")],
    ids=lambda page: page.name)
def test_names_of_any_length_and_script_fit(strangers, listed):
    """Every name has 134 letters without a space, in German, Arabic, Hebrew, or all of them."""
    page = strangers.open(listed, viewport=checks.DESK)
    assert page.answer.status == listed.status
    wrong = checks.directions(page, strangers.team.names.given())
    for mode in ("light", "320 px", "400 % zoom"):
        checks.turn(page, mode)
        wrong += [f"{mode}: {one}" for one in checks.overflow(page) + checks.cut(page)]
    wrong += checks.console(page)
    page.context.close()
    assert wrong == []


@of_each_template
def test_tab_reaches_everything_and_shows_where_it_is(readers, listed):
    page = readers.open(listed, viewport=checks.DESK)
    wrong = checks.focus(page)
    page.context.close()
    assert wrong == []


def test_every_page_that_a_link_leads_to_is_on_the_list(readers):
    known = {pages.kind(page.of(readers.team)) for page in pages.PAGES}
    missing = set()
    for who in ("maya", "tomas"):
        page = readers.open(pages.Listed("audits", "/audits", reader=who))
        seen, links = set(), ["/audits"]
        while links:
            address = links.pop(0)
            if pages.kind(address) in seen:
                continue
            seen.add(pages.kind(address))
            # What is saved to a file, or is a picture, is no page.
            answer = page.request.get(readers.workbenches[who].address + address)
            is_page = answer.headers.get("content-type", "").startswith("text/html")
            if not is_page or "attachment" in answer.headers.get("content-disposition", ""):
                continue
            page.goto(readers.workbenches[who].address + address)
            if pages.kind(address) not in known:
                missing.add(pages.kind(address))
            links += [link for link in page.eval_on_selector_all(
                "a[href]", "all => all.map((one) => one.getAttribute('href'))")
                if link.startswith("/")]
        page.context.close()
    assert missing == set(), "name them in pages.py, and they are checked"
