"""What every page must pass. Each check returns what is wrong, as a list of sentences."""

import pathlib

from axe_playwright_python.base import AXE_SCRIPT

PROBES = (pathlib.Path(__file__).parent / "probes.js").read_text(encoding="utf-8")

# Each way in which a page is looked at, and how a browser is set for it. A window of 1280 by 1024
# at 400 % has 320 by 256 of the style sheet's pixels.
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 320, "height": 640}
ZOOMED = {"width": 320, "height": 256}
MODES = {
    "light": {"color_scheme": "light", "viewport": DESK},
    "dark": {"color_scheme": "dark", "viewport": DESK},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active", "viewport": DESK},
    "320 px": {"color_scheme": "light", "viewport": PHONE},
    "400 % zoom": {"color_scheme": "light", "viewport": ZOOMED},
    "200 % text": {"color_scheme": "light", "viewport": DESK},
}

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What of axe-core's rules another look can break, where structure and words are the same. Contrast,
# its dearest rule, is asked once; `contrast` asks for more in a twentieth of the time.
RULES_OF_LOOKS = {
    "dark": ["link-in-text-block"],
    "forced colours": ["link-in-text-block"],
    "200 % text": ["target-size", "scrollable-region-focusable"],
}
# In forced colours they are the system's, and what is there by law has to do.
CONTRAST_MIN = {"light": 7, "dark": 7, "320 px": 7, "200 % text": 7, "forced colours": 4.5}


def ask(page, question):
    """The answer of one of the probes."""
    return page.evaluate(f"{PROBES}.{question}()")


def turn(page, mode):
    """Looks at an open page in another way; a reader's own setting makes text twice as large."""
    settings = MODES[mode]
    page.set_viewport_size(settings["viewport"])
    page.emulate_media(
        color_scheme=settings["color_scheme"], forced_colors=settings.get("forced_colors", "none"))
    size = "200%" if mode == "200 % text" else ""
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)


def axe(page, mode="light"):
    """What axe-core finds: WCAG 2.0 to 2.2, A and AA, and what it calls best practice.

    In another look than the first, what can differ there."""
    page.evaluate("scrollTo(0, 1e6)")  # a bar that stays in view then covers nothing
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {
        "resultTypes": ["violations"], "runOnly": RULES_OF_LOOKS.get(mode, RULES),
        "rules": {"color-contrast": {"enabled": mode == "light"}},
    }
    found = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [
        f"axe {one['id']}: {node['html'][:110]} {node['failureSummary'][:200]}"
        for one in found for node in one["nodes"][:3]
    ]


def overflow(page):
    """The page must not scroll sideways; what scrolls by itself needs a name and the focus."""
    found = ask(page, "overflow")
    wrong = [f"is {found['wide']} px too wide: {found['sticking']}"] if found["wide"] > 0 else []
    return wrong + [f"scrolls, but cannot be reached or named: {one}"
                    for one in found["unreachable"]]


def cut(page):
    """All words lie within the window and within their box."""
    return [f"cuts words off: {one}" for one in ask(page, "cutWords")]


def room(page):
    """What stays in place while the rest scrolls leaves two thirds of the window to it."""
    share = ask(page, "shareOfSticky")
    return [f"covers {share:.0%} of the window for good"] if share > 1 / 3 else []


def unscripted(page):
    """Without a script every button sends a form, and every link leads somewhere."""
    return [f"does nothing without a script: {one}" for one in ask(page, "mute")]


def directions(page, names):
    """What people gave a name keeps its direction to itself, and so does what they type."""
    return [f"does not isolate a direction: {one}"
            for one in page.evaluate(f"(names) => {PROBES}.unmarked(names)", names)]


def beginning(page):
    """An error is read from its reason on; nothing else moves the focus by itself."""
    focused = page.evaluate("document.activeElement.matches('[data-refusal]')")
    moved = page.evaluate("!document.activeElement.matches('body, [data-refusal], [autofocus]')")
    is_told = page.title().startswith("Error: ")
    wrong = ["moves the focus by itself"] if moved else []
    if (page.answer.status >= 400) != focused:
        wrong.append("does not begin with what went wrong, or is no error")
    if (page.answer.status >= 400) != is_told:
        wrong.append(f"has the title {page.title()}")
    return wrong


def targets(page):
    """Controls of at least 24 by 24 pixels."""
    return [f"is a small target: {one}" for one in ask(page, "smallTargets")]


def contrast(page, mode="light"):
    """Text of at least 7:1, and of 4.5:1 where its colours are not ours."""
    ratio, text = ask(page, "leastContrast")
    return [f"has text of {ratio:.2f}:1: {text}"] if ratio < CONTRAST_MIN[mode] else []


def ids(page):
    """Each id stands once, and whatever names one names something that is there."""
    found = ask(page, "ids")
    return [f"has an id twice: {one}" for one in found["twice"]] + [
        f"names an id that is not there: {one}" for one in found["missing"]]


def console(page):
    """Nothing on the console; what the policy of the page blocks is told there too."""
    told = page.said
    if page.answer.status != 200:  # the browser tells of the answer that the page is meant to be
        told = [line for line in told if f"the status of {page.answer.status}" not in line]
        told = [line for line in told if f"a status of {page.answer.status}" not in line]
    return [f"says on the console: {line}" for line in told]


def focus(page):
    """Tab reaches everything, once; a mark shows where it is, and nothing lies over it."""
    stops, reached, wrong, last = ask(page, "stops"), set(), [], None
    for _ in range(stops + 60):
        page.keyboard.press("Tab")
        at = ask(page, "focus")
        if at is None or at["number"] == last:  # beyond the page, or a field with stops of its own
            continue
        last = at["number"]
        if last in reached:
            break
        reached.add(last)
        if not at["isMarked"]:
            wrong.append(f"does not show the focus: {at['html']}")
        if not at["isClear"]:
            wrong.append(f"hides the focus: {at['html']}")
    if len(reached) < stops:
        wrong.append(f"has {stops} stops, and Tab reached {len(reached)}")
    return wrong
