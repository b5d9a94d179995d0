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
        router.get(RouterPath(ProtocolNames.people)) { request, _ in
            let bearer = try environment.bearer(of: request)
            return try request.answer(try await environment.core.people(by: bearer))
        }
    }
}
