"""Second opinions: looked at, set and ended, by names, by keys and without script."""

import pytest

import checks
from test_conflicts import desk, lead  # noqa: F401


@pytest.fixture
def opinions(desk):  # noqa: F811
    """Her page of second opinions; a test says how her browser is set."""

    def open_opinions(**settings):
        counted = desk(**settings)
        page = counted.page
        page.goto(page.url.split("/conflicts")[0] + "/lead/second-opinions")
        return counted

    return open_opinions


@pytest.mark.parametrize("script", [True, False])
def test_a_draw_is_looked_at_set_and_ended(opinions, lead, script):  # noqa: F811
    counted = opinions(java_script_enabled=script)
    page = counted.page
    page.get_by_label("Share in percent").fill("100")
    page.get_by_label("Seed").fill("s1")
    counted.click("button", "Preview", loads=True)
    main = page.get_by_role("main")
    assert "What this would draw" in main.inner_text()
    assert not lead.asked("audit", "second-opinions")["opinions"]
    counted.click("button", "Set this draw", loads=True)
    assert "What is drawn" in main.inner_text()
    told = lead.asked("audit", "second-opinions")
    assert told["opinions"]["share"] == 100 and told["opinions"]["seed"] == "s1"
    rows = page.get_by_role("table", name="Component states").get_by_role("row")
    assert rows.count() == min(50, len(told["drawn"])) + 1
    counted.click("button", "Ask for none", loads=True)
    assert "Nobody is asked" in main.inner_text()
    assert lead.asked("audit", "second-opinions")["opinions"] is None


def test_what_is_no_share_comes_back_as_typed(opinions):
    counted = opinions(java_script_enabled=False)
    page = counted.page
    page.get_by_label("Share in percent").fill("101")
    page.get_by_label("Seed").fill("kept1")
    counted.click("button", "Set this draw", loads=True)
    assert "101 % is no share" in page.get_by_role("alert").inner_text()
    assert page.get_by_label("Share in percent").input_value() == "101"
    assert page.get_by_label("Seed").input_value() == "kept1"


@pytest.mark.parametrize("mode", checks.MODES)
def test_a_draw_is_read_by_everybody(opinions, mode):
    counted = opinions(viewport=checks.PHONE)
    page = counted.page
    page.get_by_label("Share in percent").fill("100")
    counted.click("button", "Preview", loads=True)
    checks.turn(page, mode)
    wrong = checks.axe(page) + checks.overflow(page) + checks.cut(page) + checks.targets(page)
    assert not wrong + checks.ids(page)
