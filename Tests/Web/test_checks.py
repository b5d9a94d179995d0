"""Each check finds what it is for: a page made wrong on purpose does not pass."""

import types

import pytest

import checks

WRONG = {
    "axe": "<main><h1>A</h1><img src='data:,'></main>",
    "overflow": "<main><h1>A</h1><p style='width: 3000px'>wide</p></main>",
    "cut": "<main><h1>A</h1><p style='overflow: hidden; width: 2ch; white-space: nowrap'>long</p></main>",
    "room": "<main><h1>A</h1><p style='position: sticky; top: 0; height: 40vh'>stays</p></main>",
    "unscripted": "<main><h1>A</h1><button type='button'>nothing</button></main>",
    "targets": "<main><h1>A</h1><button style='all: unset; font-size: 8px'>x</button></main>",
    "contrast": "<main><h1>A</h1><p style='color: #777'>grey</p></main>",
    "ids": "<main><h1 id='a'>A</h1><p id='a'>B</p></main>",
    "console": "<main><h1>A</h1></main><script>console.log('words')</script>",
    "focus": "<main><h1>A</h1><style>:focus { outline: none }</style><a href='#a'>A</a></main>",
}
UNREACHED = "<main><h1>A</h1><a href='#a'>A</a><a href='#b' tabindex='-1'>B</a></main>"
COVERED = (
    "<main><h1>A</h1><a href='#a'>A</a>"
    "<div style='position: fixed; inset: 0; background: white'></div></main>")
RIGHT = (
    "<main><h1>A</h1><a href='#a' style='display: inline-block; min-width: 24px; "
    "line-height: 24px; color: #00003c; outline-width: 2px'>A</a></main>")


@pytest.fixture
def show(browser):
    context = browser.new_context()

    def show(body):
        page = context.new_page()
        page.said, page.answer = [], types.SimpleNamespace(status=200)
        page.on("console", lambda message: page.said.append(message.text))
        page.set_content(
            f"<!doctype html><html lang='en'><title>A</title><body>{body}</body></html>")
        return page

    yield show
    context.close()


@pytest.mark.parametrize("name", WRONG)
def test_a_check_finds_what_it_is_for(show, name):
    assert getattr(checks, name)(show(WRONG[name])) != []


@pytest.mark.parametrize("body", [UNREACHED, COVERED])
def test_what_tab_does_not_reach_or_show_is_found(show, body):
    assert checks.focus(show(body)) != []


@pytest.mark.parametrize("name", WRONG)
def test_a_check_passes_what_is_right(show, name):
    page = show(RIGHT)
    page.add_style_tag(content=":focus { outline: 2px solid }")
    assert getattr(checks, name)(page) == []
