import Client
import HTTPClient
import Shared

/// One line that says how far a sync is: a bar, counts, bytes, and the time that is left.
struct SyncProgress {
    let counts: SyncCounts
    /// Changes that waited when it began.
    let waiting: Int
    let traffic: MeteredTransport.Traffic
    let elapsed: Duration

    private static let cells = 20
    /// Below this share an estimate would jump about.
    private static let shareMin = 0.02

    var line: String {
        let sent = sized(UInt64(traffic.sent))
        let received = sized(UInt64(traffic.received))
        let bytes = "\(sent) sent, \(received) received"
        guard counts.pushedChanges < waiting else {
            return "receiving: \(counted(counts.pulledRecords, "record")), \(bytes)"
        }
        let share = Double(counts.pushedChanges) / Double(waiting)
        let full = Int(share * Double(Self.cells))
        let bar =
            String(repeating: "#", count: full) + String(repeating: "-", count: Self.cells - full)
        let changes = "\(counts.pushedChanges) of \(counted(waiting, "change"))"
        return "[\(bar)] \(changes), \(bytes)\(timeLeft(share))"
    }

    private func timeLeft(_ share: Double) -> String {
        guard share >= Self.shareMin else { return "" }
        let seconds = elapsed / .seconds(1) * (1 - share) / share
        let words = seconds < 90 ? "\(Int(seconds) + 1) s" : "\(Int(seconds / 60) + 1) min"
        return ", about \(words) left"
    }
}

extension EvidenceProgress {
    var words: String {
        let share = size > 0 ? " (\(moved * 100 / size)%)" : ""
        return "evidence: \(counted(files, "file")), \(sized(moved)) of \(sized(size))\(share)"
    }
}

/// Says why a sync waits before it tries again: each reason once in a run, at once.
struct SyncWaits {
    private var told: Set<String> = []
    /// Whoever waits longer than this wonders whether anything happens.
    private static let quietMax = Duration.seconds(2)

    /// A line for a wait that somebody would notice; nil for everything else.
    mutating func line(before next: SyncAction?) -> String? {
        guard case .wait(let duration, let failure) = next else { return nil }
        return line(of: ReportedError(failure), in: duration)
    }

    /// The same for a trouble that was put into words already.
    mutating func line(of trouble: ReportedError, in duration: Duration) -> String? {
        guard duration > Self.quietMax, told.insert(trouble.message).inserted else { return nil }
        return "\(trouble.message) Trying again by itself in \(duration.components.seconds) s; "
            + "you may stop this at any time."
    }
}
