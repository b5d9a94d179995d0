import ArgumentParser
import Client
import Shared

/// How an error leaves the program: a message on stderr and an exit code for scripts.
enum ExitStatus {
    /// Throws what ArgumentParser knows how to end with, after it has told the reader.
    static func report(_ error: any Error) throws -> Never {
        let trouble = ReportedError(error)
        Terminal.errors.tell("accord: \(trouble.message)\n")
        throw ExitCode(trouble.kind.exitCode)
    }

    static let checkSaidNo = ExitCode(1)
}
