import Client
import Foundation

/// What there is to do on a laptop that has no work yet: a next step, and no error.
struct NoHomeReport: Report {
    /// Where the home would be.
    private let path: String

    init(_ home: ClientHome) { path = home.folder.path }

    var json: JSON { ["home": JSON.null] }

    var lines: [String] {
        [
            "There is no work of yours in \(path) yet. Next, one of:",
            "",
            "  accord serve                    in the browser: your name, then join or begin",
            "  accord demo                     an example to play with; yours is not touched",
            "  accord init --name \"Your Name\"  begin here, on the terminal",
        ]
    }
}
