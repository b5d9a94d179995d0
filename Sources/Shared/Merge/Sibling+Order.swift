extension Sibling {
    /// The other edits that its writer names as known.
    ///
    /// A decision names those that it settles, a withdrawal those that it covers.
    package var known: [EditID] {
        switch value {
        case .decision(let decision): decision.settled
        case .withdrawal(let withdrawal): withdrawal.covers
        default: knew  // open set: no other value names edits of its own
        }
    }

    /// Whether this write's author had seen the other write, or both are one edit.
    ///
    /// Names count beside the vector: an edit that was issued again has a dot that those who saw
    /// it before cannot have in `sees`.
    package func hasSeen(_ other: Sibling) -> Bool {
        edit == other.edit || sees.covers(other.dot) || known.contains(other.edit)
    }

    /// How this write stands to another, by what the two writers had seen of each other.
    ///
    /// By dots and not by the whole of `sees`: what else somebody had seen says nothing about these
    /// two. Of two writes `equal` means that each claims to have seen the other, which no honest
    /// laptop can say.
    package func order(to other: Sibling) -> VersionOrder {
        VersionOrder(knows: hasSeen(other), isKnown: other.hasSeen(self))
    }
}
