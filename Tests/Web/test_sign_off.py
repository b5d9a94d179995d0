"""A lead signs a round: with a keyboard, without script, on a phone's width; typed words stay."""

import checks
import pytest
import story
from programs import Laptop, Workbench

STATEMENT = "خيارات الحساب: audited against WCAG 2.2 AA."


@pytest.fixture
def laptop(tmp_path):
    """A lead's laptop with an audit that can be signed but for one finding that nobody can tell."""
    laptop = Laptop(tmp_path, "Tomas Berg")
    laptop.run("audit", "new", "Larkfield", f"--environment={story.IOS}")
    laptop.run("component", "add", "--screen", "Cards", "--control", "menu", "--label", "Options")
    rows = laptop.asked("list", "--untested")
    laptop.record(
        [row | {"outcome": "cantTell" if n == 0 else "passed"} for n, row in enumerate(rows)])
    return laptop


@pytest.fixture
def opened(browser, laptop):
    audit = laptop.asked("audit", "list")[0]["audit"]
    with Workbench(laptop) as workbench:
        entered = workbench.browse(browser).context.storage_state()

        def open_page(**settings):
            page = browser.new_context(storage_state=entered, **settings).new_page()
            page.goto(f"{workbench.address}/audits/{audit}/lead/sign-off")
            return page

        yield open_page


@pytest.mark.parametrize("script", [True, False])
def test_a_round_is_signed_by_a_form_and_says_later_what_became_of_it(opened, laptop, script):
    page = opened(java_script_enabled=script)
    page.get_by_label("Statement").fill(STATEMENT)
    page.get_by_role("button", name="Sign round 1").click()
    # Nothing is signed without a reason, and what was typed is there.
    assert "Nothing was signed" in page.locator("main").inner_text()
    assert page.get_by_label("Statement").input_value() == STATEMENT
    page.get_by_role("textbox", name="1 finding says “can’t tell”").fill("No such phone.")
    page.get_by_role("button", name="Sign round 1").click()
    table = page.get_by_role("table", name="Signatures, the latest first")
    assert "Unchanged" in table.inner_text() and STATEMENT in table.inner_text()
    assert [one["state"] for one in laptop.asked("audit", "show")["signatures"]] == ["unchanged"]
    row = laptop.asked("list")[-1]
    laptop.record([row | {"outcome": "failed", "severity": "minor"}])
    page.reload()
    assert "Result changed" in table.inner_text()
    page.context.close()


def test_a_keyboard_is_enough(opened, laptop):
    page = opened()
    page.get_by_role("link", name="Name it").focus()
    page.keyboard.press("Enter")  # leads into the field
    page.keyboard.type("No such phone.")
    page.keyboard.press("Tab")
    page.keyboard.type("All of it.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("table", name="Signatures, the latest first").wait_for()
    assert len(laptop.asked("audit", "show")["signatures"]) == 1
    page.context.close()


def test_signatures_pass_what_accord_audits(opened, laptop):
    laptop.run(
        "audit", "sign", "--statement", STATEMENT * 8, "--except", "cantTell=" + "Lang" * 60)
    page = opened(viewport=checks.DESK)
    wrong = []
    for mode in ("light", "320 px", "200 % text"):
        checks.turn(page, mode)
        wrong += [f"{mode}: {one}" for one in checks.axe(page) + checks.overflow(page)]
    assert wrong == []
    page.context.close()
