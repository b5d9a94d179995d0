package import Foundation
package import Shared
import Storage

/// Puts what is kept for the leads into their words: names instead of ids and bytes.
struct QuarantineWords {
    private let records: RecordTable
    private let identities: IdentityTables
    private let plan: Plan

    init(of audit: AuditRow, in db: Database) throws {
        records = RecordTable(db: db, audit: audit.number)
        identities = IdentityTables(db: db)
        let key = RecordKey.plan(audit.id)
        plan = Plan(try records.record(key.bytes)?.record ?? Record(key: key))
    }

    func item(_ row: QuarantineTables.Row) throws -> QuarantinedItem {
        let body = row.change?.body
        return QuarantinedItem(
            id: row.item.hex, sequence: row.sequence, record: try name(of: row.key),
            reason: row.reason, author: try body.map { try person($0.author) },
            device: row.replica.hex,
            fingerprint: row.signer.map { DeviceKey.fingerprint(of: $0.publicKey) },
            carrier: try row.signer.map { try person($0.carrier) }, n: row.n,
            received: Date(unixMilliseconds: row.receivedMilliseconds),
            written: body.map { Date(unixMilliseconds: $0.wallTime) },
            writes: body.map { $0.writes.map(Self.words) } ?? Self.words(ofRecord: row.bytes),
            settled: try row.resolution.map { resolution in
                QuarantinedItem.Resolution(
                    kind: resolution.kind, by: try person(resolution.person), at: resolution.date,
                    reason: resolution.reason)
            })
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

    private static func words(of write: Write) -> QuarantinedItem.Write {
        QuarantinedItem.Write(
            field: write.field.path, value: write.value.map(words),
            replaces: write.replaces.map(\.hex))
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
        guard case .unplaced(let publicKey, let carrier) = origin else { return nil }
        return (publicKey, carrier)
    }
}

/// Something that the server keeps for the leads, as they are told of it.
package struct QuarantinedItem: Hashable, Sendable, Encodable {
    /// What it is named by: the hash of the change, or the digest of the record.
    package let id: String
    /// A change's place in the log; nil for a record that was set aside.
    @NullWhenNil package internal(set) var sequence: UInt64?
    package let record: String
    /// Why it had no effect: a word for programs, a colon, a sentence.
    package let reason: String
    /// Whose word it is; nil for a record, which may hold the words of many.
    @NullWhenNil package internal(set) var author: Person?
    package let device: String
    /// The key that signed what could not be placed, for a lead to compare with the device's owner.
    @NullWhenNil package internal(set) var fingerprint: String?
    @NullWhenNil package internal(set) var carrier: Person?
    @NullWhenNil package internal(set) var n: UInt64?
    /// By the server's clock.
    package let received: Date
    /// When it was written, by the clock of the device; nil for a record.
    @NullWhenNil package internal(set) var written: Date?
    package let writes: [Write]
    /// Nil while it waits for a lead.
    @NullWhenNil package internal(set) var settled: Resolution?

    /// Somebody, as people know her.
    package struct Person: Hashable, Sendable, Encodable {
        /// In hexadecimal digits.
        package let id: String
        package let name: String
    }

    /// One register that it wants to write.
    package struct Write: Hashable, Sendable, Encodable {
        package let field: String
        /// The value in words; nil when the write only takes something away.
        @NullWhenNil package internal(set) var value: String?
        package let replaces: [String]
    }

    /// What a lead made of it.
    package struct Resolution: Hashable, Sendable, Encodable {
        package let kind: Shared.Resolution.Kind
        package let by: Person
        package let at: Date
        package let reason: String

        private enum CodingKeys: String, CodingKey {
            case kind = "verdict"
            case by
            case at
            case reason
        }
    }
}
