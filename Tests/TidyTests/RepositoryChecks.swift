/// Nothing that belongs to one machine.
let repositoryChecks: [Check] = [
    Check(
        rule: "no file names a folder of one machine", scope: .everything,
        catches: SourceFile("docs/A.md", "see " + folders[0] + "main"),
        accepts: SourceFile("docs/A.md", "see ../shared/work/main and $HOME")
    ) { file in
        folders.flatMap { folder in
            file.lines.numbers { $0.contains(absolute: folder) }.map { line in
                Violation(line: line, advice: "say it relative to the repository or to $HOME")
            }
        }
    }
]

/// In halves, so that this file does not break its own rule.
private let folders = ["/wo" + "rk/", "/ro" + "ot/", "/Us" + "ers/", ".libr" + "ary/"]

extension String {
    /// Whether the text has the path not as the rest of a longer one.
    fileprivate func contains(absolute path: String) -> Bool {
        guard let found = firstRange(of: path) else { return false }
        return self[..<found.lowerBound].last.map { !$0.isIdentifierPart && $0 != "." } ?? true
    }
}
