/// A success criterion of WCAG 2.2, levels A and AA.
package struct SuccessCriterion: Hashable, Sendable {
    /// Such as `4.1.2`.
    package let number: String
    /// As WCAG 2.2 spells it in English, such as `Name, Role, Value`.
    package let name: String
    package let level: Level

    /// WCAG's levels of conformance that audits test; AAA is not among them.
    package enum Level: String, CaseIterable, Sendable {
        case a = "A"
        case aa = "AA"
    }

    private init(_ number: String, _ name: String, _ level: Level) {
        self.number = number
        self.name = name
        self.level = level
    }

    /// What follows the `#` in its address, such as `name-role-value`: W3C makes it from the name.
    package var anchor: String { Self.anchor(of: name) }

    /// The same for one of another version, by its name there.
    package static func anchor(of name: String) -> String {
        let words = name.lowercased().utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// The criterion of that number, nil when WCAG 2.2 has none at A or AA.
    package static func named(_ number: String) -> SuccessCriterion? {
        all.first { $0.number == number }
    }

    /// All of them, in WCAG's order; 4.1.1 is obsolete in 2.2.
    package static let all: [SuccessCriterion] = [
        SuccessCriterion("1.1.1", "Non-text Content", .a),
        SuccessCriterion("1.2.1", "Audio-only and Video-only (Prerecorded)", .a),
        SuccessCriterion("1.2.2", "Captions (Prerecorded)", .a),
        SuccessCriterion("1.2.3", "Audio Description or Media Alternative (Prerecorded)", .a),
        SuccessCriterion("1.2.4", "Captions (Live)", .aa),
        SuccessCriterion("1.2.5", "Audio Description (Prerecorded)", .aa),
        SuccessCriterion("1.3.1", "Info and Relationships", .a),
        SuccessCriterion("1.3.2", "Meaningful Sequence", .a),
        SuccessCriterion("1.3.3", "Sensory Characteristics", .a),
        SuccessCriterion("1.3.4", "Orientation", .aa),
        SuccessCriterion("1.3.5", "Identify Input Purpose", .aa),
        SuccessCriterion("1.4.1", "Use of Color", .a),
        SuccessCriterion("1.4.2", "Audio Control", .a),
        SuccessCriterion("1.4.3", "Contrast (Minimum)", .aa),
        SuccessCriterion("1.4.4", "Resize Text", .aa),
        SuccessCriterion("1.4.5", "Images of Text", .aa),
        SuccessCriterion("1.4.10", "Reflow", .aa),
        SuccessCriterion("1.4.11", "Non-text Contrast", .aa),
        SuccessCriterion("1.4.12", "Text Spacing", .aa),
        SuccessCriterion("1.4.13", "Content on Hover or Focus", .aa),
        SuccessCriterion("2.1.1", "Keyboard", .a),
        SuccessCriterion("2.1.2", "No Keyboard Trap", .a),
        SuccessCriterion("2.1.4", "Character Key Shortcuts", .a),
        SuccessCriterion("2.2.1", "Timing Adjustable", .a),
        SuccessCriterion("2.2.2", "Pause, Stop, Hide", .a),
        SuccessCriterion("2.3.1", "Three Flashes or Below Threshold", .a),
        SuccessCriterion("2.4.1", "Bypass Blocks", .a),
        SuccessCriterion("2.4.2", "Page Titled", .a),
        SuccessCriterion("2.4.3", "Focus Order", .a),
        SuccessCriterion("2.4.4", "Link Purpose (In Context)", .a),
        SuccessCriterion("2.4.5", "Multiple Ways", .aa),
        SuccessCriterion("2.4.6", "Headings and Labels", .aa),
        SuccessCriterion("2.4.7", "Focus Visible", .aa),
        SuccessCriterion("2.4.11", "Focus Not Obscured (Minimum)", .aa),
        SuccessCriterion("2.5.1", "Pointer Gestures", .a),
        SuccessCriterion("2.5.2", "Pointer Cancellation", .a),
        SuccessCriterion("2.5.3", "Label in Name", .a),
        SuccessCriterion("2.5.4", "Motion Actuation", .a),
        SuccessCriterion("2.5.7", "Dragging Movements", .aa),
        SuccessCriterion("2.5.8", "Target Size (Minimum)", .aa),
        SuccessCriterion("3.1.1", "Language of Page", .a),
        SuccessCriterion("3.1.2", "Language of Parts", .aa),
        SuccessCriterion("3.2.1", "On Focus", .a),
        SuccessCriterion("3.2.2", "On Input", .a),
        SuccessCriterion("3.2.3", "Consistent Navigation", .aa),
        SuccessCriterion("3.2.4", "Consistent Identification", .aa),
        SuccessCriterion("3.2.6", "Consistent Help", .a),
        SuccessCriterion("3.3.1", "Error Identification", .a),
        SuccessCriterion("3.3.2", "Labels or Instructions", .a),
        SuccessCriterion("3.3.3", "Error Suggestion", .aa),
        SuccessCriterion("3.3.4", "Error Prevention (Legal, Financial, Data)", .aa),
        SuccessCriterion("3.3.7", "Redundant Entry", .a),
        SuccessCriterion("3.3.8", "Accessible Authentication (Minimum)", .aa),
        SuccessCriterion("4.1.2", "Name, Role, Value", .a),
        SuccessCriterion("4.1.3", "Status Messages", .aa),
    ]
}
