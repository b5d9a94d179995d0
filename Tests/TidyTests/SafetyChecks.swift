/// Nothing that can stop the program or race without a reader seeing why.
let safetyChecks: [Check] = [
    .forbidding(
        ["try!", "fatalError", "as!", "assert(", "assertionFailure"],
        rule: "wrong input throws", in: .sources,
        advice: "throw an error, or state a broken invariant with `precondition` and a sentence",
        catches: SourceFile("Sources/Shared/A.swift", #"let a = "\(try! read())""#),
        accepts: SourceFile("Sources/Shared/A.swift", "// never try!\nlet a = try read()")
    ),
    Check(
        rule: "nothing is force unwrapped", scope: .sources,
        catches: SourceFile("Sources/Shared/A.swift", "let a = b[0]!.c"),
        accepts: SourceFile("Sources/Shared/A.swift", "if !a && b != c && d(!e) { f = \"g!\" }")
    ) { file in
        file.code.numbers { $0.hasForceUnwrap }.map {
            Violation(line: $0, advice: "unwrap with `guard let`, `??` or a throw")
        }
    },
    Check(
        rule: "files are written and replaced by Storage", scope: .sources,
        catches: SourceFile("Sources/accord/A.swift", "guard rename(part, path) == 0 else {}"),
        accepts: SourceFile("Sources/accord/A.swift", "try file.publish()\nunlink(socket)")
    ) { file in
        guard !file.path.hasPrefix("Sources/Storage/") else { return [] }
        return writingWords.flatMap { word in
            file.code.numbers { $0.contains(word: word) }.map { line in
                Violation(
                    line: line,
                    advice: "`\(word)`: NamedFile is for what people name, `DurableFolder.write` "
                        + "and FileDraft for other files (docs/decisions/0021)")
            }
        }
    },
    .forbidding(
        ["@unchecked Sendable", "nonisolated(unsafe)", "Task.detached", "unsafeBitCast"],
        rule: "the compiler checks concurrency", in: .swift,
        advice: "use a value, a Mutex or an actor; a C handle's proof is listed in Exemption.all",
        catches: SourceFile("Sources/Client/A.swift", "final class A: @unchecked Sendable {}"),
        accepts: SourceFile("Sources/Client/A.swift", "final class A: Sendable {}")
    ),
    Check(
        rule: "nothing sleeps", scope: .swift,
        catches: SourceFile("Tests/ClientTests/A.swift", "try await Task.sleep(for: .seconds(1))"),
        accepts: SourceFile(
            "Tests/ClientTests/A.swift", "await clock.sleep(until: dawn)  // sleep(1)")
    ) { file in
        file.code.numbers { $0.putsThreadToSleep }.map {
            Violation(line: $0, advice: "wait for the event itself, or take a clock as a parameter")
        }
    },
    Check(
        rule: "a switch over our own enum has no default", scope: .sources,
        catches: SourceFile(
            "Sources/Shared/A.swift", "switch a {\ncase .b: c()\ndefault: d()\n}"),
        accepts: SourceFile(
            "Sources/Shared/A.swift",
            """
            switch a {
            case "b", "c": d()
            case "e": f()
            default: g()
            }
            switch status {
            case .ok: h()
            default: i()  // open set: HTTP statuses
            }
            """)
    ) { file in
        let defaults = file.code.numbers { $0.trimmed.hasPrefix("default:") }
        return defaults.filter { !isOverOpenSet(defaultLine: $0, in: file) }.map {
            Violation(
                line: $0,
                advice: "name the cases; where the set is not ours, say `// open set:` and which")
        }
    },
]

/// What gives a name other content, or takes one away, each in a way of its own.
private let writingWords = [
    "rename(", "renameat(", "linkat(", "symlink(", "moveItem", "copyItem", "linkItem",
    "replaceItem", "removeItem", "trashItem", "createFile", "createSymbolicLink", ".atomic",
    "atomically", "forWritingTo", "forWritingAtPath", "forUpdating", "forUpdatingAtPath", "fopen(",
    "creat(", "O_TRUNC", "O_EXCL",
]

/// Whether the switch is over literals, or says beside its default whose open set it is over.
private func isOverOpenSet(defaultLine: Int, in file: SourceFile) -> Bool {
    let comments = [defaultLine - 1, defaultLine, defaultLine + 1].map { file.comments[$0] }
    if comments.contains(where: { $0.contains("open set:") }) { return true }
    let indentation = file.code[defaultLine].indentation
    var cases: [String] = []
    var line = defaultLine - 1
    while line > 0 && !(file.code[line].contains(word: "switch") && isShallow(line)) {
        let text = file.lines[line]
        if text.indentation == indentation && text.trimmed.hasPrefix("case ") {
            cases.append(String(text.trimmed.dropFirst("case ".count)))
        }
        line -= 1
    }
    return !cases.isEmpty && cases.allSatisfy { $0.startsWithLiteral }

    func isShallow(_ line: Int) -> Bool {
        file.code[line].indentation <= indentation
    }
}

extension String {
    fileprivate var putsThreadToSleep: Bool {
        let calls = ["Task.sleep", "Thread.sleep", "usleep(", "nanosleep("]
        let isOwnSleep = contains("func sleep(")
        return calls.contains { contains(word: $0) } || (contains(" sleep(") && !isOwnSleep)
            || hasPrefix("sleep(")
    }

    fileprivate var startsWithLiteral: Bool {
        first.map { $0.isNumber || "\"'-#".contains($0) } ?? false
            || hasPrefix("...") || hasPrefix("..<") || hasPrefix("UInt8(ascii:")
    }

    /// Whether a `!` follows what could be a value and does not begin `!=`.
    fileprivate var hasForceUnwrap: Bool {
        zip(self, dropFirst() + " ").enumerated().contains { offset, pair in
            guard pair.1 == "!" else { return false }
            let after = dropFirst(offset + 2).first
            return (pair.0.isIdentifierPart || ")]>}".contains(pair.0)) && after != "="
        }
    }
}
