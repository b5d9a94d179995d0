/// Each module stands on its floor (ARCHITECTURE.md): what it may import, and what it never holds.
let floorChecks: [Check] = [
    Check(
        rule: "a module imports only what its floor allows", scope: .sources,
        catches: SourceFile("Sources/Client/A.swift", "import Foundation\nimport Server"),
        accepts: SourceFile("Sources/Storage/A.swift", "import Foundation\npackage import GRDB")
    ) { file in
        let module = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        guard let allowed = allowedImports[module] else { return [] }
        return file.code.numbers { line in
            line.importedModule.map { !allowed.contains($0) } ?? false
        }.map { Violation(line: $0, advice: "\(module) may not import this (ARCHITECTURE.md)") }
    },
    Check(
        rule: "Shared holds values and pure functions only", scope: .sources,
        catches: SourceFile("Sources/Shared/A.swift", "let now = Date.now"),
        accepts: SourceFile("Sources/Shared/A.swift", "func merge(at now: Date) {}")
    ) { file in
        guard file.path.hasPrefix("Sources/Shared/") else { return [] }
        return impureWords.flatMap { word in
            file.code.numbers { $0.contains(word: word) }.map { line in
                Violation(
                    line: line, advice: "`\(word)`: make it a parameter, or move it up a floor")
            }
        }
    },
    Check(
        rule: "only composition roots read the clock", scope: .sources,
        catches: SourceFile("Sources/Client/Recorder.swift", "let now = Date()"),
        accepts: SourceFile("Sources/accord/Commands/Record/A.swift", "let now = Date()")
    ) { file in
        guard !compositionRoots.contains(where: file.path.hasPrefix) else { return [] }
        return file.code.numbers { $0.contains(word: "Date()") || $0.contains(word: "Date.now") }
            .map { Violation(line: $0, advice: "take the time as a parameter: `at now: Date`") }
    },
    Check(
        rule: "pages ask the client, and not its store", scope: .sources,
        catches: SourceFile("Sources/Site/A.swift", "let a = try client.store.audits()"),
        accepts: SourceFile("Sources/Site/A.swift", "let a = try client.queries.audits()")
    ) { file in
        let floors = ["Sources/Site/", "Sources/Workbench/"]
        guard floors.contains(where: file.path.hasPrefix) else { return [] }
        return file.code.numbers { $0.contains("client.store") }
            .map { Violation(line: $0, advice: "ask `client.queries`, or give it a question") }
    },
    Check(
        rule: "only client and server open databases", scope: .sources,
        catches: SourceFile("Sources/accord/A.swift", "let file = try DatabaseFile(path: path)"),
        accepts: SourceFile("Sources/accord/A.swift", "let file = try NamedFile(path)")
    ) { file in
        let floors = [
            "Sources/accord/", "Sources/accord-server/", "Sources/Site/", "Sources/Workbench/",
        ]
        guard floors.contains(where: file.path.hasPrefix) else { return [] }
        return databaseWords.flatMap { word in
            file.code.numbers { $0.contains(word: word) }.map { line in
                Violation(line: line, advice: "`\(word)`: let Client or Server do it")
            }
        }
    },
    Check(
        rule: "SQL lies in stores", scope: .sources,
        catches: SourceFile("Sources/Client/Recorder.swift", #"let a = "select id from record""#),
        accepts: SourceFile("Sources/Client/Store/Rows.swift", #"let a = "select id from record""#)
    ) { file in
        guard !sqlFolders.contains(where: file.path.contains) else { return [] }
        return file.strings.numbers { $0.startsStatement }.map {
            Violation(line: $0, advice: "move this statement into the module's Store folder")
        }
    },
]

/// Above floor 4 `Storage` is there for files alone.
private let databaseWords = ["DatabaseFile", "DatabaseReaders", "DatabaseCopy", "SQLStatement"]

private let system: Set = ["Foundation", "FoundationEssentials"]
private let platform: Set = ["Glibc", "Musl", "Darwin", "Synchronization", "Dispatch"]

private let allowedImports: [String: Set<String>] = [
    "Shared": system.union(["CZlib", "CZstd", "Crypto", "SwiftProtobuf", "Yams"]),
    "Presentation": system.union(["CQRencode", "Shared"]),
    "Reading": system.union(["Shared", "Synchronization"]),
    "Publishing": system.union([
        "CXLSXWriter", "CZlib", "Presentation", "Reading", "Shared", "Synchronization",
    ]),
    "HTTPClient": system.union(platform).union(["CCurl", "Shared"]),
    "Storage": system.union(["CSQLite", "GRDB", "GRDBSQLite", "Shared", "Synchronization"]),
    "Client": system.union(platform).union([
        "HTTPClient", "Presentation", "Publishing", "Reading", "Shared", "Storage", "CZlib",
        "Crypto",
        "SwiftProtobuf", "Yams",
    ]),
    "Site": system.union(platform).union([
        "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Shared", "Storage",
        "HTTPTypes", "Hummingbird", "Logging", "Mustache", "NIOCore", "NIOHTTP1",
        "ServiceLifecycle",
    ]),
    "Workbench": system.union(platform).union([
        "Client", "HTTPClient", "Presentation", "Reading", "Shared", "Site", "Storage", "Crypto",
        "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "UnixSignals",
    ]),
    "Server": system.union(platform).union([
        "Presentation", "Publishing", "Reading", "Shared", "Storage", "CMemory", "CSQLite", "CZlib",
        "CZstd",
        "Crypto",
        "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes",
        "ServiceLifecycle", "UnixSignals", "CoreMetrics", "Logging", "NIOCore", "NIOHTTP1",
        "NIOHTTPTypes",
        "NIOSSL",
        "SwiftProtobuf", "Yams",
    ]),
    "accord": system.union([
        "ArgumentParser", "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Shared",
        "Storage", "Synchronization", "Workbench",
    ]),
    "accord-server": system.union(["ArgumentParser", "Server", "Shared", "Storage"]),
]

/// `Storage` has no tables, only the statements that make a file ours and keep it so.
private let sqlFolders = ["/Store/", "Sources/Storage/"]

private let impureWords = [
    "Date()", "Date.now", "async", "await", "actor", "Mutex", "SystemRandomNumberGenerator",
    "UUID()", "FileManager", "FileHandle", "ProcessInfo", "Process", "URLSession", "print(",
]

private let compositionRoots = [
    "Sources/accord/", "Sources/accord-server/", "Sources/Client/AuditClient",
    "Sources/Server/Operations/Application+build.swift",
]

extension String {
    /// The module that this line imports, if it is an import.
    fileprivate var importedModule: String? {
        let words = split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 2 else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let name = words[(keyword + 1)...].first { !kinds.contains(String($0)) }
        return name?.split(separator: ".").first.map(String.init)
    }

    /// Whether a string on this line begins as an SQL statement; lower case, as ours are written.
    fileprivate var startsStatement: Bool {
        let text = drop { " \"#".contains($0) }
        let beginnings = [
            "select ", "insert into ", "insert or ", "update ", "delete from ", "create table ",
            "create index ", "create unique index ", "create trigger ", "drop table ",
            "alter table ", "pragma ",
        ]
        return beginnings.contains { text.hasPrefix($0) }
    }
}
