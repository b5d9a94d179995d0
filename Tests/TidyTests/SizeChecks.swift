/// Files, functions and lines short enough to be read at one sitting.
let sizeChecks: [Check] = [
    Check(
        rule: "a file has at most 400 lines", scope: .swift,
        catches: SourceFile("Sources/Shared/A.swift", String(repeating: "let a = 1\n", count: 401)),
        accepts: SourceFile("Sources/Shared/A.swift", String(repeating: "let a = 1\n", count: 400))
    ) { file in
        guard file.lines.count > 400 else { return [] }
        return [
            Violation(line: 401, advice: "split this file (\(file.lines.count) lines) by reader")
        ]
    },
    Check(
        rule: "a line has at most 100 columns", scope: .swift,
        catches: SourceFile("Sources/Shared/A.swift", "// " + String(repeating: "é", count: 98)),
        accepts: SourceFile("Sources/Shared/A.swift", "// " + String(repeating: "é", count: 97))
    ) { file in
        file.lines.numbers { $0.utf8.count > 100 && $0.count > 100 }.map {
            Violation(line: $0, advice: "break this line at 100 columns")
        }
    },
    Check(
        rule: "a function has at most 70 lines", scope: .swift,
        catches: SourceFile("Sources/Shared/A.swift", function(lines: 71)),
        accepts: SourceFile("Sources/Shared/A.swift", function(lines: 70) + function(lines: 3))
    ) { file in
        functions(in: file).filter { $0.last - $0.first + 1 > 70 }.map { function in
            let length = function.last - function.first + 1
            return Violation(line: function.first, advice: "split this function (\(length) lines)")
        }
    },
]

private func function(lines: Int) -> String {
    "func act(\n) {\n" + String(repeating: "    next()\n", count: lines - 3) + "}\n"
}

/// First and last line of each function and initialiser that has a body.
private func functions(in file: SourceFile) -> [(first: Int, last: Int)] {
    let starts = file.code.numbers { line in
        line.contains(word: "func") || line.trimmed.prefixWords.contains("init")
    }
    return starts.compactMap { first in
        lastLineOfBody(startingAt: first, in: file).map { (first, $0) }
    }
}

/// The line of the brace that closes the first body after a declaration, or nil where the
/// declaration is a requirement without a body, so that its scope ends first.
private func lastLineOfBody(startingAt first: Int, in file: SourceFile) -> Int? {
    var depth = 0
    for number in first...file.code.count {
        for character in file.code[number] {
            if character == "{" {
                depth += 1
            } else if character == "}" {
                depth -= 1
                if depth <= 0 { return depth == 0 ? number : nil }
            }
        }
        let isNextDeclaration = file.code[number + 1].contains(word: "func")
        if depth == 0 && isNextDeclaration { return nil }
    }
    return nil
}

extension String {
    /// The words before the first bracket: `package init` of `package init(at now: Date)`.
    fileprivate var prefixWords: [Substring] {
        prefix { $0.isIdentifierPart || $0 == " " }.split(separator: " ")
    }
}
