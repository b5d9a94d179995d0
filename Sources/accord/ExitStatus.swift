import ArgumentParser
import Client
import Foundation
import Shared

/// How an error leaves the program: a message on stderr and an exit code for scripts.
enum ExitStatus {
    /// Ends the program as the error asks for; a request for help is one of them.
    static func end(with error: any Error, asJSON: Bool) -> Never {
        // ArgumentParser's own errors and its requests for help have codes of their own.
        let code = Accord.exitCode(for: error)
        guard !(error is ExitCode), code == .failure || (asJSON && code == .validationFailure)
        else { Accord.exit(withError: error) }
        let trouble =
            code == .failure
            ? ReportedError(error) : ReportedError(.usage, Accord.message(for: error))
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

    static let checkSaidNo = ExitCode(1)
}
