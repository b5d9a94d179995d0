"""What is taken along on paper."""

import re

import checks
import pages


def sheets(page):
    """How many pages of A4 it takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_an_audit_is_printed_as_tables_of_its_open_screens(readers):
    listed = next(page for page in pages.PAGES if page.name == "audit")
    page = readers.open(listed, viewport=checks.DESK)
    tables = page.locator(".component table").count()
    page.emulate_media(media="print")
    assert page.locator(".component table:visible").count() == tables
    assert page.locator(".topbar:visible, .filters:visible, .button:visible").count() == 0
    assert sheets(page) <= 1 + tables // 2
    page.emulate_media(media="screen")
    page.locator("details.screen > summary").first.click()
    page.emulate_media(media="print")
    assert page.locator(".component table:visible").count() < tables
    page.context.close()
