import Hummingbird
import Shared

/// Who may sync: capabilities, enrolment, people.
extension RouteEnvironment {
    func addIdentity(to router: Router<Context>, program: String) {
        router.get(RouterPath(ProtocolNames.capabilities)) { request, _ in
            try request.answer(core.capabilities(program: program, at: now()))
        }
        router.post(RouterPath(ProtocolNames.replicas)) { request, _ in
            let message = try await request.message(
                WireEnrolRequest.self, bytesMax: core.limits.anonymousBytesMax)
            let bearer = message.invite.isEmpty ? try optionalBearer(of: request) : nil
            return try request.answer(try await core.enrol(message, by: bearer, at: now()))
        }
        router.post(RouterPath(ProtocolNames.replicas + "/{replica}:retire"), use: retire)
        router.get(RouterPath(ProtocolNames.people)) { request, _ in
            try request.answer(try await core.people(by: try bearer(of: request)))
        }
    }

    @Sendable private func retire(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let id: ReplicaID = try context.identifier("replica", of: "a device")
        let order = try await request.json(
            RetireOrder.self, orElse: RetireOrder(lost: nil),
            bytesMax: core.limits.anonymousBytesMax)
        let retirement = order.lost == true ? Retirement.lost : .retired
        return try .json(try await core.retire(id, as: retirement, by: bearer, at: now()))
    }
}

private struct RetireOrder: Decodable {
    /// Whether somebody else may have it, so that nothing is taken from it any more.
    let lost: Bool?
}

/// For whoever watches the process: neither route needs a token or tells anything else.
extension RouteEnvironment {
    /// What is answered however often it is asked.
    static let healthPaths = ["/health", "/ready"]

    func addHealth(to router: Router<Context>) {
        router.get("/health") { _, _ in
            Response("text/plain; charset=utf-8", [UInt8]("up\n".utf8))
        }
        router.get("/ready") { _, _ in
            try await core.checkStore()
            return Response("text/plain; charset=utf-8", [UInt8]("ready\n".utf8))
        }
    }
}
