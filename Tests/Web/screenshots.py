"""Takes pictures of every page on the list. usage: screenshots.py FOLDER"""

import pathlib
import sys
import tempfile

import checks
import pages
from conftest import Readers, chromium

FORMS = {  # the ending of a picture's name, and how the page is looked at
    "light": "light", "dark": "dark", "forced": "forced colours", "320": "320 px",
}
HEIGHT_MAX = 6000  # a page that is longer is cut: nobody looks at the rest


def shoot(readers, listed, form, folder):
    """One picture of a whole page."""
    settings = checks.MODES[FORMS[form]]
    page = readers.open(listed, **settings)
    # As a window of that height, so that what is sticky stands where it ends up.
    height = min(HEIGHT_MAX, page.evaluate("document.documentElement.scrollHeight"))
    size = {**settings["viewport"], "height": max(height, settings["viewport"]["height"])}
    page.set_viewport_size(size)
    page.screenshot(path=folder / f"{listed.name}.{form}.png")
    page.context.close()


def shoot_dialogs(readers, folder):
    """What opens over a page: the keys, and the question before many verdicts at once."""
    listed = next(page for page in pages.PAGES if page.name == "state-dialog")
    page = readers.open(listed, **checks.MODES["light"])
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    page.screenshot(path=folder / "dialog-keys.light.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="untested: passed").click()
    page.wait_for_selector("#confirm-all[open]")
    page.screenshot(path=folder / "dialog-all.light.png")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_selector("#findings[data-saved]")
    page.screenshot(path=folder / "state-failed.light.png")
    page.context.close()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="accord-web.") as homes:
        readers = Readers(browser, pathlib.Path(homes))
        try:
            for listed in pages.PAGES:
                for form in FORMS if listed.is_main else ["light"]:
                    shoot(readers, listed, form, folder)
            shoot_dialogs(readers, folder)
        finally:
            readers.end()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
