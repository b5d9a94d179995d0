extension Change {
    /// Whether a write of this change says nothing else than somebody's sibling beside it.
    ///
    /// Another spelling of a screen or a label is the same word, as long as it stands beside. And
    /// whoever makes a component by its name says that there is one, and not that somebody else's
    /// renaming of it is wrong: readers show the renaming (`Component`).
    package func agrees(in write: Write, with sibling: Sibling) -> Bool {
        if write.value == sibling.value { return true }
        guard write.field == FieldID(.screen) || write.field == FieldID(.label),
            let text = write.value?.text, let other = sibling.value.text,
            !write.replaces.contains(sibling.edit)
        else { return false }
        return NaturalKey.folded(text) == NaturalKey.folded(other) || makesItsComponent
    }

    /// Whether it gives its component the names that the id was derived from, and replaces nothing.
    private var makesItsComponent: Bool {
        guard case .component(_, let id) = key, body.writes.allSatisfy(\.replaces.isEmpty),
            let screen = text(.screen), let control = text(.control), let label = text(.label)
        else { return false }
        let number = body.writes.first { $0.field == FieldID(.ordinal) }?.value?.number ?? 1
        guard let ordinal = UInt32(exactly: number) else { return false }
        return (0..<Self.againMax).contains { again in
            id
                == NaturalKey.component(
                    screen: screen, control: control, label: label, ordinal: ordinal, again: again)
        }
    }

    private func text(_ name: FieldName) -> String? {
        body.writes.first { $0.field == FieldID(name) }?.value?.text
    }

    /// How often a name is looked for that was given again and again.
    private static let againMax: UInt32 = 16
}
