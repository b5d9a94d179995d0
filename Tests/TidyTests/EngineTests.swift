import Testing

/// What databases are made of is named where they lie (docs/decisions/0030-engines.md).
struct EngineTests {
    @Test func `the library behind databases is named in one folder`() {
        for file in Repository.files where file.isSource {
            guard !file.path.hasPrefix("Sources/Storage/SQLite/") else { continue }
            for line in file.lines.numbers(where: { $0.contains("GRDB") }) {
                Issue.record("\(file.path):\(line) names GRDB: let Database have what it needs")
            }
        }
    }

    @Test func `above their stores Server and Client name no engine`() {
        let modules = ["Sources/Server/", "Sources/Client/"]
        for file in Repository.files where modules.contains(where: file.path.hasPrefix) {
            guard !file.path.contains("/Store/") else { continue }
            for line in file.lines.numbers(where: { $0.contains("SQLite") }) {
                Issue.record("\(file.path):\(line) names SQLite: say “the database”")
            }
        }
    }
}
