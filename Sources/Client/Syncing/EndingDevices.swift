package import Foundation
package import HTTPClient
package import Reading
import Shared

/// How a device ends, as the protocol calls it.
package enum DeviceEnd: String, CaseIterable, Sendable {
    /// It reads nothing any more; what it has not sent can still come, and waits for a lead.
    case retired
    /// Somebody else may have it: nothing of it is taken any more.
    case lost
}

/// A device that has ended, as the server tells it.
package struct EndedDevice: Decodable, Sendable {
    package let replica: String
    package let personName: String
    /// As its owner named it.
    package let device: String
    /// By the server's clock; the first time, where it ended before.
    package let retired: Date
    /// `retired` or `lost`: the stricter one, where it ended before.
    package let retirement: String
}

/// Ending devices: at the server, which alone knows all of them.
extension ClientSyncing {
    /// Ends a device of the audit; doing it again changes nothing, but that a retired one is lost.
    ///
    /// - Throws: `AuditError` for what is no device of it that she may end so, `DeviceError` for
    ///   all that the server or the way to it refuses; nothing has changed then, unless the answer
    ///   was lost.
    package func end(
        _ device: AuditDevice, as end: DeviceEnd, in view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> EndedDevice {
        if let why = device.whyNotEnded(as: end, by: view) { throw AuditError.notAllowed(why) }
        guard try client.identity().server != nil else { throw DeviceError.notJoined }
        let order = try JSONEncoder().encode(["lost": end == .lost])
        let path = "\(ProtocolNames.replicas)/\(device.replica.hex):retire"
        do {
            return try await ServerCalls(transport: try await makeTransport())
                .json(.sending(order, to: path))
        } catch {
            throw DeviceError(error) ?? error
        }
    }
}

extension AuditDevice {
    /// Who may end it so, a clause, where whoever looks may not; nil where she may.
    package func whyNotEnded(as end: DeviceEnd, by view: AuditView) -> String? {
        if person.map(view.ids.contains) == true { return nil }
        switch end {
        case .retired:
            return view.role == .lead
                ? nil : "a device is ended by its owner, or by a lead of an audit that it wrote in"
        case .lost:
            return "that a device is lost is for its owner to say, or for whoever runs the server "
                + "(accord-server device retire --lost)"
        }
    }
}
