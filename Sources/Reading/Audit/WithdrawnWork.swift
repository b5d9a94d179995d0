package import Shared

/// What withdrawals take out of the work, and what stays in it because they are contested.
///
/// A component is contested as a whole: while words stand beside its withdrawal it is to be tested
/// until a lead has decided. A component state leaves by a withdrawal of its own alone, which has
/// to be a lead's or to take something back.
package struct WithdrawnWork: Equatable, Sendable {
    /// Withdrawn components beside whose withdrawal nothing stands.
    package let components: Set<ComponentID>
    /// Component states that were withdrawn themselves, with nothing beside that.
    package let states: Set<StateID>
    /// Components with words, on themselves or on a state in any round, that nothing covers.
    package let contestedComponents: Set<ComponentID>
    /// Component states with such words, under a withdrawal of theirs or of their component.
    ///
    /// Those whose own withdrawal takes nothing back are among them.
    package let contestedStates: Set<StateID>

    /// How the withdrawals around and on one component state stand.
    package struct State: Sendable {
        let withdrawal: Finding.Withdrawal
        /// Whether a withdrawal of its own takes something back, or is a lead's.
        let isTaken: Bool
        /// Whether words stand beside the withdrawals.
        let isTorn: Bool

        init(
            _ registers: [(field: FieldID, siblings: [Sibling])], under component: [Sibling]
        ) {
            withdrawal = registers.withdrawal(under: component)
            isTaken = !registers.withdrawals.isEmpty && !registers.isWithdrawalProposed
            isTorn = withdrawal.isContested && registers.haveWords(beside: component)
        }
    }

    /// - Parameter seen: The states that a withdrawal may be about.
    init(_ components: [Component], _ seen: [StateID: State]) {
        let contested = seen.filter(\.value.withdrawal.isContested).keys
        let torn = Set(seen.filter(\.value.isTorn).keys.map(\.component))
        let covered = Set(components.filter(\.withdrawal.isWithdrawn).map(\.id))
        self.components = covered.subtracting(torn)
        states = Set(seen.filter { $0.value.isTaken && $0.value.withdrawal.isWithdrawn }.keys)
        contestedComponents = covered.intersection(torn)
            .union(components.filter(\.withdrawal.isContested).map(\.id))
        contestedStates = Set(contested)
    }

    /// Whether a component state is still to be tested.
    package func leaves(_ state: StateID) -> Bool {
        !components.contains(state.component) && !states.contains(state)
    }
}

extension Finding.Withdrawal {
    package var isWithdrawn: Bool { if case .withdrawn = self { true } else { false } }
    package var isContested: Bool { if case .contested = self { true } else { false } }
}
