import Foundation
import SwiftProtobuf

extension Certificate {
    package init?(serialized bytes: some Sequence<UInt8>) {
        guard let wire = try? WireCertificate(serializedBytes: Array(bytes)) else { return nil }
        self.init(wire)
    }

    package var serialized: [UInt8] { wire.canonicalBytes() }

    package init?(_ wire: WireCertificate) {
        guard let server = ServerKeyID(bytes: wire.server),
            let person = PersonID(bytes: wire.person), wire.publicKey.count == 32
        else { return nil }
        self.init(
            server: server, person: person, publicKey: [UInt8](wire.publicKey),
            serial: wire.serial, signature: [UInt8](wire.signature))
    }

    package var wire: WireCertificate {
        var wire = WireCertificate()
        wire.server = Data(server.bytes)
        wire.person = Data(person.bytes)
        wire.publicKey = Data(publicKey)
        wire.signature = Data(signature)
        wire.serial = serial
        return wire
    }
}

extension DeviceProof {
    package init?(serialized bytes: some Sequence<UInt8>) {
        guard let wire = try? WireDeviceProof(serializedBytes: Array(bytes)) else { return nil }
        self.init(wire)
    }

    package var serialized: [UInt8] { wire.canonicalBytes() }

    /// Reads it as it travels; nil without a key, with too many, or when one is none.
    package init?(_ wire: WireDeviceProof) {
        guard !wire.keys.isEmpty, wire.keys.count <= Self.keysMax else { return nil }
        guard wire.keys.allSatisfy({ $0.publicKey.count == 32 }) else { return nil }
        let others = wire.others.compactMap(Certificate.init)
        guard others.count == wire.others.count, others.count <= Self.othersMax
        else { return nil }
        let keys = wire.keys.map { key in
            DeviceKey(publicKey: [UInt8](key.publicKey), signature: [UInt8](key.signature))
        }
        let certificate = wire.hasCertificate ? Certificate(wire.certificate) : nil
        self.init(certificate: certificate, others: others, keys: keys)
    }

    package var wire: WireDeviceProof {
        var wire = WireDeviceProof()
        if let certificate { wire.certificate = certificate.wire }
        wire.others = others.map(\.wire)
        wire.keys = keys.map { key in
            var wire = WireDeviceKey()
            wire.publicKey = Data(key.publicKey)
            wire.signature = Data(key.signature)
            return wire
        }
        return wire
    }
}
