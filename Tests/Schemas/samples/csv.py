"""Tables."""

from samples.making import Sample


def samples() -> list[Sample]:
    return [
        ("good", 'id,note\r\n1,"a ""q"", b\nc"\r\n', None),
        (
            "good: guarded formula, plain numbers, empty cells",
            'a,b,c\r\n\'=1+1,-12.5e3,+4\r\n"\'@x","",\r\n',
            None,
        ),
        ("good: one column", 'id\r\n""\r\n1\r\n', None),
        ("good: CR LF inside quotes", 'a,b\r\n1,"x\r\ny"\r\n', None),
        ("good: UTF-8, with byte order mark", "\ufeffid,note\r\n1,Größe 字\r\n", None),
        ("ragged", "id,note\r\n1\r\n", "1 columns where"),
        ("one column too many", "id,note\r\n1,2,\r\n", "3 columns where"),
        ("bare LF", "id,note\n1,2\n", "LF instead of CR LF"),
        ("bare CR", "id,note\r1,2\r\n", "CR instead of CR LF"),
        ("two CR", "id,note\r\r\n1,2\r\n", "CR instead of CR LF"),
        ("no end of line", "id,note\r\n1,2", "end of the file instead"),
        ("ends in a comma", "id,note\r\n1,", "end of the file instead"),
        ("empty line", "id,note\r\n\r\n1,2\r\n", "an empty line"),
        ("empty", "", "not even a header"),
        ("quote inside", 'id,note\r\n1,a"b\r\n', "line 2: a quote inside"),
        ("text after quote", 'id,note\r\n1,"a"b\r\n', "text after a closing quote"),
        ("quote never closed", 'id,note\r\n1,"a\r\n', "never closed"),
        ("quote never closed, doubled", 'id,note\r\n1,"a""', "never closed"),
        *(
            (f"formula {v!r}", f'id,note\r\n1,"{v}"\r\n', "line 2, record 2, column 2: a formula")
            for v in (
                "=1+1",
                "=1",
                "+a",
                "-2+3",
                "-",
                "@sum",
                "\tx",
                "\rx",
                "+1 2",
                "-1\n",
                "-\u0663",
            )
        ),
        ("formula in the header", "=id\r\n1\r\n", "record 1, column 1: a formula"),
        ("formula after a byte order mark", "\ufeff=id\r\n1\r\n", "a formula"),
        ("Latin-1", "id\r\ngr\u00f6\u00dfe\r\n".encode("latin-1"), "byte 6: not UTF-8"),
    ]
