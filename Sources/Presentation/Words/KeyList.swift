/// The keys of the workbench and of the terminal, in the groups in which people learn them.
package struct KeyList: Sendable {
    /// Whether they are a page of their own and not a dialog over one: headings differ by a level.
    let isPage: Bool
    let groups = KeyList.all

    package init(isPage: Bool) { self.isPage = isPage }

    /// Keys for one kind of act.
    package struct Group: Sendable {
        /// What the keys have in common.
        package let title: String
        package let keys: [Key]

        fileprivate init(_ title: String, _ keys: Key...) {
            self.title = title
            self.keys = keys
        }

        /// The keys as text for a terminal, such as `1 to 4`.
        package var rows: [(caps: String, action: String)] {
            keys.filter(\.isOnTerminals).map { ($0.caps.joined(separator: " to "), $0.action) }
        }
    }

    /// One act and what is pressed for it.
    package struct Key: Sendable {
        /// As printed on keys; two are the ends of a range.
        package let caps: [String]
        package let action: String
        /// Whether the terminal's screen has it too.
        let isOnTerminals: Bool

        init(_ action: String, _ caps: String..., isOnTerminals: Bool = true) {
            self.caps = caps
            self.action = action
            self.isOnTerminals = isOnTerminals
        }
    }

    /// Every key, as UX.md section 4 has them.
    package static let all = [
        Group(
            "Judge", Key("Passed", "p"), Key("Failed", "f"), Key("Can’t tell", "c"),
            Key("Inapplicable", "i"), Key("Untested: take the verdict back", "u"),
            Key("Severity: critical, serious, moderate, minor", "1", "4"),
            Key("Repeat the last verdict on this criterion", "r"),
            Key("Agree with a colleague’s verdict that differs", "a"),
            Key("Undo the last change", "z"),
            Key("Redo what was undone", "Shift z", isOnTerminals: false)),
        Group(
            "Move", Key("Next criterion", "j"), Key("Previous criterion", "k"),
            Key("Next untested criterion, here or in the next state", "g"),
            Key("Previous component state", "["), Key("Next component state", "]"),
            Key("Jump to a component state by name", "t")),
        Group(
            "Write", Key("What was heard", "h"),
            Key("The pauses of what was heard, as the check proposes them", ","),
            Key("Note", "n"), Key("Evidence", "e"), Key("Comment", "m", isOnTerminals: false),
            Key("Insert a snippet", "s", isOnTerminals: false),
            Key("From a field back to its criterion", "Esc")),
        Group(
            "Anywhere", Key("Search", "/"), Key("Every action", ".", isOnTerminals: false),
            Key("This help", "?")),
    ]
}
