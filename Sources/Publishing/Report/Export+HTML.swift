import Foundation
import Presentation
import Shared

extension HTMLReport {
    /// A report in one page that loads nothing: no script, no font, and no picture but within it.
    static let export = Export(
        id: "html", fileExtension: "html", mediaType: "text/html; charset=utf-8",
        about: "is a report to read, print and link to", order: .plan, isCounted: true,
        options: [.thumbnails]
    ) { try ReportWriter(HTMLReport(thumbnails: Thumbnails($0, types: pictures)), $0) }

    /// What browsers show without running anything.
    private static let pictures: Set = ["image/png", "image/jpeg", "image/webp"]
}

struct HTMLReport: ReportForm {
    let thumbnails: Thumbnails?

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

    func tell(_ finding: ReportFinding, _ output: inout ExportOutput) throws {
        output.bytes.add(
            """
            <article class="finding finding--\(finding.outcome.rawValue)" id="\(finding.address)">
            <h5>\(finding.statement)</h5>
            <p class="verdict">\(finding.signs)</p>
            <p class="meta"><code>\(finding.criterion)</code> <span>\(finding.who.html)</span> \
            \(finding.link)</p>
            <dl class="parts">

            """)
        try add(finding.parts, &output)
        var standards: HTML = ""
        for line in finding.standards { standards += "<li>\(line)</li>" }
        if !finding.standards.isEmpty {
            output.bytes.add("<div><dt>Standards</dt><dd><ul>\(standards)</ul></dd></div>\n")
        }
        output.bytes.add("</dl>\n</article>\n")
    }

    func list(_ findings: [ReportFinding], _ output: inout ExportOutput) throws {
        output.bytes.add(
            """
            <details class="brief"><summary>\(ReportFinding.numbers(findings))</summary>
            <ul>

            """)
        for finding in findings {
            output.bytes.add(
                """
                <li id="\(finding.address)"><p>\(finding.signs) \
                <span class="statement">\(finding.statement)</span></p>
                <p class="meta"><code>\(finding.criterion)</code> <span>\(finding.who.html)</span> \
                \(finding.link)</p>
                """)
            if !finding.parts.isEmpty {
                output.bytes.add("\n<dl class=\"parts\">\n")
                try add(finding.parts, &output)
                output.bytes.add("</dl>")
            }
            output.bytes.add("</li>\n")
        }
        output.bytes.add("</ul></details>\n")
    }

    private func add(_ parts: [ReportFinding.Part], _ output: inout ExportOutput) throws {
        for part in parts {
            output.bytes.add("<div><dt>\(part.title)</dt><dd>")
            switch part.content {
            case .text(let text): output.bytes.add(HTML.paragraph(text))
            case .entries(let entries):
                output.bytes.add("<ul>")
                for entry in entries { try add(entry, &output) }
                output.bytes.add("</ul>")
            }
            output.bytes.add("</dd></div>\n")
        }
    }

    private func add(_ entry: ReportFinding.Entry, _ output: inout ExportOutput) throws {
        output.bytes.add("<li>\(entry.line.html)")
        if let text = entry.text, !text.isEmpty { output.bytes.add(HTML.paragraph(text)) }
        if let thumbnails, let (file, says) = entry.picture {
            let reason = try thumbnails.show(file) { picture, type in
                output.bytes.add("<img class=\"thumb\" alt=\"\(says.inLine(250))\" src=\"data:")
                output.bytes.add("\(type);base64,")
                output.bytes += Data(picture).base64EncodedString().utf8
                output.bytes.add("\">")
                try output.passOn()
                return true
            }
            if let reason { output.bytes.add("<p class=\"thumb\">\(reason.rawValue)</p>") }
        }
        output.bytes.add("</li>")
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
