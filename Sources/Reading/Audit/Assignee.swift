package import Shared

/// Who is to do something, as the register `assignee` names it.
package enum Assignee: Hashable, Sendable {
    case person(PersonID)
    /// Everybody who is in it by then.
    case group(GroupID)

    package init?(_ text: String) {
        if let person = PersonID(hex: text) {
            self = .person(person)
        } else if let group = GroupID(hex: String(text.dropFirst(Self.groupFront.count))),
            text.hasPrefix(Self.groupFront)
        {
            self = .group(group)
        } else {
            return nil
        }
    }

    package var text: String {
        switch self {
        case .person(let person): person.hex
        case .group(let group): Self.groupFront + group.hex
        }
    }

    private static let groupFront = "group:"
}

extension Plan {
    /// The person's name, or the group's; what a later version wrote as it is.
    package func name(ofAssignee text: String) -> String {
        switch Assignee(text) {
        case .person(let person): name(of: person)
        case .group(let group): groups[group]?.name ?? "group " + String(group.hex.prefix(8))
        case nil: text
        }
    }
}
