import Foundation
import HTTPClient
import Shared

/// Whether the server is there, is who it says, and lets this laptop in.
extension Checkup {
    mutating func lookAtServer(
        _ server: Identity.Enrolment,
        _ connect: (Identity.Enrolment) throws(TransportError) -> any Transport
    ) async {
        do throws(ServerCallError) {
            let transport: any Transport
            do { transport = try connect(server) } catch { throw .transport(error) }
            let calls = ServerCalls(transport: transport)
            let before = now()
            let response = try await calls.send(TransportRequest(.get, ProtocolNames.capabilities))
            let told: WireCapabilitiesResponse = try calls.read(response)
            let after = now()
            let address = server.address
            let ours = ProtocolNames.version
            guard told.protocols.contains(ours) else {
                let words = "\(address) speaks protocol \(told.protocols), this program \(ours)"
                return add(
                    .server, .trouble, words, next: "install the version that your team uses")
            }
            _ = try await calls.audits()
            let milliseconds = Int(after.timeIntervalSince(before) * 1_000)
            add(.server, .ok, "\(address) answered in \(milliseconds) ms: \(told.program)")
            lookAtCertificate(until: response.certificateExpires, at: after)
            lookAtClock(told, between: before, and: after)
        } catch {
            add(error, server.address)
        }
    }

    private mutating func add(_ error: ServerCallError, _ address: String) {
        let trouble = ReportedError(error)
        let verdict: CheckupLine.Status = trouble.kind == .unreachable ? .attention : .trouble
        if case .transport(let failure) = error, failure.isExpiredCertificate {
            addExpired(on: nil)
        }
        let words = "\(address): \(trouble.message)"
        add(.server, verdict, words, next: "accord sync, once that is done")
    }

    /// Whoever runs the server needs some days to renew a certificate.
    private static var certificateAgeMin: TimeInterval { 14 * 24 * 3_600 }

    private mutating func lookAtCertificate(until end: Date?, at now: Date) {
        guard let end else { return }
        let left = end.timeIntervalSince(now)
        let day = end.formatted(.iso8601.year().month().day())
        let count = Int(left / 86_400)
        let days = count == 0 ? "less than a day" : count == 1 ? "a day" : "\(count) days"
        switch left {
        case ...0: addExpired(on: day)
        case ..<Self.certificateAgeMin:
            add(
                .certificate, .attention,
                "the server's ends on \(day), \(days) from now; after that nothing can be synced",
                next: "tell who runs the server to renew it")
        default: add(.certificate, .ok, "the server's is good until \(day)")  // open set: times
        }
    }

    private mutating func addExpired(on day: String?) {
        add(
            .certificate, .trouble,
            "the server's has expired\(day.map { " on \($0)" } ?? ""), by the clock of this laptop",
            next:
                "check the date of this laptop; if it is right, tell who runs the server to renew "
                + "the certificate")
    }

    /// A clock that is further off shows others a wrong time of what was recorded.
    private static var clockOffsetMax: TimeInterval { 120 }

    private mutating func lookAtClock(
        _ told: WireCapabilitiesResponse, between before: Date, and after: Date
    ) {
        let middle = before.addingTimeInterval(after.timeIntervalSince(before) / 2)
        let offset = Date(unixMilliseconds: told.timeMilliseconds).timeIntervalSince(middle)
        let seconds = Int(offset.magnitude.rounded())
        guard offset.magnitude > Self.clockOffsetMax
        else { return add(.clock, .ok, "within \(seconds + 1) s of the server's") }
        add(
            .clock, .attention,
            "\(seconds) s \(offset > 0 ? "behind" : "ahead of") the server's; what you record "
                + "shows a wrong time, and nothing else depends on it",
            next: "set the clock of this laptop")
    }
}
