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

    /// - Parameter issued: An invite that was just written; no other page ever shows it.
    init(
        _ audit: AuditID, _ invites: ToldInvites, _ form: Form = Form(),
        issued: IssuedInvite? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let work = try TeamWork(of: view)
        frame = try PageFrame("People", .people, of: view, in: context)
        action = Address.people(audit)
        let addError = form.addError
        let inviteError = form.inviteError
        let field = addError.map { _ in "add" } ?? inviteError.map { _ in "invite" }
        let link = field.map { PageFrame.Link("Go to the name", "#\($0)-name") }
        notice = form.refusal?.with(link) ?? issued.map(Self.told)
        round = view.plan.currentRound == 1 ? "" : " in round \(view.plan.currentRound)"
        let leads = view.role == .lead
        let queues = leads ? try context.client.queries.deviceQueues(of: audit) : []
        members = view.plan.people.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
            .map { id, member in
                Member(
                    id, member, share: work[id], isYou: id == view.person,
                    devices: queues.filter { $0.person == id }
                        .map { $0.words(in: view, at: context.now) },
                    isChangeable: leads, at: context.time)
            }
        former = Self.former(of: view, work, isChangeable: leads)
        lede =
            "\(counted(members.count, "person", plural: "people")). "
            + "What somebody recorded stays when she leaves."
        let isJoined = try context.client.identity().server != nil
        adding =
            leads
            ? Adding(form.values(where: "act", is: "add"), error: addError, canAsk: isJoined) : nil
        inviting =
            leads && isJoined
            ? InvitePanel(
                invites, in: view, form.values(where: "act", is: "invite"), error: inviteError,
                issued: issued, at: context.time) : nil
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
            devices: [String], isChangeable: Bool, at time: PageTime
        ) {
            role = member.role
            initials = member.name.split(whereSeparator: \.isWhitespace).prefix(2)
                .compactMap(\.first).map(String.init).joined().uppercased()
            memberName = member.name
            self.isYou = isYou
            roleWord = member.role.word
            work = share.words
            last = share.last.map { time.shown(Date(unixMilliseconds: $0)) } ?? "Nothing yet"
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
        /// Whether this home has joined a server, which knows people by their names.
        let canAsk: Bool

        fileprivate init(_ typed: SubmittedForm?, error: String?, canAsk: Bool) {
            // Whom a list names is added by a button of its own, which has the id.
            let typed = typed?.text("person") == nil ? typed : nil
            addName = typed?.trimmed("name") ?? ""
            addError = error
            addRoles = Role.choices(chosen: typed?.role ?? .tester)
            self.canAsk = canAsk
        }
    }
}

extension SubmittedForm {
    /// Nil for a word that is none.
    var role: Role? { text("role").flatMap(Role.init(rawValue:)) }
}

extension Form {
    /// What is wrong with the name of whom a form was to add; nil where that is not why.
    fileprivate var addError: String? {
        guard let typed = values(where: "act", is: "add"), typed.text("person") == nil,
            kind == .notFound || kind == .badInput
        else { return nil }
        return "No one person of this name has joined the server."
    }

    /// What is wrong with the name of whom a form was to invite; nil where that is not why.
    fileprivate var inviteError: String? {
        guard let typed = values(where: "act", is: "invite"), kind == .badInput else { return nil }
        return typed.trimmed("name").isEmpty
            ? "Enter the name of whom you invite." : "The server does not take this name."
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
