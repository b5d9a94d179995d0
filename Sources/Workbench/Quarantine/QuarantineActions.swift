import Client
import HTTPClient
import Hummingbird
import Reading
import Shared

/// What a lead makes of what was set aside: at the server, one by one.
struct QuarantineActions: Sendable {
    let request: PageRequest
    private let audit: AuditID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
    }

    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        let notice: Notice
        switch form.text("act") {
        case "adopt": notice = try await settle(form, .adopt(looked: true), "Adopted")
        case "discard":
            let reason = form.trimmed("reason")
            guard !reason.isEmpty else {
                notice = Notice(
                    .error, "Not discarded", "Say why: whoever wrote it is told. It is kept.",
                    isAlert: true)
                break
            }
            notice = try await settle(form, .discard(reason: reason), "Discarded")
        case "all": notice = try await adoptAll()
        default: throw PageError.badForm  // open set: a form may say anything
        }
        let page = try await request.run { [audit] in
            try QuarantinePage(audit, page: 1, notice: notice, in: $0)
        }
        return Response(
            page: page, status: notice.isRefusal ? .unprocessableContent : .ok)
    }

    private func settle(
        _ form: SubmittedForm, _ settling: ClientSyncing.Settling, _ done: String
    ) async throws -> Notice {
        guard let id = form.text("item") else { throw PageError.badForm }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        do {
            let item = try await request.site.client.syncing.settle(
                id, settling, in: view, over: serverWay)
            try await request.run { [audit] context in
                try context.client.store.quarantine.drop([item.id], of: audit)
                context.site.noteSaved(audit)
            }
            return Notice(
                .ok, "\(done): \(item.record)",
                "\(item.whose) is told. What it says comes with the next sync.")
        } catch {
            return Notice(
                .error, "Nothing was changed", ReportedError(error).message, isAlert: true)
        }
    }

    /// Adopts what needs no look; what the server passes over stays, and one that fails stops none.
    private func adoptAll() async throws -> Notice {
        let (view, plain) = try await request.run { [audit] context in
            (
                try context.view(of: audit),
                try context.client.store.quarantine.waiting(audit).filter { $0.look == nil }
            )
        }
        let outcome = try await request.site.client.syncing.adoptAll(
            plain, in: view, over: serverWay)
        try await request.run { [audit] context in
            try context.client.store.quarantine.drop(outcome.adopted.map(\.id), of: audit)
            if !outcome.adopted.isEmpty { context.site.noteSaved(audit) }
        }
        let words = "\(counted(outcome.adopted.count, "change")) adopted."
        guard let first = outcome.left.first else {
            return Notice(.ok, words, "Each author is told.")
        }
        return Notice(
            outcome.adopted.isEmpty ? .error : .warn,
            "\(words) \(counted(outcome.left.count, "change")) left as they are",
            first.why.message, isAlert: true)
    }

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.settings.connect else { throw ClientError.notJoined }
        return try await connect(request.site.client)
    }
}
