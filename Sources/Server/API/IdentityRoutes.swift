import Shared

/// Who may sync: enrolment, devices.
extension Call {
    func enrol(_ message: WireEnrolRequest) async throws -> WireEnrolResponse {
        let bearer = message.invite.isEmpty ? try context.bearer.get() : nil
        return try await core.enrol(message, by: bearer, at: now)
    }

    func retire(_ order: RetireOrder) async throws -> DeviceSummary {
        let id: ReplicaID = try identifier("replica", of: "a device")
        let retirement = order.lost == true ? Retirement.lost : .retired
        return try await core.retire(id, as: retirement, by: bearer, at: now)
    }
}

struct RetireOrder: Decodable {
    /// Whether somebody else may have it, so that nothing is taken from it any more.
    let lost: Bool?
}
