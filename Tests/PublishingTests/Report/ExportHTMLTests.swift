import Foundation
import Presentation
import Shared
import TestSupport
import Testing

@testable import Publishing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct ExportHTMLTests {
    @Test func `an undecided finding has every verdict and an address of its own`() throws {
        let page = try Export.html.text([Rows.undecided])
        #expect(page.contains("<h1><bdi>Audit a0d170000000</bdi></h1>"))
        let article = try #require(Self.piece(of: page, from: "<article", to: "</article>"))
        let address =
            "c0000000000000000000000000000001/000000000000000e0000000000000001/1/expanded/"
            + "menu.android.state-open"
        #expect(article.contains(##"finding--undecided" id="\##(address)">"##))
        #expect(article.contains(##"<a class="self" href="#\##(address)">Link to this"##))
        let time =
            #"<time datetime="2026-03-14T09:26:53.589Z">14 March 2026, 09:26 UTC</time>"#
        let verdicts =
            "<ul><li><bdi>Maya Lindqvist</bdi>, \(time): failed, serious</li>"
            + "<li><bdi>Lee Okafor</bdi>, \(time): passed</li></ul>"
        #expect(article.contains("<div><dt>Verdicts</dt><dd>\(verdicts)</dd></div>"))
        #expect(article.contains("Says &quot;expanded&quot; twice;\nthen nothing</p>"))
        #expect(article.contains("does not choose: one each."))
    }

    @Test func `a challenged finding is its decision, and flagged`() throws {
        let page = try Export.html.text([Rows.challenged])
        let article = try #require(Self.piece(of: page, from: "<article", to: "</article>"))
        for told in [
            "</svg>Failed</span>", "</svg>Serious</span>", "</svg>Challenged</span>",
            "<bdi>Tomas Berg</bdi>", "Heard it myself", "gone in 8.4", "<code>ab12</code>",
            "Shows: A menu", "Marked: No state", "Same on the tablet", "<bdi>a|b</bdi>",
            #"<a href="https://example.org/7" rel="noreferrer">https://example.org/7</a>"#,
        ] { #expect(article.contains(told), "\(told)") }
    }

    @Test func `a page allows its own style and nothing else`() throws {
        let page = try Export.html.text([Rows.undecided, Rows.challenged])
        let style = try #require(Self.piece(of: page, from: "<style>", to: "</style>"))
            .dropFirst("<style>".count).dropLast("</style>".count)
        let hash = Data(Hash256(of: Array(style.utf8)).bytes).base64EncodedString()
        #expect(page.contains("default-src 'none'; style-src 'sha256-\(hash)';"))
        for loading in [
            "<script", "<link", "<img", "<iframe", " src=", " style=", "url(", "@import",
        ] { #expect(!page.contains(loading), "\(loading)") }
    }

    @Test func `no text of people bends a page, and all of it is there`() throws {
        for seed in Seeds.first(100) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<6).map { number in
                var row = Rows.random(using: &generator)
                row.entry.criterion = "menu.android.c\(number)"
                row.comments = number == 2 ? Rows.challenged.comments : []
                row.evidence = Rows.challenged.evidence
                return row
            }
            let page = Page(try Export.html.text(rows))
            #expect(page.error == nil, "\(Seeds.replay(seed))")
            #expect(Set(page.ids).count == page.ids.count, "\(Seeds.replay(seed))")
            #expect(page.links.subtracting(page.ids).isEmpty, "\(Seeds.replay(seed))")
            for row in rows {
                let address = ReportAddress.finding(row)
                #expect(page.ids.contains(address) && page.links.contains(address))
                for name in FieldName.findingTexts {
                    guard let text = row.entry.texts[name] else { continue }
                    let shown = text.shownLines.joined(separator: "\n")
                    #expect(page.says(shown), "\(Seeds.replay(seed))")
                }
            }
        }
    }

    @Test(
        arguments: [
            "<script>alert(1)</script>", "\"' onclick='x", "]]>", "<!--", "&amp;", "</p></dd>",
            "\u{202E}txt", "a\r\nb\rc\u{2028}d\u{B}e", "\u{0}\u{1B}[2J\u{7F}\u{9B}",
            "\u{FFFE}\u{1FFFF}",
            "שלום עולם", "👩‍👩‍👧", String(repeating: "x", count: 100_000),
        ])
    func `a hostile text is shown and does nothing`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        row.entry.label = text
        row.entry.criterion = "menu.\(text).\(text)"
        row.entry.lists[.link] = [text, "javascript:alert(1)", "https://example.org/a?b=1&c=\"d\""]
        row.authors = [text]
        let page = Page(try Export.html.text([row]))
        #expect(page.error == nil)
        #expect(page.says(text.shownLines.joined(separator: "\n")))
        #expect(page.addresses.isEmpty)
        #expect(page.ids.contains(ReportAddress.finding(row)))
    }

    @Test func `headings leave out no level, and there is one of the first`() throws {
        let page = Page(try Export.html.text([Rows.undecided, Rows.challenged]))
        #expect(page.levels.filter { $0 == 1 }.count == 1)
        for (above, level) in zip(page.levels, page.levels.dropFirst()) {
            #expect(level <= above + 1)
        }
        #expect(page.levels.contains(5))
    }

    @Test func `only what is fine is told shortly, and what is untested as untested`() throws {
        var passed = Rows.undecided
        passed.effective = .single(.passed, by: Sample.person(1))
        var untested = passed
        untested.effective = .untested
        untested.entry.criterion = "menu.android.other"
        let page = try Export.html.text([passed, untested])
        #expect(!page.contains("<article"))
        #expect(page.contains("<summary>1 passed, 1 untested</summary>"))
        #expect(page.contains("<li><b>1</b> passed</li>"))
    }

    @Test func `an audit without findings is a page that says so`() throws {
        let page = try Export.html.text([])
        #expect(Page(page).error == nil)
        #expect(page.contains("There are no findings."))
    }

    @Test func `an address is made of ids, and no two findings have one`() {
        func address(_ state: String, _ criterion: String) -> String {
            var row = Rows.undecided
            row.entry.criterion = criterion
            let id = StateID(
                component: Rows.state.component, environment: Rows.state.environment, round: 1,
                state: state)
            row = FindingRow(
                entry: row.entry, audit: row.audit, state: id, effective: row.effective)
            return ReportAddress.finding(row)
        }
        let states = ["a", "a/b", "a_2fb", "", "a b", "é"]
        let all = states.flatMap { state in states.map { address(state, $0) } }
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
    }

    private static func piece(of text: String, from start: String, to end: String) -> String? {
        guard let first = text.range(of: start),
            let last = text.range(of: end, range: first.lowerBound..<text.endIndex)
        else { return nil }
        return String(text[first.lowerBound..<last.upperBound])
    }

    /// What a parser makes of a page's body, which is XML too: nothing in it is left open.
    private final class Page: NSObject, XMLParserDelegate {
        private(set) var ids: [String] = []
        /// Within the page.
        private(set) var links: Set<String> = []
        /// Of other pages.
        private(set) var addresses: [String] = []
        private(set) var levels: [Int] = []
        private(set) var words = ""
        private(set) var error: String?

        init(_ page: String) {
            super.init()
            let body = page.range(of: "<body>").map { page[$0.lowerBound...] } ?? ""
            let end = "</html>\n"
            let parser = XMLParser(data: Data(body.dropLast(end.count).utf8))
            parser.delegate = self
            if !parser.parse() { error = parser.parserError.map { String(describing: $0) } ?? "?" }
        }

        /// By bytes: a mark that a text begins with makes one character with what stands before.
        func says(_ text: String) -> Bool {
            text.isEmpty || Data(words.utf8).range(of: Data(text.utf8)) != nil
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            if let id = attributes["id"] { ids.append(id) }
            if let link = attributes["href"] {
                if link.hasPrefix("#") {
                    links.insert(String(link.dropFirst()))
                } else {
                    addresses.append(link)
                }
            }
            if name.count == 2, name.hasPrefix("h"), let level = Int(name.dropFirst()) {
                levels.append(level)
            }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { words += text }
    }
}
