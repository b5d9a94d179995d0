import Client
import Foundation
import Reading
import Shared

extension WorkNews {
    func json(in view: AuditView) -> JSON {
        [
            "kind": kind.rawValue, "by": person.map(view.plan.name(of:)),
            "record": view.name(of: key), "criterion": JSON(criterion.isEmpty ? nil : criterion),
            "reason": reason, "taken": taken.json, "standing": standing.json,
            "message": words(in: view),
        ]
    }
}

extension WorkNews.Amount {
    fileprivate var json: JSON { ["findings": findings, "entries": entries] }
}

extension DeviceQueue {
    func json(in view: AuditView) -> JSON {
        [
            "replica": replica.hex, "person": person.hex, "name": view.plan.name(of: person),
            "device": device, "unsent": unsent, "oldest": oldest, "told": told,
        ]
    }
}

extension WideRecord {
    func json(in view: AuditView) -> JSON { ["record": view.name(of: key), "devices": devices] }
}
