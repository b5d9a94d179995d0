/// Names that say what a thing is, and no more access than it needs.
let namingChecks: [Check] = [
    Check(
        rule: "a type is named for what it is", scope: .swift,
        catches: SourceFile("Sources/Client/A.swift", "package struct SyncManager {}"),
        accepts: SourceFile("Sources/Client/A.swift", "struct Managed { let data: Data }")
    ) { file in
        file.code.numbers { $0.declaredTypeName.map(isEmptyOfMeaning) ?? false }.map {
            Violation(line: $0, advice: "name this type for what it is or does in the domain")
        }
    },
    Check(
        rule: "a file is named for what it holds", scope: .swift,
        catches: SourceFile("Sources/Client/SyncUtils.swift", ""),
        accepts: SourceFile("Sources/Client/SyncEngine.swift", "")
    ) { file in
        let name = file.path.split(separator: "/").last?.split(separator: ".").first ?? ""
        guard isEmptyOfMeaning(String(name)) else { return [] }
        return [Violation(line: 1, advice: "name this file for its main type")]
    },
    .forbidding(
        ["public"], rule: "nothing is public", in: .swift,
        advice: "say package where another module needs it, else nothing",
        catches: SourceFile("Sources/Shared/A.swift", "public struct Dot {}"),
        accepts: SourceFile(
            "Sources/Shared/A.swift", "/// Made public by the lead.\nlet a = \"public\"")
    ),
]

private func isEmptyOfMeaning(_ name: String) -> Bool {
    let words = ["Manager", "Helper", "Util", "Utils", "Utility", "Utilities", "Helpers"]
    return words.contains { name.containsPart($0) }
        || name.hasSuffix("Data") || name.hasSuffix("Info")
}

extension String {
    /// The name of the type that this line declares, if it declares one.
    fileprivate var declaredTypeName: String? {
        let keywords = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        let words = split { !$0.isIdentifierPart }.map(String.init)
        guard let keyword = words.firstIndex(where: keywords.contains) else { return nil }
        let name = words.dropFirst(keyword + 1).first
        return name.flatMap { $0.first?.isUppercase == true ? $0 : nil }
    }

    /// Whether a part of a camel-case name is that word: `Manager` in `SyncManagerState`.
    fileprivate func containsPart(_ word: String) -> Bool {
        guard let found = firstRange(of: word) else { return false }
        return self[found.upperBound...].first.map { !$0.isLowercase } ?? true
    }
}
