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
    return [
        ("good", good, None),
        (
            "no timestamp",
            good.replace(' timestamp="2026-01-02T03:04:05"', ""),
            "'timestamp' is required",
        ),
        ("timestamp with zone", good.replace('03:04:05"', '03:04:05Z"'), "03:04:05Z"),
        ("not well-formed", good[:-3], "not XML"),
        (
            "document type",
            '<!DOCTYPE testsuites [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + good,
            "document type",
        ),
    ]
