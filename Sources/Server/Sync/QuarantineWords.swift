import Foundation
import Shared
import Storage

/// Puts what is kept for the leads into their words: names instead of ids and bytes.
struct QuarantineWords {
    private let records: RecordTable
    private let chains: ChainTables
    private let identities: IdentityTables
    private let plan: Plan
    /// The records that items were about, so that a list about one record reads it once.
    private var read: [[UInt8]: Record] = [:]

    init(of audit: AuditRow, in db: Database) throws {
        records = RecordTable(db: db, audit: audit.number)
        chains = ChainTables(db: db, audit: audit.number)
        identities = IdentityTables(db: db)
        let key = RecordKey.plan(audit.id)
        plan = Plan(try records.record(key.bytes)?.record ?? Record(key: key))
    }

    mutating func item(_ row: QuarantineTables.Row) throws -> QuarantinedItem {
        let change = row.change
        let effect = try change.map { try self.effect(of: $0, key: row.key) }
        return QuarantinedItem(
            id: row.item.hex, sequence: row.sequence, key: row.key.hex,
            record: try name(of: row.key), reason: row.reason,
            author: try change.map { try person($0.body.author) },
            by: try change?.by.map(person), device: row.replica.hex,
            deviceName: try identities.deviceName(of: row.replica),
            fingerprint: row.signer.map { DeviceKey.fingerprint(of: $0.publicKey) },
            carrier: try row.signer.map { try person($0.carrier) }, n: row.n,
            received: Date(unixMilliseconds: row.receivedMilliseconds),
            written: change.map { Date(unixMilliseconds: $0.body.wallTime) },
            writes: try change.map { try words(of: $0, effect) } ?? Self.words(ofRecord: row.bytes),
            adoptable: change.map { $0.adoption == nil && $0.whyNotAdopted == nil } ?? false,
            look: try look(at: row, effect),
            settled: try row.resolution.map { resolution in
                QuarantinedItem.Resolution(
                    kind: resolution.kind, by: try person(resolution.person), at: resolution.date,
                    reason: resolution.reason)
            })
    }

    /// What adopting a change would do now; nothing where its edit has taken effect.
    private mutating func effect(of change: Change, key: [UInt8]) throws -> AdoptionEffect {
        let record = try record(key, of: change)
        let holding = try chains.holding(of: change.writing, key: key)
        return AdoptionEffect(of: change, isUnplaced: holding == .unplaced, in: record)
    }

    private mutating func record(_ key: [UInt8], of change: Change) throws -> Record {
        if let known = read[key] { return known }
        if read.count >= Self.recordsMax { read = [:] }
        let record = try records.record(key)?.record ?? Record(key: change.key)
        read[key] = record
        return record
    }

    private static let recordsMax = 64

    /// Why nobody adopts it with all others; nil where nothing is against that.
    mutating func look(at row: QuarantineTables.Row) throws -> String? {
        let effect = try row.change.map { try self.effect(of: $0, key: row.key) }
        return try look(at: row, effect)
    }

    private func look(at row: QuarantineTables.Row, _ effect: AdoptionEffect?) throws -> String? {
        guard let change = row.change, let effect else {
            return row.n == nil
                ? "it is a record that contradicts the log" : "this version cannot read it"
        }
        guard change.adoption == nil
        else { return "it is somebody\u{2019}s adoption of what is listed by itself" }
        return effect.look(at: try person(change.body.author).name)
    }

    private func words(
        of change: Change, _ effect: AdoptionEffect?
    ) throws -> [QuarantinedItem.Write] {
        try zip(change.body.writes, effect?.parts ?? []).map { write, part in
            QuarantinedItem.Write(
                field: write.field.path, value: write.value.map(Self.words),
                replaces: write.replaces.map(\.hex),
                takes: try part.takes.map { try words(of: $0) },
                beside: try part.beside.map { try words(of: $0) })
        }
    }

    private func words(of sibling: Sibling) throws -> String {
        "\(Self.words(of: sibling.value)) (\(try person(sibling.author).name))"
    }

    private func person(_ id: PersonID) throws -> QuarantinedItem.Person {
        let known = try identities.name(of: id) ?? ""
        return QuarantinedItem.Person(id: id.hex, name: known.isEmpty ? plan.name(of: id) : known)
    }

    private func name(of bytes: [UInt8]) throws -> String {
        switch RecordKey(bytes: bytes) {
        case .plan: return "the plan"
        case .component(let audit, let id): return try component(id, audit)
        case .state(let audit, let id):
            let environment =
                plan.environments[id.environment]?.plain ?? String(id.environment.hex.prefix(12))
            return "\(try component(id.component, audit))@\(environment):\(id.state)"
        case .other, nil: return bytes.hex
        }
    }

    private func component(_ id: ComponentID, _ audit: AuditID) throws -> String {
        let key = RecordKey.component(audit, id)
        guard let record = try records.record(key.bytes)?.record
        else { return String(id.hex.prefix(12)) }
        return Component(record).name
    }

    private static func words(ofRecord image: [UInt8]) -> [QuarantinedItem.Write] {
        guard let record = try? Record(decoding: image) else { return [] }
        return record.registers().flatMap { field, siblings in
            siblings.map {
                QuarantinedItem.Write(field: field.path, value: words(of: $0.value), replaces: [])
            }
        }
    }

    private static func words(of value: FieldValue) -> String {
        switch value {
        case .text(let text): text.string
        case .withdrawal(let withdrawal): withdrawal.reason.string
        case .judgement(let judgement): words(of: judgement)
        case .decision(let decision):
            "\(words(of: decision.judgement)), because: \(decision.reason.string)"
        case .present: "present"
        case .number(let number): "\(number)"
        case .role(let role): role.rawValue
        case .policy(let policy): "a policy of \(policy.rules.count) rules"
        case .round(let number, let build): "round \(number), build \(build.string)"
        case .signOff(let signOff):
            "a signature under round \(signOff.round): \(signOff.statement.string)"
        case .opaque: "a value of a later version"
        }
    }

    private static func words(of judgement: Judgement) -> String {
        [judgement.outcome.rawValue, judgement.severity?.rawValue, judgement.attribution?.rawValue]
            .compactMap(\.self).joined(separator: ", ")
    }
}

extension QuarantineTables.Row {
    fileprivate var signer: (publicKey: [UInt8], carrier: PersonID)? {
        guard case .unplaced(_, let publicKey, let carrier) = origin else { return nil }
        return (publicKey, carrier)
    }
}
