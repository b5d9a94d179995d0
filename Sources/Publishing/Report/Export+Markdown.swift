import Presentation
import Shared

extension MarkdownReport {
    /// A report in CommonMark with GitHub's tables: no HTML, no picture, every text escaped.
    static let export = Export(
        id: "markdown", fileExtension: "md", mediaType: "text/markdown; charset=utf-8",
        about: "is a report that code hosts show", order: .plan, isCounted: true
    ) { try ReportWriter(MarkdownReport(), $0) }
}

struct MarkdownReport: ReportForm {
    func begin(_ page: ReportPage, _ bytes: inout [UInt8]) {
        bytes.add("# \(page.title)\n\nAccessibility audit.\n\n")
        for line in page.headline { bytes.add("\(line.markdown)\n\n") }
        bytes.add("## Summary\n\n")
        for notice in page.notices {
            bytes.add("**\(notice.title).** \(notice.text.markdown)\n\n")
        }
        for (name, lines) in page.facts {
            bytes.add("- **\(name):** ")
            for (index, line) in lines.enumerated() {
                bytes.add(index == 0 ? "\(line.markdown)" : "; \(line.markdown)")
            }
            bytes.add("\n")
        }
        bytes.add("\n")
        for table in page.tables { append(table, &bytes) }
    }

    private func append(_ table: ReportPage.Table, _ bytes: inout [UInt8]) {
        bytes.add("### \(table.caption)\n\n")
        if let about = table.about { bytes.add("\(about)\n\n") }
        bytes.add("|")
        for column in table.columns { bytes.add(" \(column) |") }
        bytes.add("\n|:---|")
        for cell in table.rows.first?.cells ?? [] { bytes.add(cell.isNumber ? "---:|" : ":---|") }
        bytes.add("\n")
        for row in table.rows {
            bytes.add("|")
            for cell in [row.head] + row.cells { bytes.add(" \(cell.markdown) |") }
            bytes.add("\n")
        }
        bytes.add("\n")
    }

    func open(_ heading: ReportHeading, _ bytes: inout [UInt8]) {
        let signs = String(repeating: "#", count: heading.level.rawValue)
        bytes += signs.utf8
        bytes.add(" \(heading.title.markdown)\n\n")
        guard !heading.about.isEmpty else { return }
        for (index, line) in heading.about.enumerated() {
            bytes.add(index == 0 ? "\(line.markdown)" : "; \(line.markdown)")
        }
        bytes.add("\n\n")
    }

    func close(_ level: ReportHeading.Level, _ bytes: inout [UInt8]) {}

    func tell(_ finding: ReportFinding, _ output: inout ExportOutput) {
        output.bytes.add("##### \(finding.verdict): \(finding.statement)\n\n")
        let id: ReportLine = "\(code: finding.criterion)"
        output.bytes.add("\(id.markdown). \(finding.who.markdown)\n\n")
        for standard in finding.standards { output.bytes.add("- \(standard)\n") }
        if !finding.standards.isEmpty { output.bytes.add("\n") }
        append(finding.parts, indent: "", &output.bytes)
    }

    func list(_ findings: [ReportFinding], _ output: inout ExportOutput) {
        output.bytes.add("##### \(ReportFinding.numbers(findings))\n\n")
        for finding in findings {
            let line: ReportLine =
                "\(finding.verdict): \(finding.statement) \(code: finding.criterion). "
                + finding.who
            output.bytes.add("- \(line.markdown)\n")
            guard !finding.parts.isEmpty else { continue }
            output.bytes.add("\n")
            append(finding.parts, indent: "  ", &output.bytes)
        }
        output.bytes.add("\n")
    }

    private func append(
        _ parts: [ReportFinding.Part], indent: String, _ bytes: inout [UInt8]
    ) {
        for part in parts {
            bytes += indent.utf8
            bytes.add("**\(part.title)**\n\n")
            switch part.content {
            case .text(let text): bytes.add(Markdown.quote(text, indent: indent))
            case .entries(let entries):
                for entry in entries {
                    bytes += indent.utf8
                    bytes.add("- \(entry.line.markdown)\n")
                    guard let text = entry.text, !text.isEmpty else { continue }
                    bytes.add("\n")
                    bytes.add(Markdown.quote(text, indent: indent + "  "))
                }
            }
            bytes.add("\n")
        }
    }

    func end(_ page: ReportPage, _ bytes: inout [UInt8]) {}
}

extension [UInt8] {
    fileprivate mutating func add(_ markdown: Markdown) { self += markdown.bytes }
}

extension ReportLine {
    fileprivate var markdown: Markdown {
        pieces.reduce(into: "" as Markdown) { line, piece in
            switch piece {
            case .words(let text), .name(let text): line += "\(text)"
            case .moment(let time): line += "\(MomentWords.words(time))"
            case .code(let code): line += Markdown.code(code) ?? "\(code)"
            case .address(let address): line += Markdown.link(address)
            }
        }
    }
}

extension ReportPage.Cell {
    fileprivate var markdown: Markdown {
        switch self {
        case .line(let line), .link(let line, _): line.markdown
        case .number(let number): "\(number)"
        case .outcome(let outcome): "\(outcome.word)"
        case .severity(let severity): "\(severity.word)"
        }
    }
}
