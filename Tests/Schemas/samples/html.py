"""Pages."""

from samples.making import Sample


def samples() -> list[Sample]:
    good = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Audit</title>'
        '<link rel="license" href="https://example.org/l">'
        '<style>a{background:url("data:image/gif;base64,R0lGODlhAQABAAAAACw=")}</style></head>'
        "<body><h1>Audit \u2013 Plans</h1>"
        '<p><a href="https://www.w3.org/TR/WCAG22/">WCAG</a> <a href="#t">table</a>'
        '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'
        '<svg viewBox="0 0 1 1"><g id="g"/><use href="#g"/><rect fill="url(#g)"/></svg></p>'
        '<table id="t"><tbody><tr><td>x</td></tr></tbody></table>'
        "<script>document.title</script></body></html>"
    )

    def body(more: str) -> str:
        return good.replace("<p>", "<p>" + more, 1)

    def head(more: str) -> str:
        return good.replace("<title>", more + "<title>", 1)

    outside = "external resource"
    return [
        ("good", good, None),
        ("no doctype", good.replace("<!DOCTYPE html>", ""), "parse error"),
        ("tag never closed", good.replace("</a>", "", 1), "parse error"),
        ("duplicate attribute", body('<b id="x" id="y">z</b>'), "parse error"),
        ("no lang", good.replace(' lang="en"', ""), "has no lang"),
        ("lang of no language", good.replace('"en"', '"en us"'), "names no language"),
        ("no title", good.replace("<title>Audit</title>", ""), "0 titles"),
        ("empty title", good.replace("<title>Audit</title>", "<title> </title>"), "an empty title"),
        ("no h1", good.replace("h1>", "h2>"), "0 h1"),
        ("two h1", good.replace("<script>", "<h1>b</h1><script>"), "2 h1"),
        (
            "a level left out",
            body("<h3>a</h3>").replace("<p>", "", 1),
            "level 3 below one of level 1",
        ),
        ("an empty heading", good.replace("<script>", "<h2> </h2><script>"), "an empty heading"),
        ("an id twice", body('<b id="t">x</b>'), "the id 't' stands 2 times"),
        ("an id with a space", body('<b id="t u">x</b>'), "the id 't u'"),
        ("a link to nothing", body('<a href="#u">x</a>'), "a link to '#u', which is not on"),
        ("a link that runs", body('<a href=" JavaScript:alert(1)">x</a>'), "leads to no page"),
        ("a link beside the file", body('<a href="evidence/i.png">x</a>'), "leads to no page"),
        ("an attribute that runs", body('<b onclick="x()">x</b>'), "the attribute onclick"),
        ("an image without words", good.replace(' alt=""', ""), "an image without alt"),
        ("no charset", good.replace('<meta charset="utf-8">', ""), "no <meta charset"),
        ("Latin-1", good.replace("\u2013", "\u00f6").encode("latin-1"), "not UTF-8"),
        (
            "script from elsewhere",
            head('<script src="https://x.example/a.js"></script>'),
            "script from elsewhere",
        ),
        ("script from beside", head('<script src="a.js"></script>'), "script from elsewhere"),
        (
            "module from elsewhere",
            head('<script type="module">import x from "https://x.example/a.js"</script>'),
            "script from elsewhere",
        ),
        ("style sheet", head('<link rel="stylesheet" href="https://x.example/a.css">'), outside),
        ("alternate style sheet", head('<link rel="alternate stylesheet" href="a.css">'), outside),
        ("icon", head('<link rel="icon" href="//x.example/i.png">'), outside),
        ("base", head('<base href="https://x.example/">'), outside),
        (
            "refresh",
            head('<meta http-equiv="refresh" content="5; URL=https://x.example/">'),
            outside,
        ),
        ("CSS import", head('<style>@import "https://x.example/a.css";</style>'), outside),
        (
            "CSS font",
            head("<style>@font-face{font-family:x;src:url(https://x.example/f)}</style>"),
            outside,
        ),
        ("style attribute", body('<b style="background:url(//x.example/i)">z</b>'), outside),
        ("image", body('<img alt="" src="http://x.example/i.png">'), outside),
        ("image beside", body('<img alt="" src="evidence/i.png">'), outside),
        ("image set", body('<img alt="" srcset="https://x.example/i.png 2x">'), outside),
        ("scheme with white space", body('<img alt="" src=" ht\ntps://x.example/i.png">'), outside),
        ("frame", body('<iframe title="f" src="https://x.example/"></iframe>'), outside),
        (
            "image within srcdoc",
            body("<iframe title=f srcdoc='&lt;img src=\"https://x.example/i\">'></iframe>"),
            "in srcdoc",
        ),
        ("svg use", body('<svg><use xlink:href="https://x.example/s.svg#a"/></svg>'), outside),
        ("svg fill", body('<svg><rect fill="url(https://x.example/s.svg#a)"/></svg>'), outside),
        ("ping", body('<a href="https://x.example/" ping="https://x.example/p">z</a>'), outside),
    ]
