/// A lead's word by which a change takes effect under its author's name.
package struct Adoption: Hashable, Sendable {
    package let lead: PersonID
    /// Whether nothing showed the server that its author wrote it.
    ///
    /// Such a change takes nothing away; what it names of the same chain and came in the same way
    /// is not shown.
    package let isUnplaced: Bool

    package init(by lead: PersonID, isUnplaced: Bool = false) {
        self.lead = lead
        self.isUnplaced = isUnplaced
    }
}

/// Where something comes from that stands in somebody's name and that nothing shows to be hers.
package struct UnplacedOrigin: Hashable, Sendable {
    /// The lead who adopted it.
    package let lead: PersonID
    /// The chain that it says it was first written in.
    package let replica: ReplicaID

    package init(lead: PersonID, replica: ReplicaID) {
        self.lead = lead
        self.replica = replica
    }
}

extension Write {
    /// The file of evidence that it adds to a finding; nil for any other write.
    package var evidence: Hash256? {
        guard field.name == .evidence, value != nil, let hex = field.element.first else {
            return nil
        }
        return [UInt8](hex: hex).flatMap(Hash256.init(bytes:))
    }
}

extension Change {
    /// Nil where its author brought it herself, or a lead adopted what she had brought.
    package var unplacedOrigin: UnplacedOrigin? {
        guard let adoption, adoption.isUnplaced else { return nil }
        return UnplacedOrigin(lead: adoption.lead, replica: firstDot.replica)
    }

    /// Why no lead may let it take effect in its author's name; nil where one may.
    ///
    /// A clause for people (docs/protocol.md, "Quarantine").
    package var whyNotAdopted: String? {
        if body.act == .decision {
            return body.writes.contains { $0.field.name == .decision }
                ? "a decision is the word of the lead who writes it: a lead decides anew"
                : "a lead's withdrawal is the word of the lead who writes it: a lead withdraws anew"
        }
        guard case .plan = key,
            body.writes.contains(where: { [.person, .policy].contains($0.field.name) })
        else { return nil }
        return "people, their roles and the policy are set by a lead alone: a lead sets them anew"
    }
}
