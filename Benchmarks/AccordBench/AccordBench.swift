import Foundation

/// Measures Accord's main paths; `Benchmarks/run` sets the figures beside those of `Limit/`.
@main
struct AccordBench {
    private static let usage = """
        usage: accord-bench workload FOLDER FINDINGS
               accord-bench measure FOLDER FINDINGS ACCORD_SERVER
               accord-bench crowd FOLDER ACCORD_SERVER DATA ADDRESS
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else { return end(64, usage) }
        let folder = URL(fileURLWithPath: arguments[1])
        do {
            if arguments[0] == "crowd", arguments.count == 5 {
                let server = ServerPlace(
                    program: URL(fileURLWithPath: arguments[2]),
                    folder: URL(fileURLWithPath: arguments[3]), address: arguments[4])
                return try await pushCrowd(in: folder, at: server)
            }
            guard let findings = Int(arguments[2]), findings > 0 else { return end(64, usage) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            switch (arguments[0], arguments.count) {
            case ("workload", 3): try LimitInput(folder: folder).write(findings: findings)
            case ("measure", 4):
                let program = URL(fileURLWithPath: arguments[3])
                try await measure(in: folder, findings: findings, server: program)
            default: end(64, usage)
            }
        } catch {
            end(1, "accord-bench: \(error)")
        }
    }

    private static func measure(in folder: URL, findings: Int, server: URL) async throws {
        // First: it measures what a program does that has just begun.
        print(try OpenWork().measure().line)
        print(JoinWork().measure().line)
        print(try RecordWork(folder: folder).measure().line)
        let sync = try SyncWork(folder: folder, findings: findings)
        for measurement in try await sync.measure(server: server) { print(measurement.line) }
        print(try await BesideWork(folder: folder).measure(server: server).line)
    }

    /// Says that everything is saved, waits for a line, and pushes.
    private static func pushCrowd(in folder: URL, at server: ServerPlace) async throws {
        let crowd = try await Crowd(in: folder, at: server)
        print("saved")
        fflush(nil)
        _ = readLine()
        try await crowd.push()
    }

    private static func end(_ status: Int32, _ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
