package import Shared

/// A device by its work that stands in an audit.
package struct WritingDevice: Hashable, Sendable {
    /// The number of its last change that is known.
    package let changes: UInt64
    /// Nil where nothing that stands says whose it is.
    package let person: PersonID?
    /// When it wrote the last of what says that, by its own clock, in Unix milliseconds.
    package let last: Int64?
}

/// The devices that wrote in an audit, without those under which a server adopts for leads.
package struct WritingDevices: Sendable {
    package let all: [ReplicaID: WritingDevice]

    /// Reads how far every record goes, and decodes a few in which a device wrote last.
    package init(of view: AuditView) throws {
        let records = view.records
        var traces: [ReplicaID: Trace] = [:]
        func note(_ key: RecordKey, _ context: VersionVector) {
            for dot in context.entries { traces[dot.replica, default: Trace()].note(dot.n, key) }
        }
        try records.contexts(note)
        if let plan = try records.record(.plan(view.audit)) { note(plan.key, plan.context) }
        var devices: [ReplicaID: WritingDevice] = [:]
        for (replica, trace) in traces {
            devices[replica] = try trace.device(replica, in: records)
        }
        all = devices
    }
}

/// The records in which a device wrote last, the latest first.
private struct Trace {
    private var places: [(n: UInt64, key: RecordKey)] = []

    /// More than one, because what somebody has replaced says nothing of its device any more.
    private static let placesMax = 4

    mutating func note(_ n: UInt64, _ key: RecordKey) {
        guard places.count < Self.placesMax || n > places[places.count - 1].n else { return }
        places.insert((n, key), at: places.firstIndex { $0.n < n } ?? places.count)
        if places.count > Self.placesMax { places.removeLast() }
    }

    /// Nil for one of a server, which only adopts.
    func device(_ replica: ReplicaID, in records: any AuditRecords) throws -> WritingDevice? {
        var isServers = false
        for place in places {
            let entries = try records.record(place.key)?.changes ?? []
            let own = entries.map(\.change).filter { $0.dot.replica == replica }
            let written = own.filter { $0.adoption == nil }
            if let person = written.last?.body.author {
                return WritingDevice(
                    changes: places[0].n, person: person, last: written.map(\.body.wallTime).max())
            }
            isServers = isServers || !own.isEmpty
        }
        return isServers ? nil : WritingDevice(changes: places[0].n, person: nil, last: nil)
    }
}
