/// What a record is about; its bytes are part of every hash (docs/protocol.md, "key").
package enum RecordKey: Hashable, Sendable {
    /// The audit itself: app, environments, team, policy, rounds.
    case plan(AuditID)
    /// One control instance on one screen.
    case component(AuditID, ComponentID)
    /// One component state in one environment and round, with its findings.
    case state(AuditID, StateID)
    /// A record of a kind that a later version invented: kept, compared and synced, never read.
    case other(AuditID, kind: UInt8, id: [UInt8])

    package var audit: AuditID {
        switch self {
        case .plan(let audit), .component(let audit, _), .state(let audit, _),
            .other(let audit, _, _):
            audit
        }
    }

    /// The byte that stands for the kind in keys and trail entries.
    package var kindCode: UInt8 {
        switch self {
        case .plan: 1
        case .component: 2
        case .state: 3
        case .other(_, let kind, _): kind
        }
    }

    /// The same of a key's bytes; 0 where they are no key.
    package static func kindCode(of bytes: [UInt8]) -> UInt8 { bytes.count > 16 ? bytes[16] : 0 }

    private static let otherIDBytesMax = 1_024

    /// audit 16 | kind u8 | id.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.append(audit)
        writer.append(kindCode)
        switch self {
        case .plan: break
        case .component(_, let component): writer.append(component)
        case .state(_, let state):
            writer.append(state.component)
            writer.append(state.environment)
            writer.append(state.round)
            writer.append(raw: state.state.utf8)
        case .other(_, _, let id): writer.append(raw: id)
        }
        return writer.bytes
    }

    /// Reads `bytes` back; nil for anything that no key encodes to.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let audit = reader.identifier(AuditID.self), let kind = reader.byte() else {
            return nil
        }
        switch kind {
        case 1: self = .plan(audit)
        case 2:
            guard let component = reader.identifier(ComponentID.self) else { return nil }
            self = .component(audit, component)
        case 3:
            guard let component = reader.identifier(ComponentID.self),
                let environment = reader.identifier(EnvironmentID.self),
                let round = reader.integer(UInt32.self),
                let state = String(validating: reader.rest(), as: UTF8.self), !state.isEmpty,
                Text(canonical: state) != nil  // Else two keys could be equal and not their bytes.
            else { return nil }
            self = .state(
                audit,
                StateID(component: component, environment: environment, round: round, state: state))
        case 0: return nil
        default:  // open set: a kind of a later version
            let id = reader.rest()
            guard id.count <= Self.otherIDBytesMax else { return nil }
            self = .other(audit, kind: kind, id: Array(id))
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// One component in one of its states, in one environment and round.
package struct StateID: Hashable, Sendable {
    package let component: ComponentID
    package let environment: EnvironmentID
    /// From 1.
    package let round: UInt32
    /// The catalogue's state id, such as `half-screen`.
    package let state: String

    package init(component: ComponentID, environment: EnvironmentID, round: UInt32, state: String) {
        self.component = component
        self.environment = environment
        self.round = round
        self.state = state
    }
}

/// The three kinds of records, by the byte that stands in their keys.
package enum RecordKind: UInt8, Sendable {
    case plan = 1
    case component = 2
    case state = 3

    /// The bytes from which on this kind's keys of an audit begin.
    package func firstKey(of audit: AuditID) -> [UInt8] { audit.bytes + [rawValue] }

    /// The bytes before which they end.
    package func lastKey(of audit: AuditID) -> [UInt8] { audit.bytes + [rawValue + 1] }

    /// The same of one component's states.
    package static func states(
        of component: ComponentID, in audit: AuditID
    ) -> (firstKey: [UInt8], lastKey: [UInt8]) {
        let first = state.firstKey(of: audit) + component.bytes
        var last = first
        while let byte = last.popLast() {
            guard byte == .max else { return (first, last + [byte + 1]) }
        }
        return (first, last)
    }
}
