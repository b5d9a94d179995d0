import Client
import Foundation
import Shared

extension WorkNews {
    /// What was done, by whom, and to how much of one's own work.
    func json(in view: AuditView) -> JSON {
        .object([
            "kind": .string(kind.rawValue), "by": JSON(person.map(view.plan.name(of:))),
            "record": .string(view.name(of: key)),
            "criterion": JSON(criterion.isEmpty ? nil : criterion), "reason": .string(reason),
            "taken": taken.json, "standing": standing.json,
            "message": .string(words(in: view)),
        ])
    }
}

extension WorkNews.Amount {
    fileprivate var json: JSON {
        .object(["findings": JSON(findings), "entries": JSON(entries)])
    }
}

extension DeviceQueue {
    /// How much a device had not sent when the server heard of it last.
    func json(in view: AuditView) -> JSON {
        .object([
            "replica": .string(replica.hex), "person": .string(person.hex),
            "name": .string(view.plan.name(of: person)), "device": .string(device),
            "unsent": JSON(unsent), "oldest": JSON(oldest), "told": JSON(told),
        ])
    }
}

extension WideRecord {
    /// The record and how many devices it carries.
    func json(in view: AuditView) -> JSON {
        .object(["record": .string(view.name(of: key)), "devices": JSON(devices)])
    }
}
