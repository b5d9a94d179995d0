/// A register's value, compared in decoded form; what a later version wrote is kept as it came.
package enum FieldValue: Hashable, Sendable {
    case text(Text)
    case judgement(Judgement)
    case decision(Decision)
    /// An element's place in its set.
    case present
    case withdrawal(Withdrawal)
    case number(Int64)
    case role(Role)
    case policy(Policy)
    case round(number: UInt32, build: Text)
    /// The protobuf bytes of a value with a type or fields that this version does not know.
    case opaque([UInt8])

    /// The text of a text value.
    package var text: String? {
        if case .text(let text) = self { text.string } else { nil }
    }

    /// The judgement of a judgement value.
    package var judgement: Judgement? {
        if case .judgement(let judgement) = self { judgement } else { nil }
    }

    /// The decision of a decision value.
    package var decision: Decision? {
        if case .decision(let decision) = self { decision } else { nil }
    }

    /// The withdrawal of a withdrawal's value.
    package var withdrawal: Withdrawal? {
        if case .withdrawal(let withdrawal) = self { withdrawal } else { nil }
    }
}
