import Foundation
import Presentation
import Shared

/// What stands before a page's body: its style, and that nothing else may be loaded or run.
enum HTMLHead {
    static func of(_ page: ReportPage) -> HTML {
        let style = EmbeddedReportFiles.text(named: "report.css")
        let shapes = EmbeddedReportFiles.text(named: "shapes.svg")
        let hasPictures = page.counts.facts.options.hasThumbnails
        let sizes = ".thumb{display:block;max-width:240px;max-height:240px;margin:.4rem 0 0}"
        let policy: HTML = hasPictures ? " 'sha256-\(hash(of: sizes))'; img-src data:" : ""
        let second: HTML =
            hasPictures ? "\n<style>\(HTML(stringLiteral: sizes))</style>" : ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'sha256-\(hash(of: style))'\(policy); base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(page.title): accessibility audit</title>
            <style>\(HTML(stringLiteral: style))</style>\(second)
            </head>
            <body>
            \(HTML(stringLiteral: shapes))<a class="skip" href="#main">Skip to content</a>

            """
    }

    /// A policy allows the style with this hash, and no other.
    private static func hash(of style: String) -> String {
        Data(Hash256(of: Array(style.utf8)).bytes).base64EncodedString()
    }
}

extension EmbeddedReportFiles {
    fileprivate static func text(named name: String) -> String {
        guard let file = all.first(where: { $0.path.hasSuffix("/\(name)") }) else {
            preconditionFailure("The program carries \(name) inside it.")
        }
        return file.content.description
    }
}

/// The part of a page that stands before the findings.
enum HTMLSummary {
    static func of(_ page: ReportPage) -> HTML {
        """
        <header class="top"><p class="brand"><svg aria-hidden="true" focusable="false">\
        <use href="#logo"/></svg>Accord <span>Accessibility audit</span></p>
        <h1><bdi>\(page.title)</bdi></h1>
        <p class="headline">\(HTML.joined(page.headline, between: " "))</p></header>
        <nav id="contents" class="contents" aria-label="Contents"><ul>
        <li><a href="#summary">Summary</a></li>
        <li><a href="#scope">What was tested</a></li>
        \(page.tables.map(link))\(page.counts.all.total == 0 ? "" : findingsLink)</ul></nav>
        <main id="main" tabindex="-1">
        <section id="summary" aria-labelledby="summary-name">\
        <h2 id="summary-name">Summary</h2>
        \(page.notices.map(notice))\(stats(page.counts))</section>
        <section id="scope" aria-labelledby="scope-name"><h2 id="scope-name">What was tested</h2>
        <dl class="facts">
        \(page.facts.map(fact))</dl></section>
        <section id="numbers" aria-labelledby="numbers-name">\
        <h2 id="numbers-name">In numbers</h2>
        <div class="tables">
        \(page.tables.map(table))</div></section>

        """
    }

    private static let findingsLink: HTML = "<li><a href=\"#findings\">Findings</a></li>\n"

    private static func link(_ table: ReportPage.Table) -> HTML {
        "<li><a href=\"#\(table.id)\">\(table.caption)</a></li>\n"
    }

    private static func notice(_ notice: ReportPage.Notice) -> HTML {
        """
        <div class="notice\(notice.isOfLeads ? " notice--leads" : "")">\
        <svg aria-hidden="true" focusable="false">\
        <use href="#\(notice.isOfLeads ? "m-undecided" : "i-note")"/></svg>\
        <div><h3>\(notice.title)</h3><p>\(notice.text.html)</p></div></div>

        """
    }

    private static func stats(_ counts: ReportCounts) -> HTML {
        let all = counts.all
        var stats: [(Int, String)] = [
            (all[.failed], "failed"), (all.severities[.critical] ?? 0, "of these critical"),
            (all[.undecided] + all.challenged, "waiting for a decision"),
            (all[.cantTell], "can’t tell"), (all[.passed], "passed"),
        ]
        if let asked = counts.asked { stats.append((asked.untested, "not judged")) }
        let items = stats.map { "<li><b>\($0.0)</b> \($0.1)</li>" as HTML }
        return "<ul class=\"stats\">\(items)</ul>\n"
    }

    private static func fact(_ fact: (name: String, lines: [ReportLine])) -> HTML {
        "<div><dt>\(fact.name)</dt>\(fact.lines.map { "<dd>\($0.html)</dd>" as HTML })</div>\n"
    }

    /// In a box that scrolls by itself where it is too wide, which keys reach.
    private static func table(_ table: ReportPage.Table) -> HTML {
        let heads = table.columns.dropFirst()
        let cells = table.rows.first?.cells ?? []
        let columns = zip(heads, cells).map { title, cell in
            (cell.isNumber
                ? "<th scope=\"col\" class=\"number\">\(title)</th>"
                : "<th scope=\"col\">\(title)</th>") as HTML
        }
        let about: HTML = table.about.map { "<p class=\"about\">\($0)</p>\n" } ?? ""
        return """
            <div class="table\(cells.count > 2 ? " table--wide" : "")" id="\(table.id)">
            <div class="scroll" tabindex="0" role="region" aria-labelledby="\(table.id)-name">\
            <table><caption id="\(table.id)-name">\(table.caption)</caption>
            <thead><tr><th scope="col">\(table.columns[0])</th>\(columns)</tr></thead>
            <tbody>
            \(table.rows.map(row))</tbody></table></div>
            \(about)</div>

            """
    }

    private static func row(_ row: ReportPage.Row) -> HTML {
        let bar = row.bar.map(self.bar) ?? ""
        return "<tr><th scope=\"row\">\(cell(row.head))\(bar)</th>\(row.cells.map(column))</tr>\n"
    }

    private static func column(_ cell: ReportPage.Cell) -> HTML {
        cell.isNumber
            ? "<td class=\"number\">\(self.cell(cell))</td>" : "<td>\(self.cell(cell))</td>"
    }

    private static func cell(_ cell: ReportPage.Cell) -> HTML {
        switch cell {
        case .line(let line): line.html
        case .link(let line, let address): "<a href=\"#\(address)\">\(line.html)</a>"
        case .number(let number): "\(number)"
        case .outcome(let outcome): outcome.mark
        case .severity(let severity): severity.mark
        }
    }

    /// Numbers stand beside it, so it is hidden from who cannot see it.
    private static func bar(_ bar: ReportPage.Bar) -> HTML {
        var before = 0
        let parts = bar.parts.compactMap { part -> HTML? in
            let left = before * 1000 / max(bar.whole, 1)
            before += part.count
            let width = before * 1000 / max(bar.whole, 1) - left
            guard part.count > 0 else { return nil }
            return """
                <rect class="\(part.outcome.rawValue)" x="\(left)" width="\(max(width, 4))" \
                height="10"/>
                """
        }
        return """
            <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" \
            focusable="false">\(parts)</svg>
            """
    }
}
