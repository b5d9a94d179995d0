import HTTPTypes
import Hummingbird
import Shared

/// Every address of the server: who may ask there, what is read and answered, and its own problems.
///
/// docs/protocol.md lists the same; a test compares them, and walks through the rights.
struct Routes: Sendable {
    private(set) var all: [Route] = []
    private let environment: RouteEnvironment
    private let limits: Limits

    init(_ environment: RouteEnvironment, program: String) {
        self.environment = environment
        limits = environment.core.limits
        addOpen(program: program)
        addAudits()
        addInvites()
        addSync()
        addQuarantine()
        addEvidence()
    }

    private static let audit = ProtocolNames.audits + "/{audit}"

    private mutating func addOpen(program: String) {
        on(.get, "/health", .nothing, .text("the process is up")) { _ in "up\n" }
        on(.get, "/ready", .nothing, .text("the database answers and the disk has room")) {
            try await $0.core.checkStore()
            return "ready\n"
        }
        on(.get, ProtocolNames.join, .nothing, .text("what to do with the link of an invite")) {
            _ in Call.invitation
        }
        on(.get, ProtocolNames.capabilities, .nothing, .message(WireCapabilitiesResponse.self)) {
            $0.core.capabilities(program: program, at: $0.now)
        }
        on(
            .post, ProtocolNames.replicas, .invite,
            .message(WireEnrolRequest.self, upTo: limits.anonymousBytesMax),
            .message(WireEnrolResponse.self),
            problems: [
                .inviteInvalid, .tokenExpired, .tokenMissing, .replicaTaken, .replicaRetired,
                .tooManyDevices, .epochChanged, .notAllowed,
            ]
        ) { try await $0.enrol($1) }
        on(
            .post, ProtocolNames.replicas + "/{replica}:retire", .device,
            .json(RetireOrder(lost: nil), upTo: limits.anonymousBytesMax),
            .json(DeviceSummary.self)
        ) { try await $0.retire($1) }
        on(.get, ProtocolNames.people, .device, .message(WirePeopleResponse.self)) {
            try await $0.core.people(by: $0.bearer)
        }
    }

    private mutating func addAudits() {
        on(.get, ProtocolNames.audits, .token, .message(WireAuditsResponse.self)) {
            try await $0.audits()
        }
        on(.get, Self.audit, .member, .message(WireAudit.self)) { try await $0.readAudit() }
        on(
            .put, Self.audit, .device,
            .message(WireCreateAuditRequest.self, upTo: Call.foundingBytesMax),
            .message(WireCreateAuditResponse.self), problems: [.notItsCreator]
        ) { try await $0.core.createAudit($0.audit, $1, by: $0.bearer, at: $0.now) }
        on(.get, Self.audit + "/trail", .member, .response("NDJSON")) { try await $0.trail() }
        on(.get, Self.audit + "/export", .member, .response("NDJSON or CSV")) {
            try await $0.export()
        }
        on(.head, Self.audit + "/export", .member, .response("how long it is")) {
            try await $0.exportHead()
        }
    }

    private mutating func addInvites() {
        let invites = Self.audit + "/invites"
        on(.get, invites, .lead, .json([AuditInvite].self)) { try await $0.listInvites() }
        on(
            .post, invites, .lead, .json(AuditInviteOrder?.none, upTo: limits.anonymousBytesMax),
            .json(WrittenInvite.self), problems: [.invitesOff, .tooManyInvites]
        ) { try await $0.writeInvite($1) }
        on(.post, invites + "/{invite}:revoke", .lead, .json(AuditInvite.self)) {
            try await $0.revokeInvite()
        }
    }

    private mutating func addSync() {
        let ofEpoch: Set<ProblemCode> = [.epochChanged, .notItsCreator, .replicaForked]
        on(
            .post, Self.audit + "/changes", .device,
            .message(WirePushRequest.self, upTo: limits.requestBytesMax),
            .message(WirePushResponse.self), problems: ofEpoch.union([.gap])
        ) { try await $0.push($1) }
        on(
            .get, Self.audit + "/records", .member, .response("a stream of `PullItem`"),
            problems: [.epochChanged, .cursorExpired]
        ) { try await $0.pull() }
        on(.get, Self.audit + "/changes", .member, .message(WireChainResponse.self)) {
            try await $0.chain()
        }
        on(
            .get, Self.audit + "/digest", .member,
            .response("`DigestResponse`, `BucketResponse`")
        ) { try await $0.digest() }
        on(
            .post, Self.audit + "/reconcile", .device,
            .message(WireReconcileRequest.self, upTo: limits.decodedBytesMax),
            .message(WireReconcileResponse.self), problems: ofEpoch
        ) { try await $0.core.heal($1, in: $0.audit, by: $0.bearer, at: $0.now) }
    }

    private mutating func addQuarantine() {
        let kept = Self.audit + "/quarantine"
        on(.get, kept, .lead, .response("JSON")) { try await $0.listQuarantine() }
        on(
            .post, kept + "/{item}:adopt", .lead,
            .json(AdoptionOrder(looked: true), upTo: limits.requestBytesMax),
            .json(QuarantinedItem.self)
        ) { try await $0.settle(.adopt(looked: $1.looked)) }
        on(
            .post, kept + "/{item}:discard", .lead,
            .json(DiscardOrder(reason: ""), upTo: limits.requestBytesMax),
            .json(QuarantinedItem.self)
        ) { try await $0.settle(.discard(reason: $1.reason)) }
    }

    private mutating func addEvidence() {
        for method in [HTTPRequest.Method.get, .head] {
            on(
                method, Self.audit + "/blobs/{sha256}", .member, .response("a file's bytes"),
                problems: [.evidenceMissing, .rangeUnsatisfiable]
            ) { try await $0.blob() }
        }
        on(.post, Self.audit + "/uploads", .device, .response("")) { try await $0.beginUpload() }
        on(.head, Self.audit + "/uploads/{upload}", .device, .response("")) {
            try await $0.uploadState()
        }
        on(
            .patch, Self.audit + "/uploads/{upload}", .device, .pieces, .response(""),
            problems: [.evidenceDiffers, .uploadOffset]
        ) { call, _ in try await call.append() }
    }
}

extension Routes {
    private mutating func on<Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ right: Route.Right,
        _ answers: Answers<Answer>, problems: Set<ProblemCode> = [],
        act: @escaping @Sendable (Call) async throws -> Answer
    ) {
        on(method, path, right, .nothing, answers, problems: problems) { call, _ in
            try await act(call)
        }
    }

    private mutating func on<Body, Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ right: Route.Right, _ reads: Reads<Body>,
        _ answers: Answers<Answer>, problems: Set<ProblemCode> = [],
        act: @escaping @Sendable (Call, Body) async throws -> Answer
    ) {
        let isOfAudit = path.hasPrefix(Self.audit)
        all.append(
            Route(
                method: method, path: path, right: right, reads: reads.name,
                answers: answers.name, ownProblems: problems
            ) { [environment] request, context in
                let call = Call(request: request, context: context, environment: environment)
                // The token first: nobody without one makes the server read megabytes.
                try right.check(call)
                if isOfAudit { _ = try call.audit }
                return try answers.make(await act(call, reads.read(request)), request)
            })
    }

    /// Gives a router every route; what an address does not take is `method-not-allowed`.
    func add(to router: Router<AccordRequestContext>) {
        for route in all { router.on(RouterPath(route.path), method: route.method, use: route.act) }
    }

    /// The address that a path is one of, and the methods that it takes; nil where nothing is.
    func address(of path: String) -> (template: String, methods: [HTTPRequest.Method])? {
        guard let template = all.first(where: { $0.isAt(path) })?.path else { return nil }
        var methods = all.filter { $0.path == template }.map(\.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        return (template, methods.sorted { $0.rawValue < $1.rawValue })
    }
}
