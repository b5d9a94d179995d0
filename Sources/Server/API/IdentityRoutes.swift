import Hummingbird
import Shared

/// Who may sync: capabilities, enrolment, people.
struct IdentityRoutes {
    let environment: RouteEnvironment
    /// Name and version of the program, told in capabilities.
    let program: String

    func add(to router: Router<AccordRequestContext>) {
        router.get(RouterPath(ProtocolNames.capabilities)) { request, _ in
            try request.answer(
                environment.core.capabilities(program: program, at: environment.now()))
        }
        router.post(RouterPath(ProtocolNames.replicas)) { request, _ in
            let message = try await request.message(
                WireEnrolRequest.self, bytesMax: environment.core.limits.anonymousBytesMax)
            let bearer = message.invite.isEmpty ? try environment.optionalBearer(of: request) : nil
            return try request.answer(
                try await environment.core.enrol(message, by: bearer, at: environment.now()))
        }
        router.post(RouterPath(ProtocolNames.replicas + "/{replica}:retire"), use: retire)
        router.get(RouterPath(ProtocolNames.people)) { request, _ in
            let bearer = try environment.bearer(of: request)
            return try request.answer(try await environment.core.people(by: bearer))
        }
    }

    @Sendable private func retire(
        _ request: Request, _ context: AccordRequestContext
    ) async throws -> Response {
        let bearer = try environment.bearer(of: request)
        let id = context.parameters.get("replica").flatMap { ReplicaID(hex: $0) }
        guard let id else {
            throw Problem(.notFound, detail: "a device's id has 32 hexadecimal digits")
        }
        let order = try await request.json(
            RetireOrder.self, orElse: RetireOrder(lost: nil),
            bytesMax: environment.core.limits.anonymousBytesMax)
        return try .json(
            try await environment.core.retire(
                id, as: order.lost == true ? .lost : .retired, by: bearer, at: environment.now()))
    }

    /// How the device ended.
    private struct RetireOrder: Decodable {
        /// Whether somebody else may have it, so that nothing is taken from it any more.
        let lost: Bool?
    }
}
