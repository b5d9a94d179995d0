import Foundation
package import Shared

extension Identity {
    /// What this device asks a server with, to be enrolled.
    ///
    /// - Parameters:
    ///   - person: In whose name the home writes; the server decides whether it is hers.
    ///   - invite: As it was typed; nil to enrol by the token of an earlier device.
    package func enrolment(
        of person: PersonID, named name: String, invite: String?
    ) throws -> WireEnrolRequest {
        var request = WireEnrolRequest()
        request.invite = invite ?? ""
        request.person = Data(person.bytes)
        request.personName = name
        request.deviceName = ProcessInfo.processInfo.hostName
        request.device = proof.wire
        request.signature = Data(
            try sign(
                EnrolmentSignature.bytes(
                    replica: replica, person: person, grant: request.invite)))
        return request
    }

    /// Takes over what a server answered.
    package mutating func enrolled(_ answer: WireEnrolResponse, as server: Enrolment) {
        let certificate = answer.hasCertificate ? Certificate(answer.certificate) : nil
        self.server = Enrolment(
            address: server.address, token: answer.token, replica: replica.hex,
            certificateAuthority: server.certificateAuthority,
            allowsPlainHTTP: server.allowsPlainHTTP,
            serverKey: answer.serverKey.isEmpty ? nil : answer.serverKey,
            certificate: certificate.map { Data($0.serialized) })
    }
}
