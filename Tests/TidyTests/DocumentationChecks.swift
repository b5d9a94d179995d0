/// A sentence for every type of another module's, and elsewhere where there is something to say.
let documentationChecks: [Check] = [
    Check(
        rule: "a package type has a summary of one short sentence", scope: .sources,
        catches: SourceFile("Sources/Shared/A.swift", "package struct Dot {\n}"),
        accepts: SourceFile(
            "Sources/Shared/A.swift",
            """
            package import Foundation

            /// One change: the `n`-th that a replica made.
            @frozen
            package struct Dot: CustomStringConvertible {
                package let replica: ReplicaID
                /// From 1 to 2^63 - 1.
                package let n: Int
                package let count: Int
            }
            """)
    ) { file in
        file.code.numbers { $0.isPackageDeclaration }.compactMap { line in
            let summary = summary(above: line, in: file)
            // A marker type without a body is explained where it marks.
            let isAsked = file.code[line].declaresType && !file.code[line].trimmed.hasSuffix("{}")
            guard !summary.isEmpty || isAsked else { return nil }
            return advice(on: summary).map { Violation(line: line, advice: $0) }
        }
    },
    Check(
        rule: "a comment does not begin with a clause that needs its noun", scope: .sources,
        catches: SourceFile("Sources/Shared/A.swift", "/// In which it was enrolled.\nlet a = 1"),
        accepts: SourceFile(
            "Sources/Shared/A.swift", "/// The audit in which it was enrolled.\nlet a = 1")
    ) { file in
        file.comments.numbers { line in
            let text = line.trimmed
            let fragments = ["Of ", "In which", "From which", "With which", "To which", "By which"]
            return text.hasPrefix("///")
                && fragments.contains { String(text.dropFirst(3)).trimmed.hasPrefix($0) }
        }.map { Violation(line: $0, advice: "say it as a sentence, or not at all") }
    },
    Check(
        rule: "a TODO names its issue", scope: .swift,
        catches: SourceFile("Sources/Shared/A.swift", "// TODO: later"),
        accepts: SourceFile("Sources/Shared/A.swift", "// TODO #12: later\nlet a = \"TODO\"")
    ) { file in
        file.comments.numbers { line in
            line.contains(word: "FIXME")
                || (line.contains(word: "TODO") && !line.contains("TODO #"))
        }.map { Violation(line: $0, advice: "do it now, or open an issue and write `TODO #12`") }
    },
]

private func advice(on summary: String) -> String? {
    let sentence = summary.firstSentence
    if summary.isEmpty {
        return "say in one sentence with /// what the name does not"
    } else if sentence.count > 100 {
        return "shorten the first sentence (\(sentence.count) characters) to 100"
    } else if !".:?!".contains(sentence.last ?? " ") {
        return "make the summary a sentence: it ends without a full stop"
    }
    return nil
}

/// The first paragraph of the comment above a declaration, joined into one line.
private func summary(above declaration: Int, in file: SourceFile) -> String {
    var line = declaration - 1
    while file.code[line].trimmed.hasPrefix("@") { line -= 1 }
    var comment: [String] = []
    while file.comments[line].trimmed.hasPrefix("///") {
        comment.insert(String(file.comments[line].trimmed.dropFirst(3)).trimmed, at: 0)
        line -= 1
    }
    return comment.prefix { !$0.isEmpty }.joined(separator: " ")
}

extension String {
    fileprivate var isPackageDeclaration: Bool {
        let words = split { $0 == " " || $0 == "(" }
        return words.contains("package") && !words.contains("import")
    }

    fileprivate var declaresType: Bool {
        let keywords: Set = ["struct", "class", "enum", "actor", "protocol"]
        return split { !$0.isIdentifierPart }.contains { keywords.contains(String($0)) }
            && !contains("class func") && !contains("class var")
    }

    /// The text up to the full stop that ends its first sentence, or the whole of it.
    fileprivate var firstSentence: Substring {
        firstRange(of: ". ").map { self[..<$0.lowerBound] + "." } ?? self[...]
    }
}
