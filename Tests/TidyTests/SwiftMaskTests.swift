import Testing

struct SwiftMaskTests {
    @Test
    func `each part keeps the place of what it holds`() {
        let parts = SwiftMask.split("let a = \"b\" // c\nd()")
        #expect(parts.code == "let a =         \nd()")
        #expect(parts.strings == "        \"b\"     \n   ")
        #expect(parts.comments == "            // c\n   ")
    }

    @Test(arguments: [
        (##"f("a\"b", c)"##, "f(", ", c)"),
        (##"f(#"a"b\(c)"#, d)"##, "f(", ", d)"),
        ("f(\"\"\"\n a\"b\" // c\n \"\"\", d)", "f(", ", d)"),
        ("f(/* a /* b */ \" */ c)", "f(", "c)"),
        ("f(\"http://a\", b)", "f(", ", b)"),
    ])
    func `what follows a literal or comment is code again`(
        text: String, first: String, last: String
    ) {
        let code = SwiftMask.split(text).code
        #expect(code.hasPrefix(first) && code.hasSuffix(last))
        #expect(code.filter { !$0.isWhitespace } == (first + last).filter { !$0.isWhitespace })
    }

    @Test
    func `an interpolation is code and what surrounds it is not`() {
        let parts = SwiftMask.split(#""a \(f("b", (c))) d" + e"#)
        #expect(parts.code.filter { $0 != " " } == "(f(,(c)))+e")
        #expect(parts.strings.filter { $0 != " " } == #""a"b"d""#)
    }

    @Test
    func `a sentence in backticks is no code`() {
        let code = SwiftMask.split("func `a \"quote\" // opens nothing`() { try! f() }").code
        #expect(code.filter { $0 != " " } == "func``(){try!f()}")
    }
}
