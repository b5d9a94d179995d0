"""Files come in by hand: dropped, pasted or chosen, and stay attached to the criterion."""

import pytest

import story
from sheet import Sheet, until

HAND_OVER = """([kind, name, type, bytes]) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const zone = document.querySelectorAll('.criterion')[1];
    const event = kind === 'drop'
        ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true });
    (kind === 'drop' ? zone : document.activeElement).dispatchEvent(event);
}"""


def attached(sheet):
    """The files of the state's findings, as another process knows them: names by criterion."""
    files = {}
    for row in sheet.laptop.asked("show", sheet.spoken):
        files[row["criterion"].split(".")[-1]] = [one["name"] for one in row["files"]]
    return files


def test_a_dropped_video_is_attached_when_the_page_says_so(sheet):
    criterion = sheet.criteria()[1]
    video = b"\0\0\0\x18ftypmp42" + bytes(200_000)
    sheet.saving(lambda: sheet.page.evaluate(
        HAND_OVER, ["drop", "menu.mp4", "video/mp4", list(video)]))
    assert attached(sheet)[criterion] == ["menu.mp4"]
    assert "menu.mp4" in sheet.box(criterion).locator(".evidence").text_content()


def test_a_pasted_screenshot_gets_the_time_for_its_name_and_keeps_the_focus(sheet):
    criterion = sheet.criteria()[1]
    sheet.press("j", "j")
    sheet.saving(lambda: sheet.page.evaluate(
        HAND_OVER, ["paste", "image.png", "image/png", list(story.png(8, 8))]))
    names = attached(sheet)[criterion]
    assert [name for name in names if name.startswith("Screenshot 20")] == names[-1:]
    assert sheet.focused() == criterion


def test_a_refused_file_is_named_and_nothing_is_attached(sheet):
    before = attached(sheet)
    sheet.page.evaluate(HAND_OVER, ["drop", "empty.png", "image/png", []])
    until(sheet.page, "document.querySelector('#findings').dataset.trouble")
    assert "empty.png is not attached." in sheet.page.get_attribute("#findings", "data-trouble")
    assert attached(sheet) == before


def test_a_file_dropped_twice_is_attached_once(sheet):
    criterion = sheet.criteria()[1]
    picture = ["drop", "menu.png", "image/png", list(story.png(8, 8))]
    for says in ("menu.png attached. Needs a description. Saved on this laptop.",
                 "menu.png is attached here already. Nothing was written."):
        sheet.saving(lambda: sheet.page.evaluate(HAND_OVER, picture))
        until(sheet.page, f"document.querySelector('#live').textContent === '{says}'")
    assert attached(sheet)[criterion] == ["menu.png"]
    assert sheet.box(criterion).locator(".evidence a").count() == 1


@pytest.mark.parametrize("script", [True, False])
def test_a_file_is_detached_by_keys_after_a_second_look(browser, workbench, maya, tmp_path, script):
    page = workbench.browse(browser, java_script_enabled=script)
    sheet = Sheet(page, workbench, maya).open()
    criterion = sheet.criteria()[1]
    picture = tmp_path / "private.png"
    picture.write_bytes(story.png(8, 8))
    maya.run("record", "--component", story.MENU, "--environment", story.IOS, "--state",
             "expanded", "--criterion", criterion, "--outcome", "failed")
    maya.run("attach", sheet.spoken, "--criterion", criterion, str(picture))
    page.reload()
    sheet.open_details(criterion, script)
    with page.expect_navigation():
        sheet.box(criterion).locator(".evidence a").press("Enter")
    button = page.get_by_role("button", name="Detach private.png")
    assert not button.is_visible()
    page.locator("summary", has_text="Detach from this finding").press("Enter")
    with page.expect_navigation():
        button.press("Enter")
    assert "Detached." in sheet.box(criterion).locator("#told").inner_text()
    if script:
        until(page, "document.activeElement.id === 'told'")
    assert attached(sheet).get(criterion, []) == []
    assert maya.asked("status")["audits"][0]["evidence"]["toSend"] == 0
    page.context.close()


def test_what_a_picture_shows_is_asked_for_and_said_with_it(sheet):
    criterion = sheet.criteria()[1]
    box = sheet.box(criterion)
    box.locator("details.more").first.evaluate("one => { one.open = true; }")
    box.get_by_label("What the next file shows").fill("The menu, open.")
    sheet.saving(lambda: sheet.page.evaluate(
        HAND_OVER, ["drop", "menu.png", "image/png", list(story.png(8, 8))]))
    assert box.locator(".evidence img").get_attribute("alt") == "The menu, open."
    assert box.get_by_label("What the next file shows").input_value() == ""
    assert sheet.laptop.asked("evidence", "list")[0]["shows"] == "The menu, open."


def test_several_files_have_a_line_each_until_they_are_in_the_strip(sheet):
    box = sheet.box(sheet.criteria()[1])
    box.locator("details.more").first.evaluate("one => { one.open = true; }")
    files = [{"name": f"{n}.mp4", "mimeType": "video/mp4",
              "buffer": b"\0\0\0\x18ftypmp42" + bytes(100_000 + n)} for n in range(3)]
    files.append({"name": "empty.png", "mimeType": "image/png", "buffer": b""})
    box.locator("input[type=file]").set_input_files(files)
    until(sheet.page, "document.querySelector('#findings').dataset.trouble")
    assert box.locator(".evidence a[href*='/evidence/']").count() == 3
    lines = box.locator("[data-progress] li")
    assert lines.count() == 1 and "empty.png is not attached" in lines.inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_an_area_is_marked_and_removed_on_the_picture(browser, workbench, maya, tmp_path, script):
    page = workbench.browse(browser, java_script_enabled=script)
    sheet = Sheet(page, workbench, maya).open()
    criterion = sheet.criteria()[1]
    picture = tmp_path / "menu.png"
    picture.write_bytes(story.png(180, 320))
    maya.run("record", "--component", story.MENU, "--environment", story.IOS, "--state",
             "expanded", "--criterion", criterion, "--outcome", "failed")
    maya.run("attach", sheet.spoken, "--criterion", criterion, str(picture))
    page.reload()
    sheet.open_details(criterion, script)
    page.goto(sheet.box(criterion).locator(".evidence a").first.evaluate("one => one.href"))
    if script:
        box = page.locator("[data-picture] img").bounding_box()
        page.mouse.move(box["x"] + box["width"] * .25, box["y"] + box["height"] * .5)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * .5, box["y"] + box["height"] * .75, steps=4)
        page.mouse.up()
        assert page.evaluate("document.activeElement.id") == "mark-label"
    else:
        page.locator("summary", has_text="Mark an area").press("Enter")
        for name, value in (("Left", "25"), ("Top", "50"), ("Width", "25"), ("Height", "25")):
            page.get_by_label(name, exact=True).fill(value)
    page.get_by_label("Label").fill("No state here")
    with page.expect_navigation():
        page.get_by_role("button", name="Mark it").press("Enter")
    area = maya.asked("evidence", "list")[0]["areas"][0]
    assert area["label"] == "No state here"
    for side, value in (("left", 2500), ("top", 5000), ("width", 2500), ("height", 2500)):
        assert abs(area[side] - value) <= 200
    assert page.locator("[data-drawing] rect.area").count() == 1
    with page.expect_navigation():
        page.get_by_role("button", name="Remove the mark 1").press("Enter")
    assert maya.asked("evidence", "list")[0]["areas"] == []
    if script:
        for key, size in (("+", "200 %"), ("1", "Full size"), ("0", "Fit")):
            with page.expect_navigation():
                page.keyboard.press(key)
            assert page.locator("[data-zoom][aria-current]").inner_text() == size
        width = "document.querySelector('[data-picture] img').naturalWidth"
        with page.expect_navigation():
            page.keyboard.press("+")
        until(page, f"{width} === 360")
    page.context.close()
