import Client
import Foundation
import Reading
import Shared

/// Who is in the team of an audit, what each has done, and for leads the forms that change it.
struct PeoplePage: Page {
    static let template = "people"
    let frame: PageFrame
    let lede: String
    let action: String
    /// What became of a form; nil before.
    let notice: Notice?
    /// How much each has done is of this round.
    let round: String
    let members: [Member]
    let former: [Former]
    let adding: Adding?
    let inviting: InvitePanel?
    /// For who does not lead: whom to ask; nil for leads.
    let leadSentence: String?
    /// To the only lead: what to do before she leaves; nil to all others.
    let onlyLead: String?

    /// - Parameters:
    ///   - refused: A form that was not taken, as it was typed, and why.
    ///   - issued: An invite that was just written; no other page ever shows it.
    init(
        _ audit: AuditID, _ invites: ToldInvites, refused: Refused? = nil,
        issued: IssuedInvite? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let work = try TeamWork(of: view)
        frame = try PageFrame("People", .people, of: view, in: context)
        action = Address.people(audit)
        notice = refused?.notice ?? issued.map(Self.told)
        round = view.plan.currentRound == 1 ? "" : " in round \(view.plan.currentRound)"
        let leads = view.role == .lead
        let queues = leads ? try context.client.queries.deviceQueues(of: audit) : []
        members = view.plan.people.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
            .map { id, member in
                Member(
                    id, member, share: work[id], isYou: id == view.person,
                    devices: queues.filter { $0.person == id }
                        .map { $0.words(in: view, at: context.now) },
                    isChangeable: leads, now: context.now)
            }
        former = Self.former(of: view, work, isChangeable: leads)
        lede =
            "\(counted(members.count, "person", plural: "people")). "
            + "What somebody recorded stays when she leaves."
        let isJoined = try context.client.identity().server != nil
        adding = leads ? Adding(refused, canAsk: isJoined) : nil
        inviting =
            leads && isJoined
            ? InvitePanel(
                invites, in: view, typed: refused?.inviting, error: refused?.inviteError,
                issued: issued, at: context.now) : nil
        onlyLead = view.onlyLeadWords
        let names = members.filter { $0.role == .lead }.map(\.memberName)
        leadSentence = leads ? nil : "\(AuditView.list(names)) can invite people and change roles."
    }

    private static func told(_ invite: IssuedInvite) -> Notice {
        Notice(
            .ok, "The invite for \(invite.issuedName) is made",
            "Its link is on this page and nowhere else.",
            link: PageFrame.Link("Go to the link", "#invite-link"))
    }

    /// Those who left, and those whose work is here before their place in the team is.
    private static func former(
        of view: AuditView, _ work: TeamWork, isChangeable: Bool
    ) -> [Former] {
        let ids = work.people.union(view.plan.formerNames.keys)
            .filter { view.plan.people[$0] == nil }
        return ids.map { id in
            Former(
                formerId: id.hex, formerName: view.plan.name(of: id),
                knownName: view.plan.formerNames[id] ?? "", formerWork: work[id].words,
                isAddable: isChangeable)
        }.sorted { ($0.formerName, $0.formerId) < ($1.formerName, $1.formerId) }
    }

    struct Member: Sendable {
        let role: Role
        let initials: String
        let memberName: String
        let isYou: Bool
        let roleWord: String
        let work: String
        let last: String
        /// Her devices that had something to send when the server heard of them.
        let devices: [String]
        /// Nil for who may not change it.
        let change: Change?

        fileprivate init(
            _ id: PersonID, _ member: Plan.Member, share: TeamWork.Share, isYou: Bool,
            devices: [String], isChangeable: Bool, now: Date
        ) {
            role = member.role
            initials = member.name.split(whereSeparator: \.isWhitespace).prefix(2)
                .compactMap(\.first).map(String.init).joined().uppercased()
            memberName = member.name
            self.isYou = isYou
            roleWord = member.role.word
            work = share.words
            last = share.last.map { Date(unixMilliseconds: $0).shown(now: now) } ?? "Nothing yet"
            self.devices = devices
            change = isChangeable ? Change(id, member) : nil
        }
    }

    /// The form that changes what somebody may do.
    struct Change: Sendable {
        let changeId: String
        let changeName: String
        /// The role that the page shows: another one by then is not changed unseen.
        let shownRole: String
        let roles: [Choice]

        fileprivate init(_ id: PersonID, _ member: Plan.Member) {
            changeId = id.hex
            changeName = member.name
            shownRole = member.role.rawValue
            roles =
                Role.choices(chosen: member.role) + [Choice("none", "Not in the team", chosen: "")]
        }
    }

    /// Somebody whose work is here and who is not in the team.
    struct Former: Sendable {
        let formerId: String
        let formerName: String
        /// Empty where the plan has none, so that the server is asked.
        let knownName: String
        let formerWork: String
        let isAddable: Bool
    }

    /// The form that adds somebody who has joined the server.
    struct Adding: Sendable {
        let addName: String
        let addError: String?
        let addRoles: [Choice]
        /// Whether this laptop has joined a server, which knows people by their names.
        let canAsk: Bool

        fileprivate init(_ refused: Refused?, canAsk: Bool) {
            addName = refused?.adding?.name ?? ""
            addError = refused?.addError
            addRoles = Role.choices(chosen: refused?.adding?.role ?? .tester)
            self.canAsk = canAsk
        }
    }

    /// Whom a form was about, as it was typed.
    struct Typed: Sendable {
        let name: String
        let role: Role

        init(_ name: String, _ role: Role) { (self.name, self.role) = (name, role) }
    }

    /// A form that was not taken, and why.
    struct Refused: Sendable {
        let notice: Notice
        private(set) var adding: Typed?
        private(set) var inviting: Typed?
        /// At the field of the name; nil where the name is not what was wrong.
        private(set) var addError: String?
        private(set) var inviteError: String?

        init(_ heading: String, _ words: String, inviting: Typed? = nil) {
            let link = inviting.map { _ in PageFrame.Link("Go to the name", "#invite-name") }
            notice = Notice(.error, heading, words, link: link, isAlert: true)
            self.inviting = inviting
            inviteError = inviting.map { _ in "Enter the name of whom you invite." }
        }

        init(
            _ heading: String, _ error: any Error, adding: Typed? = nil, inviting: Typed? = nil
        ) {
            let trouble = ReportedError(error)
            var link: PageFrame.Link?
            if adding != nil, trouble.kind == .notFound || trouble.kind == .badInput {
                addError = "No one person of this name has joined the server."
                link = PageFrame.Link("Go to the name", "#add-name")
            }
            if inviting != nil, trouble.kind == .badInput {
                inviteError = "The server does not take this name."
                link = PageFrame.Link("Go to the name", "#invite-name")
            }
            notice = Notice(.error, heading, trouble.message, link: link, isAlert: true)
            self.adding = adding
            self.inviting = inviting
        }
    }
}

extension TeamWork.Share {
    /// Such as `12 verdicts on 3 states`.
    var words: String {
        guard verdicts > 0 else { return "No verdicts yet" }
        return "\(counted(verdicts, "verdict")) on \(counted(states, "state"))"
    }
}

extension Role {
    var word: String { rawValue.asBeginning }

    /// What whoever has it may do.
    var meaning: String {
        switch self {
        case .reader: "looks"
        case .tester: "judges and comments"
        case .lead: "also plans and decides"
        }
    }

    static func choices(chosen: Role) -> [Choice] {
        [Role.tester, .lead, .reader].map { Choice($0.rawValue, $0.word, chosen: chosen.rawValue) }
    }
}
