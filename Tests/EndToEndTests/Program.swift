import Foundation
import Synchronization
import TestSupport
import Testing

/// One of the built programs, run as its user runs it.
struct Program {
    let executable: URL
    /// Added to the environment of every run.
    let environment: [String: String]

    /// - Parameter home: Nil leaves it to options and settings.
    /// - Parameter variables: What else its environment has.
    static func accord(home: URL?, _ variables: [String: String] = [:]) -> Program {
        // The settings of whoever runs the tests are none of theirs.
        var environment = ["XDG_CONFIG_HOME": "/nowhere"].merging(variables) { $1 }
        environment["ACCORD_HOME"] = home?.path
        return Program(executable: built("accord"), environment: environment)
    }

    static let server = Program(executable: built("accord-server"), environment: [:])

    /// What a run printed, and how it ended.
    struct Output {
        let status: Int32
        let out: String
        let errors: String

        /// The output as one JSON object.
        func json() throws -> [String: Any] {
            try #require(
                try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any],
                "no JSON object: \(out) \(errors)")
        }
    }

    /// Runs to the end, reading both outputs as they come.
    func run(_ arguments: String..., input: String = "") throws -> Output {
        try run(arguments, input: input)
    }

    /// - Parameter file: Where it writes what it prints; nil for here.
    func run(
        _ arguments: [String], input: String = "", into file: FileHandle? = nil
    ) throws -> Output {
        let out = Pipe()
        let errors = Pipe()
        let stdin = Pipe()
        let child = try ChildProgram(
            [executable.path] + arguments, environment: variables,
            input: stdin.fileHandleForReading.fileDescriptor,
            output: (file ?? out.fileHandleForWriting).fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        try stdin.fileHandleForReading.close()
        for pipe in [out, errors] { try pipe.fileHandleForWriting.close() }
        Thread { Self.feed(stdin.fileHandleForWriting, Data(input.utf8)) }.start()
        // Both pipes at once: a program that fills one while the other is read would stand still.
        let told = Mutex(Data())
        let thread = Thread {
            told.withLock { $0 = errors.fileHandleForReading.readDataToEndOfFile() }
        }
        thread.start()
        let printed = out.fileHandleForReading.readDataToEndOfFile()
        let end = child.end()
        while !thread.isFinished { sched_yield() }
        guard case .exited(let status) = end else { throw CocoaError(.fileReadUnknown) }
        return Output(
            status: status, out: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: told.withLock { $0 }, as: UTF8.self))
    }

    /// Writes what a program reads, while it reads.
    ///
    /// One that ends without reading ends the writing: here the system says so by an error, not by
    /// a signal that would end the tests.
    private static func feed(_ pipe: FileHandle, _ input: Data) {
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        try? pipe.write(contentsOf: input)
        try? pipe.close()
    }

    /// Runs and demands success.
    @discardableResult
    func succeed(
        _ arguments: String..., input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Output {
        let output = try run(arguments, input: input)
        try #require(
            output.status == 0, "\(arguments): \(output.status) \(output.errors)",
            sourceLocation: sourceLocation)
        return output
    }

    /// Starts without waiting.
    func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = variables
        return process
    }

    /// What a run has in its environment: the tests' own and what was added.
    var variables: [String: String] {
        ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["NO_COLOR": "1"]) { $1 }
    }

    /// Where the programs were built: beside the test bundle.
    static var folder: URL { Bundle.main.bundleURL }

    private static func built(_ name: String) -> URL { folder.appending(path: name) }
}

/// A real `accord-server serve` on a free port; stopped when the value goes.
final class RunningServer {
    let data: URL
    private(set) var address = ""
    private var process = Process()

    init(folder: URL) throws {
        data = folder.appending(path: "server")
        try start()
    }

    deinit { process.terminate() }

    /// Starts serving, on a free port or where it served before, and reads the address from the
    /// first line.
    func start() throws {
        let listen = address.isEmpty ? "127.0.0.1:0" : String(address.dropFirst("http://".count))
        process = Program.server.process(["serve", "--data", data.path, "--listen", listen])
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let piece = out.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "the server ended before it told its address")
            line += piece
        }
        let first = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        address = try #require(first?["address"] as? String)
    }

    /// Asks it to end and waits; returns its exit status.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends it as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Loses everything but what was printed for escrow, and serves anew from that.
    func startAnewFromEscrow() throws {
        let printed = try administer("init").split(separator: "\n")
        let code = try #require(printed.last).trimmingCharacters(in: .whitespaces)
        kill()
        try FileManager.default.removeItem(at: data)
        try administer("init", "--escrow", code)
        try start()
    }

    /// Runs a command on the data folder.
    @discardableResult
    func administer(_ words: String...) throws -> String {
        try Program.server.succeed(words + ["--data", data.path]).out
    }

    /// A code that lets one new person in.
    func invite(_ name: String) throws -> String {
        let output = try Program.server.succeed(
            "invite", "--data", data.path, "--name", name, "--json")
        return try #require(output.json()["code"] as? String)
    }
}
