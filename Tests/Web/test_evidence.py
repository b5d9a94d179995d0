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


@pytest.fixture
def sheet(browser, workbench, maya):
    page = workbench.browse(browser)
    yield Sheet(page, workbench, maya).open()
    page.context.close()


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
