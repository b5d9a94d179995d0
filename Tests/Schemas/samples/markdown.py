"""Reports in Markdown."""

from samples.making import Sample


def samples() -> list[Sample]:
    good = (
        "# Audit – Plans\n\n## Summary\n\n"
        "| what | count |\n|:---|---:|\n| failed | 1 |\n\n"
        "## Plans\n\n"
        "| component | note |\n|---|---|\n"
        "| Sheet | a \\| b, \\<b\\>, &lt;i&gt;, `<u>`, \\`\\*, 1 < 2 |\n"
        "| [Menu](https://example.org/1) | |\n\n"
        "### Sheet\n\nHeard: “Sheet” \\# no heading.\n"
    )

    def note(text: str) -> str:
        return good.replace("| a \\| b,", f"| {text}")

    def end(text: str) -> str:
        return good + text

    raw, cells = "raw HTML", "in a table of 2 columns"
    return [
        ("good", good, None),
        ("good: a row without bars around it", good.replace("| failed | 1 |", "failed | 1"), None),
        ("good: HTML in a block of code", end("\n```html\n<b>x</b>\n# no heading\n```\n"), None),
        (
            "Latin-1",
            good.replace("–", "ö").replace("“", "").replace("”", "").encode("latin-1"),
            "not UTF-8",
        ),
        ("CR LF", good.replace("\n", "\r\n"), "lines end with LF alone"),
        ("cut off", good[:-1], "lines end with LF alone"),
        ("byte order mark", "\ufeff" + good, "no byte order mark"),
        ("a control character", note("a\x1bb"), "a control character: '\\x1b'"),
        ("no heading", "Nothing.\n", "0 headings of level 1"),
        ("empty", "", "0 headings of level 1"),
        ("two of level 1", end("\n# Again\n"), "2 headings of level 1"),
        ("a line of text that = makes a heading", end("text\n===\n"), "2 headings of level 1"),
        ("a level left out", end("\n## A\n\n#### B\n"), "level 4 below one of level 2"),
        ("the first is of level 2", "## A\n\n# B\n", "level 2 below one of level 0"),
        ("an empty heading", end("\n## \n"), "an empty heading"),
        ("a bar that is not escaped", note("a | b"), f"3 cells {cells}"),
        ("a bar within code", note("`a | b`"), f"3 cells {cells}"),
        ("a bar after an escaped backslash", note("a \\\\| b"), f"3 cells {cells}"),
        (
            "a row that is too short",
            good.replace("| failed | 1 |", "| failed |"),
            f"1 cells {cells}",
        ),
        ("a text that breaks its row", note("a\nb"), f"1 cells {cells}"),
        ("a tag", note("<b>"), raw),
        ("a script", end("\n<script>alert(1)</script>\n"), raw),
        ("a comment", end("\ntext <!-- hidden -->\n"), raw),
        ("a tag after a backslash that is escaped", note("\\\\<b>"), raw),
        ("a tag after a backtick alone", note("` <b>"), raw),
        ("an image", note("![x](https://example.org/i.png)"), "an image"),
        (
            "a link into the machine",
            note("[x](ftp://example.org/)"),
            "a link that leads to no page",
        ),
        ("a link beside the file", note("[x](evidence/1.png)"), "a link that leads to no page"),
    ]
