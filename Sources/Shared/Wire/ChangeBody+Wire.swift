import Foundation
import SwiftProtobuf

extension ChangeBody {
    /// Reads a body of any version.
    ///
    /// - Throws: `ChangeError.undecodable` for bytes that are no body, `.invalid` for a body whose
    ///   content no version allows.
    package init(decoding bytes: [UInt8]) throws(ChangeError) {
        if let body = ChangeBody(canonical: bytes) {
            self = body
            return
        }
        let wire: WireBody
        do { wire = try WireBody(serializedBytes: bytes) } catch {
            throw .undecodable(reason: "the body is not a protobuf message")
        }
        guard let author = PersonID(bytes: wire.author) else {
            throw .undecodable(reason: "the author is not 16 bytes")
        }
        guard let act = Act(wire.act) else {
            throw .undecodable(reason: "the act is unknown to this version")
        }
        guard let sees = VersionVector(bytes: [UInt8](wire.sees)) else {
            throw .undecodable(reason: "`sees` is no sorted version vector")
        }
        self.init(
            schema: wire.schema, author: author,
            by: wire.by.isEmpty ? nil : try Self.person(wire.by), act: act,
            writes: try Self.writes(wire.writes), sees: sees, wallTime: wire.wallMilliseconds,
            origin: wire.hasOrigin ? try ChangeOrigin(wire.origin) : nil,
            salt: [UInt8](wire.salt), later: [UInt8](wire.unknownFields.data))
    }

    private static func person(_ bytes: Data) throws(ChangeError) -> PersonID {
        guard let person = PersonID(bytes: bytes) else {
            throw .undecodable(reason: "`by` is not 16 bytes")
        }
        return person
    }

    private static func writes(_ wire: [WireWrite]) throws(ChangeError) -> [Write] {
        guard !wire.isEmpty else { throw .invalid(reason: "a change needs at least one write") }
        var writes: [Write] = []
        writes.reserveCapacity(wire.count)
        for message in wire {
            let write = try Write(message)
            if let last = writes.last, !(last.field < write.field) {
                throw .invalid(reason: "fields must ascend, each at most once")
            }
            writes.append(write)
        }
        return writes
    }
}

extension WireAct {
    init(_ act: Act) {
        self =
            switch act {
            case .edit: .edit
            case .decision: .decision
            case .plan: .plan
            case .adoption: .adoption
            case .erasure: .erasure
            }
    }
}

extension Act {
    init?(_ wire: WireAct) {
        switch wire {
        case .edit: self = .edit
        case .decision: self = .decision
        case .plan: self = .plan
        case .adoption: self = .adoption
        case .erasure: self = .erasure
        case .unspecified, .UNRECOGNIZED: return nil
        }
    }
}

extension ChangeOrigin {
    init(_ wire: WireOrigin) throws(ChangeError) {
        guard let replica = ReplicaID(bytes: wire.replica), let hash = Hash256(bytes: wire.hash),
            wire.n > 0, wire.n < 1 << 63
        else { throw .undecodable(reason: "the origin is not a dot and a hash") }
        self.init(dot: Dot(replica: replica, n: wire.n), hash: hash)
    }
}

extension Write {
    init(_ wire: WireWrite) throws(ChangeError) {
        guard let field = FieldID(path: wire.field) else {
            throw .invalid(reason: "a field has no criterion/name form")
        }
        self.init(
            field: field, value: wire.hasValue ? try FieldValue(wire.value) : nil,
            replaces: try [EditID](wire: wire.replaces), later: [UInt8](wire.unknownFields.data))
    }
}

extension [EditID] {
    init(wire: Data) throws(ChangeError) {
        guard wire.count.isMultiple(of: 16) else {
            throw .undecodable(reason: "edit ids are not 16 bytes each")
        }
        var reader = ByteReader([UInt8](wire))
        self = []
        while let edit = reader.identifier(EditID.self) { append(edit) }
    }
}

extension SwiftProtobuf.Message {
    /// The message's bytes; our messages have no required fields, so encoding cannot fail.
    package func canonicalBytes() -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            preconditionFailure("A message without required fields always encodes: \(error)")
        }
    }
}
