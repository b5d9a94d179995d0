"""Rules of an audit: written, moved, looked at and set, by names, by keys and without script."""

import re

import pytest

import checks
from test_conflicts import TEN, Counted, desk, lead  # noqa: F401


@pytest.fixture
def rules(desk):  # noqa: F811
    """Her page of rules, on which the first one is begun; a test says how her browser is set."""

    def open_rules(**settings):
        counted = desk(**settings)
        page = counted.page
        page.goto(page.url.replace("/conflicts", "/lead/rules"))
        counted.click("button", "Add a rule", loads=True)
        return counted

    return open_rules


def fields(page, number):
    return page.get_by_role("group", name=re.compile(f"^Rule {number}"))


@pytest.mark.parametrize("script", [True, False])
def test_a_rule_is_looked_at_and_set_with_a_reason(rules, lead, script):  # noqa: F811
    counted = rules(java_script_enabled=script)
    page = counted.page
    fields(page, 1).get_by_label("When verdicts differ").select_option(label="Most severe")
    counted.click("button", "Preview", loads=True)
    region = page.get_by_role("region", name=re.compile(f"^What would change: {TEN} findings"))
    row = region.get_by_role("row").nth(1).inner_text()
    assert "A lead decides" in row and "Failed" in row and "Rule 1: the gravest" in row
    assert f"{TEN} conflicts fewer." in region.inner_text()
    assert len(lead.asked("conflicts")) == TEN
    counted.write("Reason", "We fix by the graver one.")
    counted.click("button", "Set these rules", loads=True)
    main = page.get_by_role("main").inner_text()
    assert "Reason: We fix by the graver one." in main
    assert f"{TEN} findings settled, 0 conflicts" in main
    assert not lead.asked("conflicts")
    told = lead.asked("policy", "show")
    assert told["rules"] == ["*: most-severe"]
    assert told["sets"][0]["reasons"] == ["We fix by the graver one."]
    assert told["reach"][0]["automatic"] == TEN


@pytest.mark.parametrize("script", [True, False])
def test_rules_are_put_in_order_by_buttons(rules, script):
    counted = rules(java_script_enabled=script)
    page = counted.page
    fields(page, 1).get_by_label("When verdicts differ").select_option(label="Knowing")
    counted.click("button", "Add a rule", loads=True)
    counted.click("button", re.compile("^Up ?, rule 2"), loads=True)
    assert page.url.endswith("#rule-1")
    chosen = page.get_by_label("When verdicts differ")
    assert [chosen.nth(number).input_value() for number in range(2)] == ["lead-decides", "knowing"]
    assert not page.get_by_role("button", name=re.compile("^Up ?, rule 1")).count()
    counted.click("button", "Remove rule 1", loads=True)
    assert chosen.count() == 1 and chosen.input_value() == "knowing"


def test_enter_in_a_field_looks_and_does_nothing_else(rules):
    page = rules().page
    first = fields(page, 1)
    assert not first.get_by_label("People, best first").is_visible()
    first.get_by_label("When verdicts differ").select_option(label="Seniority")
    people = first.get_by_label("People, best first")
    people.fill("Lee Okafor, Nobody")
    with page.expect_navigation():
        people.press("Enter")
    assert people.input_value() == "Lee Okafor, Nobody"
    assert "Nobody" in fields(page, 1).locator(".field-error").inner_text()
    people.fill("Lee Okafor")
    with page.expect_navigation():
        people.press("Enter")
    assert "Lee Okafor ranks before Maya Lindqvist" in page.get_by_role("main").inner_text()


@pytest.mark.parametrize("mode", checks.MODES)
def test_a_preview_passes_what_every_page_passes(rules, mode):
    counted = rules()
    page = counted.page
    fields(page, 1).get_by_label("Control").select_option(label="Menu")
    fields(page, 1).get_by_label("When verdicts differ").select_option(label="Most severe")
    counted.click("button", "Preview", loads=True)
    checks.turn(page, mode)
    wrong = checks.axe(page) + checks.overflow(page) + checks.cut(page) + checks.targets(page)
    assert not wrong + checks.ids(page)
