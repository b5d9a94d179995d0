import Presentation
import Shared

extension HTMLReport {
    /// A report in one page that loads nothing: no script, no font, no picture.
    static let export = Export(
        id: "html", fileExtension: "html", mediaType: "text/html; charset=utf-8",
        about: "is a report to read, print and link to", order: .plan, isCounted: true
    ) { try ReportWriter(HTMLReport(), $0) }
}

struct HTMLReport: ReportForm {
    func begin(_ page: ReportPage, _ bytes: inout [UInt8]) {
        bytes.add(HTMLHead.of(page))
        bytes.add(HTMLSummary.of(page))
        bytes.add("<div class=\"findings\" id=\"findings\">\n")
    }

    func open(_ heading: ReportHeading, _ bytes: inout [UInt8]) {
        let about = HTML.joined(heading.about, between: " <span aria-hidden=\"true\">·</span> ")
        let more: HTML = heading.about.isEmpty ? "" : "<p class=\"about\">\(about)</p>\n"
        switch heading.level {
        case .screen:
            bytes.add(
                """
                <section class="screen" id="\(heading.address)" \
                aria-labelledby="\(heading.address)-name"><div class="screen-head">\
                <h2 id="\(heading.address)-name">\(heading.title.html)</h2>
                \(more)<p class="up"><a href="#contents">To the contents</a></p></div>

                """)
        case .component:
            bytes.add(
                """
                <section class="component" id="\(heading.address)">\
                <div class="component-head"><h3>\(heading.title.html)</h3>
                \(more)</div>

                """)
        case .state:
            bytes.add(
                """
                <section class="state" id="\(heading.address)"><h4>\(heading.title.html)</h4>
                \(more)
                """)
        }
    }

    func close(_ level: ReportHeading.Level, _ bytes: inout [UInt8]) {
        bytes.add("</section>\n")
    }

    func tell(_ finding: ReportFinding, _ bytes: inout [UInt8]) {
        var standards: HTML = ""
        for line in finding.standards { standards += "<li>\(line)</li>" }
        let list: HTML =
            finding.standards.isEmpty
            ? "" : "<div><dt>Standards</dt><dd><ul>\(standards)</ul></dd></div>\n"
        bytes.add(
            """
            <article class="finding finding--\(finding.outcome.rawValue)" id="\(finding.address)">
            <h5>\(finding.statement)</h5>
            <p class="verdict">\(finding.signs)</p>
            <p class="meta"><code>\(finding.criterion)</code> <span>\(finding.who.html)</span> \
            \(finding.link)</p>
            <dl class="parts">
            \(parts(finding.parts))\(list)</dl>
            </article>

            """)
    }

    func list(_ findings: [ReportFinding], _ bytes: inout [UInt8]) {
        bytes.add(
            """
            <details class="brief"><summary>\(ReportFinding.numbers(findings))</summary>
            <ul>

            """)
        for finding in findings {
            let more: HTML =
                finding.parts.isEmpty
                ? "" : "\n<dl class=\"parts\">\n\(parts(finding.parts))</dl>"
            bytes.add(
                """
                <li id="\(finding.address)"><p>\(finding.signs) \
                <span class="statement">\(finding.statement)</span></p>
                <p class="meta"><code>\(finding.criterion)</code> <span>\(finding.who.html)</span> \
                \(finding.link)</p>\(more)</li>

                """)
        }
        bytes.add("</ul></details>\n")
    }

    private func parts(_ parts: [ReportFinding.Part]) -> [HTML] {
        parts.map { part in
            switch part.content {
            case .text(let text):
                "<div><dt>\(part.title)</dt><dd>\(HTML.paragraph(text))</dd></div>\n"
            case .entries(let entries):
                "<div><dt>\(part.title)</dt><dd><ul>\(entries.map(entry))</ul></dd></div>\n"
            }
        }
    }

    private func entry(_ entry: ReportFinding.Entry) -> HTML {
        guard let text = entry.text, !text.isEmpty else { return "<li>\(entry.line.html)</li>" }
        return "<li>\(entry.line.html)\(HTML.paragraph(text))</li>"
    }

    func end(_ page: ReportPage, _ bytes: inout [UInt8]) {
        bytes.add(
            """
            </div>
            </main>
            <footer><p>Made with Accord. This page is one file: it loads nothing and sends \
            nothing.</p></footer>
            </body>
            </html>

            """)
    }
}

extension [UInt8] {
    fileprivate mutating func add(_ html: HTML) { self += html.bytes }
}

extension ReportFinding {
    /// Outcome and severity, each a shape and a word.
    fileprivate var signs: HTML {
        let more = [
            attribution == .platform ? "Platform defect" : nil,
            isContested ? "Withdrawal contested" : nil,
        ].compactMap(\.self)
        var signs = outcome.mark
        if let severity { signs += " \(severity.mark)" }
        if isChallenged { signs += " \(HTML.mark("challenged", "Challenged"))" }
        for word in more { signs += " <span class=\"tag\">\(word)</span>" }
        return signs
    }

    /// Leads to itself, so that its address can be copied.
    fileprivate var link: HTML {
        "<a class=\"self\" href=\"#\(address)\">Link to this finding</a>"
    }
}
