"""Lines of JSON."""

from samples.making import Sample


def samples() -> list[Sample]:
    return [
        ("good", '{"a":1,"n":{"a":[]}}\n{"a":"\u5b57 \\ud83d\\ude00"}\n', None),
        ("no final LF", '{"a":1}', "no LF"),
        ("CR LF", '{"a":1}\r\n', "a CR"),
        ("empty line", '{"a":1}\n\n', "line 2: an empty line"),
        ("empty", "", "no line"),
        ("array", "[1]\n", "not an object but list"),
        ("two objects", '{"a":1}{"a":2}\n', "not JSON"),
        ("object over two lines", '{"a":\n1}\n', "line 1, column"),
        ("key twice", '{"a":1,"a":1}\n', "duplicate key 'a'"),
        ("key twice, deep", '{"x":[{"a":1,"\\u0061":1}]}\n', "duplicate key 'a'"),
        ("NaN", '{"a":NaN}\n', "NaN is not JSON"),
        ("half a surrogate pair", '{"a":"\\ud83d"}\n', "surrogate"),
        ("byte order mark", '\ufeff{"a":1}\n', "byte order mark"),
        ("Latin-1", '{"a":1}\n{"a":"\u00f6"}\n'.encode("latin-1"), "line 2: not UTF-8"),
        ("nested too deeply", '{"a":' + "[" * 100_000 + "]" * 100_000 + "}\n", "nested too deeply"),
    ]
