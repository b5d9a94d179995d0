import Foundation
import Testing

/// A workbench that runs beside other commands; killed when the value goes.
final class RunningWorkbench {
    private let process: Process
    let port: String
    /// What its browser is let in by.
    private let entrance: String

    init(_ program: Program, _ arguments: String...) throws {
        process = program.process(["serve"] + arguments)
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
        let address = "Workbench: http://127.0.0.1:"
        try #require(line.hasPrefix(address))
        port = String(line.dropFirst(address.count).prefix { $0.isNumber })
        entrance = String(
            line.dropFirst("Workbench: ".count).prefix { !$0.isWhitespace })
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Ends it as a person would, and waits for its end.
    func stop() -> Int32 {
        process.interrupt()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// A browser that has been let in, with its cookies in a file.
    func browser(cookies: URL) throws -> Browser {
        let browser = Browser(site: "http://127.0.0.1:\(port)", cookies: cookies)
        _ = try browser.curl([entrance])
        return browser
    }

    /// What a browser without scripts does.
    struct Browser {
        fileprivate let site: String
        fileprivate let cookies: URL

        func page(_ path: String) throws -> String { try curl([site + path]) }

        /// Sends a form; the page that answers, whether it was taken or not.
        func submit(_ path: String, _ form: [String: String]) throws -> String {
            let fields = form.sorted { $0.key < $1.key }
                .flatMap { ["--data-urlencode", "\($0.key)=\($0.value)"] }
            return try curl(["--header", "Origin: \(site)", site + path] + fields)
        }

        fileprivate func curl(_ arguments: [String]) throws -> String {
            let curl = Program(executable: URL(filePath: "/usr/bin/curl"), environment: [:])
            let jar = ["--cookie", cookies.path, "--cookie-jar", cookies.path]
            return try curl.run(["--silent", "--show-error", "--location"] + jar + arguments).out
        }
    }
}
