import Client
import Foundation
import Shared

/// A tester's verdicts one by one, each durable before the next.
struct RecordWork {
    private let laptop: Laptop
    private static let count = 500

    init(folder: URL) throws {
        laptop = try Laptop("single", in: folder)
    }

    /// The median of the saves times their number: one slow flush of the disk does not tell.
    func measure() throws -> Measurement {
        var findings = SyntheticFindings(audit: AuditID(high: 1, low: 1), seed: 1)
        var durations: [Duration] = []
        for draft in findings.singleDrafts(count: Self.count) {
            let duration = try ContinuousClock().measure {
                _ = try laptop.client.save([draft], in: findings.audit)
            }
            durations.append(duration)
        }
        durations.sort()
        return Measurement(
            work: .record, duration: durations[Self.count / 2] * Self.count, count: Self.count,
            diskBytes: try laptop.close())
    }
}
