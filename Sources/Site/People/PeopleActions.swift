import Client
import HTTPClient
import Hummingbird
import Reading
import Shared

/// Who is in the team of an audit, and what its leads do about it.
struct PeopleActions: Sendable {
    let request: PageRequest
    private let audit: AuditID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
    }

    func show() async throws -> Response {
        Response(page: try await page())
    }

    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        let act = form.text("act").flatMap(Act.init(rawValue:))
        guard let act else { throw PageError.badForm }
        do {
            switch act {
            case .role: try await changeRole(form)
            case .add: try await add(form)
            case .revoke: try await revoke(form)
            case .invite:
                // No redirect: an address would hand the code to the browser's history.
                return Response(page: try await page(issued: try await invite(form)))
            }
        } catch  where error.isToldInItsForm {
            let form = Form(form, act.refusal, error)
            return Response(page: try await page(form), status: .unprocessableContent)
        }
        return .seeOther(Address.people(audit))
    }

    private enum Act: String {
        case role, add, invite, revoke

        /// Says that it was not done.
        var refusal: String {
            switch self {
            case .role: "Not changed"
            case .add: "Nobody was added"
            case .invite: "Nobody was invited"
            case .revoke: "The invite was not taken back"
            }
        }
    }

    /// Read beside the other pages: it looks at every verdict of the audit.
    private func page(
        _ form: Form = Form(), issued: IssuedInvite? = nil
    ) async throws -> PeoplePage {
        let invites = try await ToldInvites(of: audit, for: request)
        return try await request.run(isAside: true) { [audit] in
            try PeoplePage(audit, invites, form, issued: issued, in: $0)
        }
    }

    private func changeRole(_ form: SubmittedForm) async throws {
        guard let person = form.text("person").flatMap(PersonID.init(hex:)),
            let shown = form.text("shown").flatMap(Role.init(rawValue:)),
            let wanted = form.text("role")
        else { throw PageError.badForm }
        let role = Role(rawValue: wanted)
        guard role != nil || wanted == "none" else { throw PageError.badForm }
        try await request.run { [audit] context in
            let view = try context.view(of: audit)
            guard view.plan.role(of: person) == shown else {
                throw Refusal(
                    heading: "\(view.plan.name(of: person))’s role was changed meanwhile",
                    reason: "nothing was changed now. Change the role below if it is wrong")
            }
            try context.client.team.change(person, to: role, in: view)
            context.site.noteSaved(audit)
        }
    }

    /// Adds somebody who has joined the server: looked up there by name, unless the form has both.
    private func add(_ form: SubmittedForm) async throws {
        guard let role = form.role
        else { throw PageError.badForm }
        let found = try await person(
            named: form.trimmed("name"), form.text("person").flatMap(PersonID.init(hex:)))
        try await request.run { [audit] context in
            try context.client.team.add(
                found.person, named: found.name, as: role, to: context.view(of: audit))
            context.site.noteSaved(audit)
        }
    }

    private func person(
        named name: String, _ id: PersonID?
    ) async throws -> (person: PersonID, name: String) {
        if let id, !name.isEmpty { return (id, name) }
        return try await request.site.client.syncing.serverPerson(
            named: id?.hex ?? name, over: try await serverWay())
    }

    private func invite(_ form: SubmittedForm) async throws -> IssuedInvite {
        let name = form.trimmed("name")
        guard let role = form.role
        else { throw PageError.badForm }
        guard !name.isEmpty else { throw AuditError.invalid("the invite has no name") }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        let (link, invite) = try await request.site.client.syncing.invite(
            name, as: role, into: view, over: serverWay)
        return IssuedInvite(link, invite, at: request.site.time)
    }

    private func revoke(_ form: SubmittedForm) async throws {
        guard let id = form.text("invite") else { throw PageError.badForm }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        try await request.site.client.syncing.revokeInvite(id, into: view, over: serverWay)
    }

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.sync.connect else { throw ClientError.notJoined }
        return try await connect()
    }
}
