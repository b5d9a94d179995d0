"""Comments are added where the finding is: by keyboard alone, and without a script."""

from sheet import Sheet, until

WORDS = "Same on the tablet: pfc is text, not three verdicts."


def tab_to(page, words):
    """Goes on by Tab to what is called so."""
    for _ in range(80):
        page.keyboard.press("Tab")
        names = page.evaluate(
            "[...document.activeElement.labels ?? []].map((one) => one.textContent)"
            ".concat(document.activeElement.textContent)")
        if any(name.strip().startswith(words) for name in names):
            return
    raise AssertionError(f"Tab reached nothing called {words!r}")


def comments(sheet):
    """What another process finds remarked, by criterion."""
    found = {name: [one["text"] for one in row["comments"]]
             for name, row in sheet.recorded().items()}
    return {name: texts for name, texts in found.items() if texts}


def field(sheet, criterion):
    return sheet.box(criterion).locator("textarea[name^='comment.']")


def test_a_comment_is_added_with_keys_and_the_page_stays(page, sheet):
    first = sheet.criteria()[0]
    page.loads.clear()
    sheet.press("g", "n")
    until(page, "document.activeElement.dataset.part === 'note'")
    tab_to(page, "Add a comment")
    for words in (WORDS, "A second one."):
        page.keyboard.type(words)
        sheet.press("Tab")
        sheet.saving_keys("Enter")
        assert sheet.says() == "Comment added. Saved on this laptop."
        assert sheet.focused() == first
        assert field(sheet, first).input_value() == ""
        sheet.press("m")
    assert comments(sheet) == {first: [WORDS, "A second one."]}
    listed = sheet.box(first).locator(".timeline li").all_inner_texts()
    assert [text.split("\n")[1] for text in listed] == [WORDS, "A second one."]
    assert listed[0].startswith("Maya Lindqvist, ")
    assert page.loads == []


def test_a_comment_waits_for_its_button_and_outlives_the_window(page, sheet):
    first = sheet.criteria()[0]
    sheet.press("g", "n")
    until(page, "document.activeElement.dataset.part === 'note'")
    tab_to(page, "Add a comment")
    with page.expect_response("**/unsaved?**"):
        page.keyboard.type(WORDS)
    sheet.press("Escape")
    sheet.saving_keys("f")
    assert comments(sheet) == {}
    page.reload()
    assert field(sheet, first).input_value() == WORDS
    assert "not saved yet" in sheet.box(first).inner_text()
    sheet.saving(lambda: sheet.box(first).get_by_role("button", name="Discard").click())
    assert field(sheet, first).input_value() == ""
    assert comments(sheet) == {}


def test_without_a_script_a_comment_takes_along_what_else_was_typed(browser, workbench, maya):
    page = workbench.browse(browser, java_script_enabled=False)
    sheet = Sheet(page, workbench, maya).open()
    first = sheet.criteria()[0]
    sheet.open_details(first, script=False)
    sheet.box(first).locator("[data-part='note']").fill("A note.")
    field(sheet, first).fill(WORDS)
    with page.expect_navigation():
        sheet.box(first).get_by_role("button", name="Add comment").click()
    assert page.url.endswith(f"#c-{first}")
    assert page.locator("[data-save-state]").inner_text().startswith("Saved on this laptop")
    assert comments(sheet) == {first: [WORDS]}
    assert sheet.recorded()[first]["note"] == "A note."
    sheet.open_details(first, script=False)
    assert WORDS in sheet.box(first).inner_text()
    page.reload()
    assert comments(sheet) == {first: [WORDS]}
    page.context.close()
