import HTTPTypes
import Hummingbird
import Publishing
import Shared

/// The lines of the sheet, in the order in which docs/protocol.md has them.
extension Routes {
    mutating func addOpen(program: String) {
        on(
            .get, "/health", .nothing, "Whether the process is up",
            answering: .text("the process is up")
        ) { _ in "up\n" }
        on(
            .get, "/ready", .nothing, "Whether requests can be answered",
            answering: .text("the database answers and the disk has room")
        ) {
            try await $0.core.checkStore()
            return "ready\n"
        }
        on(
            .get, ProtocolNames.join, .nothing, "For whoever follows the link of an invite",
            answering: .text("what to do with the link of an invite")
        ) { _ in Call.invitation }
        on(
            .get, ProtocolNames.capabilities, .nothing, "What the server speaks and takes",
            answering: .message(WireCapabilitiesResponse.self)
        ) { $0.core.capabilities(program: program, at: $0.now) }
        on(
            .get, OpenAPI.path, .nothing, "This document",
            answering: .response(
                "the API's document", .init(200, "OpenAPI 3.1", [.json(["type": "object"])]))
        ) { _ in Response(ProtocolNames.json, OpenAPI.json) }
    }

    mutating func addDevices() {
        on(
            .post, ProtocolNames.replicas, .invite, "Enrols a device",
            reading: .message(WireEnrolRequest.self, upTo: limits.anonymousBytesMax),
            answering: .message(WireEnrolResponse.self),
            problems: [
                .inviteInvalid, .tokenExpired, .tokenMissing, .replicaTaken, .replicaRetired,
                .tooManyDevices, .epochChanged, .notAllowed,
            ]
        ) { try await $0.enrol($1) }
        on(
            .post, ProtocolNames.replicas + "/{replica}:retire", .device,
            "Ends a device, which may still bring what it has unless it is lost",
            reading: .json(
                RetireOrder.self, orElse: RetireOrder(lost: nil), upTo: limits.anonymousBytesMax),
            answering: .json(DeviceSummary.self)
        ) { try await $0.retire($1) }
        on(
            .get, ProtocolNames.people, .device, "Everybody who has enrolled",
            answering: .message(WirePeopleResponse.self)
        ) { try await $0.core.people(by: $0.bearer) }
    }

    mutating func addAudits() {
        on(
            .get, ProtocolNames.audits, .token, "The audits that the token reads",
            answering: .message(WireAuditsResponse.self)
        ) { try await $0.core.audits(by: $0.bearer) }
        on(
            .get, Self.audit, .member, "Its title, head and number of records",
            answering: .message(WireAudit.self)
        ) { try await $0.core.audit($0.audit, by: $0.bearer) }
        on(
            .put, Self.audit, .device, "Makes an audit known",
            reading: .message(WireCreateAuditRequest.self, upTo: Call.foundingBytesMax),
            answering: .message(WireCreateAuditResponse.self), problems: [.notItsCreator]
        ) { try await $0.core.createAudit($0.audit, $1, by: $0.bearer, at: $0.now) }
        on(
            .get, Self.audit + "/trail", .member, "Its history in hashes",
            taking: [.number("from", "the sequence of the first entry, 1 unless told")],
            answering: .response(
                "NDJSON",
                .init(200, "at most 10,000 entries and the head", [.lines(of: "TrailLine")]))
        ) { try await $0.trail() }
    }

    mutating func addExports() {
        let files = Export.all.map { format in
            Content(String(format.mediaType.prefix { $0 != ";" }), ["type": "string"])
        }
        let meanings: [(HTTPRequest.Method, String)] = [
            (.get, "Findings in a format"), (.head, "What a GET would answer"),
        ]
        for (method, meaning) in meanings {
            on(
                method, Self.audit + "/export", .member, meaning,
                taking: .ofExports + .ofFiles,
                answering: .response(
                    "findings in a format", .init(200, "the whole file", files, [.tag]),
                    .init(206, "a range of it", files, [.tag, .contentRange]), .nothingNew),
                problems: [
                    .evidenceMissing, .rangeUnsatisfiable, .awaitingDecision, .cursorExpired,
                ]
            ) { try await $0.export() }
        }
    }

    mutating func addInvites() {
        let invites = Self.audit + "/invites"
        on(
            .get, invites, .lead, "The audit's invites, the latest first",
            answering: .list(of: AuditInvite.self)
        ) { try await $0.listInvites() }
        on(
            .post, invites, .lead, "Lets somebody new in at the server",
            reading: .json(AuditInviteOrder.self, upTo: limits.anonymousBytesMax),
            answering: .json(WrittenInvite.self), problems: [.invitesOff, .tooManyInvites]
        ) { try await $0.writeInvite($1) }
        on(
            .post, invites + "/{invite}:revoke", .lead, "Takes back an invite that nobody used",
            answering: .json(AuditInvite.self)
        ) { try await $0.revokeInvite() }
    }

    mutating func addSync() {
        let ofEpoch: Set<ProblemCode> = [.epochChanged, .notItsCreator, .replicaForked]
        on(
            .post, Self.audit + "/changes", .device, "Brings a run of one device's changes",
            reading: .message(WirePushRequest.self, upTo: limits.requestBytesMax),
            answering: .message(WirePushResponse.self), problems: ofEpoch.union([.gap])
        ) { try await $0.push($1) }
        let items = Content(ProtocolNames.pullStream, ["description": "PullItems, each framed"])
        on(
            .get, Self.audit + "/records", .member, "Whole records that changed", taking: .ofPulls,
            answering: .response(
                "a stream of `PullItem`",
                .init(
                    200, "an opening, records, marks and a checkpoint",
                    [items, .lines(of: "PullItem")], [.tag]), .nothingNew),
            problems: [.epochChanged, .cursorExpired]
        ) { try await $0.pull() }
        on(
            .get, Self.audit + "/changes", .member, "One device's chain",
            taking: [
                .id("replica", "whose chain").required,
                .number("from", "the number of the first change, 1 unless told"),
            ], answering: .message(WireChainResponse.self)
        ) { try await $0.chain() }
        on(
            .get, Self.audit + "/digest", .member, "The sums by which records are compared",
            taking: [.buckets],
            answering: .response(
                "`DigestResponse`, `BucketResponse`",
                .init(
                    200, "256 sums, or the digests of some buckets",
                    Content.message(WireDigestResponse.self, WireBucketResponse.self)))
        ) { try await $0.digest() }
        on(
            .post, Self.audit + "/reconcile", .device, "Brings back what a restored server lost",
            reading: .message(WireReconcileRequest.self, upTo: limits.decodedBytesMax),
            answering: .message(WireReconcileResponse.self), problems: ofEpoch
        ) { try await $0.core.heal($1, in: $0.audit, by: $0.bearer, at: $0.now) }
    }

    mutating func addQuarantine() {
        let kept = Self.audit + "/quarantine"
        let items: JSONTree = ["type": "array", "items": .schema("QuarantinedItem")]
        on(
            .get, kept, .lead, "What is kept for the leads",
            taking: [
                Parameter("after", ["type": "string"], "the `Accord-Next` of the page before"),
                .flag("waiting", "leaves out what was settled"),
            ], answering: .response("JSON", .init(200, "a page", [.json(items)], [.next]))
        ) { try await $0.listQuarantine() }
        on(
            .post, kept + "/{item}:adopt", .lead, "Lets a change take effect",
            reading: .json(
                AdoptionOrder.self, orElse: AdoptionOrder(looked: true),
                upTo: limits.requestBytesMax),
            answering: .json(QuarantinedItem.self)
        ) { try await $0.settle(.adopt(looked: $1.looked)) }
        on(
            .post, kept + "/{item}:discard", .lead, "Leaves a change without effect",
            reading: .json(DiscardOrder.self, upTo: limits.requestBytesMax),
            answering: .json(QuarantinedItem.self)
        ) { try await $0.settle(.discard(reason: $1.reason)) }
    }

    mutating func addEvidence() {
        let bytes = [Content("*/*")]
        for method in [HTTPRequest.Method.get, .head] {
            on(
                method, Self.audit + "/blobs/{sha256}", .member, "A file of evidence",
                taking: .ofFiles,
                answering: .response(
                    "a file's bytes", .init(200, "the file", bytes, [.tag]),
                    .init(206, "the range of it", bytes, [.tag, .contentRange]), .nothingNew),
                problems: [.evidenceMissing, .rangeUnsatisfiable]
            ) { try await $0.blob() }
        }
        on(
            .post, Self.audit + "/uploads", .device, "Begins to bring a file", taking: .ofUploads,
            answering: .response(
                "", .init(201, "where its parts go", [], .ofAnUpload + [.location]),
                .init(200, "the audit has it", [], .ofAnUpload + [.location]))
        ) { try await $0.beginUpload() }
        let upload = Self.audit + "/uploads/{upload}"
        on(
            .head, upload, .device, "How much of it has come",
            answering: .response("", .init(204, "where to go on", [], .ofAnUpload))
        ) { try await $0.uploadState() }
        on(
            .patch, upload, .device, "Brings a part of it", taking: .ofParts,
            reading: .pieces(ProtocolNames.partialUpload),
            answering: .response("", .init(204, "where to go on", [], .ofAnUpload)),
            problems: [.evidenceDiffers, .uploadOffset]
        ) { call, _ in try await call.append() }
    }
}
