package import Foundation
import GRDB
package import Shared

extension ServerCore {
    /// Ends a device, by its person or by a lead of an audit that it has written in.
    ///
    /// As lost, which refuses what it still has, only its person ends it; retired, it may deposit
    /// that. It reads nothing and enrols nobody. Doing it again changes nothing, but that a retired
    /// device may turn out to be lost.
    ///
    /// - Throws: `not-found`, `not-allowed`, `replica-retired` when the asker's own has ended.
    package func retire(
        _ replica: ReplicaID, as retirement: Retirement, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> DeviceSummary {
        let (person, device) = try bearer.device()
        return try await end(replica, as: retirement, by: bearer, at: now) { tables, row in
            _ = try tables.active(device)
            if row.person == person { return }
            guard try tables.isLed(replica, by: person) else {
                throw Problem(
                    .notAllowed,
                    detail: "a device is retired by its person or by a lead of its audits")
            }
            guard retirement == .retired else {
                throw Problem(
                    .notAllowed,
                    detail: "that a device is lost is for its person to say, or for whoever runs "
                        + "the server; a lead may retire it")
            }
        }
    }

    /// The same for whoever has the data folder.
    func retire(
        _ replica: ReplicaID, as retirement: Retirement, at now: Date
    ) async throws(Problem) -> DeviceSummary {
        try await end(replica, as: retirement, at: now) { _, _ in }
    }

    private func end(
        _ replica: ReplicaID, as retirement: Retirement, by bearer: Bearer? = nil, at now: Date,
        permit: @escaping @Sendable (IdentityTables, DeviceRow) throws -> Void
    ) async throws(Problem) -> DeviceSummary {
        let retired = RetiredDevices(in: store.folder)
        return try await write(by: bearer) { db in
            let tables = IdentityTables(db: db)
            guard let row = try tables.device(replica) else {
                throw Problem(.notFound, detail: "no device with this id has enrolled here")
            }
            try permit(tables, row)
            try retired.end(replica, of: row.person, as: retirement, at: now, db)
            guard let ended = try tables.device(replica) else { throw Problem(.bug) }
            return DeviceSummary(ended)
        }
    }

    /// Ends again what was retired since the backup from which the database was put back.
    ///
    /// Called before the first request; changes nothing in a database that was not put back.
    package func reapplyRetirements() async throws(Problem) {
        let retired = RetiredDevices(in: store.folder)
        try await write { db in
            let tables = IdentityTables(db: db)
            for entry in try retired.entries() {
                let former = try tables.retirement(of: entry.replica)
                if let former, former >= entry.retirement { continue }
                _ = try tables.ensured(
                    entry.replica, of: entry.person, at: entry.milliseconds)
                try tables.retire(entry.replica, as: entry.retirement, at: entry.milliseconds)
            }
        }
    }

    /// Notes that a device has asked for something; where that cannot be written, it is not known.
    func noteContact(of replica: ReplicaID, at now: Date) async {
        try? await write { db in
            try IdentityTables(db: db).noteContact(of: replica, at: now.unixMilliseconds)
        }
    }

    /// Every device, in the order in which they came.
    func devices() async throws(Problem) -> [DeviceSummary] {
        try await read { db in try IdentityTables(db: db).devices().map(DeviceSummary.init) }
    }
}

extension RetiredDevices {
    /// Ends a device that has a row, unless it has ended so already.
    func end(
        _ replica: ReplicaID, of person: PersonID, as retirement: Retirement, at now: Date,
        _ db: Database
    ) throws {
        let tables = IdentityTables(db: db)
        if let former = try tables.retirement(of: replica), former >= retirement { return }
        // The file first: a retirement that only the file has takes effect at the next start.
        try append(
            Entry(
                replica: replica, person: person, milliseconds: now.unixMilliseconds,
                retirement: retirement))
        try tables.retire(replica, as: retirement, at: now.unixMilliseconds)
    }
}

/// A device as people are told of it.
package struct DeviceSummary: Hashable, Sendable, Encodable {
    /// Its replica's id, in hexadecimal digits as in every path.
    package let replica: String
    /// The id of its person.
    package let person: String
    /// Empty for one who is known by her token alone.
    package let personName: String
    /// As its owner named it.
    package let device: String
    /// By the server's clock.
    package let enrolled: Date
    /// When it last asked for anything, within ten minutes; nil for never.
    package let seen: Date?
    /// Nil while it may sync.
    package let retired: Date?
    /// How it ended, nil while it may sync.
    package let retirement: Retirement?

    init(_ row: DeviceRow) {
        replica = row.replica.hex
        person = row.person.hex
        personName = row.personName
        device = row.device
        enrolled = Date(unixMilliseconds: row.enrolledMilliseconds)
        seen = row.seenMilliseconds.map { Date(unixMilliseconds: $0) }
        retired = row.retiredMilliseconds.map { Date(unixMilliseconds: $0) }
        retirement = row.retirement
    }

    private enum Key: String, CodingKey {
        case replica, person, personName, device, enrolled, seen, retired, retirement
    }

    package func encode(to encoder: any Encoder) throws {
        // Written out, because what is missing is null and not left out.
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(replica, forKey: .replica)
        try container.encode(person, forKey: .person)
        try container.encode(personName, forKey: .personName)
        try container.encode(device, forKey: .device)
        try container.encode(enrolled, forKey: .enrolled)
        try container.encode(seen, forKey: .seen)
        try container.encode(retired, forKey: .retired)
        try container.encode(retirement, forKey: .retirement)
    }
}
