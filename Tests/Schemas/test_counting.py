"""How findings are counted in a file of each format: what is no finding of now is not counted."""

import pytest
from counting import COUNTS
from samples.xlsx import book
from test_validator import write

EARL = {
    "@context": {"@vocab": "http://www.w3.org/ns/earl#", "accord": "https://example.org/ns#"},
    "@graph": [
        {"@type": ["Assertion", "accord:Effective"]},
        {"@type": ["Assertion", "https://example.org/ns#Effective"]},
        {"@type": ["Assertion", "accord:Verdict"]},
        {"@type": "Assertion"},
    ],
}
SARIF = {
    "runs": [
        {
            "results": [
                {"kind": "fail"},
                {"level": "error"},
                {"kind": "review"},
                {"kind": "fail", "suppressions": [{"kind": "external"}]},
                {"kind": "fail", "baselineState": "absent"},
            ]
        },
        {"results": [{"kind": "fail", "baselineState": "new", "suppressions": []}]},
    ]
}
SUITE = "<testsuite><testcase/></testsuite>"
JUNIT = f"<testsuites>{SUITE}{SUITE}</testsuites>"
MARKDOWN = """# Audit

| criterion | count |
|---|---|
| Opener `menu.ios.trigger-name` | 1 |

##### Failed: something

`menu.ios.trigger-name`. Maya Lindqvist

> She typed menu.ios.trigger-name and \\`menu.ios.name-once\\`

- Passed: heard once. `menu.ios.name-once`. Lee Okafor
- Passed: by the rule `most-severe`
- Not judged: `menu.ios.state-open`
"""
HTML = '<!DOCTYPE html><ul id="a/b"><li id="c/e/1/open/menu.x"><a id="x"></a><li id="c/e/2/o/m"></ul>'
BOOK = book(["note"], ["a"], [None], ["b"])


@pytest.mark.parametrize(("format", "content", "count"), [
    ("ndjson", '{"note":"a\u2028b"}\n{}\n', 2),
    ("csv", '\ufeffnote\r\n"a\r\nb"\r\nc\r\n', 2),
    ("xlsx", BOOK, 3),
    ("earl", EARL, 2),
    ("sarif", SARIF, 3),
    ("junit", JUNIT, 2),
    ("markdown", MARKDOWN, 3),
    ("html", HTML, 2)])
def test_findings_are_counted(format, content, count, tmp_path):
    assert COUNTS[format][0](write(tmp_path, format, content)) == count


@pytest.mark.parametrize(("outcome", "basis", "withdrawn", "formats"), [
    ("failed", "single", None, {"earl", "sarif", "junit", "markdown", "html"}),
    (None, "undecided", None, {"earl", "sarif", "junit", "markdown", "html"}),
    ("failed", "challenged", None, {"earl", "sarif", "junit", "markdown", "html"}),
    ("cantTell", "single", None, {"earl", "junit", "markdown", "html"}),
    ("failed", "single", {"contested": True}, {"earl", "sarif", "junit", "markdown", "html"}),
    ("failed", "single", {"contested": False}, set())])
def test_a_format_has_the_findings_that_are_its_matter(outcome, basis, withdrawn, formats):
    row = {"outcome": outcome, "basis": basis, "withdrawn": withdrawn}
    assert {name for name, (_, stands) in COUNTS.items() if stands(row)} == formats | {
        "ndjson", "csv", "xlsx"}
