"""What people write who mean no good, or who write otherwise than we do."""

# What names something is one line and has no control character.
NAMES = [
    "=1+1",
    "|a|b\\| `c` **d** [e](javascript:alert(1)) ![f](https://example.org/f.png)",
    "<script>alert(1)</script> ]]> &amp; &#0; <!-- --",
    "Größenverstellbarkeits" * 6 + "Au",  # 134 letters
    "+44 20 7946",
    "-1-1",
    "@SUM(A1:A9)",
    "'=1+1",
    '"a", "b"; \'c\'',
    "日本語のメニュー",
    "قائمة الحساب",
    "תפריט \u202egnp.exe\u202c \u2067a\u2069",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 é \u00a0 \u200b \ufeff",
    "a/b/../../c?d#e%2F%00 \\ C:\\d",
    "# a --- === ``` ~~~ 1. - * > | :--- |",
    "https://example.org/?a=1&b=<2>#c",
    "internal:Findings!A1 _x0041_ _x000D_",
    "{{ a }} ${a} %s %n $(a) `a`",
    "8.10",
    "NULL",
    "\uff1d1+1 \uff0b \uff0d \uff20",
]
TEXTS = [
    *NAMES,
    "a\nb\r\nc\rd\u0085e\u2028f\u2029g\vh\fi",
    "\t=1+1\n=2+2\n+3\n-4\n@5",
    # Every control character but NUL, which no table can hold.
    "".join(map(chr, [*range(1, 32), *range(127, 160)])),
    "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\ufffd\ufffe\uffff\U0001fffe\U0010ffff\ue000",
    "# a\n\na\n===\nb\n---\n\n| a | b |\n|---|---|\n\n```\n<b>\n~~~\n\n    c\n> d\n- [ ] e",
    "</td></tr></table></body></html><img src=x onerror=alert(1)><a href=javascript:alert(1)>",
    "]]>--><![CDATA[ <?xml version='1.0'?> <!DOCTYPE a [<!ENTITY b SYSTEM 'file:///a'>]> &b;",
    "\u202e\u2066\u202d never closed",
    "Z" + "\u0300\u0323\u0489" * 99,
    " \u3000 ",
    "字" * 5_461,  # nearly as many bytes as a text may have, and as many
    "a" * 16_384,
]
LINKS = [
    "javascript:alert(1)",
    'https://example.org/a?b=<c>&d="e"#f|g',
    '=HYPERLINK("https://example.org")',
    "http://[",
    "data:text/html,<script>alert(1)</script>",
    "../../etc/passwd",
]
