"""A whole audit with the keyboard alone; what the page calls saved is saved."""

import story
from sheet import Sheet, until, untested

KEYS = {"passed": "p", "failed": "f", "cantTell": "c", "inapplicable": "i"}
VERDICTS = 100


def test_a_hundred_verdicts_take_two_keys_each_and_no_page_load(page, sheet):
    """Down and up the same form: a move, a verdict, and another process finds it."""
    criteria = sheet.criteria()
    outcomes = list(KEYS)
    page.loads.clear()
    presses, place, step = 0, -1, 1
    for number in range(VERDICTS):
        if not 0 <= place + step < len(criteria):
            step = -step
            outcomes = outcomes[1:] + outcomes[:1]
        place += step
        outcome = outcomes[number % len(outcomes)]
        if sheet.outcome(criteria[place]) == outcome:
            outcome = next(one for one in KEYS if one != outcome)
        keys = ["j" if step > 0 else "k", KEYS[outcome]]
        presses += len(keys)
        sheet.saving_keys(*keys)
        assert sheet.recorded()[criteria[place]]["outcome"] == outcome, number
        assert sheet.focused() == criteria[place]
    assert presses <= 2 * VERDICTS
    assert page.loads == []


def test_nothing_is_called_saved_before_the_answer(page, sheet):
    held = []
    page.route(
        "**/states/**",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    words = page.inner_text("[data-save-state]")
    with page.expect_request(lambda request: request.method == "POST"):
        sheet.press("g", "f")
    assert sheet.saves() == 0
    assert page.inner_text("[data-save-state]") == words
    assert page.inner_text("#live") == ""
    sheet.saving(lambda: held[0].continue_())
    assert page.inner_text("[data-save-state]") != words


def test_every_state_of_a_control_is_judged_without_a_mouse(page, workbench, maya):
    """g to the next untested criterion, a letter for it, and ] to the next state."""
    before, judged, states = untested(maya), 0, []
    sheet = Sheet(page, workbench, maya, state="collapsed").open()
    keys, words = list(KEYS.values()), list(KEYS)
    while maya.components[story.MENU] in page.url:
        states.append(page.url.split("/")[-1])
        sheet.spoken = story.spoken(story.MENU, story.IOS, states[-1])
        outcomes = {}
        for name in sheet.criteria():
            sheet.saving_keys("g", keys[judged % len(keys)])
            outcomes[name] = words[judged % len(words)]
            judged += 1
        assert {name: row["outcome"] for name, row in sheet.recorded().items()} == outcomes
        with page.expect_navigation():
            sheet.press("]")
    assert sorted(states) == ["collapsed", "disabled", "expanded", "selected", "unselected"]
    assert untested(maya) == before - judged


def test_the_way_in_and_out_needs_no_mouse(page, maya):
    """Audits, the audit, the state to go on with, and back, each by Tab and Enter."""
    def follow(text):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent").strip().startswith(text):
                with page.expect_navigation():
                    page.keyboard.press("Enter")
                return
        raise AssertionError(f"Tab reached no link {text!r} on {page.url}")

    follow(story.TITLE)
    assert page.title().startswith(story.TITLE)
    follow("Continue:")
    assert page.locator("#findings").count() == 1
    follow(story.TITLE)
    assert page.url.endswith(maya.audit)


def test_a_note_is_written_and_left_with_keys(sheet):
    sheet.press("g", "n")
    sheet.page.keyboard.type("pfc is text in a field, not three verdicts")
    sheet.saving_keys("Escape")
    first = sheet.criteria()[0]
    assert sheet.recorded()[first]["note"] == "pfc is text in a field, not three verdicts"
    assert sheet.recorded()[first]["outcome"] is None
    assert sheet.focused() == first


def test_undo_takes_the_last_verdict_back_and_stays_there(sheet):
    first = sheet.criteria()[0]
    sheet.saving_keys("g", "f")
    sheet.saving_keys("z")
    assert sheet.outcome(first) == "untested"
    assert sheet.recorded().get(first, {}).get("outcome") in (None, "untested")
    assert sheet.focused() == first


def test_a_severity_is_one_key_and_belongs_to_a_failure(sheet):
    first = sheet.criteria()[0]
    sheet.saving_keys("g", "f")
    sheet.saving_keys("1")
    assert sheet.recorded()[first]["severity"] == "critical"


def test_all_remaining_ask_first_and_one_undo_takes_them_back(sheet):
    page, criteria = sheet.page, sheet.criteria()
    sheet.saving_keys("g", "f")
    button = page.get_by_role("button", name="untested: passed")
    button.focus()
    sheet.press("Enter")
    page.wait_for_selector("#confirm-all[open]")
    assert page.evaluate("document.activeElement.value") == "no"
    sheet.press("Shift+Tab")
    sheet.saving_keys("Enter")
    outcomes = [sheet.recorded()[name]["outcome"] for name in criteria]
    assert outcomes == ["failed"] + ["passed"] * (len(criteria) - 1)
    assert sheet.has_focus()
    sheet.saving_keys("z")
    left = {name for name, row in sheet.recorded().items() if row["outcome"] == "passed"}
    assert left == set()


def test_arrow_keys_save_where_they_come_to_rest(sheet):
    first = sheet.criteria()[0]
    sheet.press("g")
    sheet.saving_keys("ArrowRight")  # from Untested, the last, around to Passed
    assert sheet.recorded()[first]["outcome"] == "passed"


def test_what_was_saved_is_told_to_a_screen_reader(sheet):
    sheet.saving_keys("g", "f")
    assert sheet.says() == "Failed. Saved on this laptop."


def hold(page, key, times=7):
    """A key that is held down: the browser sends it again and again, marked as such."""
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def test_a_key_that_is_held_down_judges_once_and_undoes_once(page, workbench, maya):
    page.add_init_script("localStorage.setItem('accord.go-on', 'on')")
    sheet = Sheet(page, workbench, maya).open()
    first, second = sheet.criteria()[:2]
    sheet.press("g")
    sheet.saving(lambda: hold(page, "p"))
    assert sheet.focused() == second
    sheet.saving_keys("f")
    recorded = {name: row["outcome"] for name, row in sheet.recorded().items()}
    assert recorded == {first: "passed", second: "failed"}
    sheet.saving(lambda: hold(page, "z"))
    assert set(sheet.recorded()) - {second} == {first}


def test_a_key_that_is_held_down_moves_on_and_writes_into_no_field(page, sheet):
    hold(page, "j", 3)
    assert sheet.focused() == sheet.criteria()[2]
    hold(page, "n")
    until(page, "document.activeElement.dataset.part === 'note'")
    assert page.evaluate("document.activeElement.value") == ""
    hold(page, "n")
    assert page.evaluate("document.activeElement.value") == "nnnnnnn"


def test_enter_that_is_held_down_presses_one_button(page, sheet):
    page.locator("[name=act][value=all]").focus()
    hold(page, "Enter")
    assert page.locator("#confirm-all").is_visible()
    assert sheet.recorded() == {}


def test_letters_do_nothing_when_they_are_turned_off(sheet):
    sheet.press("?")
    sheet.page.wait_for_selector("#keys[open]")
    sheet.page.uncheck("#single-keys-dialog")
    sheet.press("Escape")
    first = sheet.criteria()[0]
    sheet.box(first).locator("input:checked").first.focus()
    sheet.press("p", "f")
    sheet.page.reload()
    assert sheet.outcome(first) == "untested"
    assert sheet.recorded().get(first, {}).get("outcome") is None


def test_the_link_to_a_criterion_is_what_is_copied(page, sheet):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    first = sheet.criteria()[0]
    sheet.open_details(first)
    open_all = "all => all.forEach((one) => { one.open = true; })"
    sheet.box(first).locator("details.more").evaluate_all(open_all)
    field = sheet.box(first).locator("[data-part='link']")
    field.fill("https://example.org/ticket")
    sheet.saving(lambda: field.press("Tab"))
    sheet.box(first).locator("[data-copy]").click()
    until(page, "document.querySelector('#live').textContent === 'Copied.'")
    copied = page.evaluate("navigator.clipboard.readText()")
    anchor = sheet.box(first).get_attribute("id")
    assert copied == f"{sheet.address}#{anchor}"


def test_focus_is_kept_after_every_action(sheet):
    for keys in (["g", "p"], ["f"], ["2"], ["z"], ["g", "c"]):
        sheet.saving_keys(*keys)
        assert sheet.has_focus(), keys
    for name in ("Undo", "Redo", "Undo"):
        button = sheet.page.get_by_role("button", name=name)
        sheet.saving(lambda: button.press("Enter"))
        assert sheet.has_focus(), name
