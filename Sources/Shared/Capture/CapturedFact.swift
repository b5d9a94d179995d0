/// What a capture can say of a component state; each is a register `fact/<name>`.
package enum CapturedFact: String, CaseIterable, Sendable {
    /// The text that is shown, or Apple's label; of a row all its pieces.
    case label
    case description
    case value
    case type
    case identifier
    case enabled, selected, checked, clickable, focusable
    case source

    package var field: FieldID { FieldID(.fact, rawValue) }
}

extension CaptureAnalysis {
    /// What the capture says of an element; what it does not say is absent.
    package func facts(of element: Int, bytesMax: Int = 4 * 1024) -> [CapturedFact: String] {
        let captured = capture.elements[element]
        var facts: [CapturedFact: String] = [.source: capture.source.rawValue]
        let own = captured.label.collapsed
        facts[.label] =
            own.isEmpty && captured.description.isBlank
            ? spokenName(element, bytesMax: bytesMax) : own.cut(bytesMax)
        facts[.description] = captured.description.collapsed.cut(bytesMax)
        facts[.value] = captured.value.collapsed.cut(bytesMax)
        facts[.type] = captured.type.cut(bytesMax)
        facts[.identifier] = captured.identifier.collapsed.cut(bytesMax)
        facts = facts.filter { !$0.value.isEmpty }
        let flags: [CapturedFact: Bool?] = [
            .enabled: captured.isEnabled, .selected: captured.isSelected,
            .checked: captured.isChecked, .clickable: captured.isClickable,
            .focusable: captured.isFocusable,
        ]
        for case (let fact, let flag?) in flags { facts[fact] = flag ? "yes" : "no" }
        return facts
    }
}
