import HTTPTypes
import Hummingbird
import Shared

/// Every address of the server: who may ask there, what is read and answered, and its own problems.
///
/// docs/protocol.md lists the same, which a test compares; docs/openapi.yaml is made from it.
struct Routes: Sendable {
    private(set) var all: [Route] = []
    let limits: Limits

    init(limits: Limits, program: String) {
        self.limits = limits
        addOpen(program: program)
        addDevices()
        addAudits()
        addExports()
        addInvites()
        addSync()
        addQuarantine()
        addEvidence()
    }

    static let audit = ProtocolNames.audits + "/{audit}"

    mutating func on<Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ right: Route.Right, _ meaning: String,
        taking parameters: [Parameter] = [], answering answers: Answers<Answer>,
        problems: Set<ProblemCode> = [], act: @escaping @Sendable (Call) async throws -> Answer
    ) {
        on(
            method, path, right, meaning, taking: parameters, reading: .nothing,
            answering: answers, problems: problems
        ) { call, _ in try await act(call) }
    }

    mutating func on<Body, Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ right: Route.Right, _ meaning: String,
        taking parameters: [Parameter] = [], reading reads: Reads<Body>,
        answering answers: Answers<Answer>, problems: Set<ProblemCode> = [],
        act: @escaping @Sendable (Call, Body) async throws -> Answer
    ) {
        let isOfAudit = path.hasPrefix(Self.audit)
        all.append(
            Route(
                method: method, path: path, right: right, meaning: meaning,
                parameters: parameters, reads: reads.form, answers: answers.form,
                ownProblems: problems
            ) { call in
                // The token first: nobody without one makes the server read megabytes.
                try right.check(call)
                if isOfAudit { _ = try call.audit }
                try parameters.check(call.request)
                return try answers.make(
                    await act(call, reads.read(call.request)), call.request)
            })
    }

    /// Gives a router every route; what an address does not take is `method-not-allowed`.
    func add(to router: Router<AccordRequestContext>, in environment: RouteEnvironment) {
        for route in all {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await route.act(
                    Call(request: request, context: context, environment: environment))
            }
        }
    }

    /// The address that a path is one of, and the methods that it takes; nil where nothing is.
    func address(of path: String) -> (template: String, methods: [HTTPRequest.Method])? {
        guard let template = all.first(where: { $0.isAt(path) })?.path else { return nil }
        var methods = all.filter { $0.path == template }.map(\.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        return (template, methods.sorted { $0.rawValue < $1.rawValue })
    }
}
