import ArgumentParser
import Client
import Foundation
import Shared

/// How an error leaves the program: a message on stderr and an exit code for scripts.
enum ExitStatus {
    /// Tells what went wrong and ends the program with the code for that.
    static func end(_ trouble: ReportedError, asJSON: Bool) -> Never {
        if asJSON {
            tellScript(trouble)
        } else {
            Terminal.errors.tell("accord: \(trouble.message)\n")
        }
        Foundation.exit(trouble.kind.exitCode)
    }

    /// On stderr too: what a script reads of stdout is whole, or nothing.
    private static func tellScript(_ trouble: ReportedError) {
        let error: JSON = [
            "error": [
                "code": Int(trouble.kind.exitCode), "kind": trouble.kind.rawValue,
                "message": trouble.message,
            ] as JSON
        ]
        try? error.printed(on: .errors)
    }

    /// The same for any error, in words; a code by itself is told without.
    static func end(with error: any Error) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        end(ReportedError(error), asJSON: false)
    }

    static let checkSaidNo = ExitCode(1)
}
