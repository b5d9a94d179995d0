import Client
import Foundation
import HTTPClient
import Hummingbird
import Shared
import Site

/// The ways to an audit: an invite, one of her own, a file from another laptop.
struct Joining: Sendable {
    let laptop: Laptop

    func joinOrBegin(_ request: PageRequest) async throws -> Response {
        let form = try await SubmittedForm(request.request)
        switch form.text("act") {
        case "join": return try await join(JoinForm(form), for: request)
        case "new":
            return try await begin(StartForm(form, laptop.site.catalogue.commons), for: request)
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }

    /// A first page that was still open when the home was there: its form stands here as typed.
    func showWelcomed(_ request: PageRequest) async throws -> Response {
        let form = WelcomeForm(
            try await SubmittedForm(request.request), laptop.site.catalogue)
        let notice = Notice(
            .error, "Nothing of this form was saved",
            "Your work has begun meanwhile, perhaps by this form: look at your audits first. What "
                + "you typed is below.", link: PageFrame.Link("Your audits", Address.audits),
            isAlert: true)
        var invitation = form.join.typed
        var start = form.start.form
        switch form.way {
        case .join: invitation.inviteNotice = notice
        case .begin, .example, nil: start.startNotice = notice
        }
        return try await refused(request) { [invitation, start] in
            try JoinPage(invitation: invitation, start: start, in: $0)
        }
    }

    func join(_ form: JoinForm, for request: PageRequest) async throws -> Response {
        let found = form.found
        let client = laptop.site.client
        guard case .found(let address, let code) = found, let reach = laptop.reach else {
            let invitation = form.refused(found)
            return try await refused(request) { try JoinPage(invitation: invitation, in: $0) }
        }
        do {
            _ = try await client.syncing.join(
                address, invite: code,
                certificateAuthority: form.authority.isEmpty ? nil : form.authority,
                allowsPlainHTTP: form.allowsPlain
            ) { server throws(TransportError) in try reach(client, server) }
        } catch {
            let invitation = form.refused(error)
            return try await refused(request) { try JoinPage(invitation: invitation, in: $0) }
        }
        // Audits that she is a member of come with the first sync.
        await laptop.sync.syncNow(nil)
        return .seeOther(Address.audits)
    }

    func begin(_ form: StartForm, for request: PageRequest) async throws -> Response {
        let (audit, refusal) = try await request.run { context -> (AuditID?, JoinPage.Start?) in
            if let refusal = form.refusal { return (nil, refusal) }
            do {
                return (try form.begin(in: context), nil)
            } catch {
                return (nil, form.refused(ReportedError(error)))
            }
        }
        if let audit { return .seeOther(Address.audit(audit)) }
        return try await refused(request) { try JoinPage(start: refusal, in: $0) }
    }

    func takeBundle(_ request: PageRequest) async throws -> Response {
        let intake = try await BundleIntake(request)
        do {
            let (audit, taken) = try await request.run(isAside: true) {
                try intake.take(into: $0.client)
            }
            guard taken.refusals.isEmpty else {
                let words = taken.refusals + ["Everything else of it was taken over."]
                return try await refusedBundle(
                    request, "Not everything was taken over", words.joined(separator: " "))
            }
            return .seeOther("\(Address.sync(audit))?took=\(taken.changes)&files=\(taken.files)")
        } catch {
            return try await refusedBundle(
                request, "Nothing was taken over", intake.words(for: error))
        }
    }

    private func refusedBundle(
        _ request: PageRequest, _ title: String, _ words: String
    ) async throws -> Response {
        try await refused(request) { context in
            let notice = Notice(.error, title, words, isAlert: true)
            return try JoinPage(bundle: JoinPage.Bundle(bundleNotice: notice), in: context)
        }
    }

    private func refused(
        _ request: PageRequest, _ page: @escaping @Sendable (PageContext) throws -> JoinPage
    ) async throws -> Response {
        Response(page: try await request.run(page), status: .unprocessableContent)
    }
}
