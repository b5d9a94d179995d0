"""Results in JUnit XML."""

from samples.making import Sample


def samples() -> list[Sample]:
    good = (
        '<testsuites><testsuite name="s" package="p" id="0" hostname="h" '
        'timestamp="2026-01-02T03:04:05" tests="2" failures="1" errors="0" skipped="1" time="0">'
        '<properties/><testcase name="c1" classname="sheet" time="0"><failure type="failed" '
        'message="m">t</failure></testcase><testcase name="c2" classname="menu" time="0">'
        "<skipped/></testcase><system-out/>"
        "<system-err/></testsuite></testsuites>"
    )

    def many(count: int) -> str:
        cases = "".join(f'<testcase name="{n}" classname="c" time="0"/>' for n in range(count))
        end = "<system-out/><system-err/></testsuite></testsuites>"
        head = good.split("<testcase")[0].replace('failures="1"', 'failures="0"')
        head = head.replace('tests="2"', f'tests="{count}"').replace('skipped="1"', 'skipped="0"')
        return head + cases + end

    return [
        ("good", good, None),
        (
            "no timestamp",
            good.replace(' timestamp="2026-01-02T03:04:05"', ""),
            "'timestamp' is required",
        ),
        ("timestamp with zone", good.replace('03:04:05"', '03:04:05Z"'), "03:04:05Z"),
        (
            "good: one name in two classes",
            good.replace('name="c2"', 'name="c1"'),
            None,
        ),
        (
            "failures that are not there",
            good.replace('failures="1"', 'failures="2"'),
            "failures says 2, there are 1",
        ),
        ("tests that are not there", good.replace('tests="2"', 'tests="3"'), "there are 2"),
        ("skipped ones not counted", good.replace('skipped="1"', 'skipped="0"'), "there are 1"),
        (
            "one name twice",
            good.replace('name="c2" classname="menu"', 'name="c1" classname="sheet"'),
            "a second testcase 'sheet c1'",
        ),
        (
            "one name twice, in two suites",
            "<testsuites>"
            + 2 * good.removeprefix("<testsuites>").removesuffix("</testsuites>")
            + "</testsuites>",
            "a second testcase 'sheet c1'",
        ),
        (
            "more bytes than GitLab takes",
            good.replace("<system-out/>", f"<system-out>{9_000_000 * 't'}</system-out>")
            .replace("<system-err/>", f"<system-err>{9_000_000 * 't'}</system-err>")
            .replace('message="m">t<', f'message="{4_000_000 * "m"}">{9_000_000 * "t"}<'),
            "bytes that GitLab takes",
        ),
        ("more elements than GitLab takes", many(250_001), "elements, more than"),
        ("a control character", good.replace(">t<", ">\x01<"), "not XML"),
        ("a control character, escaped", good.replace(">t<", ">&#1;<"), "not XML"),
        ("not well-formed", good[:-3], "not XML"),
        (
            "document type",
            '<!DOCTYPE testsuites [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + good,
            "document type",
        ),
    ]
