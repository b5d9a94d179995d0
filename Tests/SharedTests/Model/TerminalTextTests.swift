import Foundation
import TestSupport
import Testing

@testable import Shared

struct TerminalTextTests {
    @Test(arguments: [
        ("plain é\n\tlabel", "plain é\n\tlabel"),
        ("a\u{1B}[2Jb", "a\u{241B}[2Jb"),
        ("\u{1B}[1mbold\u{1B}[0m", "\u{241B}[1mbold\u{241B}[0m"),
        ("\u{1B}[8mhidden", "\u{241B}[8mhidden"),
        ("over\rwritten", "over\u{240D}written"),
        ("\u{7F}\u{9B}31m", "\u{2421}<U+9B>31m"),
        ("abc\u{202E}cba", "abc<U+202E>cba"),
    ])
    func `control characters are shown, not sent`(text: String, shown: String) {
        #expect(TerminalText.shown(text) == shown)
        #expect(TerminalText.shown(text, inColour: true) == shown)
    }

    @Test func `styles are our own, and sent where colours are seen`() {
        let text = TerminalText.styled("conflict\u{1B}[8m", .yellow)
        #expect(
            TerminalText.shown(text, inColour: true)
                == "\u{1B}[33mconflict\u{241B}[8m\u{1B}[0m")
        #expect(TerminalText.shown(text) == "conflict\u{241B}[8m")
    }

    @Test(arguments: [
        "Maya", "https://accord.example.org:8437", "-r", "", " ", "O'Brien", "''", "a\\b",
        "$(touch hurt) `touch hurt`", "\"; touch hurt; #", "*", "~", "!!", "a\nb", "é ❤",
        "x'\u{301}; touch hurt; '\u{301}", "x\u{600}'; touch hurt; \u{600}'",
    ])
    func `a word of a command is what it was once a shell has read it`(text: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "word")
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        let line = "cd '\(folder.url.path)' && printf '[%s]' \(TerminalText.shellWord(text))"
        let child = try ChildProgram(["/bin/sh", "-c", line], output: output.fileDescriptor)
        #expect(child.end() == .exited(0))
        #expect(try String(contentsOf: file, encoding: .utf8) == "[\(text)]")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["word"])
    }

    @Test func `a plain word stands as it is`() {
        #expect(TerminalText.shellWord("https://a.example:1/b") == "https://a.example:1/b")
        #expect(TerminalText.shellWord("Ines Duarte") == "'Ines Duarte'")
    }

    @Test(arguments: [
        ("Accounts", "Accounts", true),
        ("a\n  everything is sent", "a   everything is sent", false),
        ("a\u{1B}[31m", "a\u{241B}[31m", false), ("a\u{2028}b", "a b", false),
        ("a\u{9B}b", "a\u{FFFD}b", false), ("\u{200B}", "\u{200B}", false),
        ("\u{2800}", "\u{2800}", false), (" ", " ", false), ("می‌خواهم", "می‌خواهم", true),
        ("👩🏽‍💻", "👩🏽‍💻", true),
    ])
    func `a name is one line in which something is seen`(
        text: String, line: String, isName: Bool
    ) {
        #expect(text.onOneLine == line)
        #expect(text.isName == isName)
    }
}
