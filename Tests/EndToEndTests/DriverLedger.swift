import Foundation
import Testing

/// What testers were told is saved, on paper of its own: appended and synced to the disk before
/// anything else happens, so that it outlives what it is compared with.
final class DriverLedger {
    /// What may be found under one name.
    private struct Entry {
        /// Acknowledged last; nil when nothing was yet.
        var acknowledged: String?
        /// Begun after that and cut off: each may have been saved or not.
        var attempts: [String] = []
    }

    private let file: FileHandle
    private var entries: [String: Entry] = [:]
    /// Findings that are saved all together or not at all.
    private var groups: [[String: String]] = []
    private(set) var acknowledgedCount = 0

    init(at url: URL) throws {
        try #require(FileManager.default.createFile(atPath: url.path, contents: nil))
        file = try FileHandle(forWritingTo: url)
    }

    /// Notes what a command was asked to save, by finding, and whether it said that it had.
    func note(_ notes: [String: String], isAcknowledged: Bool) throws {
        let line = try JSONSerialization.data(
            withJSONObject: ["acknowledged": isAcknowledged, "notes": notes] as [String: Any],
            options: .sortedKeys)
        try file.write(contentsOf: line + Data("\n".utf8))
        try file.synchronize()
        for (finding, note) in notes {
            if isAcknowledged {
                entries[finding] = Entry(acknowledged: note)
                acknowledgedCount += 1
            } else {
                entries[finding, default: Entry()].attempts.append(note)
            }
        }
        if !isAcknowledged && notes.count > 1 { groups.append(notes) }
    }

    /// Compares what a laptop has now with everything that was said.
    ///
    /// - Returns: A sentence for each thing that is lost, invented or half there.
    func violations(in found: [String: String]) -> [String] {
        var violations: [String] = []
        for (finding, entry) in entries {
            let now = found[finding]
            let allowed = [entry.acknowledged] + entry.attempts.map(Optional.some)
            guard !allowed.contains(now) else { continue }
            violations.append(
                "\(finding) has \(now ?? "nothing"), acknowledged was "
                    + "\(entry.acknowledged ?? "nothing")")
        }
        for group in groups {
            let saved = group.filter { found[$0.key] == $0.value }.count
            // What was overwritten since tells nothing about its group.
            let told = group.filter { entries[$0.key]?.attempts.last == $0.value }.count
            if told == group.count && saved != 0 && saved != group.count {
                violations.append("\(saved) of \(group.count) rows of one file were saved")
            }
        }
        return violations
    }
}
