"""Every page passes what Accord audits, in every way in which it is looked at."""

import pytest

import checks
import pages


@pytest.fixture(scope="module", params=pages.PAGES, ids=lambda page: page.name)
def listed(request):
    return request.param


@pytest.mark.parametrize("mode", checks.MODES)
def test_a_page_passes_what_accord_audits(readers, listed, mode):
    page = readers.open(listed, **checks.MODES[mode])
    assert page.answer.status == listed.status
    wrong = []
    if mode == "200 % text":
        checks.enlarge(page)
    if mode in ("320 px", "200 % text"):
        wrong += checks.overflow(page)
    if mode in ("light", "320 px"):
        wrong += checks.targets(page)
    if mode in ("light", "dark"):
        wrong += checks.contrast(page)
    wrong += checks.axe(page) + checks.console(page)
    page.context.close()
    assert wrong == []


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
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            page.goto(readers.workbenches[who].address + address)
            if pages.kind(address) not in known:
                missing.add(pages.kind(address))
            links += [link for link in page.eval_on_selector_all(
                "a[href]", "all => all.map((one) => one.getAttribute('href'))")
                if link.startswith("/")]
        page.context.close()
    assert missing == set(), "name them in pages.py, and they are checked"
