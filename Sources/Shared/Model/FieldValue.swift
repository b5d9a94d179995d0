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
    case signOff(SignOff)
    /// The protobuf bytes of a value with a type or fields that this version does not know.
    case opaque([UInt8])

    package var text: String? { if case .text(let text) = self { text.string } else { nil } }
    /// The text as a name, in one line whatever stands in it.
    var name: String? { text?.onOneLine }
    package var number: Int64? { if case .number(let number) = self { number } else { nil } }
    var role: Role? { if case .role(let role) = self { role } else { nil } }
    var policy: Policy? { if case .policy(let policy) = self { policy } else { nil } }

    package var judgement: Judgement? {
        if case .judgement(let judgement) = self { judgement } else { nil }
    }

    package var decision: Decision? {
        if case .decision(let decision) = self { decision } else { nil }
    }

    package var withdrawal: Withdrawal? {
        if case .withdrawal(let withdrawal) = self { withdrawal } else { nil }
    }

    package var signOff: SignOff? {
        if case .signOff(let signOff) = self { signOff } else { nil }
    }
}
