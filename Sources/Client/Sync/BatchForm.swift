import Foundation
import HTTPClient
import Shared

/// The form in which batches go out: how many changes at most, and in which encoding.
struct BatchForm: Sendable {
    /// Changes a batch takes at most; halved when the server finds one too large or the line cuts
    /// one, doubled when one arrives.
    private(set) var countMax: Int
    /// Another one is tried for a change that is refused alone.
    private(set) var encoding = TransportRequest.Compression.zstd
    private let changesMax: Int
    /// A line that nobody knows yet is tried with little: what is cut has to be sent again.
    private static let countFirst = 256
    private static let countMin = 16

    init(changesMax: Int) {
        self.changesMax = changesMax
        countMax = min(changesMax, Self.countFirst)
    }

    mutating func noteArrived() { countMax = min(changesMax, countMax * 2) }

    /// A batch that a line cut is read anew and smaller; false where it is small enough as it is.
    mutating func noteCut(_ count: Int) -> Bool {
        guard count > Self.countMin else { return false }
        // It may get through before the next cut.
        countMax = max(Self.countMin, count / 2)
        return true
    }

    enum Next {
        /// Read it anew, with fewer changes.
        case fewer
        /// Send the same in the present encoding.
        case otherwise
        /// It was refused alone, in every encoding.
        case nothing
    }

    /// Takes note of a refusal that says nothing of the changes in the batch.
    mutating func noteRefused(_ count: Int) -> Next {
        if count > 1 {
            countMax = max(1, count / 2)
            return .fewer
        }
        switch encoding {
        case .zstd: encoding = .gzip
        case .gzip: encoding = .none
        case .none:
            self = BatchForm(changesMax: changesMax)
            return .nothing
        }
        return .otherwise
    }
}

extension OutgoingBatch {
    /// That a change waits because it was refused even alone, and what becomes of it.
    func problem(_ problem: Problem) -> Problem {
        let detail = problem.detail.map { ": \($0)" } ?? ""
        return Problem(problem.code, detail: words("the server", "with \(problem.status)\(detail)"))
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
