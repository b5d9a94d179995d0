import Foundation
import Shared

extension OutgoingBatch {
    /// That a change waits because it was refused even alone, and what becomes of it.
    func words(refusedBy problem: Problem) -> String {
        let count = changes.reduce(0) { $0 + $1.body.count }
        let bytes = count.formatted(.number.locale(Locale(identifier: "en_GB")))
        let detail = problem.detail.map { ": \($0)" } ?? ""
        return "the server refused change \(first) (\(bytes) bytes) with \(problem.status)"
            + "\(detail); it stays on this laptop; everything else is pulled; it goes again with "
            + "the next sync, on another network, or by bundle"
    }
}
