"""Files come in by hand: dropped, pasted or chosen, and stay attached to the criterion."""

import pytest

import story
from sheet import Sheet, until

HAND_OVER = """([kind, name, type, bytes]) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const zone = document.querySelectorAll('[data-drop]')[1];
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
    for says in ("menu.png attached. Saved on this laptop.",
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
