import Foundation
import Presentation
import Shared
import TestSupport
import Testing

@testable import Publishing

struct ExportMarkdownTests {
    @Test func `an undecided finding has every verdict`() throws {
        let file = try Export.markdown.text([Rows.undecided])
        #expect(file.hasPrefix("# Audit a0d170000000\n\nAccessibility audit.\n\n0 of 1 finding"))
        #expect(
            Self.findings(of: file)
                == #"""
                ## Components still to come

                1 undecided

                ### Account options

                Menu

                #### expanded, android-talkback-phone-15

                ##### Undecided: The opener of an expandable menu tells whether the menu is \#
                open or closed, in its name or as a spoken state.

                `menu.android.state-open`. Maya Lindqvist, Lee Okafor, 14 March 2026, 09:26 UTC

                - WCAG 4.1.2 Name, Role, Value (A)

                **Why it matters**

                > The task can be done only by guessing: what tells people where they are, what \#
                a control is or what it did is missing or wrong.

                **Note**

                > Says "expanded" twice;\
                > then nothing

                **Verdicts**

                - Maya Lindqvist, 14 March 2026, 09:26 UTC: failed, serious
                - Lee Okafor, 14 March 2026, 09:26 UTC: passed

                **Not settled**

                - The verdicts differ, and the rule `majority` does not choose: one each.


                """#)
    }

    private static let challenged = #"""
        ##### Failed, serious, challenged, withdrawal contested: The opener of an \#
        expandable menu tells whether the menu is open or closed, in its name or as a \#
        spoken state.

        `menu.android.state-open`. Lee Okafor, 14 March 2026, 09:26 UTC

        - WCAG 4.1.2 Name, Role, Value (A)

        **Why it matters**

        > The task can be done only by guessing: what tells people where they are, what \#
        a control is or what it did is missing or wrong.

        **Checked**

        - Suggested: failed state:expanded

        **Versions of “heard”**

        - Lee Okafor, 1 January 1970, 00:00 UTC:

          > one
        - Lee Okafor, 1 January 1970, 00:00 UTC:

          > two

        **Evidence**

        - `ab12`

          > Shows: A menu\
          > Marked: No state

        **Verdicts**

        - Lee Okafor, 14 March 2026, 09:26 UTC: of a later version of Accord

        **Decided**

        - Tomas Berg, 1 January 1970, 00:00 UTC: failed, serious, confirming the rule \#
        `most-severe`, because:

          > Heard it myself

        **Not settled**

        - 1 verdict beside the decision is otherwise and not settled by it: a lead \#
        looks again.

        **Withdrawal**

        - The component state was withdrawn, and something stands beside that. A lead \#
        decides.

          > gone in 8.4

        **Comments**

        - Lee Okafor, 1 January 1970, 00:00 UTC:

          > Same on the tablet
        - Lee Okafor, 1 January 1970, 00:00 UTC:

          > a\|b

        **Tags**

        - focus, a\|b

        **Links**

        - <https://example.org/7>

        **The same control as**

        - Accounts/Options, a\|b


        """#

    @Test func `a challenged finding is its decision, and flagged`() throws {
        let file = try Export.markdown.text([Rows.challenged])
        let finding = file[(file.range(of: "#####")?.lowerBound ?? file.startIndex)...]
        #expect(
            finding
                == Self.challenged)
    }

    @Test func `no text of people is markup, and all of it is there`() throws {
        for seed in Seeds.first(100) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<6).map { number in
                var row = Rows.random(using: &generator)
                row.entry.criterion = "menu.android.c\(number)"
                return row
            }
            let file = try Export.markdown.text(rows)
            let blocks = Self.quotes(in: file)
            for row in rows {
                for name in FieldName.findingTexts.filter({ $0 != .suggestion }) {
                    guard let text = row.entry.texts[name] else { continue }
                    #expect(blocks.contains(Self.told(text)), "\(Seeds.replay(seed))")
                }
            }
            Self.checkOutline(file, Comment(rawValue: Seeds.replay(seed)))
        }
    }

    @Test(
        arguments: [
            "# No heading", "- no list", "1. no number", "2) none", "+ none", "    no code",
            "\tno code", "```\nno fence", "a\n===", "a\n---", "| no | table |\n|---|---|",
            "a\n:-", "<b>no tag</b>", "<!-- none", "&lt; no entity", "[no](https://example.org)",
            "![no](x)", "https://example.org/a_b_c", "www.example.org", "*no* _no_ ~~no~~ `no`",
            "$no$", "> no quote", "a\\", "a\\\nb", "a  \nb", "line\r\nline\rline\u{2028}line",
            "\u{0}\u{1B}[2J", "\u{202E}txt", "שלום", "[^1]: no note", "[x]: y",
        ])
    func `nothing that somebody typed is markup`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        row.entry.label = text
        row.authors = [text]
        let file = try Export.markdown.text([row])
        #expect(Self.quotes(in: file).contains(Self.told(text)))
        Self.checkOutline(file, Comment(rawValue: text))
    }

    private static func findings(of file: String) -> Substring {
        file[(file.range(of: "## Components still")?.lowerBound ?? file.startIndex)...]
    }

    /// Of the headings, rows and lines of a file each is one of ours.
    private static func checkOutline(_ file: String, _ words: Comment) {
        var above = 0
        var columns = 0
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            let level = line.prefix { $0 == "#" }.count
            if level > 0 {
                #expect(level <= above + 1 && line.count > level + 1, words)
                above = level
            }
            let bars = Self.unescaped(in: line, "|")
            #expect(line.hasPrefix("|") || bars == 0, words)
            if line.hasPrefix("|") {
                #expect(columns == 0 || columns == bars, words)
                columns = bars
            } else {
                columns = 0
            }
            #expect(Self.unescaped(in: line, "<") == 0, words)
            #expect(!line.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, words)
        }
        #expect(file.hasSuffix("\n"))
    }

    /// How often a sign stands there without a backslash that takes its meaning.
    private static func unescaped(in line: Substring, _ sign: Unicode.Scalar) -> Int {
        var isEscaped = false
        var count = 0
        for scalar in line.unicodeScalars {
            if scalar == sign, !isEscaped { count += 1 }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return count
    }

    /// The texts of all quotes, as a reader has them.
    private static func quotes(in file: String) -> Set<String> {
        var quotes: Set<String> = []
        var lines: [String] = []
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.drop { $0 == " " }
            if line.hasPrefix(">") {
                lines.append(read(line.dropFirst().unicodeScalars.drop { $0 == " " }))
            } else if !lines.isEmpty {
                quotes.insert(lines.joined(separator: "\n"))
                lines = []
            }
        }
        return quotes
    }

    private static func read(_ line: Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in line {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                isEscaped = false
                text.append(scalar)
            }
        }
        // By bytes: a mark behind a reference makes one character of both.
        return String(text).replacingOccurrences(of: "&nbsp;", with: " ", options: .literal)
            .replacingOccurrences(of: "&emsp;", with: "\t", options: .literal)
    }

    /// A text of which lines of nothing but white space are empty.
    private static func told(_ text: String) -> String {
        text.shownLines.map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }.joined(separator: "\n")
    }
}
