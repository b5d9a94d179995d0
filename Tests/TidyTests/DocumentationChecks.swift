/// A sentence for everything another module can call, where there is something to say.
let documentationChecks: [Check] = [
    Check(
        rule: "a package declaration has a summary of one short sentence", scope: .sources,
        catches: SourceFile("Sources/Shared/A.swift", "package let count: Int"),
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

                package init(replica: ReplicaID, n: Int) {
                    self.replica = replica
                    self.n = n
                }

                package var description: String { "" }
            }

            extension Dot: SQLValue {
                package func bind(_ index: Int32) {}
            }
            """)
    ) { file in
        file.code.numbers { $0.isPackageDeclaration && !$0.saysItself }.compactMap { line in
            let summary = summary(above: line, in: file)
            if summary.isEmpty,
                isMemberwiseInitializer(line, in: file) || isInConformance(line, in: file)
            {
                return nil
            }
            return advice(on: summary).map { Violation(line: line, advice: $0) }
        }
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

/// Whether the initialiser's body only assigns each parameter to the property of its name.
private func isMemberwiseInitializer(_ line: Int, in file: SourceFile) -> Bool {
    guard file.code[line].contains(word: "init") else { return false }
    var body = line
    while body < file.code.count && !file.code[body].hasSuffix("{") { body += 1 }
    repeat { body += 1 } while file.code[body].isAssignmentOfParameter
    return file.code[body].trimmed == "}"
}

/// Whether it stands in an extension by a protocol, which says what is asked of it.
private func isInConformance(_ line: Int, in file: SourceFile) -> Bool {
    let opening = (1...line).last { file.code[$0].first.map { $0.isLetter || $0 == "@" } ?? false }
    return opening.map { file.code[$0].hasPrefix("extension ") && file.code[$0].contains(":") }
        ?? false
}

extension String {
    fileprivate var isPackageDeclaration: Bool {
        let words = split { $0 == " " || $0 == "(" }
        return words.contains("package") && !words.contains("import")
    }

    /// Whether a sentence could only repeat what this line says or what its protocol fixes: a
    /// known witness, an empty marker type, a property named as its type.
    fileprivate var saysItself: Bool {
        let witnesses = [
            "func ==", "func <", "func hash(into", "func encode(to", "init(from",
            "var description:", "var debugDescription:", "var errorDescription:", "var rawValue:",
        ]
        return witnesses.contains { contains($0) } || trimmed.hasSuffix(" {}") || isNamedAsItsType
    }

    /// `let replica: ReplicaID`, `var outcome: Outcome {`: the type's own sentence says it.
    private var isNamedAsItsType: Bool {
        let words = split { !$0.isIdentifierPart }.map { $0.lowercased() }
        guard let keyword = words.firstIndex(where: { ["let", "var"].contains($0) }) else {
            return false
        }
        let nameAndType = words[(keyword + 1)...].prefix(2)
        return nameAndType.count == 2
            && nameAndType.last?.hasPrefix(nameAndType.first ?? "") == true
    }

    fileprivate var isAssignmentOfParameter: Bool {
        let words = split(separator: " ")
        return words.count == 3 && words[1] == "=" && words[0] == "self.\(words[2])"
    }

    /// The text up to the full stop that ends its first sentence, or the whole of it.
    fileprivate var firstSentence: Substring {
        firstRange(of: ". ").map { self[..<$0.lowerBound] + "." } ?? self[...]
    }
}
