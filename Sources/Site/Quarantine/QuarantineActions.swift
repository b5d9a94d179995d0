import Client
import HTTPClient
import Hummingbird
import Reading
import Shared

/// What a lead makes of what was set aside: shown first, then asked of the server.
struct QuarantineActions: Sendable {
    let request: PageRequest
    private let audit: AuditID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
    }

    func show() async throws -> Response {
        let done = request.query.get("done", as: Int.self).map { count in
            Notice(
                .ok, "\(counted(count, "change")) settled",
                "Each author is told. What has changed comes with the next sync.")
        }
        let number = request.query.get("page", as: Int.self) ?? 1
        return try await request.run { [audit] in
            Response(page: try QuarantinePage(audit, page: number, telling: done, in: $0))
        }
    }

    /// Shows what adopting or discarding the ticked ones would do, or does it.
    ///
    /// A form that is refused comes back with what was ticked and typed.
    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request, upTo: SubmittedForm.stateBytesMax)
        guard let act = form.text("do").flatMap(Act.init(rawValue:)) else {
            throw PageError.badForm
        }
        do {
            switch act {
            case .adopt, .discard, .plain: return try await preview(form, act)
            case .adoptNow, .discardNow: return try await settle(form, act)
            }
        } catch  where error.isToldInItsForm {
            return try await refused(Form(form, "Nothing was changed", error), act)
        }
    }

    enum Act: String {
        case adopt, discard
        /// All that needs no look.
        case plain
        case adoptNow = "adopt-now"
        case discardNow = "discard-now"

        var isDiscarding: Bool { self == .discard || self == .discardNow }
    }

    private func preview(_ form: SubmittedForm, _ act: Act) async throws -> Response {
        try await request.run { [audit] context in
            let ticked =
                act == .plain
                ? try context.client.queries.quarantined(
                    in: audit, countMax: ClientSyncing.togetherMax, plainOnly: true
                ).map(\.id) : TickedQuarantine(form).wanted.map(\.id)
            guard !ticked.isEmpty else { throw AuditError.invalid("tick changes first") }
            return Response(
                page: try QuarantinePreviewPage(audit, ticked, act, Form(form), in: context))
        }
    }

    private func settle(_ form: SubmittedForm, _ act: Act) async throws -> Response {
        let wanted = TickedQuarantine(form).wanted
        guard !wanted.isEmpty else { throw PageError.badForm }
        guard wanted.count <= ClientSyncing.togetherMax else {
            throw ClientSyncing.tooMany(wanted.count)
        }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        let outcome = try await request.site.client.syncing.settle(
            wanted,
            act.isDiscarding ? .discard(reason: form.trimmed("reason")) : .adopt(looked: true),
            in: view, over: serverWay)
        if !outcome.done.isEmpty {
            try await request.run { [audit] in $0.site.noteSaved(audit) }
        }
        guard let first = outcome.left.first else {
            return .seeOther(Address.quarantine(audit) + "?done=\(outcome.done.count)")
        }
        // Where nothing was reached, what was ticked and typed stays on the page.
        if outcome.done.isEmpty, !outcome.untried.isEmpty || wanted.count == 1 {
            throw Refusal(heading: "Nothing was changed", reason: first.why.message)
        }
        let notice = Notice(
            outcome.done.isEmpty ? .error : .warn,
            "\(counted(outcome.done.count, "change")) settled, "
                + "\(outcome.left.count + outcome.untried.count) left as they are",
            outcome.untried.isEmpty
                ? "Those that are left are named below."
                : "\(counted(outcome.untried.count, "change")) not tried: tick them again then.",
            isAlert: true)
        let left = outcome.left.map { "\($0.name): \($0.why.message)" }
        return try await request.run { [audit] in
            Response(
                page: try QuarantinePage(audit, page: 1, telling: notice, left: left, in: $0),
                status: outcome.done.isEmpty ? .unprocessableContent : .ok)
        }
    }

    private func refused(_ form: Form, _ act: Act) async throws -> Response {
        try await request.run { [audit] context in
            let status = (form.kind ?? .badInput).page.status
            let ticked = TickedQuarantine(form.values).wanted.map(\.id)
            if act == .adoptNow || act == .discardNow,
                let page = try? QuarantinePreviewPage(audit, ticked, act, form, in: context)
            {
                return Response(page: page, status: status)
            }
            return Response(
                page: try QuarantinePage(audit, page: 1, form, in: context), status: status)
        }
    }

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.sync.connect else { throw ClientError.notJoined }
        return try await connect()
    }
}

/// What of the list is ticked, each with a code of what was shown of it where it was.
struct TickedQuarantine: Sendable {
    let wanted: [ClientSyncing.Wanted]

    init(_ form: SubmittedForm) {
        wanted = form.values(of: "pick.").sorted().map { value in
            let parts = value.split(separator: " ", maxSplits: 1)
            return ClientSyncing.Wanted(
                id: String(parts.first ?? ""), code: parts.count == 2 ? String(parts[1]) : nil)
        }
    }
}
