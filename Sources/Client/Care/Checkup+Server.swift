import Foundation
import Shared

/// Whether the server is there, is who it says, and lets this laptop in.
extension Checkup {
    mutating func lookAtServer(
        _ server: Identity.Enrolment,
        _ connect: (Identity.Enrolment) throws(TransportError) -> any Transport
    ) async {
        do throws(ServerCallError) {
            let calls: ServerCalls
            do throws(TransportError) { calls = ServerCalls(transport: try connect(server)) } catch
            {
                throw .transport(error)
            }
            let before = now()
            let told = try await calls.capabilities()
            let after = now()
            guard told.protocols.contains(ProtocolNames.version) else {
                return add(
                    .server, .trouble,
                    "\(server.address) speaks protocol \(told.protocols), this program "
                        + "\(ProtocolNames.version)",
                    next: "install the version that your team uses")
            }
            _ = try await calls.audits()
            let milliseconds = Int(after.timeIntervalSince(before) * 1_000)
            add(.server, .ok, "\(server.address) answered in \(milliseconds) ms: \(told.program)")
            lookAtClock(told, between: before, and: after)
        } catch {
            add(error, server.address)
        }
    }

    private mutating func add(_ error: ServerCallError, _ address: String) {
        let trouble: Trouble
        var verdict = CheckupLine.Verdict.trouble
        switch error {
        case .transport(let failure):
            trouble = Trouble(failure)
            if trouble.kind == .unreachable { verdict = .attention }
        case .problem(let problem): trouble = Trouble(problem)
        case .storage(let failure): trouble = Trouble(failure)
        }
        add(
            .server, verdict, "\(address): \(trouble.message)",
            next: "accord sync, once that is done")
    }

    /// A clock that is further off shows others a wrong time of what was recorded.
    private static var clockOffsetMax: TimeInterval { 120 }

    private mutating func lookAtClock(
        _ told: WireCapabilitiesResponse, between before: Date, and after: Date
    ) {
        let middle = before.addingTimeInterval(after.timeIntervalSince(before) / 2)
        let offset = Date(unixMilliseconds: told.timeMilliseconds).timeIntervalSince(middle)
        let seconds = Int(offset.magnitude.rounded())
        guard offset.magnitude > Self.clockOffsetMax else {
            return add(.clock, .ok, "within \(seconds + 1) s of the server's")
        }
        add(
            .clock, .attention,
            "\(seconds) s \(offset > 0 ? "behind" : "ahead of") the server's; what you record "
                + "shows a wrong time, and nothing else depends on it",
            next: "set the clock of this laptop")
    }
}

extension ServerCalls {
    fileprivate func capabilities() async throws(ServerCallError) -> WireCapabilitiesResponse {
        try await message(TransportRequest(.get, ProtocolNames.capabilities))
    }
}
