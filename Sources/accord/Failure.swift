import ArgumentParser
import Client

/// How an error leaves the program: a message on stderr and an exit code for scripts.
enum Failure {
    /// Throws what ArgumentParser knows how to end with, after it has told the reader.
    static func report(_ error: any Error) throws -> Never {
        let trouble = ReportedError(error)
        Terminal.errors.tell("accord: \(trouble.message)\n")
        throw ExitCode(status(of: trouble.kind))
    }

    static let checkSaidNo = ExitCode(1)

    /// The exit codes that scripts rely on; `accord help` lists them.
    private static func status(of kind: ReportedError.Kind) -> Int32 {
        switch kind {
        case .usage: 64
        case .badInput: 65
        case .notFound: 66
        case .unreachable: 69
        case .bug: 70
        case .disk: 74
        case .busy: 75
        case .notOurServer: 76
        case .notAllowed: 77
        case .settings: 78
        case .newer: 79
        }
    }
}
