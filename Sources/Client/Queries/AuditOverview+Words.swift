package import Foundation
package import Reading
import Shared

extension ApartChain {
    /// What a person is told, and what she can do.
    package var words: String {
        let count = counted(changes, "change")
        let what = "\(count) by a device that says it is \(personName)’s"
        return switch standing {
        case .unknown:
            "\(what): not known here. If \(personName) reads out the same fingerprint: accord "
                + "bundle accept \(fingerprint)"
        case .accepted:
            "\(what), accepted here: a server has the audit, and its leads decide. accord sync"
        case .unplaced: "\(what): the server keeps them for the leads, unplaced"
        case .unchecked:
            "\(count) of \(personName): the server has as many of that device or more, and has "
                + "not been shown these. accord sync"
        case .contradicted:
            "\(count) of \(personName): the server has others under their numbers, as when a "
                + "laptop is copied or put back. accord sync brings them to its leads"
        }
    }
}

extension DeviceQueue {
    /// Such as `Maya Lindqvist’s laptop-7 has 12 changes unsent, the oldest of 3 days, ...`.
    package func words(in view: AuditView, at now: Date) -> String {
        let name = view.plan.name(of: person)
        let owner = device.isEmpty ? "A device of \(name)" : "\(name)’s \(device)"
        let changes = counted(unsent, "change")
        return "\(owner) has \(changes) unsent, the oldest of \(Self.age(oldest, told)), as of "
            + "\(Self.age(told, now)) ago"
    }

    private static func age(_ from: Date, _ to: Date) -> String {
        let hours = Int(max(0, min(to.timeIntervalSince(from), 3_153_600_000)) / 3600)
        guard hours > 0 else { return "less than an hour" }
        if hours < 48 { return counted(hours, "hour") }
        return "\(hours / 24) days"
    }
}

extension WideRecord {
    /// What it is, what it costs, and what a lead can do.
    package func words(in view: AuditView) -> String {
        "\(fact(in: view)). Nothing is lost, and each sync of it costs more. \(Self.advice)."
    }

    /// Such as `Accounts/Options@ios-voiceover-phone-18:open carries the numbers of 64 devices`.
    func fact(in view: AuditView) -> String {
        "\(view.name(of: key)) carries the numbers of \(devices) devices"
    }

    static let advice =
        "Ask who records there to keep to one laptop instead of new homes; who runs the server "
        + "sees all devices with accord-server device list"
}
