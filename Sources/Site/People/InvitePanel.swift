import Client
import Foundation
import Presentation
import Reading
import Shared

/// What leads see of an audit's invites, and the form that makes one.
struct InvitePanel: Sendable {
    let inviteName: String
    let inviteError: String?
    let inviteRoles: [RoleChoice]
    let issued: IssuedInvite?
    let newcomers: [Newcomer]
    let openInvites: [OpenInvite]
    /// Why no invites are listed; nil where they are.
    let invitesGap: String?

    init(
        _ known: ToldInvites, in view: AuditView, _ typed: SubmittedForm?, error: String?,
        issued: IssuedInvite?, at time: PageTime
    ) {
        inviteName = typed?.trimmed("name") ?? ""
        inviteError = error
        inviteRoles = [Role.tester, .lead, .reader].map {
            RoleChoice($0, chosen: typed?.role ?? .tester)
        }
        self.issued = issued
        let invites: [AuditInvite]
        switch known {
        case .unasked: (invites, invitesGap) = ([], nil)
        case .untold(let why): (invites, invitesGap) = ([], why)
        case .told(let told): (invites, invitesGap) = (told, nil)
        }
        newcomers = invites.compactMap { Newcomer($0, in: view, at: time) }
        openInvites = invites.filter { $0.isOpen(at: time.now) }.map { OpenInvite($0, at: time) }
    }

    struct RoleChoice: Sendable {
        let role: String
        let roleTitle: String
        let roleMeaning: String
        let isRoleChosen: Bool

        fileprivate init(_ role: Role, chosen: Role) {
            self.role = role.rawValue
            roleTitle = role.word
            roleMeaning = role.meaning
            isRoleChosen = role == chosen
        }
    }

    /// Somebody whom an invite let in at the server and no lead has added yet.
    struct Newcomer: Sendable {
        let newcomerId: String
        let newcomerName: String
        let newcomerRole: String
        let joined: String

        /// Nil for an invite that let nobody in, and for whom the plan has or had.
        fileprivate init?(_ invite: AuditInvite, in view: AuditView, at time: PageTime) {
            guard let used = invite.used, let id = invite.person.flatMap(PersonID.init(hex:)),
                view.plan.people[id] == nil, view.plan.formerNames[id] == nil
            else { return nil }
            newcomerId = id.hex
            newcomerName = invite.name
            newcomerRole = invite.role.rawValue
            joined = "Joined the server \(time.shown(used)), by an invite of \(invite.by)."
        }
    }

    /// An invite that can still let somebody in; nobody can read its code any more.
    struct OpenInvite: Sendable {
        let openId: String
        let openName: String
        let openRole: String
        let openWords: String

        fileprivate init(_ invite: AuditInvite, at time: PageTime) {
            openId = invite.id
            openName = invite.name
            openRole = invite.role.rawValue
            openWords =
                "Made \(time.shown(invite.made)) by \(invite.by). Not used yet. Ends "
                + "\(time.shown(invite.expires))."
        }
    }
}

/// An invite that was just written, with its code: shown once.
struct IssuedInvite: Sendable {
    let issuedName: String
    let issuedRole: String
    let link: String
    let code: String
    let server: String
    /// Until when it works, in words.
    let until: String
    /// Nil for an address that is too long for a code that a phone reads.
    let qr: Drawing?

    init(_ link: InviteLink, _ invite: AuditInvite, at time: PageTime) {
        issuedName = invite.name
        issuedRole = invite.role.rawValue
        self.link = link.text
        code = link.code
        server = link.address
        until = time.dated(invite.expires)
        qr = (try? QRCode(text: link.text)).map(Drawing.init)
    }

    /// What `qr.mustache` draws.
    struct Drawing: Sendable {
        let side: Int
        let path: String
        let qrLabel = "QR code of the invite’s link"

        fileprivate init(_ code: QRCode) { (side, path) = (code.side, code.path) }
    }
}
