package import Foundation
import Shared

extension DeviceQueue {
    /// Such as `Maya Lindqvist’s laptop-7 has 12 changes unsent, the oldest of 3 days, ...`.
    package func words(in view: AuditView, at now: Date) -> String {
        let name = view.plan.name(of: person)
        let owner = device.isEmpty ? "A device of \(name)" : "\(name)’s \(device)"
        let changes = unsent == 1 ? "1 change" : "\(unsent) changes"
        return "\(owner) has \(changes) unsent, the oldest of \(Self.age(oldest, told)), as of "
            + "\(Self.age(told, now)) ago"
    }

    /// Such as `3 days` or `less than an hour`.
    private static func age(_ from: Date, _ to: Date) -> String {
        let hours = Int(max(0, min(to.timeIntervalSince(from), 3_153_600_000)) / 3600)
        guard hours > 0 else { return "less than an hour" }
        if hours < 48 { return hours == 1 ? "1 hour" : "\(hours) hours" }
        return "\(hours / 24) days"
    }
}
