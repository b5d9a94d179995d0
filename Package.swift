// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Warnings are errors in our own scripts (ACCORD_STRICT=1); a later compiler's new warning must
// not break the build of somebody who only wants to use Accord.
let isStrict = ProcessInfo.processInfo.environment["ACCORD_STRICT"] == "1"

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

// What merges, stores and exports is optimized in a debug build as well: tests spend most of their
// time in it, and it takes half of that so. Pages and tests are built faster without.
let optimized: [SwiftSetting] = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let argumentParser: Target.Dependency =
    .product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency =
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let serviceLifecycle: Target.Dependency =
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency =
    .product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let package = Package(
    name: "accord",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "accord", targets: ["accord"]),
        .executable(name: "accord-server", targets: ["accord-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // MARK: Floor 0, system libraries: a module map and a shim header each
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMemory"),
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),

        // MARK: Floor 1, values and pure functions
        .target(
            name: "Shared",
            dependencies: ["CZlib", "CZstd", crypto, protobuf, yams],
            exclude: ["Capture/atf.proto", "Wire/accord.proto"],
            swiftSettings: optimized),

        // MARK: Floor 2, what both sides build on: words and formats, reading, SQLite, HTTP
        .target(
            name: "Presentation", dependencies: ["CQRencode", "Shared"], swiftSettings: optimized),
        .target(
            name: "Storage", dependencies: ["CSQLite", "Shared", grdb, sqlite],
            swiftSettings: optimized),
        .target(
            name: "HTTPClient", dependencies: ["CCurl", "Shared"], swiftSettings: optimized),
        .target(name: "Reading", dependencies: ["Shared"], swiftSettings: optimized),

        // MARK: Floor 3, what leaves Accord in others' formats
        .target(
            name: "Publishing",
            dependencies: ["CXLSXWriter", "CZlib", "Presentation", "Reading", "Shared"],
            exclude: ["Report/Assets"], swiftSettings: optimized),

        // MARK: Floor 4, input and output
        .target(
            name: "Client",
            dependencies: [
                "HTTPClient", "Presentation", "Publishing", "Reading", "Shared", "Storage",
                "CZlib", crypto, protobuf, yams,
            ],
            swiftSettings: optimized),
        .target(
            name: "Server",
            dependencies: [
                "Presentation", "Publishing", "Reading", "Shared", "Storage", "CMemory", "CZlib",
                crypto, hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, logging, metrics,
                nioCore,
                nioHTTP1, nioHTTPTypes, nioSSL, protobuf, serviceLifecycle,
            ],
            swiftSettings: optimized),

        // MARK: Floor 5, the pages of a home over the client
        .target(
            name: "Site",
            dependencies: [
                "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Shared",
                "Storage", hummingbird, httpTypes, logging, mustache, nioCore, nioHTTP1,
                serviceLifecycle,
            ],
            exclude: ["Markup/Templates", "Markup/Assets"], swiftSettings: settings),

        // MARK: Floor 6, the laptop that serves them to its owner
        .target(
            name: "Workbench",
            dependencies: [
                "Client", "HTTPClient", "Presentation", "Reading", "Shared", "Site", "Storage",
                crypto, hummingbird, httpTypes, logging, nioCore, nioHTTP1, unixSignals,
            ],
            swiftSettings: settings),

        // MARK: Floor 7, programs: parse, call, print
        .executableTarget(
            name: "accord",
            dependencies: [
                "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Shared",
                "Storage", "Workbench", argumentParser,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "accord-server", dependencies: ["Server", "Shared", "Storage", argumentParser],
            swiftSettings: settings),

        // MARK: Tests and benchmarks
        .executableTarget(
            name: "embed-catalogue", dependencies: ["Shared"], swiftSettings: settings),
        .executableTarget(
            name: "accord-bench",
            dependencies: [
                "Client", "HTTPClient", "Publishing", "Reading", "Server", "Shared", "Storage",
                grdb, protobuf,
            ],
            path: "Benchmarks/AccordBench", swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["Reading", "Shared"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "SharedTests", dependencies: ["Shared", "TestSupport", crypto, protobuf, yams],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "PresentationTests", dependencies: ["Presentation", "Shared", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPClientTests", dependencies: ["HTTPClient", "Shared", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ReadingTests", dependencies: ["Reading", "Shared", "TestSupport"],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "PublishingTests",
            dependencies: ["Presentation", "Publishing", "Reading", "Shared", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Shared",
                "TestSupport", grdb, protobuf,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Publishing", "Server", "Shared", "Storage", "TestSupport", grdb, hummingbird,
                httpTypes, logging,
                metrics, nioCore, nioHTTPTypes, nioSSL, protobuf, crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "WorkbenchTests",
            dependencies: [
                "Workbench", "Client", "HTTPClient", "Presentation", "Publishing", "Reading",
                "Shared", "Site", "TestSupport", hummingbird, httpTypes, logging, nioCore,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Client", "HTTPClient", "Presentation", "Publishing", "Reading", "Server", "Shared",
                "Storage", "TestSupport", grdb, hummingbird, httpTypes, logging, nioCore, protobuf,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests", dependencies: ["accord", "accord-server", "TestSupport", grdb],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
    ]
)
