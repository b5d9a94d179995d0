import Presentation
import Shared

/// How a page shows what a report says.
extension ReportLine {
    var html: HTML {
        pieces.reduce(into: "" as HTML) { line, piece in
            switch piece {
            case .words(let text): line += "\(text)"
            case .name(let text): line += "<bdi>\(text.onOneLine)</bdi>"
            case .moment(let time):
                line +=
                    """
                    <time datetime="\(MomentWords.machine(time))">\(MomentWords.words(time))</time>
                    """
            case .code(let code): line += "<code>\(code.shownInLine)</code>"
            case .address(let address):
                line += "<a href=\"\(address)\" rel=\"noreferrer\">\(address)</a>"
            }
        }
    }
}

extension ReportOutcome {
    var mark: HTML { HTML.mark(rawValue, word) }
}

extension Severity {
    var mark: HTML {
        """
        <span class="severity"><svg aria-hidden="true" focusable="false">\
        <use href="#s-\(rawValue)"/></svg>\(word)</span>
        """
    }
}

extension HTML {
    /// A shape with its word; the shape says nothing more.
    static func mark(_ shape: String, _ word: String) -> HTML {
        """
        <span class="mark mark--\(shape)"><svg aria-hidden="true" focusable="false">\
        <use href="#m-\(shape)"/></svg>\(word)</span>
        """
    }

    /// What somebody wrote, with its lines and its own direction.
    static func paragraph(_ text: String) -> HTML {
        "<p class=\"text\" dir=\"auto\">\(text.shownLines.joined(separator: "\n"))</p>"
    }

    static func joined(_ lines: [ReportLine], between: HTML) -> HTML {
        var joined: HTML = ""
        for (index, line) in lines.enumerated() {
            if index > 0 { joined += between }
            joined += line.html
        }
        return joined
    }
}
