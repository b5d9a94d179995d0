import Foundation
import Presentation
import Publishing
import Shared
import Synchronization
import TestSupport

@testable import Client
@testable import Server

/// What else must hold once all is quiet: equal exports, nothing set aside by anybody but the
/// server, and no record that costs more than what lives in it.
extension World {
    /// All laptops and the server export the same bytes, ids and versions included.
    func differentExports() async throws -> [String] {
        var found: [String] = []
        for audit in audits {
            let expected = try await exportOfServer(audit)
            for (index, laptop) in laptops.enumerated() where !isOut(laptop) {
                // What only this laptop shows is told by the residue, and what no server has
                // confirmed by the rows themselves.
                guard !restoring.strange.contains(index),
                    try laptop.store.devices.unconfirmed(audit).isEmpty
                else { continue }
                let bytes = try laptop.export(audit)
                guard bytes != expected else { continue }
                let place = zip(bytes, expected).prefix { $0 == $1 }.count
                found.append(
                    "laptop \(index) exports \(Self.around(place, bytes)), the server "
                        + Self.around(place, expected))
            }
        }
        return found
    }

    private static func around(_ place: Int, _ bytes: [UInt8]) -> String {
        String(decoding: bytes[max(0, place - 160)..<min(bytes.count, place + 80)], as: UTF8.self)
    }

    private func exportOfServer(_ audit: AuditID) async throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        _ = try await ServerReading(core: core).write(
            ExportQuery([("format", "ndjson")]), of: audit
        ) { piece in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    /// A change is set aside by the server's own outcome for its number, by nothing else; and what
    /// the server set aside its author is told.
    func setAsideByNobody() throws -> [String] {
        var found: [String] = []
        for laptop in laptops where !isOut(laptop) {
            for audit in audits {
                let listed = try laptop.store.push.notAccepted(audit)
                for item in listed {
                    let (deed, own) = (item.change.deed, chainsOnServer[audit]?[item.change.dot])
                    if own?.deed == deed, own?.outcome == item.outcome { continue }
                    // Where a copy wrote something else after the server was put back, the chain
                    // cannot go back under its numbers. What was refused before is told as that;
                    // what waits for the leads is brought again, or they would never see it.
                    let isOver = item.outcome == .rejected || item.resolution?.kind == .discarded
                    if own?.deed != deed, restoring.count > 0, isOver { continue }
                    found.append(
                        "a laptop has \(deed) as \(item.outcome?.rawValue ?? "pending"), "
                            + "\(item.reason ?? ""); "
                            + "the server says \(String(describing: own))")
                }
                let told = Set(listed.map(\.change.deed))
                try laptop.store.log.ownChanges(audit) { own in
                    let deed = own.change.deed
                    guard oracle.isRefused(deed), adopted[deed] == nil, own.change.by == nil,
                        !told.contains(deed), laptop.saved.contains(deed)
                    else { return }
                    found.append("\(deed) was refused, and its author is not told")
                }
            }
        }
        return found
    }

    /// Nobody's work makes a record cost more than what lives in it, and nobody has more than her
    /// share there.
    func costs() throws -> [String] {
        guard let laptop = laptops.first(where: { !isOut($0) }) else { return [] }
        var found: [String] = []
        for record in try laptop.shownRecords(of: audits).values {
            var bodies: [PersonID: [Data: Int]] = [:]
            // After a copy two edits may have one first dot; wrappers of one of them travel whole.
            let edits = Dictionary(grouping: record.changes, by: \.change.firstDot)
                .mapValues { Set($0.map(\.change.edit)).count }
            var repeated = 0
            for entry in record.changes {
                let change = entry.change
                if edits[change.firstDot, default: 1] > 1 { repeated += change.firstBytes.count }
                // An edit that lives under several dots travels, and counts, once.
                bodies[change.body.author, default: [:]][Data(change.edit.bytes)] =
                    change.firstBytes.count
            }
            let live = bodies.values.map { $0.values.reduce(0, +) }
            // Of each dot a wrapper, and of each replica a number; nothing of what was replaced.
            let room = 512 + 128 * record.changes.count + 64 * record.context.entries.count
            let bytes = record.encoded().count
            if bytes > live.reduce(0, +) + repeated + room {
                found.append("a record costs \(bytes) bytes for \(live.reduce(0, +)) that live")
            }
            // What a join brought together is kept, and what a lead adopted is counted apart.
            guard restoring.count == 0, adopted.isEmpty else { continue }
            let sees = record.changes.map { 24 * $0.change.body.sees.entries.count }.reduce(0, +)
            let share = Limits.standard.shareBytesMax * (record.key.isPlan ? 4 : 1)
            if let most = live.max(), most > share + sees {
                found.append("somebody has \(most) bytes in one record")
            }
        }
        return found
    }
}

extension Laptop {
    /// All that it shows.
    func shownRecords(of audits: [AuditID]) throws -> [RecordKey: Record] {
        var shown: [RecordKey: Record] = [:]
        for audit in audits {
            for kind in [RecordKind.plan, .component, .state] {
                try store.records(audit, kind: kind) { shown[$0.key] = $0 }
            }
        }
        return shown
    }

    /// What `accord export ndjson` writes.
    func export(_ audit: AuditID) throws -> [UInt8] {
        let client = try AuditClient(home: home)
        defer { try? client.store.close() }
        let bytes = Mutex<[UInt8]>([])
        _ = try client.queries.export(
            ExportQuery([("format", "ndjson")]), of: try client.view(audit),
            besides: CatalogueLoader.embedded()
        ) { piece in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }
}

extension RecordKey {
    fileprivate var isPlan: Bool {
        if case .plan = self { true } else { false }
    }
}
