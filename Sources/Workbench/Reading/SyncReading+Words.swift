import Client
import Foundation
import Presentation
import Shared

extension SyncReading {
    /// What a record is called on a page, and where its page is.
    func place(of key: RecordKey) -> (title: String, href: String?) {
        switch key {
        case .plan: return ("Plan", Address.audit(view.audit))
        case .component(_, let id):
            return (view.components[id]?.label ?? "Component", Address.audit(view.audit))
        case .state(_, let id):
            let label = view.components[id.component]?.label ?? "Component"
            return ("\(label): \(id.state)", Address.state(id, in: view))
        case .other: return ("Record of a later version", Address.audit(view.audit))
        }
    }

    /// What a change writes, each kind of field once.
    static func words(for change: Change) -> String {
        var words: [String] = []
        for write in change.body.writes {
            let word = write.field.name?.register.title ?? "Other"
            if !words.contains(word) { words.append(word) }
        }
        guard let first = words.first else { return "Nothing" }
        return ([first] + words.dropFirst().map { $0.lowercased() }).joined(separator: ", ")
    }

    /// Such as `Discarded by Tomas Berg: recorded twice`.
    func words(for verdict: LeadVerdict) -> String {
        let lead = view.plan.name(of: verdict.person)
        return switch verdict.kind {
        case .adopted: "Adopted by \(lead)"
        case .discarded: "Discarded by \(lead): \(verdict.reason)"
        }
    }

    /// Such as `2 days, 21 hours`.
    static func words(_ interval: TimeInterval) -> String {
        let minutes = Int(max(0, interval)) / 60
        let (days, hours) = (minutes / 1440, minutes / 60 % 24)
        if days > 0 { return "\(counted(days, "day")), \(counted(hours, "hour"))" }
        if hours > 0 { return "\(counted(hours, "hour")), \(counted(minutes % 60, "minute"))" }
        return minutes == 0 ? "less than a minute" : counted(minutes, "minute")
    }

    /// Such as `1.2 MB`.
    static func size(_ bytes: UInt64) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        let (unit, divisor) = bytes < 1_000_000 ? ("kB", 1000.0) : ("MB", 1_000_000.0)
        let tenths = Int((Double(bytes) / divisor * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}

/// Such as `1 change` or `7 changes`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
