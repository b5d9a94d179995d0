import Foundation
import Shared

extension OutgoingBatch {
    /// That a change waits because it was refused even alone, and what becomes of it.
    func problem(_ problem: Problem) -> Problem {
        let detail = problem.detail.map { ": \($0)" } ?? ""
        return Problem(
            problem.code, detail: words("the server", "with \(problem.status)\(detail)"))
    }

    /// The same where no server answered, but something on the way.
    func words(refusedOnTheWay status: Int) -> String {
        words("something between this laptop and the server", "with \(status)")
    }

    private func words(_ who: String, _ how: String) -> String {
        let count = changes.reduce(0) { $0 + $1.body.count }
        let bytes = count.formatted(.number.locale(Locale(identifier: "en_GB")))
        return "\(who) refused change \(first) (\(bytes) bytes, as zstd, gzip and plain) \(how); "
            + "it stays on this laptop; everything else is pulled; it goes again with the next "
            + "sync, on another network, or by bundle"
    }
}
